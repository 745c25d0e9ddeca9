/**
 * The scheduler of Linux 2.4, and the last one before O(1): one run queue for all CPUs, and at every choice a walk over all of it for the
 * task with the best goodness(). The counter of ticks left is the priority at the same time; when nobody has any left, all tasks
 * of the system get new ones, and those that slept keep half of what they had. Source: vanilla-2.4.md and
 * operations-2.4-2.5.md, section B.
 *
 * Good at: few tasks; a task stays where its cache is, and no CPU idles while a task that it may run waits. Bad at: many runnable tasks
 * (every choice costs in proportion), many CPUs (they all walk the one list).
 * The three versions stand in vanilla/versions.ts; what is shared with other schedulers of goodness() in shared/goodness/.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { Task } from "../machine/task";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";
import { displayPriorityOf } from "./shared/goodness/goodness";
import { describeGoodnessInspection, inspectGoodnessCpu, inspectGoodnessTask } from "./shared/goodness/inspection";
import { catchUp, creditSleep } from "./shared/goodness/recalculation";
import { currentOf, describeGoodnessRecords, GoodnessCpu, GoodnessTask, goodnessCpu } from "./shared/goodness/records";
import { rules } from "./shared/goodness/rules";
import { newRunQueue, sharedCapacity } from "./shared/goodness/run-queue";
import { changeAffinity, changePolicy, enqueue, initCpu } from "./shared/goodness/switching";
import { countTick, fillSlice, returnSlice, shareSlice, yieldSlice } from "./shared/goodness/time-slice";
import { chooseNext } from "./vanilla/choose";
import { place } from "./vanilla/place";
import { chooseVersion, VERSIONS } from "./vanilla/versions";

@unmanaged
@final
export class Vanilla extends Scheduler {
  versions(): u32 {
    return VERSIONS;
  }

  profile(version: u32, profile: Profile): void {
    chooseVersion(version, profile);
  }

  taskSize(): usize {
    return offsetof<GoodnessTask>();
  }

  cpuSize(): usize {
    return offsetof<GoodnessCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeGoodnessRecords(writer);
    describeGoodnessInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectGoodnessTask(task);
  }

  inspectCpu(cpu: Cpu): void {
    inspectGoodnessCpu(changetype<GoodnessCpu>(cpu));
  }

  init(version: u32): void {
    rules.derive();
    const queue = newRunQueue(sharedCapacity(1));
    for (let id = 0; id < machine.cpuCount; id++) initCpu(goodnessCpu(id), queue);
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<GoodnessTask>(task);
    fillSlice(starting);
    starting.recalculations = changetype<GoodnessCpu>(cpu).queue.recalculations;
    enqueue(starting);
    place(starting);
  }

  tick(cpu: Cpu): void {
    countTick(changetype<GoodnessCpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  /** A sync wake-up asks nobody to reschedule, not even an idle CPU: the task may wait until the waker blocks. */
  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<GoodnessTask>(task);
    creditSleep(woken, changetype<GoodnessCpu>(waker).queue);
    enqueue(woken);
    if (!(sync && woken.allows(waker.id))) place(woken);
  }

  schedule(cpu: Cpu): Task {
    return chooseNext(changetype<GoodnessCpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    const queue = changetype<GoodnessCpu>(cpu);
    yieldSlice(queue, currentOf(queue), queue.queue.count - busyCpus());
    return false;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {
    const forked = changetype<GoodnessTask>(child);
    shareSlice(changetype<GoodnessCpu>(cpu), changetype<GoodnessTask>(parent), forked);
    enqueue(forked);
    place(forked);
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {
    returnSlice(task);
  }

  /** It counts from the next comparison on; the slice stays as it is. */
  setNice(cpu: Cpu, task: Task, nice: i32): void {
    task.nice = nice;
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    changePolicy(changetype<GoodnessCpu>(cpu), task, policy, rtprio);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    changeAffinity(changetype<GoodnessCpu>(cpu), task, affinity);
    return false;
  }

  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<GoodnessCpu>(cpu).queued;
  }

  displayPriority(task: Task): i32 {
    if (!task.isIdle) catchUp(changetype<GoodnessTask>(task), goodnessCpu(task.cpu).queue);
    return displayPriorityOf(task);
  }
}

/** CPUs that run a task. */
function busyCpus(): u32 {
  let busy: u32 = 0;
  for (let id = 0; id < machine.cpuCount; id++) busy += <u32>!machine.cpu(id).isRunningIdle;
  return busy;
}
