/** What an inspection shows of the 2.6 O(1) scheduler, beyond its records: the estimator's verdicts. */
import { INSPECTION, NOTHING, NOTHING_SMALL } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { bonus, effectivePrio, isInteractive, roundRobinGranularity } from "./estimator";
import { O1Cpu, O1Task } from "./records";
import { rules } from "./rules";
import { isStarving } from "./time-slice";

@unmanaged
@final
class DerivedTask {
  sleepCeiling: i64;
  granularity: i64;
  bonus: i32;
  effectivePrio: i32;
  interactivePrio: i32;
  fullTimeSlice: u32;
  interactive: bool;
}

@unmanaged
@final
class DerivedCpu {
  starving: bool;
}

export function describeO1Inspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("bonus", offsetof<DerivedTask>("bonus"), "i32?");
  writer.field("effectivePrio", offsetof<DerivedTask>("effectivePrio"), "i32");
  writer.field("interactive", offsetof<DerivedTask>("interactive"), "bool");
  writer.field("interactivePrio", offsetof<DerivedTask>("interactivePrio"), "i32?");
  writer.field("fullTimeSlice", offsetof<DerivedTask>("fullTimeSlice"), "u32");
  writer.field("granularity", offsetof<DerivedTask>("granularity"), "i64?");
  writer.field("sleepCeiling", offsetof<DerivedTask>("sleepCeiling"), "i64?");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("starving", offsetof<DerivedCpu>("starving"), "bool");
  writer.end();
}

export function inspectO1Task(task: O1Task): void {
  const isNormal = !isRealtime(task.policy);
  const staticPrio = task.staticPrio;
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.bonus = isNormal ? <i32>bonus(task) : NOTHING_SMALL;
  derived.effectivePrio = effectivePrio(task);
  derived.interactive = isNormal && isInteractive(task);
  derived.interactivePrio = isNormal ? staticPrio - rules.delta(staticPrio) : NOTHING_SMALL;
  derived.fullTimeSlice = rules.slice(staticPrio);
  derived.granularity = isNormal ? <i64>roundRobinGranularity(task, machine.cpuCount) : NOTHING;
  derived.sleepCeiling = isNormal ? <i64>rules.sleepCeiling(staticPrio) : NOTHING;
}

export function inspectO1Cpu(cpu: O1Cpu): void {
  changetype<DerivedCpu>(INSPECTION).starving = isStarving(cpu);
}
