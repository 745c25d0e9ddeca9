/** What does it take from the bytes of a trace to the first instant of its simulation, and from the workload's file? */
import {
  compileWorkload,
  formatWorkload,
  type Imported,
  importWorkload,
  loadWorkload,
  RecordingReader,
  Simulation,
} from "../../src/index.js";
import { type Contender, compete, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable } from "../harness/table.js";
import { trace } from "../import/traces.js";

const LENGTH = 33e6;
const pieces = [...trace("ftrace, scheduler only", LENGTH)];
const imported = await importWorkload(bytesOf(pieces));
const yaml = formatWorkload(imported.document, "yaml");
const json = formatWorkload(imported.document, "json");
const workload = loadWorkload(imported.document);
const slices = (imported.recorded?.tasks ?? []).reduce((sum, { slices: { count } }) => sum + count, 0);

async function* bytesOf(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* list;
}

/** One unit is the whole; times are those of one run. */
function stage(name: string, run: () => unknown): Contender {
  return {
    name,
    sample: () =>
      timed(() => {
        run();
        return 1;
      }),
  };
}

/** The same for what cannot be done at once. */
function slowStage(name: string, run: () => Promise<unknown>): Contender {
  return {
    name,
    async sample() {
      globalThis.gc?.();
      const cpu = process.cpuUsage();
      const wall = process.hrtime.bigint();
      await run();
      const wallNs = Number(process.hrtime.bigint() - wall);
      const { user, system } = process.cpuUsage(cpu);
      return { units: 1, wallNs, cpuNs: (user + system) * 1000 };
    },
  };
}

const contenders = [
  stage("read the trace, drop the events", () => {
    const reader = new RecordingReader();
    for (const piece of pieces) reader.push(piece);
    return reader.end();
  }),
  slowStage("import it: read, convert, make the document", (): Promise<Imported> => importWorkload(bytesOf(pieces))),
  stage("load the document", () => loadWorkload(imported.document)),
  stage("load it from YAML", () => loadWorkload(yaml, { format: "yaml" })),
  stage("load it from JSON", () => loadWorkload(json, { format: "json" })),
  stage("compile the workload", () => compileWorkload(workload)),
  slowStage("create the simulation, compiling included", async () => {
    (await Simulation.create(workload, { scheduler: "o1-2.6.22", trace: false })).dispose();
  }),
];
const figures = await compete(contenders, roundsOr(5));
const [reading] = figures;

printTable({
  title: `Conversion: ms for a trace of ${fixed(LENGTH / 1e6)} MB, ${slices} slices`,
  columns: ["stage", "CPU min", "CPU median", "wall min", "x reading", "spread"],
  rows: figures.map((figure) => [
    figure.name,
    fixed(figure.cpu.min / 1e6),
    fixed(figure.cpu.median / 1e6),
    fixed(figure.wall.min / 1e6),
    fixed(figure.cpu.min / (reading?.cpu.min ?? 1)),
    figure.noise,
  ]),
  notes: [`The workload has ${fixed(yaml.length / 1e6)} MB as YAML, ${fixed(json.length / 1e6)} MB as JSON.`],
});
