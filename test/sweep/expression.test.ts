import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCondition, ExpressionError } from "../../src/sweep/expression.js";
import type { ParameterValue } from "../../src/sweep/plan.js";

const names: Readonly<Record<string, ParameterValue>> = {
  "machine.cpus": 4,
  "latency.p99": 20e6,
  "tasks.intr.count": 10,
  "tasks.kernel-build.count": 3,
  "tasks[0].program[1].sleep": 1e6,
  scheduler: "o1-2.6.22",
  missing: null,
  flag: true,
};

function holds(text: string): boolean {
  const lookup = (path: string) => (Object.hasOwn(names, path) ? () => names[path] ?? null : undefined);
  return compileCondition(text, lookup, () => Object.keys(names))(undefined);
}

describe("a condition", () => {
  test.each([
    ["machine.cpus == 4", true],
    ["machine.cpus != 4", false],
    ["latency.p99 <= 20ms and latency.p99 < 0.0201s", true],
    ["latency.p99 < 20ms", false],
    ["tasks.intr.count >= machine.cpus * 2 + 2", true],
    ["tasks['kernel-build'].count + 1 == machine.cpus", true],
    ["tasks.kernel-build.count - 1 == 2 and -1 < 0", true],
    ["tasks[0].program[1].sleep == 1000us", true],
    ["scheduler in ['o1-2.6.0', 'o1-2.6.22']", true],
    ["not (scheduler in ['o1-2.6.0'])", true],
    ["scheduler == 'o1-2.6.22' or machine.cpus > 100", true],
    ["machine.cpus % 2 == 0 && !(machine.cpus == 2)", true],
    ["max(machine.cpus, 7) == 7 and log2(machine.cpus) == 2 and abs(-1) == 1", true],
    ["flag", true],
    ["missing < 1 or missing >= 1", false],
    ["missing == null", true],
    ["scheduler < 5 or scheduler >= 5", false],
    ["machine.cpus > 1 and machine.cpus < 3 or machine.cpus == 4", true],
  ])("%s is %s", (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  test.each([
    ["", "the expression is empty"],
    ["machine.cpus", undefined],
    ["machine.cpus + 1", "is no condition"],
    ["machine.cpus > ", "at character"],
    ["machine.cpus > 1 machine.cpus < 3", "goes on after its end"],
    ["machine.cpsu > 1", 'did you mean "machine.cpus"?'],
    ["latency.p99 < 20m", 'unknown unit "m"'],
    ["sqr(machine.cpus) > 1", "there is no function sqr"],
    ["constructor.constructor('return process')() == 1", "goes on after its end"],
    ["eval('process') == 1", "there is no function eval"],
    ["this.x == 1", "there is no this.x here"],
    ["this == 1", "`this` has no place"],
    ["('a').length == 1", "a part of a value has no place"],
    ["machine.cpus ? true : false", "a choice with ? and :"],
    ["machine.cpus | 1 == 1", "there is no operator |"],
    ["machine.cpus in 4", "followed by a list"],
    ["toString == 1", "there is no toString here"],
    ["machine['cpus'.x] == 1", "a part of a value has no place"],
  ])("%s is refused", (text, message) => {
    if (message === undefined) return expect(holds(text)).toBe(false);
    let said = "";
    try {
      holds(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
      said = `${(error as ExpressionError).message} ${(error as ExpressionError).hint ?? ""}`;
    }
    expect(said).toContain(message);
  });

  test("never fails in any other way, whatever is written", () => {
    const pieces = [
      "machine.cpus",
      "(",
      ")",
      "[",
      "]",
      "and",
      "not",
      "<",
      "==",
      "5ms",
      "'a'",
      ",",
      ".",
      "in",
      "-",
      "?",
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...pieces)).map((words) => words.join(" ")),
        ),
        (text) => {
          try {
            expect(typeof holds(text)).toBe("boolean");
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
