/**
 * What does an event or a tick cost under each scheduler with 100, 1,000 and 10,000 tasks, and what does the kernel's
 * own code take?
 */
import { loadEngine, type SchedulerInfo, Simulation, type Workload } from "../../src/index.js";
import { type Contender, compete, type Figures, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable } from "../harness/table.js";
import { hogsAndSleepers } from "../harness/workloads.js";

const sizes = [100, 1000, 10_000];
/** On each CPU, whatever the number of tasks; of 1 ms each. */
const WAKEUPS_PER_SECOND = 625;
const SECOND = 1_000_000_000;
/** All sleepers have run by then, and count as interactive where that is a notion. */
const HOGS_START_S = 17;
/** Not timed: the start of all tasks at once is another question. */
const WARM_UP_S = 18;
/** CPU seconds, so that the samples of schedulers that know one CPU are as long as those of others. */
const MEASURED_S = 240;

/** Whether runs and sleeps begin and end with ticks, or next to none of them does. */
type Instants = "on ticks" | "off ticks";
const instants: readonly Instants[] = ["on ticks", "off ticks"];

/**
 * ns for an event or a tick of the kernels' own code, with 1000 tasks on 8 CPUs, all of it on ticks: compiled natively behind the
 * driver that recorded the golden traces, on a machine of the same kind, at another time.
 */
const nativeNs: readonly (readonly [id: RegExp, ns: number])[] = [
  [/^o1-2\.6\./, 15],
  [/^cfs-2\.6\.24$/, 26],
  [/^nicksched-/, 30],
  [/^sd-/, 33],
  [/^bfs-/, 550],
  [/^staircase-v16$/, 63],
  [/^vanilla-2\.4\./, 610],
];

const engine = await loadEngine();
const schedulers = engine.description.schedulers.map(({ info }) => info);

function workloadFor({ maxCpus, minHz, maxHz }: SchedulerInfo, tasks: number, when: Instants): Workload {
  const cpus = Math.min(8, maxCpus);
  return hogsAndSleepers({
    tasks,
    cpus,
    hz: Math.min(Math.max(1000, minHz), maxHz),
    duration: `${WARM_UP_S + MEASURED_S / cpus}s`,
    sleepNs: ((tasks >> 1) / (WAKEUPS_PER_SECOND * cpus)) * SECOND - 1_000_000,
    hogsStartNs: HOGS_START_S * SECOND,
    onTicks: when === "on ticks",
  });
}

interface Done {
  readonly events: number;
  readonly ticks: number;
}

function countsOf(simulation: Simulation): Done {
  const { traceEvents: events, totals } = simulation.finalResult();
  return { events, ticks: totals.ticks };
}

/** Events for each tick, by contender; the same in every round. */
const eventsPerTick = new Map<string, number>();

function nameOf({ id }: SchedulerInfo, tasks: number, when: Instants): string {
  return `${id}, ${tasks} tasks, ${when}`;
}

function contender(scheduler: SchedulerInfo, tasks: number, when: Instants): Contender {
  const name = nameOf(scheduler, tasks, when);
  const workload = workloadFor(scheduler, tasks, when);
  return {
    name,
    async sample() {
      const simulation = await Simulation.create(workload, { scheduler: scheduler.id, engine, trace: false });
      simulation.advance(WARM_UP_S * SECOND);
      const before = countsOf(simulation);
      const sample = timed(() => {
        simulation.advance(workload.durationNs);
        return 1;
      });
      const after = countsOf(simulation);
      simulation.dispose();
      const events = after.events - before.events;
      const ticks = after.ticks - before.ticks;
      eventsPerTick.set(name, events / ticks);
      return { ...sample, units: events + ticks };
    },
  };
}

const contenders = schedulers.flatMap((scheduler) =>
  instants.flatMap((when) => sizes.map((tasks) => contender(scheduler, tasks, when))),
);
const figures = new Map((await compete(contenders, roundsOr(5))).map((figure) => [figure.name, figure]));

function figureOf(scheduler: SchedulerInfo, tasks: number, when: Instants): Figures {
  return figures.get(nameOf(scheduler, tasks, when))!;
}

/** The minimum for each size, how it grows, and how far the minima can be trusted. */
function row(scheduler: SchedulerInfo, when: Instants): string[] {
  const [small, middle, large] = sizes.map((tasks) => figureOf(scheduler, tasks, when));
  const native = when === "on ticks" ? nativeNs.find(([id]) => id.test(scheduler.id))?.[1] : undefined;
  return [
    `${scheduler.id}${scheduler.maxCpus < 8 ? ` (${scheduler.maxCpus} CPU)` : ""}, ${when}`,
    eventsPerTick.get(middle!.name)!.toFixed(2),
    ...[small!, middle!, large!].map(({ cpu }) => fixed(cpu.min)),
    ...[small!, middle!, large!].map(({ cpu }) => fixed(cpu.median)),
    (large!.cpu.min / small!.cpu.min).toFixed(1),
    native === undefined ? "" : String(native),
    native === undefined ? "" : (middle!.cpu.min / native).toFixed(2),
    middle!.noise,
  ];
}

printTable({
  title: `Every scheduler: ns for an event or a tick (half hogs, half sleepers, 8 CPUs, ${MEASURED_S} CPU seconds, trace off)`,
  columns: [
    "scheduler",
    "events/tick",
    ...sizes.map((tasks) => `${tasks} min`),
    ...sizes.map((tasks) => `${tasks} median`),
    "growth",
    "native",
    "x native",
    "spread (1000)",
  ],
  rows: instants.flatMap((when) => schedulers.map((scheduler) => row(scheduler, when))),
  notes: [
    "CPU time. on ticks: every run and sleep begins and ends with a tick; off ticks: next to none does. growth: 10,000 tasks to 100.",
    "native: the kernel's own code with 1000 tasks, all on ticks, taken at another time on a machine of this kind (README): a hint.",
    "vanilla and BFS look at every queued task in each choice, as the originals did, and hamq at those of one CPU.",
  ],
});
