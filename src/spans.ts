/** Spans of time as people read them: three significant digits and a unit. */

export const timeUnits = [
  { ns: 1e9, name: "s" },
  { ns: 1e6, name: "ms" },
  { ns: 1e3, name: "µs" },
  { ns: 1, name: "ns" },
] as const;

/** Three significant digits without trailing zeros, e.g. `1.25`, `12.5`, `125`, `1250`. */
export function threeDigits(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return decimals === 0 ? value.toFixed(0) : value.toFixed(decimals).replace(/\.?0+$/, "");
}

/** A span of nanoseconds, e.g. `4.98s`, `12.5ms`, `0`. At most six columns up to 99999 s. */
export function formatSpan(ns: number, separator = ""): string {
  if (ns === 0) return "0";
  const fitting = timeUnits.findIndex((unit) => ns >= unit.ns);
  let index = fitting === -1 ? timeUnits.length - 1 : fitting;
  // 999,600 ns would round to `1000µs`: it is 1 ms.
  const unit = timeUnits[index];
  if (unit !== undefined && index > 0 && Number(threeDigits(ns / unit.ns)) >= 1000) index -= 1;
  const { ns: size, name } = timeUnits[index] ?? timeUnits[0];
  return `${threeDigits(ns / size)}${separator}${name}`;
}
