import { defineConfig } from "vitest/config";

/**
 * The tests by what must be built before them; each project is a stage of `npm test` (scripts/test.mjs).
 * A project's setup runs once, and only if one of its files is to run.
 */
const needsEngine = ["test/setup/engine.ts"];
const needsPackage = ["test/setup/package.ts"];

const projects: { name: string; folders: string[]; globalSetup: string[]; testTimeout?: number }[] = [
  {
    name: "host",
    folders: ["workload", "result", "trace", "recording", "import"],
    globalSetup: [],
    testTimeout: 30_000,
  },
  { name: "golden", folders: ["golden"], globalSetup: needsEngine, testTimeout: 120_000 },
  { name: "cli", folders: ["cli"], globalSetup: needsPackage, testTimeout: 60_000 },
  { name: "browser", folders: ["browser"], globalSetup: needsPackage, testTimeout: 60_000 },
  { name: "package", folders: ["package"], globalSetup: needsPackage, testTimeout: 60_000 },
];

/** Everything else, above all the core and the rules that its sources keep. */
const engine = {
  name: "engine",
  globalSetup: needsEngine,
  include: ["test/**/*.test.ts"],
  exclude: projects.flatMap(({ folders }) => folders.map((folder) => `test/${folder}/**`)),
  testTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      { test: engine },
      ...projects.map(({ folders, ...rest }) => ({
        test: { ...rest, include: folders.map((folder) => `test/${folder}/**/*.test.ts`) },
      })),
    ],
  },
});
