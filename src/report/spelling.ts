/** How reports spell times, tasks and states: in the columns of `perf sched`, to the character. */
import type { Nanoseconds } from "../engine/types.js";

/** Milliseconds and microseconds, cut and not rounded: `%6lu.%03lu`. */
export function milliseconds(ns: Nanoseconds, width = 6): string {
  const us = Math.floor(ns / 1000);
  const ms = Math.floor(us / 1000);
  return `${String(ms).padStart(width)}.${String(us - ms * 1000).padStart(3, "0")}`;
}

/** Seconds and microseconds, cut and not rounded. */
export function seconds(ns: Nanoseconds): string {
  const us = Math.floor(ns / 1000);
  const s = Math.floor(us / 1_000_000);
  return `${s}.${String(us - s * 1_000_000).padStart(6, "0")}`;
}

/** Whoever is shown: a thread, by the name that it has at that moment. */
export interface ShownTask {
  readonly name: string;
  readonly pid: number;
}

/** `comm[tid]`; each CPU's idle task is `<idle>`. */
export function taskLabel({ name, pid }: ShownTask): string {
  return pid === 0 ? "<idle>" : threadLabel(name, pid);
}

export function threadLabel(name: string, pid: number): string {
  return `${lineSafe(name)}[${pid}]`;
}

/** Names come from files: what could steer a terminal, or end the line, is replaced. */
export function lineSafe(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name)
    ? name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "\ufffd")
    : name;
}
