/** Durations in a workload's notation. */
import type { Nanoseconds } from "../engine/types.js";
import type { DurationText } from "./document.js";

const UNITS = [
  ["s", 1e9],
  ["ms", 1e6],
  ["us", 1e3],
] as const;

/** In the largest unit that it is a whole number of: `6ms`, `16667us`, `0ns`. */
export function durationText(ns: Nanoseconds): DurationText {
  const unit = UNITS.find(([, length]) => ns >= length && ns % length === 0);
  return unit === undefined ? `${ns}ns` : `${ns / unit[1]}${unit[0]}`;
}
