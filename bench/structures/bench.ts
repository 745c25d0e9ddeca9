/** What do the structures of the core cost, each beside the same loop without it? (assembly/bench-loops.ts) */
import { type Contender, compete, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable, ratio, timeCells, timeColumns } from "../harness/table.js";
import { compileBuilt, instantiateBuilt } from "../harness/wasm.js";

type Loop = (rounds: number, argument: number) => number;

interface Loops {
  reset(family: number, version: number, cpus: number, hz: number, jiffyTimers: number, traceCapacity: number): number;
  fillHeap(count: number): void;
  fillTimers(count: number): void;
  fillDeadlines(cpus: number): void;
  fillQueue(count: number): void;
  fillArrays(): void;
  fillHistogram(): void;
  loopHeap: Loop;
  loopTimers: Loop;
  loopDeadlines: Loop;
  loopSpans: Loop;
  loopQueue: Loop;
  loopRecords: Loop;
  loopFirst: Loop;
  loopArrays: Loop;
  loopHistogram: Loop;
  loopLatencies: Loop;
}

interface Case {
  readonly name: string;
  readonly fill: (core: Loops) => void;
  readonly loop: keyof Loops & `loop${string}`;
  readonly empty: keyof Loops & `loop${string}`;
  readonly argument?: number;
}

/** 1000 tasks on 8 CPUs, to a power of two. */
const QUEUED = 128;

const cases: readonly Case[] = [
  ...[64, 1000, 10_000].map(
    (count): Case => ({
      name: `heap, ${count} entries: pop and push`,
      fill: (core) => core.fillHeap(count),
      loop: "loopHeap",
      empty: "loopSpans",
    }),
  ),
  ...[64, 1000, 10_000].map(
    (count): Case => ({
      name: `timers, ${count} asleep: expire and arm`,
      fill: (core) => core.fillTimers(count),
      loop: "loopTimers",
      empty: "loopSpans",
    }),
  ),
  ...[8, 64].map(
    (cpus): Case => ({
      name: `run ends, ${cpus} CPUs: take the first, set another`,
      fill: (core) => core.fillDeadlines(cpus),
      loop: "loopDeadlines",
      empty: "loopSpans",
    }),
  ),
  {
    name: `priority array, ${QUEUED} queued: dequeue and enqueue`,
    fill: (core) => core.fillQueue(QUEUED),
    loop: "loopQueue",
    empty: "loopRecords",
    argument: QUEUED,
  },
  {
    name: "priority array, 64 of them: first",
    fill: (core) => core.fillArrays(),
    loop: "loopFirst",
    empty: "loopArrays",
  },
  {
    name: "histogram: add",
    fill: (core) => core.fillHistogram(),
    loop: "loopHistogram",
    empty: "loopLatencies",
  },
];

const SLICES = 40;
const SLICE_ROUNDS = 10_000;

const module = await compileBuilt("probe");

/** A structure and its empty twin, on an instance of their own. */
async function pair({ name, fill, loop, empty, argument = 0 }: Case): Promise<Contender[]> {
  const core = await instantiateBuilt<Loops>(module);
  core.reset(0, 0, 1, 1000, 0, 0);
  fill(core);
  const run = (which: Loop) => () => {
    // In slices, like the machine: one long call into cold code would stay in V8's baseline code.
    for (let slice = 0; slice < SLICES; slice++) which(SLICE_ROUNDS, argument);
    return SLICES * SLICE_ROUNDS;
  };
  return [
    { name, sample: () => timed(run(core[loop])) },
    { name: "  the loop without it", sample: () => timed(run(core[empty])) },
  ];
}

const contenders = (await Promise.all(cases.map(pair))).flat();
const figures = await compete(contenders, roundsOr(9));

printTable({
  title: "Structures: ns for one round of the loop",
  columns: ["structure", ...timeColumns, "over empty", "x empty", "spread"],
  rows: figures.map((figure, index) => {
    const empty = figures[index | 1]!;
    const difference = index % 2 === 0 ? [fixed(figure.cpu.min - empty.cpu.min), ratio(figure, empty)] : ["", ""];
    return [figure.name, ...timeCells(figure), ...difference, figure.noise];
  }),
  notes: [
    "Heap and timers: the first one goes off and is armed anew 50 … 450 ms later. Heap: one heap for all sleepers; timers: the",
    "wheel of the machine with its small heap.",
  ],
});
