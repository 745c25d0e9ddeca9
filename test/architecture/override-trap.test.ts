/**
 * An `@unmanaged` class has no class id. Where one overrides a concrete method, AssemblyScript still makes a
 * stub named `…@override` that reads an id that is not there, and dispatches wrongly without a word. No
 * such stub may be in the engine; the debug text is read too, for the optimizer may rename or inline a stub.
 */
import { readFileSync } from "node:fs";
import * as asc from "assemblyscript/asc";
import { describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";

const stubsIn = (text: string) => [...new Set(text.match(/\$[^\s()]*@override\b/g))];

describe("the override trap", () => {
  test.each(["build/engine.wat", "build/engine.debug.wat", "build/probe.wat", "build/bitsearch.wat"])(
    "is nowhere in %s",
    (file) => {
      const text = readFileSync(inProject(file), "utf8");
      expect(text).toContain("(func ");
      expect(stubsIn(text)).toEqual([]);
    },
  );

  test.each([
    ["debug", ["--debug"]],
    ["release", ["-O3", "--noAssert", "--uncheckedBehavior", "always"]],
  ])("is seen in a %s build where a concrete method is overridden", async (_build, options) => {
    expect(stubsIn(await compile(withConcreteMethod, options))).not.toEqual([]);
  });

  test("is not seen where static types decide", async () => {
    expect(stubsIn(await compile(withStaticTypes, ["--debug"]))).toEqual([]);
  });
});

const withConcreteMethod = `
  @unmanaged class Base { field: i32; answer(): i32 { return 1; } }
  @unmanaged class Derived extends Base { answer(): i32 { return this.field; } }
  export function ask(address: usize): i32 { return changetype<Base>(address).answer(); }
  export function askDerived(address: usize): i32 { return changetype<Derived>(address).answer(); }
`;

const withStaticTypes = `
  @unmanaged abstract class Base { field: i32; abstract answer(): i32; }
  @unmanaged class Derived extends Base { answer(): i32 { return this.field; } }
  function askAny<T extends Base>(address: usize): i32 { return changetype<T>(address).answer(); }
  export function ask(address: usize): i32 { return askAny<Derived>(address); }
`;

/** The text format of one source, compiled in memory. */
async function compile(source: string, options: readonly string[]): Promise<string> {
  const texts = new Map<string, string | Uint8Array>();
  const { error, stderr } = await asc.main(["source.ts", "--runtime", "stub", "--textFile", "out.wat", ...options], {
    readFile: (name) => (name === "source.ts" ? source : null),
    writeFile: (name, contents) => void texts.set(name, contents),
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return String(texts.get("out.wat"));
}
