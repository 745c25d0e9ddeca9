/** What is published has the right shape and works for those who install it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { version } from "../../src/version.js";
import { type Packed, pack, packageJson, run } from "./packed.js";

let packed: Packed;
beforeAll(() => {
  packed = pack();
}, 60_000);
afterAll(() => packed?.remove());

/** Runs a module in the consumer's project and returns what it printed. */
function consume(source: string): string {
  writeFileSync(join(packed.consumer, "main.js"), source);
  return run(process.execPath, ["main.js"], packed.consumer).trim();
}

/** What a page loads at once that uses one thing of the library, without what comes later by `import()`. */
async function firstOfPage(used: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import { ${used} } from "schedlab"; console.log(${used});`, resolveDir: packed.consumer },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    tsconfigRaw: {},
    plugins: [
      {
        name: "later",
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : null)),
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}

const workload = {
  name: "two hogs",
  duration: "1s",
  tasks: [{ name: "hog", count: 2, program: [{ run: "10ms" }], loop: true }],
};

describe("the shape of the package", () => {
  test("has no fault that publint knows", async () => {
    const { messages } = await publint({ pkgDir: packed.installed, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  test("has types that every modern resolution finds", () => {
    const attw = inProject("node_modules/@arethetypeswrong/cli/dist/index.js");
    const notModules = [
      "engine.wasm",
      "bitsearch.wasm",
      "recorder.wasm",
      "result.schema.json",
      "bitsearch.schema.json",
      "package.json",
    ];
    const args = [attw, packed.tarball, "--profile", "esm-only", "--no-definitely-typed", "--exclude-entrypoints"];
    run(process.execPath, [...args, ...notModules], packed.consumer);
  });

  test("contains what is needed and nothing else", () => {
    for (const file of [
      "LICENSE",
      "README.md",
      "dist/THIRD-PARTY-LICENSES.txt",
      "dist/bitsearch.schema.json",
      "dist/bitsearch.wasm",
      "dist/cli.js",
      "dist/engine.wasm",
      "dist/index.browser.js",
      "dist/index.js",
      "dist/recorder.wasm",
      "dist/result.schema.json",
      "dist/schedlab.embedded.js",
      "dist/sweep-worker.browser.js",
      "dist/sweep-worker.js",
      "dist/types/index.d.ts",
    ]) {
      expect(packed.files).toContain(file);
    }
    const expected =
      /^(package\.json|README\.md|LICENSE|dist\/[^.][^/]*|dist\/types\/.+\.d\.ts|docs\/.+|examples\/(plans\/)?[^/]+)$/;
    expect(packed.files.filter((file) => !expected.test(file))).toEqual([]);
  });

  test("names no path of the machine that built it", () => {
    const bundles = packed.files.filter((file) => file.endsWith(".js") || file.endsWith(".wasm"));
    const naming = bundles.filter((file) =>
      readFileSync(join(packed.installed, file)).includes(inProject(".").replace(/[/.]+$/, "/")),
    );
    expect(naming).toEqual([]);
  });

  test("runs nothing when it is installed", () => {
    const scripts = Object.keys(packageJson.scripts);
    expect(scripts.filter((name) => ["preinstall", "install", "postinstall", "prepare"].includes(name))).toEqual([]);
  });

  test("has the version that the code tells", () => {
    expect(version).toBe(packageJson.version);
  });
});

describe("a project that installed the package", () => {
  test("simulates with the library, and with the embedded build just the same", () => {
    const digests = consume(`
      import * as library from "schedlab";
      import * as embedded from "schedlab/embedded";
      for (const { simulate } of [library, embedded]) {
        console.log((await simulate(${JSON.stringify(workload)})).traceDigest);
      }
    `).split("\n");
    expect(digests).toHaveLength(2);
    expect(digests[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(digests[1]).toBe(digests[0]);
  });

  test("can load the engine's wasm itself", () => {
    const exported = consume(`
      import { readFile } from "node:fs/promises";
      const url = import.meta.resolve("schedlab/engine.wasm");
      console.log(WebAssembly.Module.exports(await WebAssembly.compile(await readFile(new URL(url)))).length);
    `);
    expect(Number(exported)).toBeGreaterThan(5);
  });

  test("gets results that the shipped schema describes", () => {
    const { result, schema } = JSON.parse(
      consume(`
        import { simulate } from "schedlab";
        import { createRequire } from "node:module";
        const schema = createRequire(import.meta.url)("schedlab/result.schema.json");
        console.log(JSON.stringify({ schema, result: await simulate(${JSON.stringify(workload)}) }));
      `),
    );
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
    validate(result);
    expect(validate.errors).toBeNull();
    expect(validate({ ...result, seed: {} })).toBe(false);
  });

  test("has the command, and it runs a shipped example", () => {
    const cli = join(packed.installed, packageJson.bin.schedlab);
    expect(run(process.execPath, [cli, "--version"], packed.consumer).trim()).toBe(packageJson.version);
    const example = "node_modules/schedlab/examples/02-massive-intr.yaml";
    const result = JSON.parse(run(process.execPath, [cli, "run", example, "--format", "json"], packed.consumer));
    expect(result.totals.contextSwitches).toBeGreaterThan(0);
  });

  test("sweeps in two workers, as it does without", () => {
    const [inPlace, inWorkers] = consume(`
      import { sweep } from "schedlab";
      for (const workers of [0, 2]) {
        const points = [];
        const plan = { workload: ${JSON.stringify(workload)}, vary: { "tasks.hog.count": [1, 2, 3] }, seed: { count: 3 } };
        for await (const point of sweep(plan, { workers })) points.push(point);
        console.log(JSON.stringify(points));
      }
    `).split("\n");
    expect(JSON.parse(inPlace ?? "").length).toBe(9);
    expect(inWorkers).toBe(inPlace);
  });

  test("gets from a bundler no more of the library than it uses", async () => {
    expect((await firstOfPage("version")).length).toBeLessThan(1000);
    const simulating = await firstOfPage("simulate");
    expect(simulating.length).toBeLessThan(250_000);
    // Sweeps and the lab never come, what imports traces waits for the first text.
    for (const elsewhere of ["sweep-worker", "bitsearch.wasm", "PERFILE2"]) expect(simulating).not.toContain(elsewhere);
    expect(await firstOfPage("importWorkload")).toContain("PERFILE2");
  });

  test("compiles against the types, strictly and with the libraries checked", () => {
    writeFileSync(
      join(packed.consumer, "typed.ts"),
      `import { simulate, Simulation, loadWorkload, schedulers, type SimulationResult, type TraceEvent } from "schedlab";
       import { simulate as simulateEmbedded } from "schedlab/embedded";
       const result: SimulationResult = await simulate({}, { scheduler: "o1", cpus: 2 });
       const digest: string = result.traceDigest;
       const simulation = await Simulation.create(loadWorkload("{}"));
       const events: readonly TraceEvent[] = simulation.stepEvent();
       for (const event of events) if (event.kind === "switch") event.nextPriority.toFixed();
       const ids: string[] = (await schedulers()).map((scheduler) => scheduler.id);
       // @ts-expect-error cpus is a number
       await simulateEmbedded({}, { cpus: "many" });
       export { digest, ids };
      `,
    );
    const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.asynciterable"];
    const resolution = ["--module", "nodenext", "--types", "", "--exactOptionalPropertyTypes"];
    const tsc = inProject("node_modules/typescript/bin/tsc");
    run(process.execPath, [tsc, ...options, ...resolution, "typed.ts"], packed.consumer);
  });
});
