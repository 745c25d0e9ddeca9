/**
 * Ingo Molnar's O(1) scheduler as Linux 2.6 had it, 2.6.0 … 2.6.22. Two priority arrays of 140 lists on each
 * CPU: tasks run from the active one, go to the expired one when their slice is over, and the arrays swap when the active one is
 * empty. A task's priority follows from its nice and from an estimate of how interactive it is; interactive
 * tasks go round in the active array. Source: o1-2.6.md and operations-o1-2.6.md.
 *
 * Good at: constant cost, whatever the number of tasks; response under load. Bad at: telling a task that is interactive
 * from one that sleeps a little (massive_intr, irman2, fiftyp), after which the others starve.
 * The six versions stand in o1-2.6/versions.ts; the load balancers in balancing/.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime, Policy } from "../machine/program";
import { liveParent, Task, TaskState } from "../machine/task";
import { wakeTask } from "../machine/wakeup";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "../structures/priority-array";
import { balanceAfterTimers, chooseWakeCpu, initBalancing, pushAway } from "./balancing/o1-2.6";
import { chooseNext } from "./o1-2.6/choose";
import { normalPrio, weightOf } from "./o1-2.6/estimator";
import { forkOn } from "./o1-2.6/fork";
import { describeO1Inspection, inspectO1Cpu, inspectO1Task } from "./o1-2.6/inspection";
import { newMigrationThread, wakeMigrationThread } from "./o1-2.6/migration-thread";
import { Activation, describeO1Records, MAX_PRIO, MAX_RT_PRIO, O1Cpu, O1Task } from "./o1-2.6/records";
import { rules } from "./o1-2.6/rules";
import { activate, currentOf, dequeue, enqueue, flagIfPreempted, o1Cpu, put, remove } from "./o1-2.6/runqueue";
import { tick } from "./o1-2.6/time-slice";
import { chooseVersion, VERSIONS } from "./o1-2.6/versions";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";

@unmanaged
@final
export class O1Linux26 extends Scheduler {
  versions(): u32 {
    return VERSIONS;
  }

  profile(version: u32, profile: Profile): void {
    chooseVersion(version, profile);
  }

  taskSize(): usize {
    return offsetof<O1Task>();
  }

  cpuSize(): usize {
    return offsetof<O1Cpu>();
  }

  layout(writer: LayoutWriter): void {
    describeO1Records(writer);
    describeO1Inspection(writer);
  }

  inspectTask(task: Task): void {
    inspectO1Task(changetype<O1Task>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectO1Cpu(changetype<O1Cpu>(cpu));
  }

  init(version: u32): void {
    rules.derive();
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = o1Cpu(id);
      cpu.active = newArray();
      cpu.expired = newArray();
      cpu.bestExpiredPrio = MAX_PRIO;
      currentOf(cpu).prio = MAX_PRIO;
      cpu.migrationThread = newMigrationThread(cpu);
      initBalancing(cpu);
    }
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<O1Task>(task);
    starting.staticPrio = 120 + starting.nice;
    starting.timeSlice = rules.slice(starting.staticPrio);
    starting.timestamp = machine.now;
    starting.prio = isRealtime(starting.policy) ? 99 - starting.rtprio : normalPrio(starting);
    starting.weight = weightOf(starting);
    put(starting, changetype<O1Cpu>(cpu));
    flagIfPreempted(starting, changetype<O1Cpu>(cpu));
  }

  tick(cpu: Cpu): void {
    tick(changetype<O1Cpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {
    if (rules.balancesAfterTimers) balanceAfterTimers(changetype<O1Cpu>(cpu));
  }

  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<O1Task>(task);
    const wakerCpu = changetype<O1Cpu>(waker);
    const cpu = chooseWakeCpu(woken, wakerCpu, sync);
    machine.moveTask(woken, cpu);
    if (woken.state == TaskState.Blocked) woken.activated = Activation.NonInteractive;
    const syncHere = sync && cpu == wakerCpu;
    if (syncHere && rules.syncWakeupIsBare) {
      put(woken, cpu);
      return;
    }
    activate(woken, cpu, wakerCpu, inInterrupt);
    if (!syncHere) flagIfPreempted(woken, cpu);
  }

  schedule(cpu: Cpu): Task {
    return chooseNext(changetype<O1Cpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    const queue = changetype<O1Cpu>(cpu);
    const task = currentOf(queue);
    const array = task.array!;
    dequeue(task);
    enqueue(task, task.prio < MAX_RT_PRIO ? array : queue.expired);
    return true;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {
    forkOn(changetype<O1Cpu>(cpu), changetype<O1Task>(parent), changetype<O1Task>(child));
  }

  /** The kernel does this when the parent collects the child; the machine model, at the exit itself. */
  exit(cpu: Cpu, task: Task): void {
    const exiting = changetype<O1Task>(task);
    const parent = changetype<O1Task | null>(liveParent(task));
    if (parent == null) return;
    if (exiting.firstTimeSlice && (rules.returnsSliceAcrossCpus || parent.cpu == exiting.cpu)) {
      const most = rules.returnsUpToMaxSlice ? rules.maxSlice : rules.slice(exiting.staticPrio);
      parent.timeSlice = min<u32>(parent.timeSlice + exiting.timeSlice, most);
    }
    if (exiting.sleepAverage < parent.sleepAverage) {
      const weight = rules.exitWeight;
      parent.sleepAverage = (parent.sleepAverage / 4) * weight + (exiting.sleepAverage / 4) * (4 - weight);
    }
  }

  reap(cpu: Cpu, task: Task): void {}

  setNice(cpu: Cpu, task: Task, nice: i32): void {
    const queue = changetype<O1Cpu>(cpu);
    const changed = changetype<O1Task>(task);
    if (changed.nice == nice) return;
    changed.nice = nice;
    if (isRealtime(changed.policy)) {
      changed.staticPrio = 120 + nice;
      return;
    }
    const array = changed.array!;
    const before = changed.prio;
    dequeue(changed);
    changed.staticPrio = 120 + nice;
    // Up to 2.6.12 the bonus is dropped until the next recalculation.
    changed.prio = rules.lateEstimator ? normalPrio(changed) : changed.staticPrio;
    queue.weighted -= changed.weight;
    changed.weight = weightOf(changed);
    queue.weighted += changed.weight;
    enqueue(changed, array);
    if (changed.prio != before) machine.flagResched(queue);
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    const queue = changetype<O1Cpu>(cpu);
    const changed = changetype<O1Task>(task);
    const before = changed.prio;
    remove(changed, queue);
    changed.policy = isRealtime(policy) || (policy == Policy.Batch && rules.knowsBatch) ? policy : Policy.Normal;
    changed.rtprio = rtprio;
    if (isRealtime(policy)) changed.prio = 99 - rtprio;
    else changed.prio = rules.lateEstimator ? normalPrio(changed) : changed.staticPrio;
    // After the priority: the first one still has the bonus.
    if (changed.policy == Policy.Batch) changed.sleepAverage = 0;
    changed.weight = weightOf(changed);
    put(changed, queue);
    if (changed.prio > before) machine.flagResched(queue);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    if (machine.cpuCount == 1) return false;
    const queue = changetype<O1Cpu>(cpu);
    const moving = changetype<O1Task>(task);
    moving.affinity = affinity;
    if (moving.allows(queue.id)) return false;
    moving.destination = <i32>ctz(affinity);
    moving.nextRequest = queue.requests;
    queue.requests = moving;
    wakeMigrationThread(queue, queue, false);
    return true;
  }

  runKernelThread(cpu: Cpu, thread: Task): void {
    const queue = changetype<O1Cpu>(cpu);
    for (;;) {
      if (queue.pushPending) {
        pushAway(queue);
        queue.pushPending = false;
      }
      const moving = changetype<O1Task | null>(queue.requests);
      if (moving == null) return;
      queue.requests = moving.nextRequest;
      const destination = o1Cpu(moving.destination);
      machine.moveTask(moving, destination);
      if (rules.moveStampsDestination) moving.timestamp = destination.lastTick;
      wakeTask<O1Linux26>(this, moving, queue, false, false);
    }
  }

  runnable(cpu: Cpu): u32 {
    return changetype<O1Cpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<O1Task>(task).prio;
  }
}

function newArray(): PriorityArray {
  const array = changetype<PriorityArray>(allocate(priorityArraySize(MAX_PRIO)));
  clearPriorityArray(array, MAX_PRIO);
  return array;
}
