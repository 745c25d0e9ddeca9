/**
 * EEVDF as in the 6.12 long-term series: earliest eligible virtual deadline first. A task is eligible while it has had no more than its
 * share; of those, the one whose request (of 0.7 ms) is due first runs. Sleepers that are ahead stay on the queue until
 * that has worn off. One CPU only: the load tracking that its balancing rests on is not described. Source: eevdf-6.12.md.
 *
 * Good at: bounded lag, and no heuristics for sleepers. Bad at: with ticks longer than the slice the tick is the quantum; hogs switch at
 * every tick.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime } from "../machine/program";
import { Task } from "../machine/task";
import { OrderedTree } from "../structures/ordered-tree";
import { applyAttributes, changeNice, changePolicy } from "./eevdf-6.12/attributes";
import { charge, enqueue, FIRST_VRUNTIME, wakeDelayed, yieldRequest } from "./eevdf-6.12/fair";
import { describeEevdfInspection, inspectEevdfCpu, inspectEevdfTask } from "./eevdf-6.12/inspection";
import { chooseNext, flagIfPreempted } from "./eevdf-6.12/pick";
import { describeEevdfRecords, EevdfCpu, EevdfTask, tunables } from "./eevdf-6.12/records";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";
import { IDLE_PRIO } from "./shared/fair-records";
import { countRealtimeSlice, enqueueRealtime, newRealtimeQueue, yieldRealtime } from "./shared/realtime";

@unmanaged
@final
export class EevdfLinux612 extends Scheduler {
  versions(): u32 {
    return 1;
  }

  profile(version: u32, profile: Profile): void {
    profile.identity("eevdf-6.12", "eevdf", "EEVDF, Linux 6.12", 2024);
    profile.character(
      "Bounded lag, no heuristics; a woken task that is owed time runs at the next tick at the latest.",
      "Hogs switch at every tick; where ticks are longer than the slice, they are the quantum; described for one CPU only.",
    );
    profile.recorded("Linux 6.12 long-term series, kernel/sched/fair.c: traces of its own code");
    profile.limits("normal batch idle fifo rr", 10, 1_000_000_000, 1);
    profile.longBits("64");
    const about = "CPU time that a task asks for at a time; sets how early its deadline is";
    tunables.baseSlice = <u64>profile.tunable("baseSlice", "ns", 700_000, 100_000, 100_000_000, about);
    const slice = profile.tunable("rrTimeslice", "ms", 100, 1, 1000, "slice of a round-robin task");
    tunables.roundRobinSlice = max<u32>(<u32>((<u64>slice * machine.hz) / 1000), 1);
    profile.end();
    tunables.longestLag = max<u64>(2 * tunables.baseSlice, machine.tickNs);
  }

  taskSize(): usize {
    return offsetof<EevdfTask>();
  }

  cpuSize(): usize {
    return offsetof<EevdfCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeEevdfRecords(writer);
    describeEevdfInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectEevdfTask(changetype<EevdfTask>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectEevdfCpu(changetype<EevdfCpu>(cpu));
  }

  init(version: u32): void {
    const cpu = changetype<EevdfCpu>(machine.cpu(0));
    cpu.realtime = newRealtimeQueue();
    cpu.tree = changetype<OrderedTree>(allocate(offsetof<OrderedTree>()));
    cpu.tree.clear(true);
    cpu.zeroVruntime = FIRST_VRUNTIME;
    changetype<EevdfTask>(cpu.idle).prio = IDLE_PRIO;
  }

  start(task: Task, cpu: Cpu): void {
    queueNew(changetype<EevdfCpu>(cpu), changetype<EevdfTask>(task));
  }

  tick(cpu: Cpu): void {
    const queue = changetype<EevdfCpu>(cpu);
    const task = changetype<EevdfTask>(cpu.current);
    if (isRealtime(task.policy)) countRealtimeSlice(queue, task, tunables.roundRobinSlice);
    else charge(queue);
  }

  afterTimers(cpu: Cpu): void {}

  /** The sync hint has no effect on one CPU. */
  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const queue = changetype<EevdfCpu>(waker);
    const woken = changetype<EevdfTask>(task);
    if (isRealtime(woken.policy)) enqueueRealtime(queue, woken);
    else if (woken.delayed) wakeDelayed(queue, woken);
    else enqueue(queue, woken, false);
    flagIfPreempted(queue, woken);
  }

  schedule(cpu: Cpu): Task {
    return chooseNext(changetype<EevdfCpu>(cpu));
  }

  /** The choosing step follows in any case: alone, too, the task is charged. */
  yield(cpu: Cpu): bool {
    const queue = changetype<EevdfCpu>(cpu);
    const task = changetype<EevdfTask>(cpu.current);
    if (isRealtime(task.policy)) yieldRealtime(queue, task);
    else if (queue.running > 1) yieldRequest(queue, task);
    return true;
  }

  /** A child starts with no lag; its parent pays nothing. */
  fork(cpu: Cpu, parent: Task, child: Task): void {
    queueNew(changetype<EevdfCpu>(cpu), changetype<EevdfTask>(child));
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {}

  setNice(cpu: Cpu, task: Task, nice: i32): void {
    changeNice(changetype<EevdfCpu>(cpu), changetype<EevdfTask>(task), nice);
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    changePolicy(changetype<EevdfCpu>(cpu), changetype<EevdfTask>(task), policy, rtprio);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    task.affinity = affinity;
    return false;
  }

  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<EevdfCpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<EevdfTask>(task).prio;
  }
}

/** Round-robin slices are full from the start, for forked children too. */
function queueNew(cpu: EevdfCpu, task: EevdfTask): void {
  applyAttributes(task);
  task.timeSlice = tunables.roundRobinSlice;
  if (isRealtime(task.policy)) enqueueRealtime(cpu, task);
  else enqueue(cpu, task, true);
  flagIfPreempted(cpu, task);
}
