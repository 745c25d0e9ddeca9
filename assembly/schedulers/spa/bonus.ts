/** The bonuses, assessed when a cycle has ended: for sleeping, and for having waited. Source: spa-family.md, "assess". */
import { SHARES_FRACTION, sharesOf } from "./entitlement";
import { SpaCpu, SpaTask } from "./records";
import { DelayBonus, rules } from "./rules";

const SECOND: u64 = 1_000_000_000;
/** A task that sleeps for so long at a time waits for nobody … */
const NOT_INTERACTIVE: u64 = 900 * SECOND;
/** … and for so long: loses the bonus that it has. */
const FORGOTTEN: u64 = 7200 * SECOND;
/** The interactive bonus is kept in 256ths of a point. */
const POINT: i32 = 256;

/** `woken`: by a wake-up rather than by the end of a time slice. */
export function assess(task: SpaTask, cpu: SpaCpu, woken: bool): void {
  if (rules.rewardsInteractive) assessInteractive(task, woken);
  if (rules.delayBonus == DelayBonus.Fairness) task.delayBonus = fairnessBonus(task, cpu);
  else if (rules.delayBonus == DelayBonus.Throughput) task.delayBonus = throughputBonus(task, cpu);
}

export function initialInteractiveBonus(): i32 {
  return rules.rewardsInteractive ? POINT * min<i32>(rules.initialInteractiveBonus, rules.maxInteractiveBonus) : 0;
}

/** Whole points of both bonuses. */
export function bonusPoints(task: SpaTask): i32 {
  return ((task.interactiveBonus + POINT / 2) >> 8) + task.delayBonus;
}

/** An eighth of the way up for a sleeper, an eighth of the way down for a hog; in between all stays as it is. */
function assessInteractive(task: SpaTask, woken: bool): void {
  if (woken && isInteractive(task)) {
    const cycle = task.averageSleep + task.averageRun;
    const target = <i32>((<u64>(rules.maxInteractiveBonus * POINT) * task.averageSleep) / cycle);
    if (target > task.interactiveBonus) task.interactiveBonus += (target - task.interactiveBonus + 7) / 8;
  } else if (isHog(task)) {
    task.interactiveBonus -= (task.interactiveBonus + 7) / 8;
  }
}

/** The long sleeps first: the products are exact below them. */
function isInteractive(task: SpaTask): bool {
  const slept = task.averageSleep;
  if (slept >= NOT_INTERACTIVE) return false;
  return slept * 1000 > rules.interactiveThreshold * (slept + task.averageRun);
}

function isHog(task: SpaTask): bool {
  const slept = task.averageSleep;
  if (slept == 0 || slept > FORGOTTEN) return true;
  return task.averageRun * 1000 > rules.hogThreshold * (task.averageRun + slept + task.averageDelay);
}

/** The part of the waiting in waiting and (everybody's) work, rounded to the nearest point. */
function throughputBonus(task: SpaTask, cpu: SpaCpu): i32 {
  const delay = task.averageDelay;
  if (delay == 0) return 0;
  const whole = delay + task.averageRun * max<u64>(<u64>cpu.running, 1);
  return <i32>((delay * <u64>rules.maxDelayBonus + whole / 2) / whole);
}

/** ns of waiting in a cycle that its share of the CPU makes unavoidable. */
export function expectedDelay(task: SpaTask, cpu: SpaCpu): u64 {
  const own = sharesOf(task.nice) << SHARES_FRACTION;
  const all = cpu.smoothedShares;
  return all <= own ? 0 : (task.averageRun * (all - own)) / own;
}

/** By how much it waited longer than its share of the CPU makes unavoidable, rounded down. */
function fairnessBonus(task: SpaTask, cpu: SpaCpu): i32 {
  const run = task.averageRun;
  const expected = expectedDelay(task, cpu);
  if (task.averageDelay <= expected) return 0;
  const excess = task.averageDelay - expected;
  return <i32>((excess * <u64>rules.maxDelayBonus) / (excess + run));
}
