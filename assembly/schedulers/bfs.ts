/**
 * BFS, Con Kolivas' Brain Fuck Scheduler, as a 2.6.35.14 kernel had it. One queue for all CPUs. A task that gets a new slice gets
 * a virtual deadline with it: now, plus the round-robin interval times a ratio by nice. The earliest deadline runs next. Nothing
 * is estimated: a sleeper keeps its old deadline, and so is ahead when it wakes. Source: bfs.md and operations-rivals.md.
 *
 * Good at: fair shares and short latencies on few CPUs; hardly anything to tune, and nothing to balance. Bad at: many
 * waiting tasks, as each choice walks over all of them (O(n), as in the original); many CPUs, which share one queue; tasks that are
 * woken at one instant ask one idle CPU, though others are idle as well. Left out: the policies for isochronous and for idle-priority
 * tasks, and the nearness of CPUs (threads of a core, caches, nodes).
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { isRealtime, Policy } from "../machine/program";
import { Task } from "../machine/task";
import { chooseNext } from "./bfs/choose";
import { describeBfsInspection, inspectBfsCpu, inspectBfsTask } from "./bfs/inspection";
import { findsIdleCpu, flagIdleCpu, flagIfPreempts } from "./bfs/preempt";
import { enqueue } from "./bfs/queue";
import { BfsCpu, BfsTask, bfsCpu, currentOf, describeBfsRecords, IDLE_PRIO, NORMAL_PRIO } from "./bfs/records";
import { state } from "./bfs/state";
import { refill, tick } from "./bfs/time-slice";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";

@unmanaged
@final
export class Bfs extends Scheduler {
  versions(): u32 {
    return 1;
  }

  profile(version: u32, profile: Profile): void {
    profile.identity("bfs-2.6.35", "bfs", "BFS, Linux 2.6.35", 2010);
    profile.character(
      "Fair shares and short latencies on few CPUs, with nothing to estimate and nothing to balance.",
      "Each choice walks over all waiting tasks, O(n); tasks that are woken at one instant ask the same idle CPU.",
    );
    profile.recorded(
      "BFS in Linux 2.6.35.14, kernel/sched_bfs.c, with its author's interval of 6 ms: traces of its own code",
    );
    profile.limits("normal batch fifo rr", 1, 1_000_000_000, 64);
    profile.longBits("64");
    state.tune(profile);
    profile.end();
  }

  taskSize(): usize {
    return offsetof<BfsTask>();
  }

  cpuSize(): usize {
    return offsetof<BfsCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeBfsRecords(writer);
    describeBfsInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectBfsTask(changetype<BfsTask>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectBfsCpu(changetype<BfsCpu>(cpu));
  }

  init(version: u32): void {
    state.begin();
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = bfsCpu(id);
      cpu.queue = state.queue;
      currentOf(cpu).prio = IDLE_PRIO;
    }
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<BfsTask>(task);
    state.updateNiffies();
    refill(starting);
    activate(starting);
    flagIfPreempts(starting);
  }

  tick(cpu: Cpu): void {
    tick(changetype<BfsCpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  /** No refill, and no choice of a CPU: whichever takes it first. */
  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<BfsTask>(task);
    state.updateNiffies();
    activate(woken);
    // The waker of a sync wake-up is about to sleep, and will find the task.
    if (!sync || findsIdleCpu(woken)) flagIfPreempts(woken);
  }

  schedule(cpu: Cpu): Task {
    return chooseNext(changetype<BfsCpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    return true;
  }

  /** What is left of the slice is shared. The parent makes room for its child, if no idle CPU takes it. */
  fork(cpu: Cpu, parent: Task, child: Task): void {
    const queue = changetype<BfsCpu>(cpu);
    const forking = changetype<BfsTask>(parent);
    const forked = changetype<BfsTask>(child);
    // The task's own fields, not what its CPU counts: they differ after a refill that left it running.
    forked.deadline = forking.deadline;
    if (forking.policy == Policy.Fifo) {
      forked.slice = forking.slice;
    } else if (queue.slice >= 2 * state.leastSlice) {
      queue.slice >>= 1;
      forked.slice = queue.slice;
    } else {
      queue.slice = 0;
      machine.flagResched(queue);
      // Before the clocks are updated: never a later deadline than the parent's at its own refill.
      refill(forked);
    }
    state.updateNiffies();
    activate(forked);
    if (!flagIdleCpu(forked)) machine.flagResched(queue);
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {}

  setNice(cpu: Cpu, task: Task, nice: i32): void {
    const changed = changetype<BfsTask>(task);
    const before = changed.nice;
    if (nice == before) return;
    state.updateNiffies();
    changed.nice = nice;
    if (isRealtime(changed.policy)) return;
    // The CPU's copy stays as it is and overwrites this at the next choice: only a child forked before that inherits it.
    changed.deadline += state.offset(nice) - state.offset(before);
    if (nice > before) machine.flagResched(cpu);
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    const changed = changetype<BfsTask>(task);
    const prioBefore = changed.prio;
    const rtprioBefore = changed.rtprio;
    state.updateNiffies();
    // Slice and deadline stay: a task that becomes normal again has an old deadline, and is ahead at first.
    changed.policy = isRealtime(policy) || policy == Policy.Batch ? policy : <i32>Policy.Normal;
    changed.rtprio = rtprio;
    changed.prio = prioOf(changed);
    // The second test is a better priority: such a task goes to the tail of its new list.
    if (changed.prio > prioBefore || rtprio > rtprioBefore) machine.flagResched(cpu);
  }

  /** A task that may no longer stay does not block: it leaves at once as runnable, and waits for a CPU of its mask. */
  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    task.affinity = affinity;
    if (!task.allows(cpu.id)) machine.flagResched(cpu);
    return false;
  }

  runKernelThread(cpu: Cpu, thread: Task): void {}

  /** A waiting task counts for the CPU where it ran last. */
  runnable(cpu: Cpu): u32 {
    return changetype<BfsCpu>(cpu).queued + <u32>!cpu.isRunningIdle;
  }

  displayPriority(task: Task): i32 {
    return changetype<BfsTask>(task).prio;
  }
}

/** The task becomes runnable, and waits. */
function activate(task: BfsTask): void {
  task.prio = prioOf(task);
  enqueue(task);
}

function prioOf(task: BfsTask): i32 {
  return isRealtime(task.policy) ? 99 - task.rtprio : NORMAL_PRIO;
}
