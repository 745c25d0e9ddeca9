/** What an inspection shows of the early O(1) schedulers, beyond their records: what sleeping and running have come to. */
import { INSPECTION, NOTHING_SMALL } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { isRealtime } from "../../machine/program";
import { TaskState } from "../../machine/task";
import { basePrio, isInteractive, prioAtExpiry, sleepBonus } from "./estimator";
import { jiffies, penaltyOf, sleptTicks } from "./history";
import { MAX_PRIO, O1Cpu, O1Task } from "./records";
import { Estimator, rules } from "./rules";
import { o1Cpu } from "./runqueue";
import { isStarving } from "./time-slice";

@unmanaged
@final
class DerivedTask {
  basePrio: i32;
  prioAtExpiry: i32;
  sleepBonus: i32;
  sleptTicks: i32;
  penalty: i32;
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
  writer.field("basePrio", offsetof<DerivedTask>("basePrio"), "i32");
  writer.field("prioAtExpiry", offsetof<DerivedTask>("prioAtExpiry"), "i32");
  writer.field("interactive", offsetof<DerivedTask>("interactive"), "bool");
  writer.field("sleepBonus", offsetof<DerivedTask>("sleepBonus"), "i32?");
  writer.field("sleptTicks", offsetof<DerivedTask>("sleptTicks"), "i32?");
  writer.field("penalty", offsetof<DerivedTask>("penalty"), "i32?");
  writer.field("fullTimeSlice", offsetof<DerivedTask>("fullTimeSlice"), "u32");
  writer.end();
  writer.record("DerivedCpu");
  writer.field("starving", offsetof<DerivedCpu>("starving"), "bool");
  writer.end();
}

export function inspectO1Task(task: O1Task): void {
  const isNormal = !isRealtime(task.policy);
  const hasHistory = rules.estimator == Estimator.History;
  const winsBySleep = !hasHistory && rules.estimator != Estimator.SleepAverage;
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.basePrio = basePrio(task);
  derived.prioAtExpiry = isNormal ? prioAtExpiry(task) : task.prio;
  derived.interactive = isNormal && isInteractive(task);
  derived.sleepBonus =
    isNormal && winsBySleep && isAsleep(task)
      ? <i32>min<u32>(sleepBonus(task, o1Cpu(task.cpu)), MAX_PRIO)
      : NOTHING_SMALL;
  derived.sleptTicks = hasHistory ? <i32>sleptTicks(task) : NOTHING_SMALL;
  derived.penalty = hasHistory ? <i32>penaltyOf(sleptTicks(task), jiffies() % rules.hz) : NOTHING_SMALL;
  derived.fullTimeSlice = rules.slice(task.prio, task.nice);
}

function isAsleep(task: O1Task): bool {
  return task.state == TaskState.Sleeping || task.state == TaskState.Blocked;
}

export function inspectO1Cpu(cpu: O1Cpu): void {
  changetype<DerivedCpu>(INSPECTION).starving = rules.limitsStarvation && isStarving(cpu);
}
