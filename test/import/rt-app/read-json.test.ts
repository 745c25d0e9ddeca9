import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonNode } from "../../../src/import/rt-app/json-tree.js";
import { readLenientJson } from "../../../src/import/rt-app/read-json.js";
import { WorkloadError } from "../../../src/workload/index.js";

/** As plain values; objects as lists of pairs, so that order and duplicates show. */
function plain(node: JsonNode | null): unknown {
  switch (node?.kind) {
    case "object":
      return node.members.map(({ key, value }) => [key, plain(value)]);
    case "array":
      return node.items.map(plain);
    case "number":
      return Number(node.text);
    case "string":
    case "boolean":
      return node.value;
    default:
      return node === null ? "no value" : null;
  }
}

const read = (text: string) => plain(readLenientJson(text).root);

describe("what json-c accepts", () => {
  it.each<[text: string, value: unknown]>([
    [
      '{"run":1,"sleep":2,"run":3}',
      [
        ["run", 1],
        ["sleep", 2],
        ["run", 3],
      ],
    ],
    [
      '{"2":1,"10":2,"1":3}',
      [
        ["2", 1],
        ["10", 2],
        ["1", 3],
      ],
    ],
    ['{/* c */"run":1}', [["run", 1]]],
    ['{"run":1 // c\n}', [["run", 1]]],
    ['{/*x*/"a"/*y*/:/*z*/1/**/}', [["a", 1]]],
    ['{"a" /* two\nlines */ : 1}', [["a", 1]]],
    ['{"run":1,}', [["run", 1]]],
    ['{"cpus":[0,1,]}', [["cpus", [0, 1]]]],
    ["{'a\"b':'x\"y'}", [['a"b', 'x"y']]],
    [
      '{"a":True,"b":FALSE,"c":NULL}',
      [
        ["a", true],
        ["b", false],
        ["c", null],
      ],
    ],
    [
      '{"a":nan,"b":Infinity,"c":-Infinity}',
      [
        ["a", Number.NaN],
        ["b", Infinity],
        ["c", -Infinity],
      ],
    ],
    [
      '{"a":01,"b":-01,"c":1.,"d":1e3,"e":1E+2,"f":1e}',
      [
        ["a", 1],
        ["b", -1],
        ["c", 1],
        ["d", 1000],
        ["e", 100],
        ["f", 1],
      ],
    ],
    ['{"a":"x\ny\t"}', [["a", "x\ny\t"]]],
    ['{"a":"\\u00e9\\ud83d\\ude00\\ud800x\\/\\"\\b"}', [["a", '\u00e9\u{1f600}\ufffdx/"\b']]],
    ['{"":1}', [["", 1]]],
    ["5", 5],
    [`${"[".repeat(32)}${"]".repeat(32)}`, expect.anything()],
    [`${'{"a":'.repeat(31)}1${"}".repeat(31)}`, expect.anything()],
  ])("is accepted: %j", (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each(['{"run":1} xyz', "{} {}", "{}}", "{}\0x", "{} /* never ends", "[1] /"])(
    "is all in front of the end of the document: %j",
    (text) => {
      const { root, rest } = readLenientJson(text);
      expect(plain(root)).toEqual(read(text.slice(0, text.search(/[}\]]/) + 1)));
      expect(rest?.line).toBe(1);
    },
  );

  it.each(["{}", "{} // the end", "{}\n\n/* the end */\n"])("ends where it should: %j", (text) => {
    expect(readLenientJson(text).rest).toBeNull();
  });
});

describe("what rt-app's files have besides", () => {
  it("is a key without a value, as workgen takes it", () => {
    expect(read('{"suspend","run":5,"suspend"}')).toEqual([
      ["suspend", "no value"],
      ["run", 5],
      ["suspend", "no value"],
    ]);
  });

  it("is a byte order mark, and carriage returns", () => {
    const { root } = readLenientJson('\ufeff{\r\n\t"a" : 1,\r\n "b" : 2 }\r\n');
    expect(root.place).toEqual({ line: 1, column: 1 });
    expect(root.kind === "object" && root.members.map(({ key, place }) => [key, place.line, place.column])).toEqual([
      ["a", 2, 2],
      ["b", 3, 2],
    ]);
  });
});

describe("what json-c refuses", () => {
  it.each<[text: string, line: number, column: number, reason: string]>([
    ["", 1, 1, "the text is empty"],
    [" \n ", 2, 2, "the text is empty"],
    ["{run:1}", 1, 2, 'found "run"; expected a key in quotes or "}"'],
    ['{"a":{} "b":{}}', 1, 9, 'expected "," or "}"'],
    ['{"a":1\n"b":2}', 2, 1, 'expected "," or "}"'],
    ['{"run":1 # c\n}', 1, 10, 'found "#"'],
    ['{ # c\n"run":1}', 1, 3, "comments begin with //"],
    ["{,}", 1, 2, "expected a key"],
    ['{"a":1,,}', 1, 8, "expected a key"],
    ["[,]", 1, 2, "expected a value"],
    ["[1,,2]", 1, 4, "expected a value"],
    ['{"a" "b":1}', 1, 6, 'expected ":" and a value'],
    ['{"a":+1}', 1, 6, "expected a value"],
    ['{"a":.5}', 1, 6, "expected a value"],
    ['{"a":-}', 1, 6, "expected a value"],
    ['{"a":0x10}', 1, 6, 'found "0x10"'],
    ['{"a":1e5.2}', 1, 6, 'found "1e5.2"'],
    ['{"a":1-1}', 1, 6, 'found "1-1"'],
    ['{"a":None}', 1, 6, 'found "None"'],
    ['{"a":truex}', 1, 6, 'found "truex"'],
    ['{"a":__DURATION__}', 1, 6, "this is a template"],
    ['{"a":1\0}', 1, 6, 'found "1\\u0000"'],
    ['{"a":1\u000b}', 1, 7, 'expected "," or "}"'],
    ['{"a":"\\x"}', 1, 7, 'found "\\\\x" in a string'],
    ["{'a':'\\''}", 1, 7, "in a string"],
    ['{"a":"\\u00zz"}', 1, 7, "in a string"],
    ['{"a":1/2}', 1, 7, "expected a comment"],
    ['{"a":1 /* x', 1, 8, "never ends"],
    ['{"a":"x', 1, 6, "never ends"],
    ['{\n"a":[1', 2, 5, '"[" is never closed'],
    ['{"a":', 1, 1, '"{" is never closed'],
    ['{"a"', 1, 1, '"{" is never closed'],
    [`${"[".repeat(33)}`, 1, 33, "nested too deeply"],
    [`${'{"a":'.repeat(33)}`, 1, 161, "nested too deeply"],
  ])("is refused with its place: %j", (text, line, column, reason) => {
    let problem: unknown;
    try {
      readLenientJson(text, "a.json");
    } catch (error) {
      problem = error instanceof WorkloadError ? error.problems[0] : error;
    }
    expect(problem).toMatchObject({ severity: "error", file: "a.json", line, column });
    expect(`${JSON.stringify(problem)}`).toContain(JSON.stringify(reason).slice(1, -1));
  });
});

describe("any text at all", () => {
  /** Texts that are nearly JSON: valid ones, with pieces cut out and others put in. */
  const nearlyJson = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.array(
        fc.record({
          at: fc.double({ min: 0, max: 1, noNaN: true }),
          cut: fc.nat({ max: 5 }),
          put: fc.oneof(
            fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "'", "\\", "/*", "*/", "//", "\n", "\0", "suspend"),
            fc.string({ maxLength: 3, unit: "binary" }),
          ),
        }),
        { maxLength: 6 },
      ),
    )
    .map(([text, changes]) =>
      changes.reduce((changed, { at, cut, put }) => {
        const offset = Math.floor(at * changed.length);
        return changed.slice(0, offset) + put + changed.slice(offset + cut);
      }, text),
    );

  it("is read, or refused with a place that is in it", () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string({ unit: "binary" })), (text) => {
        try {
          readLenientJson(text);
        } catch (error) {
          if (!(error instanceof WorkloadError)) throw error;
          const { line = 0, column = 0 } = error.problems[0] ?? {};
          const lines = text.split("\n");
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("means what JSON means, where it is JSON", () => {
    const unordered = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(unordered);
      return typeof value === "object" && value !== null
        ? Object.entries(value).map(([key, item]) => [key, unordered(item)])
        : value;
    };
    // Keys that JavaScript would sort are left out here; see above.
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json);
        fc.pre(!/"\d+":/.test(text) && !/__proto__|\\ud[89a-f]/.test(text));
        expect(read(text)).toEqual(unordered(JSON.parse(text)));
      }),
    );
  });

  it("may be long", () => {
    const member = '"run" : 1000, /* µs */ "sleep" : [1, 2, { "a" : null }],\n';
    const { root } = readLenientJson(`{${member.repeat(20_000)}}`);
    expect(root.kind === "object" && root.members.length).toBe(40_000);
    expect(() => readLenientJson(`{${'"a":1,\n'.repeat(50_000)}`)).toThrow('"{" is never closed');
  });
});
