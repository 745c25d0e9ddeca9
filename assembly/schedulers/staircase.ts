/**
 * Con Kolivas' staircase, v13 (PlugSched, 2005) and v16 (2.6.17-ck1, 2006). One priority array on each CPU, and no estimator of
 * interactivity: a task starts each slice at its best priority, walks one step down for each round-robin interval of CPU time, and at the
 * end returns to the top with one bonus point less; sleeping longer than running earns a point. Source: staircase-v16.md,
 * smp-balancing.md, operations-rivals.md.
 *
 * Good at: rank that follows from CPU time alone, and response of tasks that really sleep. Bad at: a task that sleeps just enough stays
 * on top, and the hogs beside it starve. The versions stand in staircase/versions.ts.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { isRealtime, Policy } from "../machine/program";
import { Task } from "../machine/task";
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
import { activate } from "./staircase/activation";
import { balancing, StairBalancing } from "./staircase/balancing";
import { chooseNext, yieldOn } from "./staircase/choose";
import { describeStairInspection, inspectStairCpu, inspectStairTask } from "./staircase/inspection";
import { maxBonus, weightOf } from "./staircase/priority";
import { currentOf, describeStairRecords, MAX_PRIO, StairCpu, StairTask, stairCpu } from "./staircase/records";
import { rules } from "./staircase/rules";
import { flagIfPreempted, put, remove, wakeMigrationThread } from "./staircase/runqueue";
import { tick } from "./staircase/time-slice";
import { chooseVersion, VERSIONS } from "./staircase/versions";

@unmanaged
@final
export class Staircase extends ThreadHidingScheduler {
  versions(): u32 {
    return VERSIONS;
  }

  profile(version: u32, profile: Profile): void {
    chooseVersion(version, profile);
  }

  taskSize(): usize {
    return offsetof<StairTask>();
  }

  cpuSize(): usize {
    return offsetof<StairCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeStairRecords(writer);
    describeStairInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectStairTask(changetype<StairTask>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectStairCpu(changetype<StairCpu>(cpu));
  }

  init(version: u32): void {
    rules.derive();
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = stairCpu(id);
      cpu.queue = newPriorityArray(MAX_PRIO);
      // v16 balances busy CPUs as eagerly as idle ones.
      initDomain(cpu, 1);
      currentOf(cpu).prio = MAX_PRIO;
      cpu.migrationThread = newMigrationThread(cpu);
    }
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<StairTask>(task);
    const queue = changetype<StairCpu>(cpu);
    takeAttributes(starting);
    starting.timestamp = machine.now;
    activate(starting, queue, queue);
    flagIfPreempted(starting, queue);
  }

  tick(cpu: Cpu): void {
    tick(changetype<StairCpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<StairTask>(task);
    const wakerCpu = changetype<StairCpu>(waker);
    const cpu = changetype<StairCpu>(chooseWakeCpu(woken, wakerCpu, sync));
    machine.moveTask(woken, cpu);
    activate(woken, cpu, wakerCpu);
    if (!sync || cpu != wakerCpu) flagIfPreempted(woken, cpu);
  }

  schedule(cpu: Cpu): Task {
    return scheduleHidingThread<Staircase>(this, cpu);
  }

  choose(cpu: Cpu): Task {
    return chooseNext(changetype<StairCpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    yieldOn(changetype<StairCpu>(cpu));
    return true;
  }

  /** No slice is shared. The child begins without bonus; the parent's next sleep earns it nothing. */
  fork(cpu: Cpu, parent: Task, child: Task): void {
    const queue = changetype<StairCpu>(cpu);
    const forking = changetype<StairTask>(parent);
    const forked = changetype<StairTask>(child);
    takeAttributes(forked);
    forked.totalRun = forking.totalRun;
    forked.runtime = forking.runtime;
    forked.debit = forking.debit;
    forked.timestamp = forking.timestamp;
    forked.forked = forking.forked;
    forked.nonSleep = forking.nonSleep;
    forked.yielded = forking.yielded;
    if (rules.forkSpoilsSleep) forking.nonSleep = true;
    else forking.forked = true;
    activate(forked, queue, queue);
    machine.flagResched(cpu);
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {}

  /** The bare static priority counts until the next step or wake-up. */
  setNice(cpu: Cpu, task: Task, nice: i32): void {
    const queue = changetype<StairCpu>(cpu);
    const changed = changetype<StairTask>(task);
    if (changed.nice == nice) return;
    changed.nice = nice;
    if (isRealtime(changed.policy)) return;
    const before = changed.prio;
    remove(changed, queue);
    changed.weight = weightOf(changed);
    changed.prio = changed.staticPrio;
    changed.bonus = min<u8>(changed.bonus, maxBonus(changed));
    put(changed, queue);
    if (changed.prio != before) machine.flagResched(cpu);
  }

  /** Bonus and slices stay as they are. */
  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    if (policy == Policy.Idle || (policy == Policy.Batch && !rules.knowsBatch)) return;
    const queue = changetype<StairCpu>(cpu);
    const changed = changetype<StairTask>(task);
    const before = changed.prio;
    remove(changed, queue);
    changed.policy = policy;
    changed.rtprio = rtprio;
    changed.prio = isRealtime(policy) ? 99 - rtprio : changed.staticPrio;
    changed.weight = weightOf(changed);
    put(changed, queue);
    if (changed.prio > before) machine.flagResched(cpu);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    return requestMove<Staircase>(this, cpu, task, affinity);
  }

  wakeThread(cpu: Cpu): void {
    wakeMigrationThread(changetype<StairCpu>(cpu), changetype<StairCpu>(cpu));
  }

  pushAway(cpu: Cpu): void {
    pushToRequester<StairBalancing>(balancing, changetype<StairCpu>(cpu));
  }

  /** The machine never sees the thread. */
  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<StairCpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<StairTask>(task).prio;
  }
}

/** What follows from nice and policy alone; a policy that the version does not know is the normal one. */
function takeAttributes(task: StairTask): void {
  if (task.policy == Policy.Idle || (task.policy == Policy.Batch && !rules.knowsBatch)) task.policy = Policy.Normal;
  if (isRealtime(task.policy)) task.prio = 99 - task.rtprio;
  task.weight = weightOf(task);
}
