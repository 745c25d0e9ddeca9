/** What does an event or a tick of the standard case cost, for each scheduler, with the trace off, kept and read? */
import { type EngineModule, loadEngine, type SchedulerInfo, Simulation, type Workload } from "../../src/index.js";
import { type Contender, compete, type Figures, roundsOr, type Sample, timed } from "../harness/measure.js";
import { fixed, printTable, ratio, timeCells, timeColumns } from "../harness/table.js";
import { hogsAndSleepers } from "../harness/workloads.js";

/** What is done with the events: nothing; kept by the core and dropped by the host; or read, as objects. */
type Trace = "off" | "on" | "read";
const traces: readonly Trace[] = ["off", "on", "read"];

const SECONDS = 60;
const engine = await loadEngine();
const schedulers = engine.description.schedulers.map(({ info }) => info);

function workloadFor({ maxCpus, minHz, maxHz }: SchedulerInfo): Workload {
  return hogsAndSleepers({
    tasks: 1000,
    cpus: Math.min(8, maxCpus),
    hz: Math.min(Math.max(1000, minHz), maxHz),
    duration: `${SECONDS}s`,
    sleepNs: 100_000_000,
    hogsStartNs: 0,
  });
}

interface Run {
  readonly events: number;
  readonly ticks: number;
  readonly slices: number;
}

/** What each contender did; the same in every round. */
const runs = new Map<string, Run>();

function contender(scheduler: SchedulerInfo, workload: Workload, trace: Trace): Contender {
  const name = `${scheduler.id} ${trace}`;
  return {
    name,
    async sample() {
      const simulation = await Simulation.create(workload, {
        scheduler: scheduler.id,
        engine,
        trace: trace !== "off",
      });
      let read = 0;
      const onEvents = (events: readonly unknown[]) => {
        read += events.length;
      };
      let slices = 0;
      const sample = timed(() => {
        do slices++;
        while (!simulation.advanceSlice(workload.durationNs, trace === "read" ? onEvents : undefined));
        return 1;
      });
      const { traceEvents: events, cpus } = simulation.finalResult();
      if (trace === "read" && read !== events) throw new Error(`${name}: ${read} of ${events} events were read`);
      const run = { events, ticks: cpus.reduce((sum, { ticks }) => sum + ticks, 0), slices };
      runs.set(name, run);
      return { ...sample, units: run.events + run.ticks };
    },
  };
}

/** The host's loop alone: as many slices as the first scheduler's run took, each over at once, for as many units. */
async function emptySlices(module: EngineModule, { slices, events, ticks }: Run): Promise<Sample> {
  const workload = hogsAndSleepers({ tasks: 2, cpus: 1, hz: 1000, duration: "1ms", sleepNs: 1, hogsStartNs: 0 });
  const simulation = await Simulation.create(workload, { engine: module, trace: false });
  while (!simulation.advanceSlice(workload.durationNs)) {
    // To its end, after which a slice has nothing to do.
  }
  return timed(() => {
    for (let slice = 0; slice < slices; slice++) simulation.advanceSlice(workload.durationNs);
    return events + ticks;
  });
}

const contenders = schedulers.flatMap((scheduler) => {
  const workload = workloadFor(scheduler);
  return traces.map((trace) => contender(scheduler, workload, trace));
});
const first = contenders[0]!;
const empty: Contender = {
  name: "empty slices",
  sample: () => emptySlices(engine, runs.get(first.name) ?? { slices: 1, events: 1, ticks: 0 }),
};
const figures = await compete([...contenders, empty], roundsOr(7));

/** The same scheduler with the trace off. */
function without({ name }: Figures): Figures | undefined {
  return figures.find((other) => other.name === name.replace(/ (on|read)$/, " off"));
}

printTable({
  title: `Standard case: ns for an event or a tick (500 hogs, 500 sleepers of 1 ms and 100 ms, 8 CPUs, HZ 1000, ${SECONDS} s)`,
  columns: ["scheduler, trace", "events", "ticks", ...timeColumns, "million/s", "x off", "spread"],
  rows: figures.map((figure) => {
    const run = runs.get(figure.name);
    const off = without(figure);
    return [
      figure.name,
      run ? String(run.events) : "",
      run ? String(run.ticks) : "",
      ...timeCells(figure),
      fixed(1000 / figure.cpu.min),
      off && run ? ratio(figure, off) : "",
      figure.noise,
    ];
  }),
  notes: [
    "Events are lines of the trace, ticks those of all CPUs. on: the core keeps the events and the host drops them; read: the host",
    "makes an object of each. empty slices: the host's loop over the core that has nothing to do, for as many events and ticks.",
    "Targets: o1-2.6.12 at most 40 ns with the trace off, 1.10 times that with it on.",
  ],
});
