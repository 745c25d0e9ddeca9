/** Durations: a whole number of nanoseconds, or a decimal number with a unit (spec workload, "Values"). */
import type { Nanoseconds } from "../../engine/types.js";
import { MAX_NS } from "../limits.js";
import { WorkloadError } from "../problem.js";
import { quote } from "../source/tree.js";
import { type Decimal, parseDecimal, wholeMultiple } from "./decimal.js";

/** Nanoseconds in each unit. The micro sign and the Greek letter look alike and both occur. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["min", 60_000_000_000n],
]);

/** What people write who mean one of ours. */
const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["m", "min"],
  ["mins", "min"],
  ["minute", "min"],
  ["minutes", "min"],
  ["sec", "s"],
  ["secs", "s"],
  ["second", "s"],
  ["seconds", "s"],
  ["msec", "ms"],
  ["msecs", "ms"],
  ["millis", "ms"],
  ["usec", "us"],
  ["usecs", "us"],
  ["micros", "us"],
  ["nsec", "ns"],
  ["nsecs", "ns"],
  ["nanos", "ns"],
]);

export const EXPECTED_DURATION = 'a duration: a whole number of nanoseconds, or text such as "2.5ms" (ns us ms s min)';

export type DurationResult =
  | { readonly ok: true; readonly ns: Nanoseconds }
  /** `message` continues "found X": what is wrong with it and what was expected. */
  | { readonly ok: false; readonly message: string; readonly hint?: string };

/** Digits that are exact in a number, whatever the unit. */
const PLAIN_DIGITS = 9;
const PLAIN_UNITS: Readonly<Record<string, number>> = { "": 1, ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/**
 * The usual case without the detour through exact decimals, which matters where there are a million of them: some
 * digits and a unit. null where it takes a closer look.
 */
export function plainDuration(text: string): Nanoseconds | null {
  let ns = 0;
  let at = 0;
  for (; at < PLAIN_DIGITS; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) break;
    ns = ns * 10 + digit;
  }
  const unit = at === 0 ? undefined : PLAIN_UNITS[text.slice(at)];
  return unit === undefined || ns * unit > MAX_NS ? null : ns * unit;
}

/** A number without a unit: nanoseconds. */
export function durationOfNumber(text: string): DurationResult {
  const plain = plainDuration(text);
  if (plain !== null) return { ok: true, ns: plain };
  const decimal = parseDecimal(text);
  if (decimal === null) return failure(`; expected ${EXPECTED_DURATION}`);
  return toNanoseconds(decimal, 1n);
}

/** A text with a unit, such as `2.5ms`. */
export function durationOfText(text: string): DurationResult {
  const plain = /\d$/.test(text) ? null : plainDuration(text);
  if (plain !== null) return { ok: true, ns: plain };
  const match = /^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*([^\d\s.+-]*)\s*$/.exec(text);
  const decimal = parseDecimal(match?.[1] ?? "");
  if (match === null || decimal === null) return failure(`; expected ${EXPECTED_DURATION}`);
  const unit = match[2] ?? "";
  if (unit === "") {
    return failure(", which has no unit; expected ns, us, ms, s or min", `for example "${match[1]}ms"`);
  }
  const factor = UNITS.get(unit);
  if (factor === undefined) {
    return failure(`, which has the unknown unit ${quote(unit)}; expected ns, us, ms, s or min`, unitHint(unit));
  }
  return toNanoseconds(decimal, factor);
}

function unitHint(unit: string): string | undefined {
  const lower = unit.toLowerCase();
  const meant = UNITS.has(lower) ? lower : OTHER_SPELLINGS.get(lower);
  return meant === undefined ? undefined : `did you mean "${meant}"?`;
}

function toNanoseconds(decimal: Decimal, factor: bigint): DurationResult {
  if (decimal.negative) return failure(", which is negative; expected a duration of 0 or more");
  const ns = wholeMultiple(decimal, factor);
  if (ns === "fraction") {
    const hint =
      factor === 1n ? 'a number without a unit is nanoseconds; write "2.5ms" for 2.5 milliseconds' : undefined;
    return failure(", which is not a whole number of nanoseconds", hint);
  }
  if (ns === "too large" || ns > BigInt(MAX_NS)) {
    return failure(", which is longer than 2^53 - 1 ns (about 104 days)");
  }
  return { ok: true, ns: Number(ns) };
}

function failure(message: string, hint?: string): DurationResult {
  return { ok: false, message, ...(hint === undefined ? {} : { hint }) };
}

/**
 * A duration given outside a workload (an option, an argument). `name` stands in the message.
 * @throws WorkloadError where it is not a duration.
 */
export function parseDuration(value: number | string, name = "duration"): Nanoseconds {
  const result = typeof value === "number" ? durationOfNumber(String(value)) : durationOfText(value);
  if (result.ok) return result.ns;
  const found = typeof value === "number" ? String(value) : quote(value);
  const { message, hint } = result;
  throw new WorkloadError([
    { severity: "error", path: name, message: `found ${found}${message}`, ...(hint === undefined ? {} : { hint }) },
  ]);
}
