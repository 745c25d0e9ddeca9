import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTraces, formatDifference, linesOf, TraceComparison } from "../../src/trace/index.js";

describe("comparing traces", () => {
  it("finds no difference between equal traces", () => {
    expect(compareTraces([], [])).toBeNull();
    expect(compareTraces(["a", "b"], ["a", "b"])).toBeNull();
  });

  it("shows the first differing line with up to three lines before it", () => {
    const expected = ["1", "2", "3", "4", "5", "6"];
    expect(compareTraces(expected, ["1", "2", "3", "4", "x", "y"])).toEqual({
      line: 5,
      before: ["2", "3", "4"],
      expected: "5",
      actual: "x",
    });
    expect(compareTraces(expected, ["x"])).toEqual({ line: 1, before: [], expected: "1", actual: "x" });
  });

  it("says which of the two ends early", () => {
    expect(compareTraces(["1", "2"], ["1"])).toEqual({ line: 2, before: ["1"], expected: "2", actual: null });
    expect(compareTraces(["1"], ["1", "2"])).toEqual({ line: 2, before: ["1"], expected: null, actual: "2" });
    expect(compareTraces([], ["1"])).toEqual({ line: 1, before: [], expected: null, actual: "1" });
  });

  it("finds what a comparison of whole lists finds", () => {
    const lines = fc.array(fc.constantFrom("a", "b"), { maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, (expected, actual) => {
        let same = 0;
        while (same < expected.length && same < actual.length && expected[same] === actual[same]) same += 1;
        const found = compareTraces(expected, actual);
        if (same === expected.length && same === actual.length) {
          expect(found).toBeNull();
        } else {
          expect(found).toEqual({
            line: same + 1,
            before: expected.slice(Math.max(0, same - 3), same),
            expected: expected[same] ?? null,
            actual: actual[same] ?? null,
          });
        }
      }),
    );
  });

  it("can be fed while the simulation runs, and reads no further than the difference", () => {
    let read = 0;
    let closed = false;
    function* expected() {
      try {
        for (const line of ["1", "2", "3", "4"]) {
          read += 1;
          yield line;
        }
      } finally {
        closed = true;
      }
    }
    const comparison = new TraceComparison(expected());
    expect(comparison.next("1")).toBe(true);
    expect(comparison.difference).toBeNull();
    expect(comparison.next("x")).toBe(false);
    expect(comparison.next("3")).toBe(false);
    expect(comparison.agreeing).toBe(1);
    expect(comparison.end()).toMatchObject({ line: 2, expected: "2", actual: "x" });
    expect([read, closed]).toEqual([2, true]);
  });

  it("is shown with line numbers", () => {
    const difference = compareTraces([..."123456789abc"], [..."123456789"]);
    expect(difference === null ? "" : formatDifference(difference)).toBe(
      ["   7  7", "   8  8", "   9  9", "- 10  a", "+ 10  (end of the actual trace)"].join("\n"),
    );
  });
});

describe("the lines of a text", () => {
  it("are those between newlines, the last one with or without", () => {
    expect([...linesOf("")]).toEqual([]);
    expect([...linesOf("a\n\nb\n")]).toEqual(["a", "", "b"]);
    expect([...linesOf("a\nb")]).toEqual(["a", "b"]);
  });
});
