/**
 * Mature CFS, as Linux 5.19 had it (what users knew as CFS until 6.5): virtual runtimes with small slices, half a latency of credit for
 * sleepers, and hints (buddies) that bend the order for the sake of the cache and of yields. One CPU only: the
 * load tracking that its balancing rests on is not described. Source: cfs-5.19.md.
 *
 * Good at: fair shares with a short response. Bad at: many tasks on one CPU take turns often; latency can't be asked for.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime, Policy } from "../machine/program";
import { Task } from "../machine/task";
import { OrderedTree } from "../structures/ordered-tree";
import { applyAttributes, changeNice, changePolicy } from "./cfs-5.19/attributes";
import { charge, clearBuddies, enqueue, FIRST_VRUNTIME, lateStart, tick } from "./cfs-5.19/fair";
import { describeInspection519, inspectCpu519, inspectTask519 } from "./cfs-5.19/inspection";
import { chooseNext, flagIfPreempted } from "./cfs-5.19/pick";
import { describeRecords519, FairCpu519, FairTask519, tunables } from "./cfs-5.19/records";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";
import { IDLE_PRIO } from "./shared/fair-records";
import { countRealtimeSlice, enqueueRealtime, newRealtimeQueue, yieldRealtime } from "./shared/realtime";

@unmanaged
@final
export class CfsLinux519 extends Scheduler {
  versions(): u32 {
    return 1;
  }

  profile(version: u32, profile: Profile): void {
    profile.identity("cfs-5.19", "", "CFS, Linux 5.19", 2022);
    profile.character(
      "Fair shares in slices of a few milliseconds; woken tasks preempt after a lead of one millisecond.",
      "Latency can not be asked for apart from share; hogs switch often; described for one CPU only.",
    );
    profile.recorded("Linux 5.19-rc8, kernel/sched/fair.c: traces of its own code");
    profile.limits("normal batch idle fifo rr", 10, 1_000_000_000, 1);
    profile.longBits("64");
    const about = "period in which few tasks all run once";
    tunables.latency = <u64>profile.tunable("latency", "ns", 6_000_000, 100_000, 1_000_000_000, about);
    tunables.minGranularity = <u64>(
      profile.tunable("minGranularity", "ns", 750_000, 1_000, 1_000_000_000, "shortest slice")
    );
    const lead = "lead that a woken task needs to preempt";
    tunables.wakeupGranularity = <u64>profile.tunable("wakeupGranularity", "ns", 1_000_000, 0, 1_000_000_000, lead);
    const slice = profile.tunable("rrTimeslice", "ms", 100, 1, 1000, "slice of a round-robin task");
    tunables.roundRobinSlice = max<u32>(<u32>((<u64>slice * machine.hz) / 1000), 1);
    profile.end();
    const granularity = tunables.minGranularity;
    tunables.tasksPerLatency = <u32>((tunables.latency + granularity - 1) / granularity);
  }

  taskSize(): usize {
    return offsetof<FairTask519>();
  }

  cpuSize(): usize {
    return offsetof<FairCpu519>();
  }

  layout(writer: LayoutWriter): void {
    describeRecords519(writer);
    describeInspection519(writer);
  }

  inspectTask(task: Task): void {
    inspectTask519(changetype<FairTask519>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectCpu519(changetype<FairCpu519>(cpu));
  }

  init(version: u32): void {
    const cpu = changetype<FairCpu519>(machine.cpu(0));
    cpu.realtime = newRealtimeQueue();
    cpu.tree = changetype<OrderedTree>(allocate(offsetof<OrderedTree>()));
    cpu.tree.clear(false);
    cpu.minVruntime = FIRST_VRUNTIME;
    changetype<FairTask519>(cpu.idle).prio = IDLE_PRIO;
  }

  /** A fair task begins a virtual slice late, after the current one is charged. */
  start(task: Task, cpu: Cpu): void {
    queueNew(changetype<FairCpu519>(cpu), changetype<FairTask519>(task), i64.MIN_VALUE);
  }

  tick(cpu: Cpu): void {
    const queue = changetype<FairCpu519>(cpu);
    const task = changetype<FairTask519>(cpu.current);
    if (isRealtime(task.policy)) countRealtimeSlice(queue, task, tunables.roundRobinSlice);
    else if (!task.isIdle) tick(queue, task);
  }

  afterTimers(cpu: Cpu): void {}

  /** The sync hint has no effect on one CPU. */
  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const queue = changetype<FairCpu519>(waker);
    const woken = changetype<FairTask519>(task);
    if (isRealtime(woken.policy)) enqueueRealtime(queue, woken);
    else enqueue(queue, woken, true);
    flagIfPreempted(queue, woken);
  }

  schedule(cpu: Cpu): Task {
    return chooseNext(changetype<FairCpu519>(cpu));
  }

  /** The choosing step follows in any case: alone, too, the task is charged. */
  yield(cpu: Cpu): bool {
    const queue = changetype<FairCpu519>(cpu);
    const task = changetype<FairTask519>(cpu.current);
    if (isRealtime(task.policy)) {
      yieldRealtime(queue, task);
    } else if (queue.running > 1) {
      clearBuddies(queue, task);
      if (task.policy != Policy.Batch) charge(queue);
      queue.skipBuddy = task;
    }
    return true;
  }

  /** The child starts no earlier than its parent (0 for a real-time parent). */
  fork(cpu: Cpu, parent: Task, child: Task): void {
    const queue = changetype<FairCpu519>(cpu);
    charge(queue);
    const fairParent = queue.fairCurrent;
    queueNew(queue, changetype<FairTask519>(child), fairParent == null ? 0 : fairParent.vruntime);
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {}

  setNice(cpu: Cpu, task: Task, nice: i32): void {
    changeNice(changetype<FairCpu519>(cpu), changetype<FairTask519>(task), nice);
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    changePolicy(changetype<FairCpu519>(cpu), changetype<FairTask519>(task), policy, rtprio);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    task.affinity = affinity;
    return false;
  }

  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<FairCpu519>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<FairTask519>(task).prio;
  }
}

/** Round-robin slices are full from the start, for forked children too. `earliest`: a vruntime, the least one for "any". */
function queueNew(cpu: FairCpu519, task: FairTask519, earliest: i64): void {
  applyAttributes(task);
  task.timeSlice = tunables.roundRobinSlice;
  if (isRealtime(task.policy)) {
    enqueueRealtime(cpu, task);
  } else {
    charge(cpu);
    task.vruntime = max<i64>(lateStart(cpu, task), earliest);
    enqueue(cpu, task, false);
  }
  flagIfPreempted(cpu, task);
}
