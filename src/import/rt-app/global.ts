/** The `global` object: how long, under which policy; the rest says how rt-app measures and logs. */
import { quote } from "../../workload/source/tree.js";
import type { Located, RtAppReader } from "./reader.js";
import { POLICIES, type RtAppPolicy } from "./scheduling.js";

export interface RtAppGlobal {
  /** null: until all tasks have ended. */
  readonly durationSeconds: number | null;
  readonly defaultPolicy: RtAppPolicy;
  /** Keys that were understood and change nothing here. */
  readonly withoutEffect: readonly string[];
}

/** How rt-app calibrates, logs and allocates: nothing of it is scheduling. */
const WITHOUT_EFFECT: readonly string[] = [
  "calibration",
  "cumulative_slack",
  "ftrace",
  "gnuplot",
  "io_device",
  "lock_pages",
  "log_basename",
  "log_size",
  "logdir",
  "logstats",
  "mem_buffer_size",
];

export function readGlobal(located: Located | undefined, reader: RtAppReader): RtAppGlobal {
  const withoutEffect: string[] = [];
  let durationSeconds: number | null = null;
  let defaultPolicy: RtAppPolicy = "SCHED_OTHER";
  for (const member of (located && reader.object(located, "the settings")) ?? []) {
    if (member.key === "duration") durationSeconds = readDuration(member, reader);
    else if (member.key === "default_policy") {
      defaultPolicy = reader.word(member, POLICIES, "a policy") ?? defaultPolicy;
    } else if (member.key === "pi_enabled") {
      if (reader.flag(member)) reader.remark(member, "priority inheritance of mutexes is not modelled: ignored");
    } else if (WITHOUT_EFFECT.includes(member.key)) withoutEffect.push(member.key);
    else reader.remark(member, `the setting ${quote(member.key)} is unknown: ignored`);
  }
  return { durationSeconds, defaultPolicy, withoutEffect };
}

const MAX_SECONDS = Math.floor(Number.MAX_SAFE_INTEGER / 1e9);

function readDuration(located: Located, reader: RtAppReader): number | null {
  const seconds = reader.whole(located, "a duration in seconds, or -1 for no end", -1, MAX_SECONDS);
  if (seconds === 0) reader.error(located, "found 0; expected a duration above 0 in seconds, or -1 for no end");
  return seconds === undefined || seconds === -1 ? null : seconds;
}
