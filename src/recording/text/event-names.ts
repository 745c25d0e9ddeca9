/** The events that a text is read for, known by their bytes: most lines of a real trace are others. */
import { standsAt, word } from "./ascii.js";

export type SchedulingEvent =
  | "sched_switch"
  | "sched_waking"
  | "sched_wakeup"
  | "sched_wakeup_new"
  | "sched_migrate_task"
  | "sched_process_fork"
  | "sched_process_exit"
  | "sched_process_exec"
  | "sched_stat_runtime"
  | "sched_blocked_reason"
  | "task_rename"
  | "task_newtask"
  | "tracing_mark_write"
  | "print";

const names: readonly SchedulingEvent[] = [
  "sched_switch",
  "sched_waking",
  "sched_wakeup",
  "sched_wakeup_new",
  "sched_migrate_task",
  "sched_process_fork",
  "sched_process_exit",
  "sched_process_exec",
  "sched_stat_runtime",
  "sched_blocked_reason",
  "task_rename",
  "task_newtask",
  "tracing_mark_write",
  "print",
];

/** By their length: no more than four words are compared. */
const byLength: readonly (readonly { readonly name: SchedulingEvent; readonly bytes: Uint8Array }[])[] = Array.from(
  { length: 32 },
  (_, length) => names.filter((name) => name.length === length).map((name) => ({ name, bytes: word(name) })),
);

/** The event that the name from `start` to `end` means, or null for all others. */
export function schedulingEvent(bytes: Uint8Array, start: number, end: number): SchedulingEvent | null {
  const candidates = byLength[end - start];
  if (candidates === undefined) return null;
  for (const { name, bytes: spelled } of candidates) if (standsAt(bytes, start, end, spelled)) return name;
  return null;
}
