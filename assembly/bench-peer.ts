/**
 * The simplified O(1) scheduler of the peer programs (bench/peers), played on the real machine: for one comparison only, not a
 * scheduler of the engine. bench/README.md tells the model; the digest of its decisions is that of the peers.
 *
 * In the model slices end at any nanosecond, while the machine knows the ends of `run`s. So the scheduler keeps what a task has left
 * of its burst and its slice, and gives the machine the smaller of both as what is left of its run. At its
 * end the task does its one operation, a `yield`, and the scheduler puts it to sleep or into `expired`.
 *
 * The model serves all ends of an instant before all its wake-ups; the machine goes CPU by CPU. Hence the machine's clock
 * has two instants for each of the model's: ends fall on the even one, wake-ups on the odd one.
 * Wake-ups of one instant come in the order of CPUs here and of task numbers in the model. Nothing but the digest can
 * tell, and only where two CPUs switch for them at one and the same nanosecond.
 */
import { Cpu } from "./machine/cpu";
import { LayoutWriter } from "./machine/layout";
import { machine } from "./machine/machine";
import { allocate } from "./machine/memory";
import { Task, TaskState } from "./machine/task";
import { armTimer } from "./machine/timers";
import { Profile } from "./schedulers/profile";
import { Scheduler } from "./schedulers/scheduler";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "./structures/priority-array";

const LEVELS: i32 = 140;
const HOG_PRIORITY: i32 = 120;
const SLEEPER_PRIORITY: i32 = 115;
const MILLISECOND: u64 = 1_000_000;
const SLICE: u64 = 100 * MILLISECOND;
/** A hog never comes to the end of it. */
const ENDLESS: u64 = 1 << 60;

/** Spans and instants are the model's, ns; machine.now is twice as much, and 1 more at wake-ups. */
@unmanaged
@final
class PeerTask extends Task {
  priority: i32;
  hog: bool;
  /** xorshift32. */
  generator: u32;
  burst: u64;
  slice: u64;
  /** Up to here its running is taken off both. */
  chargedTo: u64;
}

@unmanaged
@final
class PeerCpu extends Cpu {
  active: PriorityArray;
  expired: PriorityArray;
}

/** What is counted, and what tells the cases apart. */
@unmanaged
@final
export class PeerScheduler extends Scheduler {
  /** Random bursts and sleeps (S2) instead of constant ones (S1). */
  mixed: bool;
  hogs: i32;
  digest: u32;
  switches: u32;
  wakeups: u32;
  blocks: u32;
  expiries: u32;
  preemptions: u32;

  versions(): u32 {
    return 1;
  }

  profile(version: u32, profile: Profile): void {}

  taskSize(): usize {
    return offsetof<PeerTask>();
  }

  cpuSize(): usize {
    return offsetof<PeerCpu>();
  }

  layout(writer: LayoutWriter): void {}

  inspectTask(task: Task): void {}

  inspectCpu(cpu: Cpu): void {}

  init(version: u32): void {
    this.digest = 2166136261;
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = changetype<PeerCpu>(machine.cpu(id));
      cpu.active = newArray();
      cpu.expired = newArray();
    }
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<PeerTask>(task);
    const number = starting.pid - 1;
    starting.hog = number < this.hogs;
    const home = machine.cpu((starting.hog ? number : number - this.hogs) % machine.cpuCount);
    starting.cpu = home.id;
    starting.priority = starting.hog ? HOG_PRIORITY : SLEEPER_PRIORITY;
    starting.generator = <u32>number * 2654435761 + 1;
    starting.burst = starting.hog ? ENDLESS : this.nextBurst(starting);
    starting.slice = SLICE;
    changetype<PeerCpu>(home).active.enqueue(starting, starting.priority);
    machine.flagResched(home);
  }

  tick(cpu: Cpu): void {}

  afterTimers(cpu: Cpu): void {}

  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<PeerTask>(task);
    const cpu = changetype<PeerCpu>(waker);
    this.wakeups += 1;
    woken.burst = this.nextBurst(woken);
    let preempts = cpu.isRunningIdle;
    if (woken.slice) {
      cpu.active.enqueue(woken, woken.priority);
      if (!preempts) preempts = woken.priority < changetype<PeerTask>(cpu.current).priority;
    } else {
      this.renewSlice(woken, cpu);
    }
    if (preempts) machine.flagResched(cpu);
  }

  schedule(cpu: Cpu): Task {
    const queue = changetype<PeerCpu>(cpu);
    const previous = changetype<PeerTask>(cpu.current);
    // Only a preemption raises the flag; who comes here from its yield is queued or asleep already.
    if (previous.needResched && !cpu.isRunningIdle) this.preempt(queue, previous);
    previous.needResched = false;
    if (queue.active.count == 0) {
      const active = queue.expired;
      queue.expired = queue.active;
      queue.active = active;
      if (active.count == 0) return cpu.idle;
    }
    return this.take(queue, previous);
  }

  /** The run has ended: the burst, or the slice. */
  yield(cpu: Cpu): bool {
    const task = changetype<PeerTask>(cpu.current);
    charge(task);
    if (task.burst == 0) {
      this.blocks += 1;
      task.state = TaskState.Sleeping;
      task.timerCpu = <i16>cpu.id;
      armTimer(task, machine.now + this.nextSleep(task) * 2 + 1);
    } else {
      this.expiries += 1;
      this.renewSlice(task, changetype<PeerCpu>(cpu));
    }
    return true;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {}
  exit(cpu: Cpu, task: Task): void {}
  reap(cpu: Cpu, task: Task): void {}
  setNice(cpu: Cpu, task: Task, nice: i32): void {}
  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {}

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    return false;
  }

  runKernelThread(cpu: Cpu, thread: Task): void {}

  /** Where a task starts depends on its number alone. */
  runnable(cpu: Cpu): u32 {
    return 0;
  }

  displayPriority(task: Task): i32 {
    return changetype<PeerTask>(task).priority;
  }

  private preempt(cpu: PeerCpu, task: PeerTask): void {
    this.preemptions += 1;
    charge(task);
    const head = cpu.active.head(task.priority);
    if (head.next == head) cpu.active.enqueue(task, task.priority);
    else cpu.active.enqueueBefore(task, head.next);
  }

  private take(cpu: PeerCpu, previous: PeerTask): PeerTask {
    const array = cpu.active;
    const priority = array.first();
    const next = changetype<PeerTask>(array.head(priority).next);
    array.dequeue(next, priority);
    const now = machine.now >> 1;
    next.chargedTo = now;
    next.remaining = (now + min<u64>(next.burst, next.slice)) * 2 - machine.now;
    // To the machine this is no switch: it would leave the end of the run as it is.
    if (next == previous) machine.runEnds.set(cpu.id, machine.now + next.remaining);
    this.switches += 1;
    const fold = (this.digest ^ <u32>(now / 1000)) * 16777619;
    this.digest = (fold ^ (((<u32>cpu.id) << 16) | <u32>(next.pid - 1))) * 16777619;
    return next;
  }

  private renewSlice(task: PeerTask, cpu: PeerCpu): void {
    task.slice = SLICE;
    cpu.expired.enqueue(task, task.priority);
  }

  private nextBurst(task: PeerTask): u64 {
    return this.mixed ? 500_000 + (nextRandom(task) % 3_000_001) : 2 * MILLISECOND;
  }

  private nextSleep(task: PeerTask): u64 {
    return this.mixed ? 50 * MILLISECOND + (nextRandom(task) % 400_000_001) : 8 * MILLISECOND;
  }
}

function charge(task: PeerTask): void {
  const now = machine.now >> 1;
  const ran = now - task.chargedTo;
  if (!task.hog) task.burst -= ran;
  task.slice -= ran;
  task.chargedTo = now;
}

function nextRandom(task: PeerTask): u64 {
  let x = task.generator;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  task.generator = x;
  return x;
}

function newArray(): PriorityArray {
  const array = changetype<PriorityArray>(allocate(priorityArraySize(LEVELS)));
  clearPriorityArray(array, LEVELS);
  return array;
}
