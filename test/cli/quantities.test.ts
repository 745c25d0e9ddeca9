import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatExactCount,
  formatExactSpan,
  formatShare,
  formatSpan,
  plural,
} from "../../src/cli/quantities.js";

describe("a span", () => {
  it.each([
    [0, "0"],
    [1, "1ns"],
    [999, "999ns"],
    [1_000, "1µs"],
    [12_540, "12.5µs"],
    [999_600, "1ms"],
    [1_254_000, "1.25ms"],
    [999_499_999, "999ms"],
    [999_500_000, "1s"],
    [4_980_000_000, "4.98s"],
    [86_400_000_000_000, "86400s"],
  ])("of %d ns reads %s", (ns, text) => {
    expect(formatSpan(ns)).toBe(text);
  });

  it("takes at most six columns up to 27 hours", () => {
    for (let ns = 1; ns < 99_999e9; ns = Math.ceil(ns * 1.07)) {
      expect(formatSpan(ns).length, `${ns} ns`).toBeLessThanOrEqual(6);
    }
  });

  it("loses nothing where it must be exact", () => {
    expect(formatExactSpan(10_000_000_000)).toBe("10 s");
    expect(formatExactSpan(2_500_000)).toBe("2500 µs");
    expect(formatExactSpan(1_234_567_891)).toBe("1234567891 ns");
  });
});

describe("a share", () => {
  it.each([
    [0, "0%"],
    [0.00001, "<0.01%"],
    [0.0004, "0.04%"],
    [0.4976, "49.8%"],
    [1, "100.0%"],
    [2.5, "250.0%"],
  ])("of %d reads %s", (share, text) => {
    expect(formatShare(share)).toBe(text);
  });
});

describe("a count", () => {
  it("is short in a table and exact in a sentence", () => {
    expect([99_999, 123_456, 999_999, 1_234_567, 5e9].map(formatCount)).toEqual(["99999", "123k", "1M", "1.23M", "5G"]);
    expect(formatExactCount(1_234_567)).toBe("1,234,567");
    expect([plural(1, "task"), plural(2_000, "task")]).toEqual(["1 task", "2,000 tasks"]);
  });
});
