/** What an inspection shows of CFS in 5.19, beyond its records: slices, leads, and whom the hints make next. */
import { INSPECTION, NOTHING } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { Task } from "../../machine/task";
import { unchargedTime } from "../shared/fair-inspection";
import { sliceOf } from "./fair";
import { pick, wakeupLead } from "./pick";
import { FairCpu519, FairTask519 } from "./records";

@unmanaged
@final
class DerivedTask {
  slice: i64;
  lead: i64;
  wakeupLead: i64;
  uncharged: u64;
}

@unmanaged
@final
class DerivedCpu {
  next: Task | null;
}

export function describeInspection519(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("slice", offsetof<DerivedTask>("slice"), "i64?");
  writer.field("lead", offsetof<DerivedTask>("lead"), "i64?");
  writer.field("wakeupLead", offsetof<DerivedTask>("wakeupLead"), "i64?");
  writer.field("uncharged", offsetof<DerivedTask>("uncharged"), "u64");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("next", offsetof<DerivedCpu>("next"), "Task");
  writer.end();
}

export function inspectTask519(task: FairTask519): void {
  const cpu = changetype<FairCpu519>(machine.cpu(task.cpu));
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.slice = task.isFair ? <i64>sliceOf(cpu, task) : NOTHING;
  derived.lead = task.isFair ? task.vruntime - cpu.minVruntime : NOTHING;
  derived.wakeupLead = task.isFair ? wakeupLead(task) : NOTHING;
  derived.uncharged = unchargedTime(task);
}

export function inspectCpu519(cpu: FairCpu519): void {
  const current = cpu.fairCurrent;
  if (cpu.fairCount == 0) return;
  changetype<DerivedCpu>(INSPECTION).next = pick(cpu, current != null && current.onQueue ? current : null);
}
