/** What an inspection shows of the single-priority-array schedulers: assembly/schedulers/spa/. */
import type { RunningCpuFields } from "./queue-fields.js";
import type { Integer64 } from "./types.js";

export interface SpaState {
  readonly task: SpaTask;
  readonly derivedTask: SpaDerivedTask;
  readonly cpu: SpaCpu;
  readonly derivedCpu: SpaDerivedCpu;
  readonly array: "slots";
  readonly tree: never;
  readonly list: never;
}

export type SpaTask = {
  /** The slot in which it was queued last; promotions since then are not in it (see `slot`). */
  readonly queuedSlot: number;
  /** Promotions of its CPU when it was queued. */
  readonly promotionsBefore: number;
  /** ticks: left of its time slice. */
  readonly timeSlice: number;
  /** points × 256: for being asleep most of the time. */
  readonly interactiveBonus: number;
  /** points: for having waited: throughput bonus, or fairness bonus (spa-ws). */
  readonly delayBonus: number;
  /** It has ended a cycle: the averages mean something. */
  readonly hasCycle: boolean;
  /** ns: instant at which its present stretch of running, waiting or sleeping began. */
  readonly timestamp: Integer64;
  /** ns: on the CPU in its present cycle, without that stretch. */
  readonly cycleRun: Integer64;
  /** ns: … asleep. */
  readonly cycleSleep: Integer64;
  /** ns: … queued. */
  readonly cycleDelay: Integer64;
  /** ns: running average over its cycles, on the CPU. */
  readonly averageRun: Integer64;
  /** ns: … asleep. */
  readonly averageSleep: Integer64;
  /** ns: … queued. */
  readonly averageDelay: Integer64;
};

export type SpaDerivedTask = {
  /** The slot that it is in, promotions counted; while it sleeps, the one that it left. */
  readonly slot: number;
  /** The slot in which it would be queued now, by its averages and bonuses. */
  readonly deservedSlot: number;
  /** points: of both bonuses together; null for real-time tasks. */
  readonly bonusPoints: number | null;
  /** Its shares, by nice: 1 (nice 19) … 20 (nice 0) … 420 (nice -20). */
  readonly shares: number;
  /** millionths: of the CPU that its shares entitle it to, among the tasks queued now; null while it is not queued. */
  readonly entitlement: Integer64 | null;
  /** millionths: of the CPU that it has used lately, for each of its shares. */
  readonly usagePerShare: Integer64;
  /** ns: of waiting in a cycle that its shares make unavoidable; null but for a normal task of spa-ws after its first cycle. */
  readonly expectedDelay: Integer64 | null;
};

export type SpaCpu = RunningCpuFields & {
  /** How often all lists have moved up by one slot. */
  readonly promotions: number;
  /** jiffies: next look at whether to promote. */
  readonly nextPromotion: Integer64;
  /** Sum of the shares of the queued tasks. */
  readonly shares: Integer64;
  /** 128ths of a share: the same, smoothed over the ticks (spa-ws). */
  readonly smoothedShares: Integer64;
  /** millionths: of the CPU for each share, the most that a task has used lately (ebs). */
  readonly yardstick: Integer64;
  /** jiffies: next decay of the yardstick (ebs). */
  readonly nextDecay: Integer64;
};

export type SpaDerivedCpu = {
  /** ticks: until the next look at whether to promote. */
  readonly ticksToPromotion: Integer64;
  /** ticks: until the next decay of the yardstick; null but for ebs. */
  readonly ticksToDecay: Integer64 | null;
};
