/**
 * What an inspection shows of early CFS, beyond its records: in 2.6.24 slices and leads in virtual runtime, in 2.6.23 what the fair clock owes.
 */
import { INSPECTION, NOTHING } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { Task } from "../../machine/task";
import { NO_NODE } from "../../structures/ordered-tree";
import { unchargedTime } from "../shared/fair-inspection";
import { granularityFor, keyOf, missedShare, tickGranularity } from "./fair-clock";
import { CfsCpu, CfsTask, taskOf } from "./records";
import { rules } from "./rules";
import { cfsCpu } from "./runqueue";
import { sliceOf, wakeupLead } from "./vruntime";

@unmanaged
@final
class DerivedTask {
  uncharged: u64;
  wakeupLead: i64;
  // 2.6.24
  slice: i64;
  lead: i64;
  // 2.6.23
  presentKey: i64;
  missedShare: i64;
}

@unmanaged
@final
class DerivedCpu {
  first: Task | null;
  tickGranularity: i64;
}

export function describeCfsInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  if (rules.keepsFairClock) {
    writer.field("presentKey", offsetof<DerivedTask>("presentKey"), "i64?");
    writer.field("missedShare", offsetof<DerivedTask>("missedShare"), "i64?");
  } else {
    writer.field("slice", offsetof<DerivedTask>("slice"), "i64?");
    writer.field("lead", offsetof<DerivedTask>("lead"), "i64?");
  }
  writer.field("wakeupLead", offsetof<DerivedTask>("wakeupLead"), "i64?");
  writer.field("uncharged", offsetof<DerivedTask>("uncharged"), "u64");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("first", offsetof<DerivedCpu>("first"), "Task");
  if (rules.keepsFairClock) writer.field("tickGranularity", offsetof<DerivedCpu>("tickGranularity"), "i64");
  writer.end();
}

export function inspectCfsTask(task: CfsTask): void {
  const cpu = cfsCpu(task.cpu);
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.wakeupLead = NOTHING;
  derived.slice = NOTHING;
  derived.lead = NOTHING;
  derived.presentKey = NOTHING;
  derived.missedShare = NOTHING;
  derived.uncharged = unchargedTime(task);
  if (!task.isFair) return;
  if (rules.keepsFairClock) {
    derived.wakeupLead = <i64>granularityFor(task, rules.wakeupGranularity);
    derived.presentKey = keyOf(cpu, task);
    if (task.stoppedAt) derived.missedShare = missedShare(cpu, task);
  } else {
    derived.wakeupLead = <i64>wakeupLead(task);
    derived.lead = task.vruntime - cpu.minVruntime;
    if (task.onQueue) derived.slice = <i64>sliceOf(cpu, task);
  }
}

export function inspectCfsCpu(cpu: CfsCpu): void {
  const derived = changetype<DerivedCpu>(INSPECTION);
  const first = cpu.tree.first;
  if (first != NO_NODE) derived.first = taskOf(first);
  derived.tickGranularity = <i64>tickGranularity(cpu);
}
