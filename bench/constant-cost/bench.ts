/**
 * Is O(1) constant? The operations of the priority array from ten tasks to a million, beside what Linux 2.4 did instead: a scan of
 * all tasks at every choice, and a recalculation of all when their ticks are used up. (assembly/bench-run-queues.ts)
 */
import { readFile } from "node:fs/promises";
import { type EngineModule, loadEngine, loadWorkload, Simulation } from "../../src/index.js";
import { type Contender, compete, type Figures, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable } from "../harness/table.js";
import { instantiateBuilt } from "../harness/wasm.js";

type Loop = (rounds: number) => number;

interface Loops {
  reset(family: number, version: number, cpus: number, hz: number, jiffyTimers: number, traceCapacity: number): number;
  fillRunQueue(count: number): number;
  queueNone(): void;
  queueAll(): void;
  openHogs(count: number): number;
  linkAll(): void;
  loopVisit: Loop;
  turnWithoutArray: Loop;
  turnEnqueue: Loop;
  turnDequeue: Loop;
  turnWhole: Loop;
  loopPick: Loop;
  loopGuest: Loop;
  loopSwitch: Loop;
  loopCount: Loop;
  loopScan: Loop;
  turnRecalculate: Loop;
  turnExhaust: Loop;
}

const sizes = [10, 100, 1000, 10_000, 100_000, 1_000_000];
const VANILLA = "vanilla-2.4.17";
const O1 = "o1-2.5.2";
/** Tasks, or rounds of a loop that does not look at all tasks, in a sample; more where a single turn is more. */
const OPERATIONS = 200_000;
/** In one call: the core is called in slices, as the machine is. */
const SLICE = 10_000;
const SECOND = 1_000_000_000;
/** A task's run before it yields, ns; and the switches of a sample, as far as vanilla can make so many scans. */
const RUN_NS = 1000;
const MACHINE_SWITCHES = 20_000;
const MACHINE_SCANS = 5_000_000;

const probe = await loadEngine(await readFile("build/probe.wasm"));

/** A loop, and what its times are divided by: rounds, or the tasks of its turns. */
function contender(name: string, loop: Loop, rounds: number, perRound: number): Contender {
  const slice = Math.max(1, Math.floor(SLICE / perRound));
  return {
    name,
    sample: () =>
      timed(() => {
        for (let done = 0; done < rounds; done += slice) loop(Math.min(slice, rounds - done));
        return rounds * perRound;
      }),
  };
}

/** `count` tasks in an instance of their own. */
async function arrayContenders(count: number): Promise<Contender[]> {
  const core = await instantiateBuilt<Loops>(probe.module);
  const { family, version } = schedulerOf(probe, O1);
  core.reset(family, version, 1, 1000, 0, 0);
  if (!core.fillRunQueue(count)) throw new Error(`no memory for ${count} tasks`);
  const turns = Math.ceil(OPERATIONS / count);
  const prepared = (prepare: () => void, { name, sample }: Contender): Contender => ({
    name,
    sample() {
      prepare();
      return sample();
    },
  });
  const onEmpty = (["turnWithoutArray", "turnEnqueue", "turnDequeue"] as const).map((name) =>
    prepared(core.queueNone, contender(name, core[name], turns, count)),
  );
  const onFull = (["loopPick", "loopGuest", "loopSwitch", "loopCount"] as const).map((name) =>
    prepared(core.queueAll, contender(name, core[name], OPERATIONS, 1)),
  );
  const visit = prepared(core.linkAll, contender("loopVisit", core.loopVisit, Math.max(OPERATIONS, count), 1));
  return [visit, ...onEmpty, ...onFull, prepared(core.queueAll, contender("turnWhole", core.turnWhole, turns, count))];
}

/** `count` equal hogs under vanilla, on one CPU. */
async function scanContenders(count: number): Promise<Contender[]> {
  const core = await instantiateBuilt<Loops>(probe.module);
  const { family, version } = schedulerOf(probe, VANILLA);
  const status = core.reset(family, version, 1, 1000, 0, 0) || core.openHogs(count);
  if (status) throw new Error(`no memory for ${count} tasks`);
  const rounds = Math.ceil((5 * OPERATIONS) / count);
  return [
    contender("loopScan", core.loopScan, rounds, count),
    contender("turnRecalculate", core.turnRecalculate, rounds, count),
    contender("turnExhaust", core.turnExhaust, rounds, count),
  ];
}

/** Goes on for `spanNs` of simulated time in each sample, which are so many `units`. */
function advancing(name: string, simulation: Simulation, spanNs: number, units: number): Contender {
  return {
    name,
    sample: () =>
      timed(() => {
        simulation.advance(simulation.timeNs + spanNs);
        return units;
      }),
  };
}

/** The whole machine: `count` tasks that run 1 µs and yield. */
async function yieldContender(scheduler: string, count: number): Promise<Contender> {
  const workload = loadWorkload({
    name: `${count} yielding tasks`,
    duration: "1000s",
    tasks: [{ name: "task", count, program: [{ run: RUN_NS }, "yield"] }],
  });
  const simulation = await Simulation.create(workload, { scheduler, engine: probe, trace: false });
  simulation.advance(0);
  const switches = scheduler === VANILLA ? Math.max(2, Math.ceil(MACHINE_SCANS / count)) : MACHINE_SWITCHES;
  const limited = Math.min(switches, MACHINE_SWITCHES);
  return advancing(scheduler, simulation, limited * RUN_NS, limited);
}

/**
 * Two hogs of nice 19 among `count` tasks, all others asleep. The hogs get three ticks each: a recalculation in every
 * six.
 */
async function sleeperContender(count: number): Promise<Contender> {
  const hogsStart = count * RUN_NS + SECOND;
  const workload = loadWorkload({
    name: `${count} sleeping tasks`,
    machine: { hz: 1000 },
    duration: "100000s",
    tasks: [
      // One after the other, so that they are never all runnable.
      { name: "sleeper", count: count - 2, start: { uniform: [0, count * RUN_NS] }, program: [{ sleep: "200000s" }] },
      { name: "hog", count: 2, nice: 19, start: hogsStart, program: [{ run: "1s" }] },
    ],
  });
  const simulation = await Simulation.create(workload, { scheduler: VANILLA, engine: probe, trace: false });
  simulation.advance(hogsStart);
  return advancing("sleepers", simulation, 12 * SECOND, 2000);
}

function schedulerOf({ description }: EngineModule, id: string): { family: number; version: number } {
  const found = description.schedulers.find(({ info }) => info.id === id);
  if (found === undefined) throw new Error(`no scheduler ${id}`);
  return found;
}

const contenders: Contender[] = [];
for (const count of sizes) {
  contenders.push(...(await arrayContenders(count)), ...(await scanContenders(count)));
  contenders.push(await yieldContender(O1, count), await yieldContender(VANILLA, count), await sleeperContender(count));
}
const figures = await compete(contenders, roundsOr(5));
const perSize = contenders.length / sizes.length;

/** The minima of a size, by the names of the contenders, and what follows from them. */
const costs = sizes.map((count, index) => {
  const of = (name: string) => {
    const found = figures.slice(index * perSize, (index + 1) * perSize).find((figure) => figure.name === name);
    return (found as Figures).cpu.min;
  };
  const scanPerTask = of("loopScan");
  const pick = of("loopPick") - of("loopGuest");
  return {
    visit: of("loopVisit"),
    enqueue: of("turnEnqueue") - of("turnWithoutArray"),
    dequeue: of("turnDequeue") - of("turnEnqueue"),
    pick,
    switch: (of("loopSwitch") - of("loopCount")) / 2,
    whole: of("turnWhole"),
    scan: scanPerTask * count,
    scanPerTask,
    scanRatio: (scanPerTask * count) / pick,
    // Without the second scan.
    recalculation: Math.max(of("turnRecalculate") - of("turnExhaust") - scanPerTask, 0) * count,
    o1Machine: of(O1),
    vanillaMachine: of(VANILLA),
    machineRatio: of(VANILLA) / of(O1),
    sleepers: of("sleepers"),
  };
});

/** Growth from the smallest size to the largest. */
function row(name: string, key: keyof (typeof costs)[number]): string[] {
  const values = costs.map((cost) => cost[key]);
  return [name, ...values.map(short), `x ${short(values.at(-1)! / values[0]!)}`];
}

/** With thousands apart. */
function short(value: number): string {
  return value < 10_000 ? fixed(value) : Math.round(value).toLocaleString("en-US");
}

const noisy = figures.filter(({ noise }) => !noise.startsWith("steady") && !noise.startsWith("some")).length;

printTable({
  title: "Constant cost: ns, by the number of tasks on the queue (one CPU)",
  columns: ["operation", ...sizes.map((size) => size.toLocaleString("en-US")), "growth"],
  rows: [
    row("from a task to another, no queue", "visit"),
    row("enqueue", "enqueue"),
    row("dequeue", "dequeue"),
    row("pick", "pick"),
    row("array switch", "switch"),
    row("all four, for each task", "whole"),
    row(`${VANILLA}: scan`, "scan"),
    row("  for each task", "scanPerTask"),
    row("  times the pick", "scanRatio"),
    row(`${VANILLA}: recalculation`, "recalculation"),
    row(`a run and a yield, ${O1}`, "o1Machine"),
    row(`a run and a yield, ${VANILLA}`, "vanillaMachine"),
    row("  times that of O(1)", "machineRatio"),
    row(`${VANILLA}: 6 ticks of 2 hogs, all others asleep`, "sleepers"),
  ],
  notes: [
    "Enqueue, dequeue, pick and switch are what they add to the same loop without them; the tasks' records lie in random order.",
    "First row: what memory costs by itself. All four: everybody is picked once, goes to the other array, and the arrays switch when all have gone;",
    "that is a visit of the task, and of its neighbour on the list.",
    "Scan: goodness() of equal tasks, the worst case. Recalculation: new ticks for all tasks, without the scans before and after it.",
    "Run and yield: the whole machine, per switch. Asleep: two switches and a recalculation, which every sleeping task makes up for when it wakes.",
    `Minima of the CPU time of ${figures[0]!.cpu.rounds} rounds; ${noisy} of ${figures.length} loops were noisy.`,
  ],
});
