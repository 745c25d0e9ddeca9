/**
 * Peter Williams' single-priority-array schedulers (2004 … 2006): one array of slots for each CPU instead of an active and an
 * expired one. Every task gets the same fixed slice; the worse ones do not wait for arrays to swap but are promoted, all together, at
 * intervals. The five versions differ in the bonuses that lift a task above its nice, or in ranking it by what it
 * has used of its share. Source: spa-family.md and operations-rivals.md: a reconstruction, no complete source is public.
 *
 * Good at: being understood; cost that does not depend on the number of tasks, promotion included; nice as a distance in
 * waiting time. Bad at (without bonuses): response, for who sleeps goes to the tail. Only one CPU is specified.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { machine } from "../machine/machine";
import { allocate } from "../machine/memory";
import { isRealtime, Policy } from "../machine/program";
import { Task, TaskState } from "../machine/task";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "../structures/priority-array";
import { Profile } from "./profile";
import { Scheduler } from "./scheduler";
import { assess, initialInteractiveBonus } from "./spa/bonus";
import { chargeDelay, chargeRun, chargeSleep, endCycle } from "./spa/cycle";
import { sharesOf } from "./spa/entitlement";
import { describeSpaInspection, inspectSpaCpu, inspectSpaTask } from "./spa/inspection";
import { currentOf, describeSpaRecords, SpaCpu, SpaTask } from "./spa/records";
import { rules } from "./spa/rules";
import { count, dequeue, deservedSlot, enqueue, flagIfPreempted, remove, slotOf } from "./spa/runqueue";
import { tick } from "./spa/time-slice";
import { chooseVersion, VERSIONS } from "./spa/versions";

@unmanaged
@final
export class SinglePriorityArray extends Scheduler {
  versions(): u32 {
    return VERSIONS;
  }

  profile(version: u32, profile: Profile): void {
    chooseVersion(version, profile);
  }

  taskSize(): usize {
    return offsetof<SpaTask>();
  }

  cpuSize(): usize {
    return offsetof<SpaCpu>();
  }

  layout(writer: LayoutWriter): void {
    describeSpaRecords(writer);
    describeSpaInspection(writer);
  }

  inspectTask(task: Task): void {
    inspectSpaTask(changetype<SpaTask>(task));
  }

  inspectCpu(cpu: Cpu): void {
    inspectSpaCpu(changetype<SpaCpu>(cpu));
  }

  init(version: u32): void {
    const levels = <u32>rules.idleSlot;
    for (let id = 0; id < machine.cpuCount; id++) {
      const cpu = changetype<SpaCpu>(machine.cpu(id));
      cpu.slots = changetype<PriorityArray>(allocate(priorityArraySize(levels)));
      clearPriorityArray(cpu.slots, levels);
      cpu.nextPromotion = rules.promotionTicks;
      cpu.nextDecay = rules.yardstickDecayTicks;
      currentOf(cpu).queuedSlot = rules.idleSlot;
    }
  }

  start(task: Task, cpu: Cpu): void {
    const starting = changetype<SpaTask>(task);
    const queue = changetype<SpaCpu>(cpu);
    admit(starting, queue);
    flagIfPreempted(starting, queue);
  }

  tick(cpu: Cpu): void {
    tick(changetype<SpaCpu>(cpu));
  }

  afterTimers(cpu: Cpu): void {}

  wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void {
    const woken = changetype<SpaTask>(task);
    const cpu = changetype<SpaCpu>(machine.cpu(woken.cpu));
    chargeSleep(woken);
    endCycle(woken);
    count(woken, cpu);
    if (!isRealtime(woken.policy)) assess(woken, cpu, true);
    woken.timeSlice = rules.timeSlice;
    enqueue(woken, cpu, deservedSlot(woken, cpu));
    if (!sync) flagIfPreempted(woken, cpu);
  }

  schedule(cpu: Cpu): Task {
    const queue = changetype<SpaCpu>(cpu);
    const previous = currentOf(queue);
    if (!cpu.isRunningIdle) {
      chargeRun(previous);
      if (previous.state != TaskState.Running) remove(previous, queue);
    }
    previous.needResched = false;
    const slots = queue.slots;
    if (slots.count == 0) return cpu.idle;
    const next = changetype<SpaTask>(slots.head(slots.first()).next);
    if (next != previous) chargeDelay(next);
    return next;
  }

  /** Behind everybody, whatever its nice; the promotions bring it back. A real-time task stays in its slot. */
  yield(cpu: Cpu): bool {
    const queue = changetype<SpaCpu>(cpu);
    const task = currentOf(queue);
    dequeue(task, queue);
    enqueue(task, queue, isRealtime(task.policy) ? task.queuedSlot : rules.worstSlot);
    return true;
  }

  /** Nothing of the parent's history, and no sharing of its slice. */
  fork(cpu: Cpu, parent: Task, child: Task): void {
    admit(changetype<SpaTask>(child), changetype<SpaCpu>(cpu));
    machine.flagResched(cpu);
  }

  exit(cpu: Cpu, task: Task): void {}

  reap(cpu: Cpu, task: Task): void {}

  /** Shares change at once; the slot is worked out anew with the averages and bonuses as they stand. */
  setNice(cpu: Cpu, task: Task, nice: i32): void {
    const queue = changetype<SpaCpu>(cpu);
    const changed = changetype<SpaTask>(task);
    if (changed.nice == nice) return;
    queue.shares += sharesOf(nice) - sharesOf(changed.nice);
    changed.nice = nice;
    if (isRealtime(changed.policy)) return;
    const before = slotOf(changed, queue);
    dequeue(changed, queue);
    enqueue(changed, queue, deservedSlot(changed, queue));
    if (slotOf(changed, queue) != before) machine.flagResched(queue);
  }

  /**
   * Not specified for this family: as nicksched and the staircase of the same kernels do it, which do not know
   * the batch class either and refuse it. Slice, averages and bonuses stay.
   */
  setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void {
    if (policy != Policy.Normal && !isRealtime(policy)) return;
    const queue = changetype<SpaCpu>(cpu);
    const changed = changetype<SpaTask>(task);
    const before = slotOf(changed, queue);
    dequeue(changed, queue);
    changed.policy = policy;
    changed.rtprio = rtprio;
    enqueue(changed, queue, deservedSlot(changed, queue));
    if (slotOf(changed, queue) > before) machine.flagResched(queue);
  }

  /** There is one CPU: nothing changes. */
  setAffinity(cpu: Cpu, task: Task, affinity: u64): bool {
    return false;
  }

  /** It has none. */
  runKernelThread(cpu: Cpu, thread: Task): void {}

  runnable(cpu: Cpu): u32 {
    return changetype<SpaCpu>(cpu).running;
  }

  displayPriority(task: Task): i32 {
    return slotOf(changetype<SpaTask>(task), changetype<SpaCpu>(machine.cpu(task.cpu)));
  }
}

/** A task without history, started or forked. */
function admit(task: SpaTask, cpu: SpaCpu): void {
  task.timestamp = machine.now;
  task.timeSlice = rules.timeSlice;
  task.interactiveBonus = initialInteractiveBonus();
  count(task, cpu);
  enqueue(task, cpu, deservedSlot(task, cpu));
}
