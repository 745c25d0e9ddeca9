/**
 * One scheduling event of a recording, whatever it was read from: a kernel's trace in any of its spellings, or a
 * simulated run. Readers make them, reports and importers take them, text and protobuf writers spell them. No code
 * here.
 */
import type { Nanoseconds } from "../engine/types.js";

export type RecordedEvent =
  | RecordedSwitch
  | RecordedWakeup
  | RecordedMigration
  | RecordedFork
  | RecordedExit
  | RecordedRuntime
  | RecordedBlock
  | RecordedRename
  | RecordedMark;

/**
 * State of the task that leaves a CPU, in the kernel's letters: R runnable, S asleep, D asleep uninterruptibly, T
 * stopped, t traced, X dead, Z zombie, P parked, I idle; `?` where the recording does not tell in a portable way.
 */
export type StateLetter = "R" | "S" | "D" | "T" | "t" | "X" | "Z" | "P" | "I" | "?";

interface Recorded {
  /** On the recording's own clock, less RecordingFindings.originSeconds (0 but for clocks that count from 1970). */
  readonly timeNs: Nanoseconds;
  /** Where it was recorded; null where the recording has no such column. */
  readonly cpu: number | null;
}

export interface RecordedSwitch extends Recorded {
  readonly kind: "switch";
  /**
   * null, like the pid, where the recording does not tell who left: the compact form of Perfetto names only who comes,
   * so that the first switch on a CPU, and the first after a loss, have no known past.
   */
  readonly previousName: string | null;
  /** 0 for the idle task: a different one on each CPU. Simulated migration threads: -1 - CPU. */
  readonly previousPid: number | null;
  /** As recorded: 0 … 139 in kernels; a simulated scheduler's own. null where the recording has none. */
  readonly previousPriority: number | null;
  readonly previousState: StateLetter;
  /**
   * Whether it was preempted (`R+`). null for a plain `R`: old kernels, perf and trace-cmd leave the `+` out, so that
   * it may have been preempted or have yielded.
   */
  readonly preempted: boolean | null;
  readonly nextName: string;
  readonly nextPid: number;
  readonly nextPriority: number | null;
}

/** `waking`: somebody begins to wake it; `wakeup`: it is on a runqueue; `new`: for the first time. */
export interface RecordedWakeup extends Recorded {
  readonly kind: "waking" | "wakeup" | "new";
  /** Who was running where it was recorded; null where that is not known. */
  readonly wakerPid: number | null;
  readonly wakerName: string | null;
  readonly pid: number;
  readonly name: string;
  readonly priority: number | null;
  readonly targetCpu: number | null;
  /**
   * Whether a handler of an interrupt did it, so that the waker is only who was interrupted; null where that is not
   * told.
   */
  readonly inInterrupt: boolean | null;
}

export interface RecordedMigration extends Recorded {
  readonly kind: "migrate";
  readonly pid: number;
  readonly name: string;
  readonly priority: number | null;
  readonly fromCpu: number;
  readonly toCpu: number;
}

export interface RecordedFork extends Recorded {
  readonly kind: "fork";
  readonly parentPid: number;
  readonly parentName: string;
  readonly childPid: number;
  readonly childName: string;
}

export interface RecordedExit extends Recorded {
  readonly kind: "exit";
  readonly pid: number;
  readonly name: string;
  readonly priority: number | null;
}

/** `sched_stat_runtime`: it has had so much more CPU time. */
export interface RecordedRuntime extends Recorded {
  readonly kind: "runtime";
  readonly pid: number;
  readonly name: string;
  readonly runtimeNs: Nanoseconds;
}

/** `sched_blocked_reason`: why its last uninterruptible sleep was one. */
export interface RecordedBlock extends Recorded {
  readonly kind: "blocked";
  readonly pid: number;
  readonly io: boolean;
  readonly caller: string;
}

/** `task_rename`, or an exec: from here on the pid has this name. */
export interface RecordedRename extends Recorded {
  readonly kind: "rename";
  readonly pid: number;
  readonly name: string;
}

/** A text that a task has written into the trace. Simulated marks: `I|PID|NAME`, which viewers show as an instant. */
export interface RecordedMark extends Recorded {
  readonly kind: "mark";
  readonly pid: number;
  readonly name: string;
  readonly text: string;
}
