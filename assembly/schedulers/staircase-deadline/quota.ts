/** Quotas and load weights, by class and nice. Source: staircase-deadline.md, "Constants and conversions". */
import { isRealtime } from "../../machine/program";
import { DeadlineTask } from "./records";
import { tuning } from "./tuning";

const US_PER_MS: i32 = 1000;
const WEIGHT_PER_MS: i32 = 40;
/** Nice levels below this one have quotas that grow with the square of nice. */
const LAST_PLAIN_NICE: i32 = -6;

/** Works out what follows from the task's attributes, whenever they change. The migration thread weighs nothing. */
export function renewQuota(task: DeadlineTask): void {
  const interval = tuning.interval;
  if (isRealtime(task.policy)) {
    task.quota = interval * US_PER_MS;
    task.weight = task.isKernelThread ? 0 : <u32>(interval * 20 * (40 + task.rtprio) * WEIGHT_PER_MS);
    return;
  }
  task.quota = normalQuota(task.staticPrio - 120);
  const slice = (task.quota + (139 - task.staticPrio) * task.quota) / US_PER_MS;
  task.weight = <u32>(slice * WEIGHT_PER_MS);
}

function normalQuota(nice: i32): i32 {
  const interval = tuning.interval;
  if (nice < LAST_PLAIN_NICE) return ((interval * nice * nice) / 40) * US_PER_MS;
  return (nice > 0 ? max<i32>(interval / 2, 1) : interval) * US_PER_MS;
}

/** The most that a migration thread may push: the slice of a real-time task of the best priority. */
export function heaviestLoad(): i64 {
  return <i64>tuning.interval * 20 * 140;
}
