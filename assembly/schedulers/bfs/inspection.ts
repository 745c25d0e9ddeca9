/** What an inspection shows of BFS, beyond its records: virtual deadlines as each CPU sees them, and whom it would take. */
import { INSPECTION, NOTHING } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { Task, TaskState } from "../../machine/task";
import { biasOf } from "./deadline-row";
import { firstFor } from "./queue";
import { BfsCpu, BfsTask, bfsCpu } from "./records";
import { state } from "./state";

/** The deadline for each CPU follows, an i64 each. */
@unmanaged
@final
class DerivedTask {
  presentDeadline: u64;
  timeToDeadline: i64;
  deadlineOffset: u64;
  presentSlice: i32;
}

@unmanaged
@final
class DerivedCpu {
  next: Task | null;
}

export function describeBfsInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("presentDeadline", offsetof<DerivedTask>("presentDeadline"), "u64");
  writer.field("timeToDeadline", offsetof<DerivedTask>("timeToDeadline"), "i64");
  writer.field("deadlineOffset", offsetof<DerivedTask>("deadlineOffset"), "u64");
  writer.field("presentSlice", offsetof<DerivedTask>("presentSlice"), "i32");
  writer.list("deadlines", offsetof<DerivedTask>(), "i64?", 0);
  writer.end();
  writer.record("DerivedCpu");
  writer.field("next", offsetof<DerivedCpu>("next"), "Task");
  writer.end();
}

export function inspectBfsTask(task: BfsTask): void {
  const derived = changetype<DerivedTask>(INSPECTION);
  const cpu = bfsCpu(task.cpu);
  const isRunning = task.state == TaskState.Running;
  const deadline = isRunning ? cpu.deadline : task.deadline;
  derived.presentDeadline = deadline;
  derived.timeToDeadline = <i64>(deadline - machine.reached);
  derived.deadlineOffset = state.offset(task.nice);
  derived.presentSlice = isRunning ? cpu.slice : task.slice;
  const competes = task.array != null && !isRealtime(task.policy);
  for (let id: i32 = 0; id < machine.cpuCount; id++) {
    const value = competes && task.allows(id) ? <i64>(deadline + biasOf(task, id, state.longestOffset)) : NOTHING;
    store<i64>(INSPECTION + offsetof<DerivedTask>() + ((<usize>id) << 3), value);
  }
}

export function inspectBfsCpu(cpu: BfsCpu): void {
  changetype<DerivedCpu>(INSPECTION).next = firstFor(cpu);
}
