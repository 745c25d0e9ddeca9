/** Whatever is thrown at the loader, it answers with a workload or a WorkloadError, and soon. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileWorkload, loadWorkload, WorkloadError, type WorkloadFormat } from "../../src/workload/index.js";
import { anyWorkload } from "./arbitrary-workload.js";
import { messageOf, problemsOf, text } from "./problems.js";

/** The machine may be busy with other things. */
const PATIENCE = { timeout: 60_000 };

const FORMATS: readonly WorkloadFormat[] = ["json", "json5", "yaml"];

/** Loads, and compiles what loads; anything but success or a WorkloadError with a full message fails. */
function loadOrRefuse(source: string | object, format?: WorkloadFormat): void {
  try {
    compileWorkload(loadWorkload(source, format === undefined ? {} : { format }));
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    for (const { line, column, message } of error.problems) {
      expect(message).not.toBe("");
      if (line !== undefined) expect(Math.min(line, column ?? 0)).toBeGreaterThan(0);
      if (typeof source === "string") expect(line).toBeDefined();
    }
  }
}

/** A valid text with a piece cut out, doubled, or replaced: near enough to valid to get far. */
const anyDamage = fc.tuple(
  fc.nat(),
  fc.nat(30),
  fc.oneof(
    fc.constantFrom(
      "",
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"',
      "'",
      "-",
      "#",
      "&a ",
      "*a",
      "<<: ",
      "!x ",
      "|",
      ">",
      "\t",
      "\n",
      "\0",
      "\\",
    ),
    fc.constantFrom(
      "null",
      "true",
      "-1",
      "1e400",
      "0x",
      "NaN",
      "Infinity",
      "__proto__",
      "constructor",
      "9007199254740993",
      "~",
    ),
    fc.string(),
  ),
);

const anyText = fc
  .tuple(anyWorkload, fc.constantFrom(0, 1, 2), fc.array(anyDamage, { minLength: 1, maxLength: 3 }))
  .map(([document, indent, damages]) => {
    let source = JSON.stringify(document, null, indent);
    for (const [at, length, piece] of damages) {
      const start = at % (source.length + 1);
      source = source.slice(0, start) + piece + source.slice(start + length);
    }
    return source;
  });

describe("bad input", PATIENCE, () => {
  it.each(FORMATS)("in %s never does worse than be refused when a valid text is damaged", (format) => {
    fc.assert(
      fc.property(anyText, (source) => loadOrRefuse(source, format)),
      { numRuns: 200 },
    );
  });

  it("never does worse than be refused when the text is noise", () => {
    const anyNoise = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(
          fc.constantFrom(
            "- ",
            "a: ",
            "{",
            "[",
            "}",
            "]",
            "? ",
            "\n",
            "  ",
            "|",
            ">",
            "'",
            '"',
            "&x",
            "*x",
            "%YAML 1.1\n",
            "---\n",
            "...\n",
            "#",
            "1",
            "!!map",
            "<<: *x\n",
          ),
          { maxLength: 40 },
        )
        .map((parts) => parts.join("")),
      fc.json(),
    );
    fc.assert(
      fc.property(anyNoise, fc.constantFrom(...FORMATS, undefined), (noise, format) => loadOrRefuse(noise, format)),
      { numRuns: 600 },
    );
  });

  it("never does worse than be refused when it is an object of any kind", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(fc.property(fc.object(), (document) => loadOrRefuse(document)));
    fc.assert(
      fc.property(anything, (tasks) =>
        loadOrRefuse({ tasks: [{ program: [tasks] }, tasks], machine: tasks, channels: tasks }),
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['{"name": "\\', '"{" is never closed; the JSON5 text ends too soon'],
    ["'\\", "not valid JSON5: unexpected end of the text"],
    ['"\\u', "not valid JSON5: unexpected character"],
    ["{a: 'x' /*", '"{" is never closed'],
    ["{a: 1 //", '"{" is never closed'],
    ["{a\\", '"{" is never closed'],
    ["{a: \u0007}", 'not valid JSON5: unexpected character "\\u0007"'],
    ["{a: b}", 'not valid JSON5: unexpected word "b"'],
  ])("that ends in the middle of something is refused: %j", (source, message) => {
    expect(messageOf(source, { format: "json5" })).toContain(message);
  });

  it("never makes a message that a terminal would obey", () => {
    const clearScreen = "\u001b[2J";
    for (const [source, format] of [
      [`a: |${clearScreen}`, "yaml"],
      [`a: >${clearScreen}`, "yaml"],
      [`{"${clearScreen}": 1}`, "yaml"],
      [`{"a": ${clearScreen}}`, "json"],
      [`{${clearScreen}: 1}`, "json5"],
      [`{"tasks": "\\u001b[2J", "\\u001b": 1}`, "json"],
    ] as const) {
      const message = messageOf(source, { format });
      expect(message).not.toContain("\u001b");
      expect(message).toContain("\\u001b");
    }
  });

  it("cannot reach the prototypes of our own tables", () => {
    for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const source = `{"tasks": [{"${key}": 1, "program": [{"${key}": 1}, "${key}", {"run": {"${key}": 1}}]}]}`;
      for (const format of FORMATS) {
        expect(problemsOf(source, { format }).map((problem) => problem.message)).toEqual([
          `unknown key "${key}" in a task`,
          `unknown operation "${key}"`,
          `unknown operation "${key}"`,
          `unknown distribution "${key}"`,
        ]);
      }
    }
    const workload = loadWorkload(
      '{"tasks": [{"name": "__proto__", "program": [{"recv": "__proto__"}, {"send": "__proto__"}, {"mark": "__proto__"}]}]}',
    );
    expect(compileWorkload(workload)).toMatchObject({ objects: [{ name: "__proto__" }], marks: ["__proto__"] });
  });
});

describe("nesting", PATIENCE, () => {
  it.each([
    ["json", "[", "256 levels of brackets"],
    ["json", '{"a":', "256 levels of brackets"],
    ["json5", "{a:[", "256 levels of brackets"],
    ["yaml", "[", "256 levels of lists and mappings"],
    ["yaml", "{a: ", "256 levels of lists and mappings"],
    ["yaml", "- ", "256 levels of lists and mappings"],
    ["yaml", "? ", "256 levels of lists and mappings"],
    ["yaml", "&a [", "256 levels of lists and mappings"],
  ] as const)("of a hundred thousand levels is refused: %s %j", (format, piece, message) => {
    expect(messageOf(piece.repeat(100_000), { format })).toContain(`nested too deeply: at most ${message}`);
  });

  it("of plain objects is refused as well", () => {
    let nested: object = {};
    for (let level = 0; level < 100_000; level += 1) nested = { a: nested };
    expect(messageOf(nested)).toContain("nested too deeply: at most 256 levels");
  });

  it("that aliases build up is refused", () => {
    const lines = ["a0: &a0 [1]"];
    for (let level = 1; level < 400; level += 1) lines.push(`a${level}: &a${level} [*a${level - 1}]`);
    expect(messageOf(lines.join("\n"), { format: "yaml" })).toContain("nested too deeply");
  });

  it.each(["repeat", "fork"])("of %s is allowed 32 deep and refused beyond", (keyword) => {
    const document = (depth: number) => {
      let program: object[] = [{ run: 1 }];
      for (let level = 0; level < depth; level += 1) {
        program = [{ [keyword]: keyword === "repeat" ? { count: 2, program } : { loop: false, program } }];
      }
      return { tasks: [{ loop: false, program }] };
    };
    expect(compileWorkload(loadWorkload(document(32))).instructions.length).toBeGreaterThan(60);
    for (const format of FORMATS) loadWorkload(JSON.stringify(document(32)), { format });
    expect(messageOf(document(33))).toContain('"repeat" and "fork" are nested too deeply: at most 32 levels');
  });
});

describe("size", PATIENCE, () => {
  it("cannot be blown up by aliases", () => {
    const source = text`
      a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
      b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
      c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
      d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
      e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
      f: [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
    `;
    expect(messageOf(source, { format: "yaml" })).toContain("aliases and merges add more than 100000 values");
  });

  it("of a count does not become the size of a table", () => {
    const program = [
      { repeat: { count: 4294967295, program: [{ run: 1 }] } },
      { send: { to: "c", count: 4294967295 } },
    ];
    const image = compileWorkload(loadWorkload({ tasks: [{ count: 1_000_000, loop: 4294967295, program }] }));
    expect(image.instructions).toHaveLength(9);
    expect(image.documents).toHaveLength(1);
  });

  it("of numbers and texts does not matter", () => {
    const digits = "9".repeat(200_000);
    for (const run of [
      digits,
      `0.${digits}`,
      `"${digits}ms"`,
      `"${"x".repeat(200_000)}"`,
      "1e999999999",
      "1e-999999999",
    ]) {
      for (const format of FORMATS) {
        const message = messageOf(`{"tasks": [{"program": [{"run": ${run}}]}]}`, { format });
        expect(message.length).toBeLessThan(400);
      }
    }
  });

  it("of lists is no obstacle: a recorded trace of 20,000 values loads", () => {
    const sequence = Array.from({ length: 20_000 }, (_, index) => index + 1);
    for (const format of FORMATS) {
      const source = JSON.stringify({ tasks: [{ program: [{ run: { sequence } }] }] });
      const [distribution] = compileWorkload(loadWorkload(source, { format })).distributions;
      expect(distribution).toEqual({ kind: "sequence", valuesNs: sequence });
    }
  });
});

it("refuses a YAML text that would not fit into memory, where it becomes too much", PATIENCE, () => {
  const message = messageOf(`tasks:\n${"- 1\n".repeat(1_100_000)}`, { format: "yaml" });
  expect(message).toMatch(
    /^workload:\d+:1: error: too large for YAML: more than 4000000 words and marks; expected JSON/,
  );
});
