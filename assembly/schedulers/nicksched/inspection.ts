/** What an inspection shows of nicksched, beyond its records: the priority that a history makes, and the slice as it stands. */
import { INSPECTION, NOTHING_SMALL } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { isRealtime } from "../../machine/program";
import { bonusOf, effectivePrio } from "./history";
import { MAX_PRIO, NickCpu, NickTask } from "./records";
import { bestQueued, sliceOf } from "./time-slice";

@unmanaged
@final
class DerivedTask {
  bonus: i32;
  effectivePrio: i32;
  fullSlice: u32;
}

@unmanaged
@final
class DerivedCpu {
  bestQueued: i32;
}

export function describeNickInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("bonus", offsetof<DerivedTask>("bonus"), "i32?");
  writer.field("effectivePrio", offsetof<DerivedTask>("effectivePrio"), "i32");
  writer.field("fullSlice", offsetof<DerivedTask>("fullSlice"), "u32");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("bestQueued", offsetof<DerivedCpu>("bestQueued"), "i32?");
  writer.end();
}

export function inspectNickTask(task: NickTask): void {
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.bonus = isRealtime(task.policy) ? NOTHING_SMALL : bonusOf(task);
  derived.effectivePrio = effectivePrio(task);
  derived.fullSlice = sliceOf(task);
}

export function inspectNickCpu(cpu: NickCpu): void {
  const best = bestQueued(cpu);
  changetype<DerivedCpu>(INSPECTION).bestQueued = best < MAX_PRIO ? best : NOTHING_SMALL;
}
