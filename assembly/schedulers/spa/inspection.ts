/** What an inspection shows of the single-priority-array schedulers, beyond their records: slots, shares and entitlements. */
import { INSPECTION, NOTHING, NOTHING_SMALL } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { bonusPoints, expectedDelay } from "./bonus";
import { MILLION, prioByUsage, sharesOf, usagePerShare } from "./entitlement";
import { SpaCpu, SpaTask } from "./records";
import { DelayBonus, rules } from "./rules";
import { slotFor, slotOf } from "./runqueue";

@unmanaged
@final
class DerivedTask {
  entitlement: i64;
  expectedDelay: i64;
  usagePerShare: u64;
  slot: i32;
  deservedSlot: i32;
  bonusPoints: i32;
  shares: u32;
}

@unmanaged
@final
class DerivedCpu {
  ticksToPromotion: u64;
  ticksToDecay: i64;
}

export function describeSpaInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.field("slot", offsetof<DerivedTask>("slot"), "i32");
  writer.field("deservedSlot", offsetof<DerivedTask>("deservedSlot"), "i32");
  writer.field("bonusPoints", offsetof<DerivedTask>("bonusPoints"), "i32?");
  writer.field("shares", offsetof<DerivedTask>("shares"), "u32");
  writer.field("entitlement", offsetof<DerivedTask>("entitlement"), "i64?");
  writer.field("usagePerShare", offsetof<DerivedTask>("usagePerShare"), "u64");
  writer.field("expectedDelay", offsetof<DerivedTask>("expectedDelay"), "i64?");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("ticksToPromotion", offsetof<DerivedCpu>("ticksToPromotion"), "u64");
  writer.field("ticksToDecay", offsetof<DerivedCpu>("ticksToDecay"), "i64?");
  writer.end();
}

export function inspectSpaTask(task: SpaTask): void {
  const cpu = changetype<SpaCpu>(machine.cpu(task.cpu));
  const isNormal = !isRealtime(task.policy);
  const shares = sharesOf(task.nice);
  const used = usagePerShare(task);
  const weighsDelay = rules.delayBonus == DelayBonus.Fairness;
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.slot = slotOf(task, cpu);
  // As deservedSlot, but for the yardstick, which stays as it is.
  if (!isNormal) derived.deservedSlot = 99 - task.rtprio;
  else if (rules.ranksByEntitlement)
    derived.deservedSlot = slotFor(task, prioByUsage(used, max<u64>(used, cpu.yardstick)));
  else derived.deservedSlot = slotFor(task, 120 + task.nice);
  derived.bonusPoints = isNormal ? bonusPoints(task) : NOTHING_SMALL;
  derived.shares = <u32>shares;
  derived.entitlement = task.array == null ? NOTHING : <i64>((shares * MILLION) / cpu.shares);
  derived.usagePerShare = used;
  derived.expectedDelay = weighsDelay && isNormal && task.hasCycle ? <i64>expectedDelay(task, cpu) : NOTHING;
}

export function inspectSpaCpu(cpu: SpaCpu): void {
  const jiffies = machine.jiffies;
  const derived = changetype<DerivedCpu>(INSPECTION);
  derived.ticksToPromotion = cpu.nextPromotion > jiffies ? cpu.nextPromotion - jiffies : 0;
  derived.ticksToDecay = rules.ranksByEntitlement ? max<i64>(<i64>(cpu.nextDecay - jiffies), 0) : NOTHING;
}
