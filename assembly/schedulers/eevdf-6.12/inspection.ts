/** What an inspection shows of EEVDF, beyond its records: the average, and with it eligibility and lag. */
import { INSPECTION, NOTHING } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { Task } from "../../machine/task";
import { unchargedTime } from "../shared/fair-inspection";
import { NICE_0_WEIGHT } from "../shared/weights";
import { averageVruntime, isEligible } from "./average";
import { lagOf } from "./fair";
import { pick } from "./pick";
import { EevdfCpu, EevdfTask } from "./records";

@unmanaged
@final
class DerivedTask {
  lag: i64;
  lagTime: i64;
  requestLeft: i64;
  uncharged: u64;
  eligible: bool;
  isProtected: bool;
}

@unmanaged
@final
class DerivedCpu {
  averageVruntime: i64;
  next: Task | null;
}

export function describeEevdfInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("eligible", offsetof<DerivedTask>("eligible"), "bool");
  writer.field("lag", offsetof<DerivedTask>("lag"), "i64?");
  writer.field("lagTime", offsetof<DerivedTask>("lagTime"), "i64?");
  writer.field("requestLeft", offsetof<DerivedTask>("requestLeft"), "i64?");
  writer.field("protected", offsetof<DerivedTask>("isProtected"), "bool");
  writer.field("uncharged", offsetof<DerivedTask>("uncharged"), "u64");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("averageVruntime", offsetof<DerivedCpu>("averageVruntime"), "i64");
  writer.field("next", offsetof<DerivedCpu>("next"), "Task");
  writer.end();
}

export function inspectEevdfTask(task: EevdfTask): void {
  const cpu = changetype<EevdfCpu>(machine.cpu(task.cpu));
  const isQueued = task.isFair && task.onQueue;
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.lag = NOTHING;
  derived.lagTime = NOTHING;
  derived.requestLeft = NOTHING;
  derived.uncharged = unchargedTime(task);
  if (!task.isFair) return;
  const lag = isQueued ? lagOf(cpu, task) : task.lag;
  derived.lag = lag;
  // Virtual time runs faster for the light.
  derived.lagTime = (lag * <i64>task.weight) / <i64>NICE_0_WEIGHT;
  if (!isQueued) return;
  derived.eligible = isEligible(cpu, task.vruntime);
  derived.requestLeft = task.deadline - task.vruntime;
  derived.isProtected = task == cpu.fairCurrent && task.isProtected;
}

export function inspectEevdfCpu(cpu: EevdfCpu): void {
  const derived = changetype<DerivedCpu>(INSPECTION);
  derived.averageVruntime = averageVruntime(cpu);
  if (cpu.fairCount > 0) derived.next = pick(cpu);
}
