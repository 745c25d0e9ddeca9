/**
 * Mike Kravetz's half-hearted multi-queue scheduler (January 2002), a RECONSTRUCTION: its code is lost. The tasks of 2.5.2-pre9 with
 * their goodness, but a run queue for each CPU, recalculated on its own; a woken task goes to an idle CPU if there is one, and a CPU
 * that runs dry steals. What is told of it and what is guessed: hamq.md, section 3; docs/schedulers/hamq.md says which is which.
 *
 * Good at: keeping all CPUs busy, with choices that cost a CPU no more than its own tasks. Bad at: fairness between CPUs (nothing balances
 * them while they are busy), and caches (an idle CPU takes any task).
 * What is shared with the scheduler of one queue stands in shared/goodness/.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { Task } from "../machine/task";
import { chooseNext } from "./hamq/choose";
import { place, placeNew } from "./hamq/place";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";
import { displayPriorityOf } from "./shared/goodness/goodness";
import { describeGoodnessInspection, inspectGoodnessCpu, inspectGoodnessTask } from "./shared/goodness/inspection";
import { creditSleep } from "./shared/goodness/recalculation";
import { currentOf, describeGoodnessRecords, GoodnessCpu, GoodnessTask, goodnessCpu } from "./shared/goodness/records";
import { rules } from "./shared/goodness/rules";
import { newRunQueue, sharedCapacity } from "./shared/goodness/run-queue";
import { changeAffinity, changePolicy, initCpu } from "./shared/goodness/switching";
import { countTick, fillSlice, returnSlice, shareSlice, yieldSlice } from "./shared/goodness/time-slice";

@unmanaged
@final
export class Hamq extends Scheduler {
  versions(): u32 {
    return 1;
  }

  profile(version: u32, profile: Profile): void {
    profile.identity("hamq", "", "haMQ (reconstruction)", 2002);
    profile.character(
      "No CPU goes idle while another one has tasks waiting; a choice costs no more than the tasks of one CPU.",
      "Busy CPUs are never balanced, so shares follow the luck of placement; an idle CPU takes tasks from warm caches.",
    );
    profile.reconstructed(
      "the thread of January 2002 and the same author's multi-queue scheduler for 2.5.0; the code itself is lost",
    );
    // As the scheduler that it was made from.
    profile.limits("normal fifo rr", 10, 2800, 32);
    profile.longBits("32");
    rules.dynamicPriorities = true;
    rules.policyMovesToHead = true;
    rules.tune(profile);
    profile.end();
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
    const capacity = sharedCapacity(machine.cpuCount);
    for (let id = 0; id < machine.cpuCount; id++) initCpu(goodnessCpu(id), newRunQueue(capacity));
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<GoodnessTask>(task);
    fillSlice(starting);
    placeNew(starting);
  }

  tick(cpu: Cpu): void {
    countTick(changetype<GoodnessCpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<GoodnessTask>(task);
    creditSleep(woken, goodnessCpu(woken.cpu).queue);
    // A sync wake-up preempts nobody, as in 2.5.2-pre9, but an idle CPU is not let go idle.
    place(woken, sync && woken.allows(waker.id));
  }

  schedule(cpu: Cpu): Task {
    return chooseNext(changetype<GoodnessCpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    const queue = changetype<GoodnessCpu>(cpu);
    yieldSlice(queue, currentOf(queue), queue.queue.count - 1);
    return false;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {
    const forked = changetype<GoodnessTask>(child);
    shareSlice(changetype<GoodnessCpu>(cpu), changetype<GoodnessTask>(parent), forked);
    placeNew(forked);
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {
    returnSlice(task);
  }

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
    return changetype<GoodnessCpu>(cpu).queue.count;
  }

  displayPriority(task: Task): i32 {
    return displayPriorityOf(task);
  }
}
