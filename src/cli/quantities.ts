/** Figures as people read them: three significant digits, a unit, few columns. */
import { threeDigits, timeUnits } from "../spans.js";

export { formatSpan } from "../spans.js";

/** A span without loss, e.g. `10 s`, `2500 µs`: the largest unit in which it is a whole number. */
export function formatExactSpan(ns: number): string {
  if (ns === 0) return "0 s";
  const { ns: size, name } = timeUnits.find((unit) => ns % unit.ns === 0) ?? timeUnits[3];
  return `${ns / size} ${name}`;
}

/** A share of 1 as a percentage, e.g. `49.8%`, `0.04%`, `100%`. At most six columns below 1000 %. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "0%";
  if (percent < 0.01) return "<0.01%";
  return `${percent.toFixed(percent < 0.1 ? 2 : 1)}%`;
}

/** A count in at most five columns: `99999`, then `123k`, `1.23M`. */
export function formatCount(count: number): string {
  if (count < 100_000) return String(count);
  if (count < 999_500) return `${threeDigits(count / 1e3)}k`;
  if (count < 999_500_000) return `${threeDigits(count / 1e6)}M`;
  return `${threeDigits(count / 1e9)}G`;
}

/** A count to the last digit, in groups of three: `1,234,567`. */
export function formatExactCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 task`, `2 tasks`. */
export function plural(count: number, noun: string): string {
  return `${formatExactCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
