/**
 * Con Kolivas' staircase deadline scheduler (SD), as in 2.6.21-ck1. No sleep credit at all: in each rotation a task may use a quota of CPU time
 * once at every slot that its nice level is entitled to, one slot after the other down the stairs, and then expires. When no
 * normal task is left in the active array, the arrays swap, and the next rotation begins. Source: staircase-deadline.md, smp-balancing.md,
 * operations-rivals.md.
 *
 * Good at: fairness, and bounds on every wait. Bad at: favouring those who sleep a lot. Left out: the iso and idle classes of the patch.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime, Policy } from "../machine/program";
import { liveParent, Task } from "../machine/task";
import { initDomain } from "./balancing/domain";
import { chooseWakeCpu, pushToRequester } from "./balancing/weighted";
import { Profile } from "./profile";
import {
  newMigrationThread,
  requestMove,
  scheduleHidingThread,
  ThreadHidingScheduler,
} from "./shared/hidden-migration-thread";
import { newPriorityArray } from "./shared/new-array";
import { tick } from "./staircase-deadline/accounting";
import { balancing, DeadlineBalancing } from "./staircase-deadline/balancing";
import { chooseNext } from "./staircase-deadline/choose";
import { exitTo, forkOn } from "./staircase-deadline/fork";
import { describeDeadlineInspection, inspectDeadlineCpu, inspectDeadlineTask } from "./staircase-deadline/inspection";
import { renewQuota } from "./staircase-deadline/quota";
import {
  currentOf,
  DeadlineCpu,
  DeadlineTask,
  deadlineCpu,
  describeDeadlineRecords,
  IDLE_PRIO,
  MAX_PRIO,
  NO_ROTATION,
} from "./staircase-deadline/records";
import { activate, flagIfPreempted, put, remove, wakeMigrationThread } from "./staircase-deadline/runqueue";
import { dequeue, enqueueExpired, LEVELS_SIZE, resetLevels } from "./staircase-deadline/slots";
import { describeStaircaseDeadline, tuning } from "./staircase-deadline/tuning";

@unmanaged
@final
export class StaircaseDeadline extends ThreadHidingScheduler {
  versions(): u32 {
    return 1;
  }

  profile(version: u32, profile: Profile): void {
    describeStaircaseDeadline(profile);
  }

  taskSize(): usize {
    return offsetof<DeadlineTask>();
  }

  cpuSize(): usize {
    return offsetof<DeadlineCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeDeadlineRecords(writer);
    describeDeadlineInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectDeadlineTask(changetype<DeadlineTask>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectDeadlineCpu(changetype<DeadlineCpu>(cpu));
  }

  init(version: u32): void {
    tuning.derive();
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = deadlineCpu(id);
      cpu.active = newPriorityArray(MAX_PRIO);
      cpu.expired = newPriorityArray(MAX_PRIO);
      cpu.levels = allocate(LEVELS_SIZE);
      resetLevels(cpu);
      initDomain(cpu, tuning.busyFactor);
      currentOf(cpu).prio = IDLE_PRIO;
      cpu.migrationThread = newMigrationThread(cpu);
      renewQuota(changetype<DeadlineTask>(cpu.migrationThread));
    }
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<DeadlineTask>(task);
    const queue = changetype<DeadlineCpu>(cpu);
    if (starting.policy == Policy.Idle) starting.policy = Policy.Normal;
    starting.staticPrio = 120 + starting.nice;
    starting.rotation = NO_ROTATION;
    starting.arrayCpu = <u8>queue.id;
    starting.lastArray = queue.active;
    renewQuota(starting);
    starting.timeSlice = starting.quota;
    activate(starting, queue);
    flagIfPreempted(starting, queue);
  }

  tick(cpu: Cpu): void {
    tick(changetype<DeadlineCpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<DeadlineTask>(task);
    const wakerCpu = changetype<DeadlineCpu>(waker);
    const cpu = changetype<DeadlineCpu>(chooseWakeCpu(woken, wakerCpu, sync));
    machine.moveTask(woken, cpu);
    activate(woken, cpu);
    if (!sync || cpu != wakerCpu) flagIfPreempted(woken, cpu);
  }

  schedule(cpu: Cpu): Task {
    return scheduleHidingThread<StaircaseDeadline>(this, cpu);
  }

  choose(cpu: Cpu): Task {
    return chooseNext(changetype<DeadlineCpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    const queue = changetype<DeadlineCpu>(cpu);
    if (queue.running == 1) return true;
    const task = currentOf(queue);
    if (isRealtime(task.policy)) {
      queue.active.requeue(task, task.prio);
    } else {
      dequeue(task);
      enqueueExpired(task, queue);
    }
    return true;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {
    forkOn(changetype<DeadlineCpu>(cpu), changetype<DeadlineTask>(parent), changetype<DeadlineTask>(child));
  }

  exit(cpu: Cpu, task: Task): void {
    const parent = liveParent(task);
    if (parent != null) exitTo(changetype<DeadlineTask>(parent), changetype<DeadlineTask>(task));
  }

  reap(cpu: Cpu, task: Task): void {}

  /** Felt from the next slot and the next quota on: with time left, it keeps its slot, at the tail. Nobody is asked to reschedule. */
  setNice(cpu: Cpu, task: Task, nice: i32): void {
    const queue = changetype<DeadlineCpu>(cpu);
    const changed = changetype<DeadlineTask>(task);
    if (changed.nice == nice) return;
    changed.nice = nice;
    if (isRealtime(changed.policy)) {
      changed.staticPrio = 120 + nice;
      return;
    }
    remove(changed, queue);
    changed.staticPrio = 120 + nice;
    renewQuota(changed);
    put(changed, queue);
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    if (policy == Policy.Idle) return;
    const queue = changetype<DeadlineCpu>(cpu);
    const changed = changetype<DeadlineTask>(task);
    const before = changed.prio;
    remove(changed, queue);
    changed.policy = policy;
    changed.rtprio = rtprio;
    renewQuota(changed);
    activate(changed, queue);
    // By the slot that the queueing has given it.
    if (changed.prio > before) machine.flagResched(cpu);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    return requestMove<StaircaseDeadline>(this, cpu, task, affinity);
  }

  wakeThread(cpu: Cpu): void {
    wakeMigrationThread(changetype<DeadlineCpu>(cpu));
  }

  pushAway(cpu: Cpu): void {
    pushToRequester<DeadlineBalancing>(balancing, changetype<DeadlineCpu>(cpu));
  }

  /** The machine never sees the thread. */
  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<DeadlineCpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<DeadlineTask>(task).prio;
  }
}
