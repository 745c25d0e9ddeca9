/** What an inspection shows of the early O(1) schedulers: assembly/schedulers/o1-2.5/. */
import type { RunningCpuFields } from "./queue-fields.js";

export interface O1Linux25State {
  readonly task: O1Linux25Task;
  readonly derivedTask: O1Linux25DerivedTask;
  readonly cpu: O1Linux25Cpu;
  readonly derivedCpu: O1Linux25DerivedCpu;
  readonly array: "active" | "expired";
  readonly tree: never;
  readonly list: never;
}

export type O1Linux25Task = {
  /** Dynamic priority and list in the array: 0 … 127 real-time, 128 … 167 normal; smaller is better. */
  readonly prio: number;
  /** ticks: left of its time slice. */
  readonly timeSlice: number;
  /** jiffies: when it last left its runqueue (2.5.3: or was preempted). */
  readonly sleptAt: number;
  /** jiffies: when it last became runnable, or was last requeued by the tick (2.5.2-pre10). */
  readonly ranAt: number;
  /** Array swaps of its CPU when it was last activated (swapcnt) or last went to sleep (2.5.2-pre11). */
  readonly lastSwap: number;
  /** ticks: slept less ticks run, 0 … 2 s (2.5.2.1.1 and later). */
  readonly sleepAverage: number;
  /** The slot of the present second in the sleep history, 0 … 3 (2.5.2-pre10). */
  readonly historyIndex: number;
  /** ticks: slept in the second of slot 0 (2.5.2-pre10). */
  readonly history0: number;
  /** ticks: … of slot 1. */
  readonly history1: number;
  /** ticks: … of slot 2. */
  readonly history2: number;
  /** ticks: … of slot 3. */
  readonly history3: number;
};

export type O1Linux25DerivedTask = {
  /** The priority by nice or rtprio alone. */
  readonly basePrio: number;
  /** The priority with which it goes on if its slice ends now. */
  readonly prioAtExpiry: number;
  /** At the end of its slice it stays in `active`, unless tasks starve. */
  readonly interactive: boolean;
  /** levels: that it wins if it is woken now; null while it is awake, and where the sleep is not what counts. */
  readonly sleepBonus: number | null;
  /** ticks: slept of the last four seconds (2.5.2-pre10); null elsewhere. */
  readonly sleptTicks: number | null;
  /** levels: by which that makes it worse than its nice, if it is counted now (2.5.2-pre10); null elsewhere. */
  readonly penalty: number | null;
  /** ticks: length of a full time slice. */
  readonly fullTimeSlice: number;
};

export type O1Linux25Cpu = RunningCpuFields & {
  /** How often the arrays have been swapped. */
  readonly swapCount: number;
  /** jiffies: first expiry since the arrays were swapped; 0: none. Only 2.5.3 looks at it. */
  readonly expiredAt: number;
};

export type O1Linux25DerivedCpu = {
  /** Tasks in `expired` starve: even interactive tasks expire (2.5.3). */
  readonly starving: boolean;
};
