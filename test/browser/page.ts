/** Runs in the browser: what a page does with the library, for the test to look at. */
import * as library from "schedlab";
import * as embedded from "schedlab/embedded";

/** How often an engine was compiled, and how. */
const compiled = { streaming: 0, fromBytes: 0 };

for (const name of ["compileStreaming", "instantiateStreaming"] as const) count(name, "streaming");
for (const name of ["compile", "instantiate"] as const) count(name, "fromBytes");

function count(
  name: "compile" | "compileStreaming" | "instantiate" | "instantiateStreaming",
  how: keyof typeof compiled,
) {
  const original = WebAssembly[name] as (...args: unknown[]) => unknown;
  const counting = (...args: unknown[]) => {
    // Instantiating a compiled module compiles nothing.
    if (!(args[0] instanceof WebAssembly.Module)) compiled[how]++;
    return original.apply(WebAssembly, args);
  };
  Object.assign(WebAssembly, { [name]: counting });
}

const builds = { library, embedded };

export type Build = keyof typeof builds;
export type Options = Pick<library.SimulationOptions, "scheduler" | "long">;

export interface Run {
  readonly trace: string;
  /** The result as its JSON text. */
  readonly result: string;
}

async function run(build: Build, workload: object, options: Options): Promise<Run> {
  const { Simulation, formatEvent } = builds[build];
  const simulation = await Simulation.create(workload, options);
  try {
    let trace = "";
    for await (const event of simulation.trace()) trace += `${formatEvent(event)}\n`;
    return { trace, result: JSON.stringify(simulation.result()) };
  } finally {
    simulation.dispose();
  }
}

/** Advances, keeps a snapshot, runs on, goes back, and runs on again. */
async function runTwice(build: Build, workload: object, options: Options, atNs: number) {
  const simulation = await builds[build].Simulation.create(workload, options);
  try {
    simulation.advance(atNs);
    const snapshot = simulation.snapshot();
    simulation.advance(Number.MAX_SAFE_INTEGER);
    const first = simulation.result().traceDigest;
    simulation.restore(snapshot);
    simulation.advance(Number.MAX_SAFE_INTEGER);
    return [first, simulation.result().traceDigest];
  } finally {
    simulation.dispose();
  }
}

async function complaint(build: Build, workload: string): Promise<string> {
  try {
    builds[build].loadWorkload(workload, { file: "broken.json" });
    return "none";
  } catch (error) {
    return error instanceof builds[build].WorkloadError ? error.message : `not a WorkloadError: ${error}`;
  }
}

/** What an import makes of a text and of the same in gzip; undefined: they differ. */
async function imported(build: Build, text: string): Promise<string | undefined> {
  const { formatWorkload, importWorkload } = builds[build];
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const whole = JSON.stringify(await importWorkload(text));
  if (whole !== JSON.stringify(await importWorkload(bytes))) return undefined;
  return formatWorkload(JSON.parse(whole).document, "yaml");
}

/** The events of a recording that a page was given as a file, and what was found besides. */
async function readFile(build: Build, base64: string) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const recording = builds[build].readRecording(new Blob([bytes]));
  const events = [];
  for await (const batch of recording) events.push(...batch);
  const { kind, wrappings, lines, cpus, tasks } = recording.findings;
  return { events, findings: { kind, wrappings, lines, cpus, tasks } };
}

/** A run as a file for Perfetto and one for ftrace's friends, in base64; and why its first task waited. */
async function told(build: Build, workload: object) {
  const { Simulation, createSimulatedKernelTrace, createPerfettoWriter, createFtraceWriter } = builds[build];
  const simulation = await Simulation.create(workload, { trace: "detailed" });
  const { machine, durationNs } = simulation.workload;
  const run = {
    cpus: machine.cpus,
    marks: simulation.image.marks,
    taskName: (pid: number) => simulation.taskName(pid),
  };
  const record = createSimulatedKernelTrace(run);
  const perfetto = createPerfettoWriter({ cpus: run.cpus, name: "run", endNs: durationNs });
  const ftrace = createFtraceWriter(run);
  const pieces: number[] = [];
  let text = "";
  while (
    !simulation.advanceSlice(durationNs, (events) => {
      const recorded = record(events);
      pieces.push(...perfetto.encode(recorded));
      text += ftrace.write(recorded);
    })
  );
  pieces.push(...perfetto.end());
  const explanation = await builds[build].explainWorkload(workload, { task: "1" });
  return { perfetto: pieces, text: text + ftrace.end(), explanation: builds[build].explanationLines(explanation) };
}

const schedulerIds = async (build: Build) => (await builds[build].schedulers()).map(({ id }) => id);

export const pageFunctions = {
  run,
  runTwice,
  complaint,
  imported,
  readFile,
  told,
  schedulerIds,
  compiled: () => compiled,
};
Object.assign(globalThis, { schedlabPage: pageFunctions });
