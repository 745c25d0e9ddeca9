/** What an inspection shows of the schedulers that choose by goodness(), beyond their records: how much each CPU wants each task. */
import { INSPECTION, NOTHING_SMALL } from "../../../machine/inspection";
import { LayoutWriter } from "../../../machine/layout";
import { machine } from "../../../machine/machine";
import { Task, TaskState } from "../../../machine/task";
import { goodness, priorityOf } from "./goodness";
import { creditedDynamicPriority, presentSlice } from "./recalculation";
import { Candidate, GoodnessCpu, GoodnessTask, goodnessCpu } from "./records";
import { rules } from "./rules";

/** The goodness for each CPU follows, an i32 each. */
@unmanaged
@final
class DerivedTask {
  queued: bool;
  priority: i32;
  presentSlice: i32;
  fullSlice: i32;
  presentDynamicPriority: i32;
}

@unmanaged
@final
class DerivedCpu {
  rowStart: usize;
  rowEnd: usize;
  recalculations: u32;
}

export function describeGoodnessInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("queued", offsetof<DerivedTask>("queued"), "bool");
  writer.field("priority", offsetof<DerivedTask>("priority"), "i32");
  writer.field("presentSlice", offsetof<DerivedTask>("presentSlice"), "i32");
  writer.field("fullSlice", offsetof<DerivedTask>("fullSlice"), "i32");
  writer.field("presentDynamicPriority", offsetof<DerivedTask>("presentDynamicPriority"), "i32?");
  writer.list("goodness", offsetof<DerivedTask>(), "i32?", 0);
  writer.end();
  writer.record("DerivedCpu");
  writer.row("runList", offsetof<DerivedCpu>("rowStart"), offsetof<Candidate>(), offsetof<Candidate>("task"));
  writer.field("recalculations", offsetof<DerivedCpu>("recalculations"), "u32");
  writer.end();
}

export function inspectGoodnessTask(inspected: Task): void {
  const task = changetype<GoodnessTask>(inspected);
  const queue = goodnessCpu(task.cpu).queue;
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.queued = task.candidate != null;
  derived.priority = priorityOf(task);
  derived.presentSlice = presentSlice(task, queue);
  derived.fullSlice = rules.slice(task.nice);
  derived.presentDynamicPriority = rules.dynamicPriorities ? <i32>creditedDynamicPriority(task, queue) : NOTHING_SMALL;
  for (let id: i32 = 0; id < machine.cpuCount; id++) {
    const cpu = goodnessCpu(id);
    const value = canTake(cpu, task) ? goodness(task, cpu, cpu.mm) : NOTHING_SMALL;
    store<i32>(INSPECTION + offsetof<DerivedTask>() + ((<usize>id) << 2), value);
  }
}

/** Whether the task is a candidate when this CPU chooses. */
function canTake(cpu: GoodnessCpu, task: GoodnessTask): bool {
  if (task.candidate == null || cpu.queue != goodnessCpu(task.cpu).queue || !task.allows(cpu.id)) return false;
  return task.state != TaskState.Running || task.cpu == cpu.id;
}

export function inspectGoodnessCpu(cpu: GoodnessCpu): void {
  const queue = cpu.queue;
  const derived = changetype<DerivedCpu>(INSPECTION);
  derived.rowStart = queue.first;
  derived.rowEnd = queue.end;
  derived.recalculations = queue.recalculations;
}
