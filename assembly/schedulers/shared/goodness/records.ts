/**
 * The records of the schedulers that choose by goodness(): what they keep of a task, of a CPU, and of a place on the run list
 * (vanilla-2.4.md, section 1).
 */
import { Cpu } from "../../../machine/cpu";
import { LayoutWriter } from "../../../machine/layout";
import { machine } from "../../../machine/machine";
import { Task } from "../../../machine/task";
import { RunQueue } from "./run-queue";

/** The `active_mm` of an idle task that has not borrowed one yet: nobody's. */
export const NOBODYS_MM: u32 = u32.MAX_VALUE;

@unmanaged
@final
export class GoodnessTask extends Task {
  /** Its place on the run list; null while it is on none. The running task keeps its place. */
  candidate: Candidate | null;
  /** Ticks left: `counter` in 2.4, `time_slice` in 2.5.2-pre9. */
  slice: i32;
  /** It called sched_yield and has not been passed over yet. */
  yielding: bool;
  /** 0 … 40, 2.5.2-pre9: grows with sleep and with yields, shrinks with every slice used up. */
  dynamicPriority: u16;
  /** Recalculations that `slice` (2.4) or `dynamicPriority` (pre9) has seen; the queue knows how many there were. */
  recalculations: u32;
}

/**
 * A place on the run list, with all that a scan asks of a task, so that a scan reads memory in one line and never a task:
 *
 *   offset  0          8       12    16   20     24
 *           | affinity | worth | cpu | mm | task |
 */
@unmanaged
@final
export class Candidate {
  affinity: u64;
  /** Goodness without bonuses; HIDDEN for a task that runs, and for a place that its task has left. */
  worth: i32;
  /** The CPU that gives the bonus for a warm cache; -1: no CPU does. */
  cpu: i32;
  /** The address space that gives a bonus; 0: none does. */
  mm: u32;
  /** Null: the place is empty. */
  task: GoodnessTask | null;
}

@unmanaged
@final
export class GoodnessCpu extends Cpu {
  /** The one queue of all CPUs, or this CPU's own. */
  queue: RunQueue;
  /** Queued tasks whose last CPU this is, the running one included. */
  queued: u32;
  /** `active_mm` of the current task: the idle task keeps the one of the task before it. */
  mm: u32;
  /** ns: the last switch from one task to another; 0 at boot. Not kept on one CPU. */
  lastSwitch: u64;
}

export function goodnessCpu(id: i32): GoodnessCpu {
  return changetype<GoodnessCpu>(machine.cpu(id));
}

export function currentOf(cpu: GoodnessCpu): GoodnessTask {
  return changetype<GoodnessTask>(cpu.current);
}

/** A sleeper's slice (2.4) is brought up to date when it is needed: until then, it lacks the recalculations that it has not seen. */
export function describeGoodnessRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("slice", offsetof<GoodnessTask>("slice"), "i32");
  writer.field("yielding", offsetof<GoodnessTask>("yielding"), "bool");
  writer.field("dynamicPriority", offsetof<GoodnessTask>("dynamicPriority"), "u16");
  writer.field("recalculations", offsetof<GoodnessTask>("recalculations"), "u32");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("queued", offsetof<GoodnessCpu>("queued"), "u32");
  writer.field("mm", offsetof<GoodnessCpu>("mm"), "u32");
  writer.field("lastSwitch", offsetof<GoodnessCpu>("lastSwitch"), "u64");
  writer.end();
}
