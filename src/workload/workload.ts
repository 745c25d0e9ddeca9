/**
 * A workload that was read and checked: plain data (it can be cloned to a worker), durations in
 * nanoseconds, defaults filled in. `loadWorkload` makes it, `compileWorkload` turns it into tables.
 */
import type { Costs, Distribution } from "../engine/image.js";
import type { Nanoseconds, Policy } from "../engine/types.js";
import type { Problem } from "./problem.js";

export type { Costs } from "../engine/image.js";

/** A span of time: always the same, or drawn anew each time. */
export type Span = Nanoseconds | Distribution;

export interface Machine {
  /** 1 … 64. */
  readonly cpus: number;
  /** Ticks a second: a divisor of 1e9. */
  readonly hz: number;
  readonly timers: "hrtimer" | "jiffies";
}

export interface Workload {
  /** Tells a workload from a document that has yet to be read. */
  readonly kind: "workload";
  readonly name: string;
  readonly about: string | null;
  readonly machine: Machine;
  readonly costs: Costs;
  readonly durationNs: Nanoseconds;
  /** Unsigned 64 bits. */
  readonly seed: bigint;
  /** Channels that the document describes; others have no limit and begin empty. */
  readonly channels: readonly ChannelDescription[];
  /** Semaphores that the document describes; others begin with 0. */
  readonly semaphores: readonly SemaphoreDescription[];
  readonly tasks: readonly WorkloadTask[];
  readonly warnings: readonly Problem[];
}

export interface ChannelDescription {
  readonly name: string;
  /** Messages that fit; a send to a full channel blocks. null: no limit. */
  readonly capacity: number | null;
  readonly initial: number;
}

export interface SemaphoreDescription {
  readonly name: string;
  readonly initial: number;
}

/** true: for ever. false: once. A number: that many rounds. */
export type Loop = boolean | number;

export interface WorkloadTask {
  readonly name: string;
  readonly count: number;
  /** -20 … 19. */
  readonly nice: number;
  readonly policy: Policy;
  /** 1 … 99 for fifo and rr, else 0. */
  readonly rtprio: number;
  readonly start: Span;
  /** Where it is first put; null: the machine's rule. */
  readonly cpu: number | null;
  /** Bit c set: CPU c is allowed. null: all. */
  readonly affinity: bigint | null;
  /** The address space that it shares with all tasks that name it; null: one of its own. */
  readonly mm: string | null;
  /** From the release of each round to when it should be complete; null: whenever. */
  readonly deadlineNs: Nanoseconds | null;
  /** The time slice that it asks its scheduler for; null: the usual one. */
  readonly sliceNs: Nanoseconds | null;
  readonly loop: Loop;
  readonly program: Program;
}

/** What a `fork` creates; null: inherited from the forking parent (but for `mm`). */
export interface ForkedTask {
  readonly name: string;
  readonly nice: number | null;
  readonly policy: Policy | null;
  readonly rtprio: number | null;
  readonly affinity: bigint | null;
  /** null: an address space of its own, as after fork(); a name that its parent has, too, makes it a thread. */
  readonly mm: string | null;
  /** null: none, or the usual one. Nothing is inherited. */
  readonly deadlineNs: Nanoseconds | null;
  readonly sliceNs: Nanoseconds | null;
  readonly loop: Loop;
  readonly program: Program;
}

export type Program = readonly Operation[];

export type Operation =
  | SpanOperation
  | SendOperation
  | ReceiveOperation
  | UntilOperation
  | MutexOperation
  | WaitOperation
  | ConditionOperation
  | SemaphoreOperation
  | BarrierOperation
  | SuspensionOperation
  | WordOperation
  | ForkOperation
  | RepeatOperation
  | MarkOperation
  | NiceOperation
  | PolicyOperation
  | AffinityOperation;

export interface SpanOperation {
  readonly op: "run" | "sleep" | "io";
  readonly span: Span;
}
export interface SendOperation {
  readonly op: "send";
  readonly channel: string;
  readonly count: number;
  readonly sync: boolean;
}
export interface ReceiveOperation {
  readonly op: "recv";
  readonly channel: string;
  readonly count: number;
}
export interface UntilOperation {
  readonly op: "until";
  /** Above 0. */
  readonly periodNs: Nanoseconds;
  /** What a late task does: keep the grid, or begin a new one. */
  readonly mode: "absolute" | "relative";
  /** Where the grid begins; null: at the timer's first use. */
  readonly startNs: Nanoseconds | null;
  /** null: a timer of each task's own. */
  readonly timer: string | null;
}
export interface MutexOperation {
  readonly op: "lock" | "unlock";
  readonly mutex: string;
}
export interface WaitOperation {
  readonly op: "wait";
  readonly condition: string;
  readonly mutex: string;
}
export interface ConditionOperation {
  readonly op: "signal" | "broadcast";
  readonly condition: string;
}
export interface SemaphoreOperation {
  readonly op: "down" | "up";
  readonly semaphore: string;
}
export interface BarrierOperation {
  readonly op: "barrier";
  readonly name: string;
  readonly parties: number;
}
export interface SuspensionOperation {
  readonly op: "suspend" | "resume";
  /** Where tasks are suspended: any name, that of the task if nothing else is said. */
  readonly point: string;
}
export interface WordOperation {
  readonly op: "yield" | "join" | "exit";
}
export interface ForkOperation {
  readonly op: "fork";
  readonly task: ForkedTask;
}
export interface RepeatOperation {
  readonly op: "repeat";
  readonly count: number | "forever";
  readonly program: Program;
}
export interface MarkOperation {
  readonly op: "mark";
  readonly name: string;
}
export interface NiceOperation {
  readonly op: "nice";
  readonly nice: number;
}
export interface PolicyOperation {
  readonly op: "policy";
  readonly policy: Policy;
  /** As written: the kernel refuses a wrong one at run time, and so does the engine. */
  readonly rtprio: number;
}
export interface AffinityOperation {
  readonly op: "affinity";
  /** null: all CPUs of the machine. */
  readonly cpus: bigint | null;
}

/** Whether `value` came from `loadWorkload`, rather than being a document for it. */
export function isWorkload(value: unknown): value is Workload {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "workload";
}
