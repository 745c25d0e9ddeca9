/** What an inspection shows of the staircase, beyond its records: how far down the stairs a task has come. */
import { INSPECTION, NOTHING_SMALL } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { isRealtime } from "../../machine/program";
import { effectivePrio, intervalOf, maxBonus, sliceOf, stepsDown } from "./priority";
import { MAX_PRIO, StairCpu, StairTask } from "./records";

@unmanaged
@final
class DerivedTask {
  interval: u32;
  fullSlice: u32;
  stepsDown: i32;
  maxBonus: i32;
  effectivePrio: i32;
}

@unmanaged
@final
class DerivedCpu {
  bestPrio: i32;
}

export function describeStairInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("interval", offsetof<DerivedTask>("interval"), "u32");
  writer.field("fullSlice", offsetof<DerivedTask>("fullSlice"), "u32");
  writer.field("stepsDown", offsetof<DerivedTask>("stepsDown"), "i32?");
  writer.field("maxBonus", offsetof<DerivedTask>("maxBonus"), "i32?");
  writer.field("effectivePrio", offsetof<DerivedTask>("effectivePrio"), "i32");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("bestPrio", offsetof<DerivedCpu>("bestPrio"), "i32?");
  writer.end();
}

export function inspectStairTask(task: StairTask): void {
  const isNormal = !isRealtime(task.policy);
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.interval = intervalOf(task);
  derived.fullSlice = sliceOf(task);
  derived.stepsDown = isNormal ? <i32>stepsDown(task) : NOTHING_SMALL;
  derived.maxBonus = isNormal ? <i32>maxBonus(task) : NOTHING_SMALL;
  derived.effectivePrio = effectivePrio(task);
}

export function inspectStairCpu(cpu: StairCpu): void {
  const best = cpu.queue.first();
  changetype<DerivedCpu>(INSPECTION).bestPrio = best < MAX_PRIO ? best : NOTHING_SMALL;
}
