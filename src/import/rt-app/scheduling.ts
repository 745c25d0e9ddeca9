/**
 * What tasks and phases say of scheduling: policy, priority, the parameters of SCHED_DEADLINE, CPUs, task group. What
 * no scheduler here has is replaced by a stated rule.
 */
import type { Policy } from "../../engine/types.js";
import { MAX_CPUS } from "../../workload/limits.js";
import { quote } from "../../workload/source/tree.js";
import type { Located, RtAppReader } from "./reader.js";

export const POLICIES = [
  "SCHED_OTHER",
  "SCHED_BATCH",
  "SCHED_IDLE",
  "SCHED_FIFO",
  "SCHED_RR",
  "SCHED_DEADLINE",
] as const;

export type RtAppPolicy = (typeof POLICIES)[number];

/** What an object says; absent: nothing. Times in microseconds. */
export interface Scheduling {
  policy?: RtAppPolicy;
  priority?: Located & { readonly number: number };
  budgetUs?: number;
  periodUs?: number;
  deadlineUs?: number;
  cpus?: readonly number[];
}

/** Keys that mean something for scheduling, wherever they stand; the older ones at task level only. */
type Read = (scheduling: Scheduling, located: Located, reader: RtAppReader) => void;

const microseconds = (name: "budgetUs" | "periodUs" | "deadlineUs", what: string): Read => {
  return (scheduling, located, reader) => {
    const us = reader.whole(located, `${what} in microseconds`, 0);
    if (us !== undefined) scheduling[name] = us;
  };
};

export const SCHEDULING_KEYS: ReadonlyMap<string, Read> = new Map<string, Read>([
  [
    "policy",
    (scheduling, located, reader) => {
      const policy = reader.word(located, POLICIES, "a policy");
      if (policy !== undefined) scheduling.policy = policy;
    },
  ],
  [
    "priority",
    (scheduling, located, reader) => {
      const number = reader.whole(located, "a priority", -(2 ** 31), 2 ** 31 - 1);
      if (number !== undefined) scheduling.priority = { ...located, number };
    },
  ],
  ["dl-runtime", microseconds("budgetUs", "the runtime of SCHED_DEADLINE")],
  ["dl-period", microseconds("periodUs", "the period of SCHED_DEADLINE")],
  ["dl-deadline", microseconds("deadlineUs", "the deadline of SCHED_DEADLINE")],
  [
    "cpus",
    (scheduling, located, reader) => {
      const cpus = reader.wholes(located, "CPUs", MAX_CPUS - 1);
      if (cpus?.length === 0) reader.remark(located, "an empty list of CPUs is taken for all of them");
      else if (cpus !== undefined) scheduling.cpus = [...new Set(cpus)].sort((a, b) => a - b);
    },
  ],
  [
    "taskgroup",
    (_scheduling, located, reader) => {
      const group = reader.text(located, "the path of a task group");
      if (group === undefined || group === "") return;
      reader.remark(
        located,
        `the task group ${quote(group)} is not modelled: its tasks compete with all others one by one`,
      );
    },
  ],
  [
    "util_min",
    (_scheduling, located, reader) => reader.remark(located, "utilization clamps are not modelled: ignored"),
  ],
  [
    "util_max",
    (_scheduling, located, reader) => reader.remark(located, "utilization clamps are not modelled: ignored"),
  ],
  [
    "dl-reclaim",
    (_scheduling, located, reader) => {
      if (reader.flag(located)) reader.remark(located, "reclaiming of unused bandwidth is not modelled: ignored");
    },
  ],
  ["nodes_membind", (_scheduling, located, reader) => reader.remark(located, "NUMA nodes are not modelled: ignored")],
  ["membind_nodes", (_scheduling, located, reader) => reader.remark(located, "NUMA nodes are not modelled: ignored")],
]);

/** The same from before the keys had a `dl-`. */
export const LEGACY_DEADLINE_KEYS: ReadonlyMap<string, Read> = new Map([
  ["runtime", microseconds("budgetUs", "the runtime of SCHED_DEADLINE")],
  ["period", microseconds("periodUs", "the period of SCHED_DEADLINE")],
  ["deadline", microseconds("deadlineUs", "the deadline of SCHED_DEADLINE")],
]);

/** How schedlab's tasks are scheduled. */
export interface Attributes {
  readonly policy: Policy;
  readonly nice: number;
  readonly rtprio: number;
}

const OURS: Readonly<Record<Exclude<RtAppPolicy, "SCHED_DEADLINE">, Policy>> = {
  SCHED_OTHER: "normal",
  SCHED_BATCH: "batch",
  SCHED_IDLE: "idle",
  SCHED_FIFO: "fifo",
  SCHED_RR: "rr",
};

const DEFAULT_RTPRIO = 10;
/** Deadline tasks come before all others, so they get the best priority that there is. */
const DEADLINE_RTPRIO = 99;

/** `at`: where messages point that are about the whole. */
export function attributesOf(
  policy: RtAppPolicy,
  priority: Scheduling["priority"],
  at: Located,
  reader: RtAppReader,
): Attributes {
  if (policy === "SCHED_DEADLINE") {
    const message =
      "SCHED_DEADLINE is not modelled: its tasks run as fifo, rtprio 99, without a budget and in no order of deadlines";
    reader.remark(at, message);
    return { policy: "fifo", nice: 0, rtprio: DEADLINE_RTPRIO };
  }
  const ours = OURS[policy];
  if (ours === "fifo" || ours === "rr") {
    if (priority === undefined) return { policy: ours, nice: 0, rtprio: DEFAULT_RTPRIO };
    return {
      policy: ours,
      nice: 0,
      rtprio: reader.whole(priority, `a priority for ${policy}`, 1, 99) ?? DEFAULT_RTPRIO,
    };
  }
  const nice = priority?.number ?? 0;
  const within = Math.min(Math.max(nice, -20), 19);
  if (priority !== undefined && nice !== within) {
    reader.remark(
      priority,
      `the priority ${nice} is no nice value: the nearest, ${within}, is taken, as the kernel does`,
    );
  }
  return { policy: ours, nice: within, rtprio: 0 };
}
