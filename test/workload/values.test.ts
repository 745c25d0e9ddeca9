/** Durations, distributions, weights and CPU sets: exact values in, exact values out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileWorkload, loadWorkload, parseDuration, WorkloadError } from "../../src/workload/index.js";
import { parseDecimal, wholeMultiple } from "../../src/workload/values/decimal.js";
import { problemsOf } from "./problems.js";

const MAX_NS = Number.MAX_SAFE_INTEGER;

function spanImage(run: unknown) {
  const image = compileWorkload(loadWorkload({ tasks: [{ loop: false, program: [{ run }] }] }));
  return image.distributions[0] ?? image.instructions[0];
}

function affinityOf(affinity: unknown, cpus = 64) {
  return loadWorkload({ machine: { cpus }, tasks: [{ affinity, program: [{ run: 1 }] }] }).tasks[0]?.affinity;
}

describe("durations", () => {
  it.each([
    ["0ns", 0],
    ["1ns", 1],
    ["2.5ms", 2_500_000],
    ["2.5us", 2_500],
    ["0.1us", 100],
    ["3\u00b5s", 3_000],
    ["3\u03bcs", 3_000],
    ["1.000000001s", 1_000_000_001],
    ["0.5min", 30_000_000_000],
    [".5 s", 500_000_000],
    [" 12 ms ", 12_000_000],
    ["9007199.254740991s", MAX_NS],
    [7, 7],
    [MAX_NS, MAX_NS],
  ])("reads %j as %d ns", (written, ns) => {
    expect(parseDuration(written)).toBe(ns);
  });

  it.each([
    ["2.5ns", "not a whole number of nanoseconds"],
    ["0.0000000001s", "not a whole number of nanoseconds"],
    [2.5, "not a whole number of nanoseconds"],
    ["-5ms", "negative"],
    [-1, "negative"],
    ["9007199.254740992s", "longer than 2^53 - 1 ns"],
    [2 ** 53, "longer than 2^53 - 1 ns"],
    [1e300, "longer than 2^53 - 1 ns"],
    ["10", "has no unit"],
    ["10 sec", 'did you mean "s"?'],
    ["10MS", 'did you mean "ms"?'],
    ["10 parsecs", 'unknown unit "parsecs"'],
    ["ten ms", "expected a duration"],
    ["", "expected a duration"],
    ["1e3ms", "expected a duration"],
    ["5.ms", "expected a duration"],
    ["1 000ms", "expected a duration"],
    [Number.NaN, "expected a duration"],
    [Number.POSITIVE_INFINITY, "expected a duration"],
  ])("refuses %j: %s", (written, why) => {
    expect(() => parseDuration(written)).toThrow(WorkloadError);
    expect(() => parseDuration(written)).toThrow(why);
  });

  it("never rounds: a decimal is whole nanoseconds or refused", () => {
    const units = [
      ["ns", 1n],
      ["us", 1_000n],
      ["ms", 1_000_000n],
      ["s", 1_000_000_000n],
      ["min", 60_000_000_000n],
    ] as const;
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom(...units),
        (digits, places, [unit, factor]) => {
          const text = digits.toString().padStart(places + 1, "0");
          const point = text.length - places;
          const written = places === 0 ? `${text}${unit}` : `${text.slice(0, point)}.${text.slice(point)}${unit}`;
          const scaled = digits * factor;
          const divisor = 10n ** BigInt(places);
          if (scaled % divisor === 0n && scaled / divisor <= BigInt(MAX_NS)) {
            expect(parseDuration(written)).toBe(Number(scaled / divisor));
          } else {
            expect(() => parseDuration(written)).toThrow(WorkloadError);
          }
        },
      ),
    );
  });
});

describe("decimals", () => {
  it.each([
    ["1e3", 1000n],
    ["1.50e1", 15n],
    ["-0", 0n],
    ["+7", 7n],
    ["5.", 5n],
    ["0x1F", 31n],
    ["-0x10", -16n],
    ["0o17", 15n],
    ["9007199254740993", 9007199254740993n],
    ["1e-3", "fraction"],
    ["1e999999999", "too large"],
    ["1e-999999999", "fraction"],
  ])("brings %s to %s", (text, whole) => {
    const decimal = parseDecimal(text);
    expect(decimal && wholeMultiple(decimal, 1n)).toBe(whole);
  });

  it.each(["", ".", "e5", "1e", "0x", "1_000", "NaN", "Infinity", "--1", "1e9999999999"])(
    "knows that %j is no number",
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  it("copes with a million digits", () => {
    const decimal = parseDecimal("9".repeat(1_000_000));
    expect(decimal && wholeMultiple(decimal, 1n)).toBe("too large");
  });
});

describe("distributions", () => {
  it.each([
    [{ uniform: ["1ms", "2ms"] }, { kind: "uniform", lowNs: 1_000_000, highNs: 2_000_000 }],
    [{ exponential: "3us" }, { kind: "exponential", meanNs: 3000 }],
    [{ normal: [10, 3] }, { kind: "normal", meanNs: 10, deviationNs: 3 }],
    [{ lognormal: [10, 0.5] }, { kind: "lognormal", medianNs: 10, sigmaQ32: 2 ** 31 }],
    [{ pareto: [10, 1.5] }, { kind: "pareto", minimumNs: 10, inverseAlphaQ32: 2863311531 }],
    [{ empirical: [3, "1us", 3] }, { kind: "empirical", valuesNs: [3, 1000, 3] }],
    [{ sequence: [1, 2] }, { kind: "sequence", valuesNs: [1, 2] }],
    [
      {
        choice: [
          [5, 0.7],
          [6, 0.2],
          [7, 0.1],
        ],
      },
      { kind: "choice", valuesNs: [5, 6, 7], weights: [7, 2, 1] },
    ],
    [
      {
        choice: [
          [5, 300],
          [6, 0],
          [7, 900],
        ],
      },
      { kind: "choice", valuesNs: [5, 7], weights: [1, 3] },
    ],
  ])("compiles %j", (written, distribution) => {
    expect(spanImage(written)).toEqual(distribution);
  });

  it.each([
    [{}, "found an empty mapping; expected a duration or one distribution"],
    [{ uniform: [1, 2], normal: [1, 2] }, "found the keys uniform, normal"],
    [{ uniform: 5 }, "found 5; expected [shortest, longest]"],
    [{ uniform: [1, 2, 3] }, "found a list of 3; expected [shortest, longest]"],
    [{ uniform: [2, 1] }, "found 2 to 1; expected the shorter end first"],
    [{ gauss: [1, 2] }, 'unknown distribution "gauss"'],
    [{ lognormal: [1, -1] }, "found -1; expected sigma: a number from 0 to 10"],
    [{ lognormal: [1, "1"] }, 'found "1"; expected sigma'],
    [{ pareto: [1, 0] }, "found 0; expected alpha: a number from 0.1 to 1000"],
    [{ choice: [] }, "found an empty list; expected a list with at least one value"],
    [
      {
        choice: [
          [1, 0],
          [2, 0],
        ],
      },
      "all weights are 0",
    ],
    [{ choice: [[1, -1]] }, "found -1; expected a weight"],
    [
      {
        choice: [
          [1, 1],
          [2, 1e-30],
        ],
      },
      "the weights differ too much",
    ],
    [
      {
        choice: [
          [1, 1],
          [2, 1e-300],
        ],
      },
      "the weights differ too much",
    ],
    [{ empirical: "5ms" }, 'found "5ms"; expected a list with at least one value'],
    [{ sequence: [1, -1] }, "found -1, which is negative"],
  ])("refuses %j", (written, message) => {
    const [problem, ...others] = problemsOf({ tasks: [{ program: [{ run: written }] }] });
    expect(problem?.message).toContain(message);
    expect(others).toEqual([]);
  });
});

describe("CPU sets", () => {
  it.each([
    [[0], 0b1n],
    [[3, 0, 3], 0b1001n],
    ["0-3,7", 0b10001111n],
    [" 1 - 2 , 4 ", 0b10110n],
    ["63", 1n << 63n],
    ["0-63", 2n ** 64n - 1n],
    [5, 0b100000n],
    [null, null],
  ])("reads %j", (written, mask) => {
    expect(affinityOf(written)).toBe(mask);
  });

  it.each([
    [[], "found an empty list, so the task could run nowhere"],
    [[4], "found CPU 4, which is outside the machine; it has 4 CPUs, 0 to 3"],
    ["2-9", "found CPU 9, which is outside the machine"],
    ["3-1", "where the range 3-1 runs backwards"],
    ["", 'found ""; expected CPUs'],
    ["0-", 'found "0-"; expected CPUs'],
    ["all", 'found "all"; expected CPUs'],
    [[-1], "found -1; expected a CPU: a whole number of 0 or more"],
    [[0.5], "found 0.5; expected a CPU"],
    [["0"], 'found "0"; expected a CPU'],
    [true, "found true; expected CPUs"],
  ])("refuses %j on four CPUs", (affinity, message) => {
    const problems = problemsOf({ machine: { cpus: 4 }, tasks: [{ affinity, program: [{ run: 1 }] }] });
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
  });
});
