/** Checks the values of options; every refusal names the option, the value, and what was expected. */
import { durationOfNumber, durationOfText } from "../workload/values/duration.js";
import { UsageError } from "./errors.js";

/** A whole number in decimal digits within limits, both included. */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || value < min || value > max) {
    throw new UsageError(`${option} ${text}: expected a whole number from ${min} to ${max}`);
  }
  return value;
}

export function cpuCount(text: string): number {
  return wholeNumber("--cpus", text, 1, 64);
}

const nsPerSecond = 1e9;

/** Ticks per second; a tick must be a whole number of nanoseconds. */
export function tickRate(text: string): number {
  const hz = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (hz < 1 || nsPerSecond % hz !== 0) {
    throw new UsageError(`--hz ${text}: expected ticks per second that divide 1000000000, such as 100, 250 or 1000`);
  }
  return hz;
}

const largestSeed = 2n ** 64n - 1n;

/** Unsigned 64 bits, decimal or hexadecimal (0x…). A number where one holds it exactly. */
export function seedValue(text: string): number | bigint {
  const seed = /^(\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text) ? BigInt(text) : -1n;
  if (seed < 0n || seed > largestSeed) {
    throw new UsageError(`--seed ${text}: expected a whole number from 0 to ${largestSeed}`);
  }
  return seed <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seed) : seed;
}

export function longWidth(text: string): 32 | 64 {
  if (text === "32") return 32;
  if (text === "64") return 64;
  throw new UsageError(`--long ${text}: expected 32 or 64, the bits of the kernel's long`);
}

/** A span as workloads write it: `10s`, `2.5ms`, or a whole number of nanoseconds; more than 0. In ns. */
export function duration(text: string, option = "--duration"): number {
  const read = /^\d+$/.test(text) ? durationOfNumber(text) : durationOfText(text);
  if (!read.ok) {
    const hint = read.hint === undefined ? "" : `\n  hint: ${read.hint}`;
    throw new UsageError(`${option} ${text}: found ${JSON.stringify(text)}${read.message}${hint}`);
  }
  if (read.ns === 0) throw new UsageError(`${option} ${text}: expected more than 0`);
  return read.ns;
}

/** A part of a recording; see `timeWindow`. */
export interface TimeWindow {
  readonly onClock: boolean;
  readonly fromNs: number | null;
  readonly toNs: number | null;
}

/**
 * `A..B` from a recording's beginning on, or `@A..B` on its own clock; seconds as traces print them (`@1231.129116..1232`),
 * or with a unit; either end may be left out. In ns.
 */
export function timeWindow(text: string): TimeWindow {
  const onClock = text.startsWith("@");
  const ends = (onClock ? text.slice(1) : text).split("..");
  if (ends.length !== 2) {
    const examples = "such as 2s..5s, ..500ms, or @1231.5..1232 on the recording's own clock";
    throw new UsageError(`--window ${text}: expected A..B, ${examples}`);
  }
  const [fromNs, toNs] = ends.map((end) => windowEnd(text, end.trim().replace(/^@/, ""))) as [
    number | null,
    number | null,
  ];
  if (fromNs !== null && toNs !== null && toNs <= fromNs)
    throw new UsageError(`--window ${text}: it ends before it begins`);
  return { onClock, fromNs, toNs };
}

function windowEnd(window: string, text: string): number | null {
  return text === "" ? null : instantOf(`--window ${window}`, text);
}

/** `1231.5` (seconds) or `500ms`, for `--at`. */
export function instant(text: string): number {
  return instantOf(`--at ${text}`, text);
}

function instantOf(option: string, text: string): number {
  const read = durationOfText(/[\d.]$/.test(text) ? `${text}s` : text);
  if (!read.ok) throw new UsageError(`${option}: found ${JSON.stringify(text)}${read.message}`);
  return read.ns;
}

/** Of `--waits`. */
export function waitCount(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`--waits ${text}: expected a whole number from 1 to 99999`);
}

export interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** `NAME=VALUE`. */
export function assignment(option: string, text: string, what: string): Assignment {
  const at = text.indexOf("=");
  if (at < 1 || at === text.length - 1) throw new UsageError(`${option} ${text}: expected ${what}`);
  return { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

export function tunableValue(text: string): Assignment & { readonly number: number } {
  const { name, value } = assignment("--tunable", text, "NAME=VALUE, such as child_penalty=95");
  if (!/^-?\d+(\.\d+)?(e\d+)?$/i.test(value)) {
    throw new UsageError(`--tunable ${text}: expected a number after the =`);
  }
  return { name, value, number: Number(value) };
}
