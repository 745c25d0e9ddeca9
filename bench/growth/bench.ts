/** Does the cost of an event grow with the number of tasks by more than cache misses explain? */
import { loadEngine, Simulation } from "../../src/index.js";
import { type Contender, compete, type Figures, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable, ratio } from "../harness/table.js";
import { compileBuilt, instantiateBuilt } from "../harness/wasm.js";
import { hogsAndSleepers } from "../harness/workloads.js";

const sizes = [100, 1000, 10_000, 100_000];
const schedulers = ["o1-2.6.12", "o1-2.6.22"];
/** Whatever the number of tasks: 5 of 8 CPUs. */
const WAKEUPS_PER_SECOND = 5000;
const SECOND = 1_000_000_000;
/** The sleepers of the largest case have all run once by then, and count as interactive when the hogs come. */
const HOGS_START_S = 12;
const WARM_UP_S = 13;
const MEASURED_S = 20;
/** What happened in the seconds that are timed; the same in every round. */
interface Run {
  readonly ticks: number;
  readonly switches: number;
  readonly wakeups: number;
  readonly migrations: number;
  readonly events: number;
  readonly memoryBytes: number;
}

const runs = new Map<string, Run>();
const engine = await loadEngine();
const probe = await compileBuilt("probe");

interface Records {
  reset(family: number, version: number, cpus: number, hz: number, jiffyTimers: number, traceCapacity: number): number;
  fillRecords(count: number): void;
  visitRecords(rounds: number): number;
}

function counts(simulation: Simulation): Omit<Run, "memoryBytes"> {
  const { totals, traceEvents: events } = simulation.finalResult();
  const { ticks, contextSwitches: switches, wakeups, migrations } = totals;
  return { ticks, switches, wakeups, migrations, events };
}

function simulationOf(tasks: number, scheduler: string): Contender {
  const name = `${scheduler}, ${tasks} tasks`;
  const sleepNs = ((tasks >> 1) / WAKEUPS_PER_SECOND) * SECOND - 1_000_000;
  const workload = hogsAndSleepers({
    tasks,
    cpus: 8,
    hz: 1000,
    duration: `${WARM_UP_S + MEASURED_S}s`,
    sleepNs,
    hogsStartNs: HOGS_START_S * SECOND,
  });
  return {
    name,
    async sample() {
      const simulation = await Simulation.create(workload, { scheduler, engine, trace: false });
      simulation.advance(WARM_UP_S * SECOND);
      const before = counts(simulation);
      const sample = timed(() => {
        simulation.advance(workload.durationNs);
        return 1;
      });
      const after = counts(simulation);
      const run: Run = {
        ticks: after.ticks - before.ticks,
        switches: after.switches - before.switches,
        wakeups: after.wakeups - before.wakeups,
        migrations: after.migrations - before.migrations,
        events: after.events - before.events,
        memoryBytes: simulation.memoryBytes,
      };
      runs.set(name, run);
      simulation.dispose();
      return { ...sample, units: run.events + run.ticks };
    },
  };
}

const VISITS = 1_000_000;

/** The cost of memory itself: visits to so many records, in random order. */
async function visits(tasks: number): Promise<Contender> {
  const core = await instantiateBuilt<Records>(probe);
  core.reset(0, 0, 1, 1000, 0, 0);
  core.fillRecords(tasks);
  return {
    name: `visit one of ${tasks} records`,
    sample: () =>
      timed(() => {
        for (let done = 0; done < VISITS; done += 10_000) core.visitRecords(10_000);
        return VISITS;
      }),
  };
}

const groups: Contender[][] = [
  ...schedulers.map((scheduler) => sizes.map((tasks) => simulationOf(tasks, scheduler))),
  await Promise.all(sizes.map(visits)),
];
const figures = await compete(groups.flat(), roundsOr(5));
const visitFigures = figures.slice(-sizes.length);

/** Growth against the smallest case, and how many more cache misses in each event or tick would explain it. */
function growth(figure: Figures, index: number): string[] {
  const smallest = figures[index - (index % sizes.length)]!;
  const missing = visitFigures[index % sizes.length]!.cpu.min - visitFigures[0]!.cpu.min;
  const extra = figure.cpu.min - smallest.cpu.min;
  const sign = extra < 0 ? "-" : "+";
  const explained = runs.has(figure.name) && missing > 0 ? Math.max(extra / missing, 0).toFixed(2) : "";
  return [sign + fixed(Math.abs(extra)), ratio(figure, smallest), explained];
}

printTable({
  title: `Growth: ns for an event or a tick, ${MEASURED_S} simulated seconds on 8 CPUs, HZ 1000`,
  columns: [
    "tasks",
    "MB",
    "wakeups",
    "switches",
    "migrations",
    "events/tick",
    "CPU min",
    "CPU median",
    "wall min",
    "more",
    "x 100",
    "visits",
    "spread",
  ],
  rows: figures.map((figure, index) => {
    const run = runs.get(figure.name);
    const mix = run
      ? [
          fixed(run.memoryBytes / 1e6),
          String(run.wakeups),
          String(run.switches),
          String(run.migrations),
          (run.events / run.ticks).toFixed(2),
        ]
      : ["", "", "", "", ""];
    const times = [figure.cpu.min, figure.cpu.median, figure.wall.min].map(fixed);
    return [figure.name, ...mix, ...times, ...growth(figure, index), figure.noise];
  }),
  notes: [
    `The mix stays comparable: half of the tasks are hogs, and the sleepers' pauses grow with their number, so that there are ${WAKEUPS_PER_SECOND}`,
    "wake-ups a second of 1 ms each (5 of 8 CPUs), and 8000 ticks, in every case. The sleepers are there first and interactive by the",
    "time the hogs come; times are taken from one second after that.",
    "MB: all that the simulation uses. visit: three cache lines of a record, and on to another at random; it costs what memory costs.",
    "visits: how many such visits in each event or tick would explain what is more than with 100 tasks. An event (wake-up, switch)",
    "touches the records of one or two tasks and their neighbours in a list: up to 2 is what cache misses explain.",
  ],
});
