/** Why a task waited: who ran instead, for how long, and by which rule of the scheduler. Plain data. */
import type { CpuId, Nanoseconds, TaskId } from "../engine/types.js";

export interface Explanation {
  /** The scheduler's id; null for a recording, whose scheduler is not known. */
  readonly scheduler: string | null;
  /** Name of the workload or the recording. */
  readonly name: string;
  /** The task as it was asked for: a name or a pid. */
  readonly task: string;
  /** Waits on a runqueue of all tasks that were meant, and how long they took together. */
  readonly waitCount: number;
  readonly waitNs: Nanoseconds;
  /** The longest first; or, where an instant was asked for, those that it lies in. */
  readonly waits: readonly ExplainedWait[];
}

export interface ExplainedWait {
  readonly pid: TaskId;
  readonly name: string;
  readonly fromNs: Nanoseconds;
  /** When it ran again, or when the run or recording ended. */
  readonly toNs: Nanoseconds;
  readonly ranAgain: boolean;
  /**
   * CPUs on whose runqueues it waited, in order; all of them where they share one queue, none where that is not told.
   */
  readonly cpus: readonly CpuId[];
  readonly began: Beginning;
  readonly moves: readonly { readonly timeNs: Nanoseconds; readonly fromCpu: CpuId; readonly toCpu: CpuId }[];
  /** Who ran on those CPUs meanwhile, the longest first; pid 0 is idle time. */
  readonly ran: readonly Runner[];
  /** By which rules others ran, the longest first; none for a recording. */
  readonly reasons: readonly RuleUse[];
  /** What was seen besides: others that went round, or that the tide turned. */
  readonly notes: readonly Note[];
  /** Its end, in a sentence. */
  readonly ended: string;
}

export interface Beginning {
  /** started: for the first time; woken; left: it was switched away while it could go on. */
  readonly how: "started" | "woken" | "left";
  /** Who woke it, or whom it made way for; null where nobody did or that is not known. */
  readonly by: string | null;
  /** The rule by which it left, where one is known. */
  readonly rule: string | null;
  readonly sentence: string;
  readonly facts: Facts;
}

export interface Runner {
  readonly pid: TaskId;
  readonly name: string;
  readonly ranNs: Nanoseconds;
  /** Of the wait, on all its CPUs. */
  readonly share: number;
  /** How often it got a CPU. */
  readonly times: number;
}

/** Figures that a sentence rests on, by the names that the inspection gives them. */
export type Facts = Readonly<Record<string, number | bigint | string | boolean | null>>;

export interface RuleUse {
  /** A word for the rule, such as `expired-array`. */
  readonly rule: string;
  readonly forNs: Nanoseconds;
  readonly share: number;
  readonly times: number;
  /** The longest time that somebody ran by it. */
  readonly longest: {
    readonly cpu: CpuId;
    readonly pid: TaskId;
    readonly name: string;
    readonly fromNs: Nanoseconds;
    readonly toNs: Nanoseconds;
    readonly sentence: string;
    readonly facts: Facts;
  };
}

export interface Note {
  readonly rule: string;
  readonly times: number;
  /** When it was first seen. */
  readonly firstNs: Nanoseconds;
  /** Of the others that it is about; none where it is about the task itself. */
  readonly names: readonly string[];
  readonly sentence: string;
}
