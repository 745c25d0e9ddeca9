/** Policy and nice of a recorded task, as far as the kernel's priority tells them. */
import type { Policy } from "../../engine/types.js";

export interface TaskAttributes {
  readonly nice: number;
  readonly policy: Policy;
  readonly rtprio: number;
  /** The priority is none of a kernel's, or there is none: taken for nice 0. */
  readonly unknown: boolean;
}

const NICE_0 = 120;
const LOWEST_NICE = -20;
const HIGHEST_NICE = 19;
/** Priorities below this one are real-time. */
const FIRST_NORMAL = NICE_0 + LOWEST_NICE;
/** What tasks of the deadline policy show. */
const DEADLINE = -1;
const HIGHEST_RTPRIO = 99;

/** `fifo` and `rr` show the same priorities; deadline tasks come before all others, as far as `fifo` allows it. */
export function attributesOf(priority: number | null): TaskAttributes {
  if (priority === null || priority < DEADLINE || priority > NICE_0 + HIGHEST_NICE) {
    return { nice: 0, policy: "normal", rtprio: 0, unknown: true };
  }
  if (priority >= FIRST_NORMAL) return { nice: priority - NICE_0, policy: "normal", rtprio: 0, unknown: false };
  const rtprio = Math.min(HIGHEST_RTPRIO, Math.max(1, HIGHEST_RTPRIO - priority));
  return { nice: 0, policy: "fifo", rtprio, unknown: false };
}
