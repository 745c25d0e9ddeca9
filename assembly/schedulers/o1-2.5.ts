/**
 * The first O(1) schedulers, January 2002: Ingo Molnar's from 2.5.2-pre10 (patch -D2) to 2.5.3, Davide Libenzi's swap_cnt patch on pre10, and
 * a reconstruction of -G1. Two priority arrays of 168 lists on each CPU, 128 of them for real-time tasks; the running task
 * stays queued. Nothing but the balancer ever chooses a CPU for a task that is awake. Source: o1-2.5.md and
 * operations-2.4-2.5.md.
 *
 * Good at: constant cost, whatever the number of tasks. Bad at: nearly everything that later versions mended; each
 * version tells in versions.ts. The load balancers stand in balancing/.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime, Policy } from "../machine/program";
import { Task } from "../machine/task";
import { wakeTask } from "../machine/wakeup";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "../structures/priority-array";
import { initBalancing } from "./balancing/o1-2.5";
import { changeAffinity, leaveBare } from "./o1-2.5/affinity";
import { chooseNext } from "./o1-2.5/choose";
import { basePrio, worsen } from "./o1-2.5/estimator";
import { forkOn, reap, startOn } from "./o1-2.5/fork";
import { describeO1Inspection, inspectO1Cpu, inspectO1Task } from "./o1-2.5/inspection";
import { describeO1Records, MAX_PRIO, O1Cpu, O1Task } from "./o1-2.5/records";
import { rules } from "./o1-2.5/rules";
import { activate, currentOf, deactivate, dequeue, enqueue, flagIfPreempted, o1Cpu } from "./o1-2.5/runqueue";
import { tick } from "./o1-2.5/time-slice";
import { chooseVersion, VERSIONS } from "./o1-2.5/versions";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";

@unmanaged
@final
export class O1Linux25 extends Scheduler {
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
      currentOf(cpu).prio = rules.idlePrio;
      initBalancing(cpu);
    }
  }

  start(task: Task, cpu: Cpu): void {
    startOn(changetype<O1Cpu>(cpu), changetype<O1Task>(task));
  }

  tick(cpu: Cpu): void {
    tick(changetype<O1Cpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  /** No idle CPU is looked for: a task is queued where it slept, or dragged to the waker. */
  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<O1Task>(task);
    if (sync && rules.syncMigrates && waker.id < woken.cpu && !isRealtime(woken.policy)) {
      // Without a test of preemption; the mask of allowed CPUs is not looked at.
      machine.moveTask(woken, waker);
      activate(woken, changetype<O1Cpu>(waker));
      return;
    }
    const cpu = o1Cpu(woken.cpu);
    activate(woken, cpu);
    // By the priority that the sleep has earned.
    flagIfPreempted(woken, cpu);
  }

  schedule(cpu: Cpu): Task {
    const queue = changetype<O1Cpu>(cpu);
    if (queue.leavesBare) return leaveBare(queue);
    const departed = queue.departed;
    if (departed == null) return chooseNext(queue);
    return departed == cpu.current ? this.sendOff(queue) : this.arrive(queue, departed);
  }

  yield(cpu: Cpu): bool {
    const task = currentOf(changetype<O1Cpu>(cpu));
    const array = task.array!;
    dequeue(task);
    if (!isRealtime(task.policy)) task.prio = worsen(task.prio, 1);
    // Not to `expired`: it runs again before anything there.
    enqueue(task, array);
    return true;
  }

  fork(cpu: Cpu, parent: Task, child: Task): void {
    forkOn(changetype<O1Cpu>(cpu), changetype<O1Task>(parent), changetype<O1Task>(child));
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {
    reap(changetype<O1Task>(task));
  }

  setNice(cpu: Cpu, task: Task, nice: i32): void {
    const changed = changetype<O1Task>(task);
    if (changed.nice == nice) return;
    changed.nice = nice;
    if (isRealtime(changed.policy)) return;
    const array = changed.array!;
    dequeue(changed);
    // Neither bonus nor penalty until the next recalculation.
    changed.prio = basePrio(changed);
    enqueue(changed, array);
    // The kernel means to ask for a reschedule here, but compares the new nice with itself.
  }

  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    const queue = changetype<O1Cpu>(cpu);
    const changed = changetype<O1Task>(task);
    deactivate(changed, queue);
    changed.policy = isRealtime(policy) ? policy : <i32>Policy.Normal;
    changed.rtprio = rtprio;
    changed.prio = basePrio(changed);
    activate(changed, queue);
    // And nobody compares priorities: a task that drops to normal keeps the CPU.
  }

  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    return changeAffinity(changetype<O1Cpu>(cpu), changetype<O1Task>(task), affinity);
  }

  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<O1Cpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return changetype<O1Task>(task).prio;
  }

  /**
   * The blocked task that is to be moved leaves. Its successor is flagged, so that the machine comes back before anything else
   * happens on this CPU. (No flag is lost by that: only current tasks are ever flagged.)
   */
  private sendOff(cpu: O1Cpu): Task {
    const next = chooseNext(cpu);
    next.needResched = true;
    return next;
  }

  /** The task has left: its new CPU is interrupted, and wakes it there. */
  private arrive(cpu: O1Cpu, task: O1Task): Task {
    cpu.departed = null;
    cpu.current.needResched = false;
    const destination = o1Cpu(cpu.destination);
    machine.moveTask(task, destination);
    wakeTask<O1Linux25>(this, task, destination, false, true);
    return cpu.current;
  }
}

function newArray(): PriorityArray {
  const array = changetype<PriorityArray>(allocate(priorityArraySize(MAX_PRIO)));
  clearPriorityArray(array, MAX_PRIO);
  return array;
}
