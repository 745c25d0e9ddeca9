/**
 * The wasm describes the layout of its own records, so that the host holds no offset: it reads and writes fields by name.
 * A record's fields are [offset, type]; types are u8 u16 i32 u32 i64 u64 bool, `Task`, `Cpu`, `Array` (a priority array) and `Tree` (an
 * ordered tree) for references, and `TreeNode` for the place in a task at which a tree holds it. `i32?` and `i64?` may be
 * NOTHING. Further numbers follow for lists, sets and rows: see the methods.
 */
import { NO_NODE } from "../structures/ordered-tree";
import { Channel } from "./channel";
import { Cpu } from "./cpu";
import { BUCKETS_PER_CHUNK, CHUNKS } from "./histogram";
import { INSPECTION, INSPECTION_SIZE } from "./inspection";
import { JsonWriter } from "./json";
import { MACHINE, Machine, Status } from "./machine";
import { Mark } from "./marks";
import { SEGMENT_TASKS } from "./population";
import {
  Distribution,
  DistributionKind,
  FLAG_OWN,
  FLAG_OWN_MUTEX,
  FLAG_REBASE,
  FLAG_RELEASES,
  FLAG_SEQUENCE,
  FLAG_SYNC,
  FLAG_TASK_TIMER,
  INHERITED,
  Instruction,
  ObjectSpec,
  Opcode,
  OWN_MM,
  Policy,
  SHARED_MM,
  TaskDocument,
  UNLIMITED,
} from "./program";
import { OBJECT_SIZE } from "./shared-objects";
import { Synchroniser } from "./synchroniser";
import { Task, WaitsFor } from "./task";
import { TIMEKEEPING_SIZE, Timekeeping, TimerPhase } from "./timekeeping";
import { EVENT_SIZE } from "./trace";

@unmanaged
@final
export class LayoutWriter {
  private json: JsonWriter;

  begin(json: JsonWriter): void {
    this.json = json;
  }

  /** Opens a record's list of fields. */
  record(name: string): void {
    this.json.key(name);
    this.json.open("{");
  }

  field(name: string, offset: usize, type: string): void {
    this.open(name, offset, type);
    this.json.close("]");
  }

  /** So many values, one behind the other: [offset, type, count]; count 0: one for each CPU of the machine. */
  list(name: string, offset: usize, type: string, count: u32): void {
    this.open(name, offset, type);
    this.json.number(count);
    this.json.close("]");
  }

  /** A set of numbers from `first` on, a u64 bit by bit: [offset, "Set", first]. */
  set(name: string, offset: usize, first: i32): void {
    this.open(name, offset, "Set");
    this.json.number(first);
    this.json.close("]");
  }

  /** So many sets, one behind the other: [offset, "Sets", first, count]. */
  sets(name: string, offset: usize, first: i32, count: u32): void {
    this.open(name, offset, "Sets");
    this.json.number(first);
    this.json.number(count);
    this.json.close("]");
  }

  /**
   * A row of places, some of them empty, with a reference to a task at `taskOffset` in each: [offset, "Row", stride, taskOffset]. The field is
   * two addresses: of the first place, and of the end.
   */
  row(name: string, offset: usize, stride: usize, taskOffset: usize): void {
    this.open(name, offset, "Row");
    this.json.number(stride);
    this.json.number(taskOffset);
    this.json.close("]");
  }

  private open(name: string, offset: usize, type: string): void {
    this.json.key(name);
    this.json.open("[");
    this.json.number(offset);
    this.json.text(type);
  }

  end(): void {
    this.json.close("}");
  }

  number(name: string, value: i64): void {
    this.json.numberEntry(name, value);
  }
}

/** Constants of the format between host and core. */
export function describeConstants(writer: LayoutWriter): void {
  writer.record("constants");
  writer.number("machine", MACHINE);
  writer.number("inspection", INSPECTION);
  writer.number("inspectionSize", INSPECTION_SIZE);
  writer.number("eventSize", EVENT_SIZE);
  writer.number("segmentTasks", SEGMENT_TASKS);
  writer.number("histogramChunks", CHUNKS);
  writer.number("bucketsPerChunk", BUCKETS_PER_CHUNK);
  writer.number("inherited", INHERITED);
  writer.number("unlimited", UNLIMITED);
  writer.number("sharedMm", SHARED_MM);
  writer.number("ownMm", OWN_MM);
  writer.number("instructionSize", offsetof<Instruction>());
  writer.number("documentSize", offsetof<TaskDocument>());
  writer.number("distributionSize", offsetof<Distribution>());
  writer.number("objectSpecSize", offsetof<ObjectSpec>());
  writer.number("objectSize", OBJECT_SIZE);
  writer.number("timekeepingSize", TIMEKEEPING_SIZE);
  writer.number("markSize", offsetof<Mark>());
  writer.number("noTreeNode", changetype<usize>(NO_NODE));
  writer.end();
}

/** Numbers of operations, policies and distributions by the names that the host uses. */
export function describeCodes(writer: LayoutWriter): void {
  writer.record("opcodes");
  writer.number("run", Opcode.Run);
  writer.number("sleep", Opcode.Sleep);
  writer.number("io", Opcode.Io);
  writer.number("send", Opcode.Send);
  writer.number("recv", Opcode.Receive);
  writer.number("yield", Opcode.Yield);
  writer.number("exit", Opcode.Exit);
  writer.number("fork", Opcode.Fork);
  writer.number("nice", Opcode.Nice);
  writer.number("policy", Opcode.Policy);
  writer.number("affinity", Opcode.Affinity);
  writer.number("mark", Opcode.Mark);
  writer.number("until", Opcode.Until);
  writer.number("lock", Opcode.Lock);
  writer.number("unlock", Opcode.Unlock);
  writer.number("wait", Opcode.Wait);
  writer.number("signal", Opcode.Signal);
  writer.number("broadcast", Opcode.Broadcast);
  writer.number("barrier", Opcode.Barrier);
  writer.number("down", Opcode.Down);
  writer.number("up", Opcode.Up);
  writer.number("suspend", Opcode.Suspend);
  writer.number("resume", Opcode.Resume);
  writer.number("join", Opcode.Join);
  writer.number("begin", Opcode.Begin);
  writer.number("end", Opcode.End);
  writer.number("jump", Opcode.Jump);
  writer.end();
  writer.record("instructionFlags");
  writer.number("own", FLAG_OWN);
  writer.number("sync", FLAG_SYNC);
  writer.number("sequence", FLAG_SEQUENCE);
  writer.number("ownMutex", FLAG_OWN_MUTEX);
  writer.number("rebase", FLAG_REBASE);
  writer.number("taskTimer", FLAG_TASK_TIMER);
  writer.number("releases", FLAG_RELEASES);
  writer.end();
  writer.record("waits");
  writer.number("mutex", WaitsFor.Mutex);
  writer.number("condition", WaitsFor.Condition);
  writer.number("barrier", WaitsFor.Barrier);
  writer.number("semaphore", WaitsFor.Semaphore);
  writer.number("suspension", WaitsFor.Suspension);
  writer.number("children", WaitsFor.Children);
  writer.end();
  writer.record("timerPhases");
  writer.number("unused", TimerPhase.Unused);
  writer.number("given", TimerPhase.Given);
  writer.end();
  writer.record("policies");
  writer.number("normal", Policy.Normal);
  writer.number("batch", Policy.Batch);
  writer.number("idle", Policy.Idle);
  writer.number("fifo", Policy.Fifo);
  writer.number("rr", Policy.RoundRobin);
  writer.end();
  writer.record("distributions");
  writer.number("uniform", DistributionKind.Uniform);
  writer.number("exponential", DistributionKind.Exponential);
  writer.number("normal", DistributionKind.Normal);
  writer.number("lognormal", DistributionKind.Lognormal);
  writer.number("pareto", DistributionKind.Pareto);
  writer.number("choice", DistributionKind.Choice);
  writer.number("empirical", DistributionKind.Empirical);
  writer.number("sequence", DistributionKind.Sequence);
  writer.end();
  writer.record("statuses");
  writer.number("reached", Status.Reached);
  writer.number("paused", Status.Paused);
  writer.number("outOfMemory", Status.OutOfMemory);
  writer.number("livelock", Status.Livelock);
  writer.number("tooManyTimers", Status.TooManyTimers);
  writer.number("deadlock", Status.Deadlock);
  writer.number("notHeld", Status.NotHeld);
  writer.number("heldAlready", Status.HeldAlready);
  writer.end();
}

/** Everything but the scheduler's records. */
export function describeRecords(writer: LayoutWriter): void {
  describeMachine(writer);
  describeTables(writer);
  writer.record("Cpu");
  writer.field("id", offsetof<Cpu>("id"), "i32");
  writer.field("current", offsetof<Cpu>("current"), "Task");
  writer.field("ticks", offsetof<Cpu>("ticks"), "u64");
  writer.field("busyTime", offsetof<Cpu>("busyTime"), "u64");
  writer.field("idleTime", offsetof<Cpu>("idleTime"), "u64");
  writer.field("contextSwitches", offsetof<Cpu>("contextSwitches"), "u64");
  writer.field("overheadTime", offsetof<Cpu>("overheadTime"), "u64");
  writer.field("migrationsIn", offsetof<Cpu>("migrationsIn"), "u32");
  writer.field("migrationsOut", offsetof<Cpu>("migrationsOut"), "u32");
  writer.end();
  describeTask(writer);
}

function describeMachine(writer: LayoutWriter): void {
  writer.record("Machine");
  writer.field("now", offsetof<Machine>("now"), "u64");
  writer.field("jiffies", offsetof<Machine>("jiffies"), "u64");
  writer.field("reached", offsetof<Machine>("reached"), "u64");
  writer.field("cpus", offsetof<Machine>("cpus"), "u32");
  writer.field("cpuSize", offsetof<Machine>("cpuSize"), "u32");
  writer.field("taskSize", offsetof<Machine>("taskSize"), "u32");
  writer.field("taskDirectory", offsetof<Machine>("taskDirectory"), "u32");
  writer.field("taskCount", offsetof<Machine>("taskCount"), "u32");
  writer.field("instructions", offsetof<Machine>("instructions"), "u32");
  writer.field("documents", offsetof<Machine>("documents"), "u32");
  writer.field("documentMarks", offsetof<Machine>("documentMarks"), "u32");
  writer.field("distributions", offsetof<Machine>("distributions"), "u32");
  writer.field("distributionValues", offsetof<Machine>("distributionValues"), "u32");
  writer.field("objectSpecs", offsetof<Machine>("objectSpecs"), "u32");
  writer.field("objects", offsetof<Machine>("objects"), "u32");
  writer.field("culprit", offsetof<Machine>("culprit"), "u32");
  writer.field("marks", offsetof<Machine>("marks"), "u32");
  writer.field("seed", offsetof<Machine>("seed"), "u64");
  writer.field("ownHistograms", offsetof<Machine>("ownHistograms"), "u32");
  writer.field("traceBuffer", offsetof<Machine>("traceBuffer"), "u32");
  writer.field("traceDetails", offsetof<Machine>("traceDetails"), "bool");
  writer.field("traceCount", offsetof<Machine>("traceCount"), "u32");
  writer.field("traceDigest", offsetof<Machine>("traceDigest"), "u64");
  writer.field("traceEvents", offsetof<Machine>("traceEvents"), "u64");
  writer.field("memoryEnd", offsetof<Machine>("memoryEnd"), "u32");
  writer.end();
}

function describeTables(writer: LayoutWriter): void {
  writer.record("Instruction");
  writer.field("opcode", offsetof<Instruction>("opcode"), "u8");
  writer.field("flags", offsetof<Instruction>("flags"), "u8");
  writer.field("slot", offsetof<Instruction>("slot"), "u16");
  writer.field("argument", offsetof<Instruction>("argument"), "u32");
  writer.field("value", offsetof<Instruction>("value"), "u64");
  writer.end();
  writer.record("TaskDocument");
  writer.field("streamKey", offsetof<TaskDocument>("streamKey"), "u64");
  writer.field("affinity", offsetof<TaskDocument>("affinity"), "u64");
  writer.field("startValue", offsetof<TaskDocument>("startValue"), "u64");
  writer.field("startDistribution", offsetof<TaskDocument>("startDistribution"), "u32");
  writer.field("count", offsetof<TaskDocument>("count"), "u32");
  writer.field("cpu", offsetof<TaskDocument>("cpu"), "i32");
  writer.field("nice", offsetof<TaskDocument>("nice"), "i32");
  writer.field("policy", offsetof<TaskDocument>("policy"), "i32");
  writer.field("rtprio", offsetof<TaskDocument>("rtprio"), "i32");
  writer.field("entry", offsetof<TaskDocument>("entry"), "u32");
  writer.field("counters", offsetof<TaskDocument>("counters"), "u32");
  writer.field("marks", offsetof<TaskDocument>("marks"), "u32");
  writer.field("firstMark", offsetof<TaskDocument>("firstMark"), "u32");
  writer.field("ownObjects", offsetof<TaskDocument>("ownObjects"), "u32");
  writer.field("firstOwnObject", offsetof<TaskDocument>("firstOwnObject"), "u32");
  writer.field("deadline", offsetof<TaskDocument>("deadline"), "u64");
  writer.field("timerStart", offsetof<TaskDocument>("timerStart"), "u64");
  writer.field("timed", offsetof<TaskDocument>("timed"), "bool");
  writer.field("mm", offsetof<TaskDocument>("mm"), "u32");
  writer.field("ownMms", offsetof<TaskDocument>("ownMms"), "u32");
  writer.field("latencyHistogram", offsetof<TaskDocument>("latencyHistogram"), "u32");
  writer.field("otherWaitHistogram", offsetof<TaskDocument>("otherWaitHistogram"), "u32");
  writer.end();
  writer.record("Distribution");
  writer.field("kind", offsetof<Distribution>("kind"), "u32");
  writer.field("count", offsetof<Distribution>("count"), "u32");
  writer.field("a", offsetof<Distribution>("a"), "u64");
  writer.field("b", offsetof<Distribution>("b"), "u64");
  writer.field("firstValue", offsetof<Distribution>("firstValue"), "u32");
  writer.end();
  writer.record("ObjectSpec");
  writer.field("amount", offsetof<ObjectSpec>("amount"), "u64");
  writer.field("limit", offsetof<ObjectSpec>("limit"), "u32");
  writer.end();
  writer.record("Channel");
  writer.field("messages", offsetof<Channel>("messages"), "u64");
  writer.field("firstReceiver", offsetof<Channel>("receiversFirst"), "u32");
  writer.field("firstSender", offsetof<Channel>("sendersFirst"), "u32");
  writer.end();
  writer.record("Synchroniser");
  writer.field("amount", offsetof<Synchroniser>("amount"), "u64");
  writer.field("firstWaiter", offsetof<Synchroniser>("waitersFirst"), "u32");
  writer.field("holder", offsetof<Synchroniser>("holder"), "Task");
  writer.end();
  writer.record("Timekeeping");
  writer.field("releasedAt", offsetof<Timekeeping>("releasedAt"), "u64");
  writer.field("rounds", offsetof<Timekeeping>("rounds"), "u32");
  writer.field("missedRounds", offsetof<Timekeeping>("missedRounds"), "u32");
  writer.field("roundLatenessMax", offsetof<Timekeeping>("roundLatenessMax"), "u64");
  writer.field("periods", offsetof<Timekeeping>("periods"), "u32");
  writer.field("missedPeriods", offsetof<Timekeeping>("missedPeriods"), "u32");
  writer.field("periodLatenessMax", offsetof<Timekeeping>("periodLatenessMax"), "u64");
  writer.end();
  writer.record("Mark");
  writer.field("count", offsetof<Mark>("count"), "u32");
  writer.field("intervals", offsetof<Mark>("intervals"), "u32");
  writer.field("histogram", offsetof<Mark>("histogram"), "u32");
  writer.field("firstAt", offsetof<Mark>("firstAt"), "u64");
  writer.field("lastAt", offsetof<Mark>("lastAt"), "u64");
  writer.field("intervalTotal", offsetof<Mark>("intervalTotal"), "u64");
  writer.field("intervalMax", offsetof<Mark>("intervalMax"), "u64");
  writer.end();
}

function describeTask(writer: LayoutWriter): void {
  writer.record("Task");
  writer.field("pid", offsetof<Task>("pid"), "i32");
  writer.field("state", offsetof<Task>("state"), "i32");
  writer.field("needResched", offsetof<Task>("needResched"), "bool");
  writer.field("woken", offsetof<Task>("woken"), "bool");
  writer.field("waitsFor", offsetof<Task>("waitsFor"), "u8");
  writer.field("timed", offsetof<Task>("timed"), "bool");
  writer.field("policy", offsetof<Task>("policy"), "i32");
  writer.field("nice", offsetof<Task>("nice"), "i32");
  writer.field("rtprio", offsetof<Task>("rtprio"), "i32");
  writer.field("cpu", offsetof<Task>("cpu"), "i32");
  writer.field("affinity", offsetof<Task>("affinity"), "u64");
  writer.field("document", offsetof<Task>("document"), "u32");
  writer.field("instance", offsetof<Task>("instance"), "u32");
  writer.field("parent", offsetof<Task>("parent"), "Task");
  writer.field("mm", offsetof<Task>("mm"), "u32");
  writer.field("counter", offsetof<Task>("counter"), "u32");
  writer.field("counters", offsetof<Task>("counters"), "u32");
  writer.field("ownObjects", offsetof<Task>("ownObjects"), "u32");
  writer.field("liveChildren", offsetof<Task>("liveChildren"), "u32");
  writer.field("mutexes", offsetof<Task>("mutexes"), "u32");
  writer.field("waitNext", offsetof<Task>("waitNext"), "u32");
  writer.field("expiry", offsetof<Task>("expiry"), "u64");
  writer.field("marks", offsetof<Task>("marks"), "u32");
  writer.field("remaining", offsetof<Task>("remaining"), "u64");
  writer.field("since", offsetof<Task>("since"), "u64");
  writer.field("cpuTime", offsetof<Task>("cpuTime"), "u64");
  writer.field("waitTime", offsetof<Task>("waitTime"), "u64");
  writer.field("sleepTime", offsetof<Task>("sleepTime"), "u64");
  writer.field("startedAt", offsetof<Task>("startedAt"), "u64");
  writer.field("exitedAt", offsetof<Task>("exitedAt"), "u64");
  writer.field("firstRunAt", offsetof<Task>("firstRunAt"), "u64");
  writer.field("lastRunAt", offsetof<Task>("lastRunAt"), "u64");
  writer.field("voluntarySwitches", offsetof<Task>("voluntarySwitches"), "u32");
  writer.field("involuntarySwitches", offsetof<Task>("involuntarySwitches"), "u32");
  writer.field("wakeups", offsetof<Task>("wakeups"), "u32");
  writer.field("migrations", offsetof<Task>("migrations"), "u32");
  writer.field("latencyCount", offsetof<Task>("latencyCount"), "u32");
  writer.field("otherWaitCount", offsetof<Task>("otherWaitCount"), "u32");
  writer.field("latencyTotal", offsetof<Task>("latencyTotal"), "u64");
  writer.field("latencyMax", offsetof<Task>("latencyMax"), "u64");
  writer.field("otherWaitMax", offsetof<Task>("otherWaitMax"), "u64");
  writer.field("latencyHistogram", offsetof<Task>("latencyHistogram"), "u32");
  writer.field("otherWaitHistogram", offsetof<Task>("otherWaitHistogram"), "u32");
  writer.end();
}
