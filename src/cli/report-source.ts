/** What a report is about: a recording that is read from a file, or a workload that is simulated on the way. */
import { openSource } from "../import/source.js";
import { createSimulatedRecording } from "../recording/from-simulation.js";
import { CpuLanes, type RecordedEvent, type RecordingFindings, readRecording } from "../recording/index.js";
import type { SimulationResult } from "../result/index.js";
import { Simulation, type SimulationOptions } from "../simulation.js";
import { formatProblem, type Workload } from "../workload/index.js";
import { loadOpenedWorkload } from "./load-workload.js";
import { writeErr } from "./process-life.js";
import type { Progress } from "./progress.js";
import { formatExactCount, formatShare, plural } from "./quantities.js";
import type { RereadableInput } from "./recorded-file.js";
import type { SimulationChoice } from "./run-options.js";
import { chooseSimulations, simulationOptions } from "./simulations.js";

export interface ReportSource {
  /** As messages and headings name it. */
  readonly file: string;
  /** Id of the scheduler that is simulated; null for a recording. */
  readonly scheduler: string | null;
  /** CPUs of the machine: of a recording the highest that it names, for which it is read once more. */
  cpuCount(): Promise<number>;
  /** All events, in the order of time. */
  events(): AsyncIterable<readonly RecordedEvent[]>;
}

export interface SimulatedSource extends ReportSource {
  readonly scheduler: string;
  /** Of the run, once all its events have been read. */
  result(): SimulationResult;
}

export interface SourceOptions {
  readonly choice: SimulationChoice;
  readonly progress: Progress;
  readonly quiet: boolean;
}

/** One for each scheduler. Throws SchedlabError where the file is no workload, or none that they can run. */
export async function simulatedSources(
  input: RereadableInput,
  { choice, progress, quiet }: SourceOptions,
): Promise<readonly SimulatedSource[]> {
  const opened = await openSource(input.open(), input.name);
  const workload = await loadOpenedWorkload(opened, input.name, choice.overrides, progress);
  const { chosen, note } = await chooseSimulations(workload, choice);
  if (!quiet) {
    for (const warning of workload.warnings) writeErr(`schedlab: ${formatProblem(warning)}\n`);
    if (note !== null) writeErr(`schedlab: ${note}\n`);
  }
  return chosen.map((scheduler) => simulate(input.name, workload, simulationOptions(scheduler, choice), scheduler.id));

  function simulate(file: string, of: Workload, options: SimulationOptions, scheduler: string): SimulatedSource {
    let simulation: Simulation | undefined;
    return {
      file,
      scheduler,
      cpuCount: async () => of.machine.cpus,
      result() {
        if (simulation === undefined) throw new Error("the simulation has not run yet");
        return simulation.finalResult();
      },
      async *events() {
        simulation = await Simulation.create(of, { ...options, trace: "detailed" });
        yield* eventsOf(simulation, progress);
      },
    };
  }
}

/** Milliseconds after which Ctrl-C and the progress line have their turn. */
const turnMs = 50;

async function* eventsOf(simulation: Simulation, progress: Progress): AsyncGenerator<readonly RecordedEvent[]> {
  const { workload, image, scheduler } = simulation;
  const { durationNs } = workload;
  const taskName = (pid: number) => simulation.taskName(pid);
  const record = createSimulatedRecording({ cpus: workload.machine.cpus, taskName, marks: image.marks });
  let batch: RecordedEvent[] = [];
  let turn = performance.now();
  for (let reached = false; !reached; ) {
    reached = simulation.advanceSlice(durationNs, (events) => {
      for (const event of events) batch.push(record(event));
    });
    yield batch;
    batch = [];
    if (performance.now() - turn < turnMs) continue;
    progress.show(`${scheduler.id}  ${formatShare(simulation.timeNs / durationNs)} of ${workload.name}`);
    await new Promise((resolve) => setImmediate(resolve));
    turn = performance.now();
  }
  progress.clear();
}

/** The recording in a file. What is wrong with it is told once it has been read. */
export function recordingSource(
  input: RereadableInput,
  { progress, quiet }: Omit<SourceOptions, "choice">,
): ReportSource {
  const file = input.name;
  /** Returns the number of CPUs. */
  async function* read(tell: boolean): AsyncGenerator<readonly RecordedEvent[], number> {
    const { pieces } = await openSource(input.open(), file);
    const recording = readRecording(pieces, { file });
    const lanes = new CpuLanes();
    for await (const events of recording) {
      progress.show(`reading ${file}  ${(recording.findings.bytesRead / 1e6).toFixed(0)} MB`);
      yield events.map((event) => lanes.place(event));
    }
    progress.clear();
    if (tell && !quiet) {
      if (lanes.inferred > 0) {
        const what = `${plural(lanes.inferred, "event")} without a CPU`;
        writeErr(
          `schedlab: ${file}: ${what}: inferred from who leaves and who comes, ${plural(lanes.cpus, "CPU")} in all\n`,
        );
      }
      tellFindings(file, recording.findings);
    }
    return Math.max(lanes.cpus, ...recording.findings.cpus.map((cpu) => cpu + 1));
  }
  return {
    file,
    scheduler: null,
    events: () => read(true),
    async cpuCount() {
      const events = read(false);
      for (;;) {
        const { done, value } = await events.next();
        if (done === true) return value;
      }
    },
  };
}

/** What makes figures of a recording doubtful, a line each. */
function tellFindings(file: string, { chainBreaks, lost, skipped, truncated }: RecordingFindings): void {
  const tell = (text: string) => writeErr(`schedlab: ${file}: ${text}\n`);
  if (chainBreaks !== null) {
    const { count, place } = chainBreaks;
    const breaks = `${plural(count, "switch").replace(/switchs$/, "switches")} from another task than the last one went to`;
    tell(
      `${breaks} (first: ${place.unit} ${place.number}): the recording is not complete, and times there are not exact`,
    );
  }
  if (lost.events > 0 || lost.unknown > 0) {
    tell(`the recorder lost ${lost.events > 0 ? plural(lost.events, "event") : "events"}`);
  }
  for (const [reason, { count, place, example }] of skipped) {
    tell(`skipped ${formatExactCount(count)}: ${reason} (first: ${place.unit} ${place.number}: ${example})`);
  }
  if (truncated !== null) tell(`ends in the middle of a record (${truncated.place.unit} ${truncated.place.number})`);
}
