/**
 * Nick Piggin's scheduler policy ("nicksched"), v13 of September 2003, on Linux 2.6.0-test4. Active and expired arrays as in the O(1)
 * scheduler, but everything whose slice is over expires; a task's priority is a linear function of the share of the recent past
 * that it slept; and a time slice is worked out when it is tested, from how far the task is from the best one that wants to run.
 * Source: nicksched.md; operations-rivals.md.
 *
 * Good at: one formula instead of an estimator with exceptions; hogs are never starved. Bad at: all times are whole ticks, so a task that always
 * runs between ticks passes for a pure sleeper.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime, Policy } from "../machine/program";
import { liveParent, Task, TaskState } from "../machine/task";
import { exitTo, forkOn } from "./nicksched/fork";
import { clearHistory, effectivePrio } from "./nicksched/history";
import { describeNickInspection, inspectNickCpu, inspectNickTask } from "./nicksched/inspection";
import {
  currentOf,
  describeNickRecords,
  MAX_PRIO,
  MAX_RT_PRIO,
  NICE_0_PRIO,
  NickCpu,
  NickTask,
  nickCpu,
} from "./nicksched/records";
import { activate, chooseNext, dequeue, enqueue, flagIfPreempted, put, remove } from "./nicksched/runqueue";
import { tick } from "./nicksched/time-slice";
import { describeNicksched } from "./nicksched/tuning";
import { Profile } from "./profile";
import {
  newMigrationThread,
  requestMove,
  scheduleHidingThread,
  ThreadHidingScheduler,
} from "./shared/hidden-migration-thread";
import { newPriorityArray } from "./shared/new-array";

@unmanaged
@final
export class Nicksched extends ThreadHidingScheduler {
  versions(): u32 {
    return 1;
  }

  profile(version: u32, profile: Profile): void {
    describeNicksched(profile);
  }

  taskSize(): usize {
    return offsetof<NickTask>();
  }

  cpuSize(): usize {
    return offsetof<NickCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeNickRecords(writer);
    describeNickInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectNickTask(changetype<NickTask>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectNickCpu(changetype<NickCpu>(cpu));
  }

  init(version: u32): void {
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = nickCpu(id);
      cpu.active = newPriorityArray(MAX_PRIO);
      cpu.expired = newPriorityArray(MAX_PRIO);
      cpu.previousLengths = allocate(<usize>machine.cpuCount * sizeof<u32>());
      currentOf(cpu).prio = MAX_PRIO;
      cpu.migrationThread = newMigrationThread(cpu);
      clearHistory(changetype<NickTask>(cpu.migrationThread));
    }
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<NickTask>(task);
    // There is no batch class.
    if (!isRealtime(starting.policy)) starting.policy = Policy.Normal;
    starting.staticPrio = NICE_0_PRIO + starting.nice;
    starting.timestamp = machine.jiffies;
    clearHistory(starting);
    starting.prio = effectivePrio(starting);
    put(starting, changetype<NickCpu>(cpu));
    flagIfPreempted(starting, changetype<NickCpu>(cpu));
  }

  tick(cpu: Cpu): void {
    tick(changetype<NickCpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  /** On its last CPU; a sync wake-up takes it along to the waker's. */
  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<NickTask>(task);
    if (sync && woken.allows(waker.id)) machine.moveTask(woken, waker);
    const cpu = nickCpu(woken.cpu);
    activate(woken, cpu);
    if (!sync) flagIfPreempted(woken, cpu);
  }

  schedule(cpu: Cpu): Task {
    return scheduleHidingThread<Nicksched>(this, cpu);
  }

  choose(cpu: Cpu): Task {
    return chooseNext(changetype<NickCpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    const queue = changetype<NickCpu>(cpu);
    const task = currentOf(queue);
    dequeue(task);
    enqueue(task, task.prio < MAX_RT_PRIO ? queue.active : queue.expired);
    return true;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {
    forkOn(changetype<NickCpu>(cpu), changetype<NickTask>(parent), changetype<NickTask>(child));
  }

  exit(cpu: Cpu, task: Task): void {
    const parent = liveParent(task);
    if (parent != null) exitTo(changetype<NickTask>(parent), changetype<NickTask>(task));
  }

  reap(cpu: Cpu, task: Task): void {}

  /** The bare static priority counts until the next wake-up or the end of the slice. */
  setNice(cpu: Cpu, task: Task, nice: i32): void {
    const changed = changetype<NickTask>(task);
    if (changed.nice == nice) return;
    changed.nice = nice;
    changed.staticPrio = NICE_0_PRIO + nice;
    if (isRealtime(changed.policy)) return;
    const array = changed.array!;
    const before = changed.prio;
    dequeue(changed);
    changed.prio = changed.staticPrio;
    enqueue(changed, array);
    if (changed.prio != before) machine.flagResched(cpu);
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    if (policy == Policy.Batch || policy == Policy.Idle) return;
    const queue = changetype<NickCpu>(cpu);
    const changed = changetype<NickTask>(task);
    const before = changed.prio;
    remove(changed, queue);
    changed.policy = policy;
    changed.rtprio = rtprio;
    changed.prio = isRealtime(policy) ? 99 - rtprio : changed.staticPrio;
    put(changed, queue);
    if (changed.prio > before) machine.flagResched(cpu);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    return requestMove<Nicksched>(this, cpu, task, affinity);
  }

  wakeThread(cpu: Cpu): void {
    const queue = changetype<NickCpu>(cpu);
    const thread = changetype<NickTask>(queue.migrationThread);
    if (thread.state != TaskState.Sleeping) return;
    activate(thread, queue);
    flagIfPreempted(thread, queue);
    thread.state = TaskState.Runnable;
  }

  /** There is no active balancing. */
  pushAway(cpu: Cpu): void {}

  /** The machine never sees the thread. */
  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<NickCpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<NickTask>(task).prio;
  }
}
