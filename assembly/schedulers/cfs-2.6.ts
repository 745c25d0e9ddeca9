/**
 * The Completely Fair Scheduler as it came into Linux: 2.6.23 (a fair clock, and what each task is owed) and 2.6.24 (virtual
 * runtimes). The fair tasks of a CPU wait in a tree, and the one that is furthest behind runs next; weights by nice give
 * exact shares, and a period (the latency) rather than a time slice says how often they take turns. Sources:
 * cfs-2.6.23.md, cfs-2.6.24.md, operations-cfs.md.
 *
 * Good at: shares that are exact whatever tasks do; no estimator to fool. Bad at: throughput of many tasks that take turns
 * for the latency's sake; picking costs O(log n).
 * The fair classes stand in cfs-2.6/fair-clock.ts and cfs-2.6/vruntime.ts; the load balancer in balancing/.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime, Policy } from "../machine/program";
import { Task } from "../machine/task";
import { OrderedTree } from "../structures/ordered-tree";
import { averageLoads, balanceAtTick, chooseWakeCpu, initBalancing } from "./balancing/cfs";
import { changeAffinity, changeNice, changePolicy } from "./cfs-2.6/attributes";
import { chooseNext } from "./cfs-2.6/choose";
import * as fairClock from "./cfs-2.6/fair-clock";
import { forkOn, startOn } from "./cfs-2.6/fork";
import { describeCfsInspection, inspectCfsCpu, inspectCfsTask } from "./cfs-2.6/inspection";
import { newMigrationThread } from "./cfs-2.6/migration-thread";
import { CfsCpu, CfsTask, describeCfsRecords } from "./cfs-2.6/records";
import { rules } from "./cfs-2.6/rules";
import { activate, cfsCpu, chargeRealtime, currentOf, flagIfPreempted, migrate } from "./cfs-2.6/runqueue";
import { chooseVersion, VERSIONS } from "./cfs-2.6/versions";
import * as vruntime from "./cfs-2.6/vruntime";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";
import { IDLE_PRIO } from "./shared/fair-records";
import { countRealtimeSlice, newRealtimeQueue, roundRobinSliceByNice, yieldRealtime } from "./shared/realtime";

@unmanaged
@final
export class CfsLinux26 extends Scheduler {
  versions(): u32 {
    return VERSIONS;
  }

  profile(version: u32, profile: Profile): void {
    chooseVersion(version, profile);
  }

  taskSize(): usize {
    return offsetof<CfsTask>();
  }

  cpuSize(): usize {
    return offsetof<CfsCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeCfsRecords(writer);
    describeCfsInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectCfsTask(changetype<CfsTask>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectCfsCpu(changetype<CfsCpu>(cpu));
  }

  init(version: u32): void {
    rules.derive();
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = cfsCpu(id);
      cpu.realtime = newRealtimeQueue();
      cpu.tree = changetype<OrderedTree>(allocate(offsetof<OrderedTree>()));
      cpu.tree.clear(false);
      cpu.minVruntime = vruntime.FIRST_VRUNTIME;
      cpu.fairClock = fairClock.FIRST_FAIR_CLOCK;
      currentOf(cpu).prio = IDLE_PRIO;
      cpu.migrationThread = newMigrationThread(cpu);
      initBalancing(cpu);
    }
  }

  start(task: Task, cpu: Cpu): void {
    startOn(changetype<CfsCpu>(cpu), changetype<CfsTask>(task));
  }

  tick(cpu: Cpu): void {
    const queue = changetype<CfsCpu>(cpu);
    queue.clock = machine.now;
    const wasIdle = queue.isRunningIdle;
    if (machine.cpuCount > 1) averageLoads(queue);
    const task = currentOf(queue);
    if (isRealtime(task.policy)) {
      if (rules.chargesRealtimeAtTick) chargeRealtime(queue);
      const slice = rules.slicesRoundRobinByNice ? roundRobinSliceByNice(task.nice) : rules.roundRobinSlice;
      countRealtimeSlice(queue, task, slice);
    } else if (!wasIdle) {
      if (rules.keepsFairClock) fairClock.tick(queue, task);
      else vruntime.tick(queue, task);
    }
    if (machine.cpuCount > 1) balanceAtTick(queue, wasIdle);
  }

  afterTimers(cpu: Cpu): void {}

  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<CfsTask>(task);
    const wakerCpu = changetype<CfsCpu>(waker);
    const last = cfsCpu(woken.cpu);
    const cpu = chooseWakeCpu(woken, last, wakerCpu, sync);
    if (cpu != last) migrate(woken, last, cpu);
    if (cpu == wakerCpu) cpu.clock = machine.now;
    activate(cpu, woken, true);
    if (sync && cpu == wakerCpu && rules.syncWakeupNeverPreempts) return;
    flagIfPreempted(cpu, woken);
  }

  schedule(cpu: Cpu): Task {
    return chooseNext(changetype<CfsCpu>(cpu));
  }

  yield(cpu: Cpu): bool {
    const queue = changetype<CfsCpu>(cpu);
    const task = currentOf(queue);
    if (isRealtime(task.policy)) {
      yieldRealtime(queue, task);
    } else if (queue.fairCount > 1) {
      if (rules.keepsFairClock) {
        queue.clock = machine.now;
        fairClock.requeueCurrent(queue, task);
      } else if (task.policy == Policy.Batch) {
        vruntime.yieldBehindAll(queue, task);
      } else {
        queue.clock = machine.now;
        vruntime.charge(queue);
      }
    }
    return true;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {
    forkOn(changetype<CfsCpu>(cpu), changetype<CfsTask>(parent), changetype<CfsTask>(child));
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {}

  setNice(cpu: Cpu, task: Task, nice: i32): void {
    changeNice(changetype<CfsCpu>(cpu), changetype<CfsTask>(task), nice);
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    changePolicy(changetype<CfsCpu>(cpu), changetype<CfsTask>(task), policy, rtprio);
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    return changeAffinity(changetype<CfsCpu>(cpu), changetype<CfsTask>(task), affinity);
  }

  /** Migration threads do their work inside the choosing step. */
  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<CfsCpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<CfsTask>(task).prio;
  }
}
