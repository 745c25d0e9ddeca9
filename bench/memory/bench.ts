/** How much memory does a task take in the engine, and a million of them in the process? */
import { spawnSync } from "node:child_process";
import { roundsOr, spreadOf } from "../harness/measure.js";
import { fixed, printTable } from "../harness/table.js";

interface Case {
  readonly tasks: number;
  readonly own: boolean;
}

interface Report {
  readonly openedBytes: number;
  readonly usedBytes: number;
  readonly peakRssBytes: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The first one shows what everything takes without tasks worth mentioning. */
const cases: readonly Case[] = [
  { tasks: 2, own: false },
  ...[1000, 100_000, 1_000_000].flatMap((tasks) => [
    { tasks, own: false },
    { tasks, own: true },
  ]),
];

function run({ tasks, own }: Case): Report {
  const args = ["build/bench/memory-child.mjs", String(tasks), String(own ? tasks : 0)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${tasks} tasks: ${stderr}`);
  return JSON.parse(stdout);
}

const reports = cases.map((): Report[] => []);
for (let round = 0; round < roundsOr(3); round++) {
  cases.forEach((each, index) => {
    reports[index]!.push(run(each));
  });
}
const basePeak = peakOf(0);

/** Bytes, the median of the rounds. */
function peakOf(index: number): number {
  return spreadOf(reports[index]!.map(({ peakRssBytes }) => peakRssBytes)).median;
}

printTable({
  title:
    "Memory: half hogs, half sleepers of 1 ms and 100 ms, o1, 8 CPUs, one simulated second, each in a process of its own",
  columns: [
    "tasks",
    "engine MB",
    "bytes/task at start",
    "after 1 s",
    "peak RSS MB",
    "over first MB",
    "CPU ms min",
    "wall ms min",
    "histograms",
  ],
  rows: cases.map(({ tasks, own }, index) => {
    const all = reports[index]!;
    const { openedBytes, usedBytes } = all[0]!;
    return [
      String(tasks),
      fixed(usedBytes / 1e6),
      index === 0 ? "" : fixed(openedBytes / tasks),
      index === 0 ? "" : fixed(usedBytes / tasks),
      fixed(peakOf(index) / 1e6),
      index === 0 ? "" : fixed((peakOf(index) - basePeak) / 1e6),
      fixed(spreadOf(all.map(({ cpuMs }) => cpuMs)).min),
      fixed(spreadOf(all.map(({ wallMs }) => wallMs)).min),
      own ? "of their own" : "shared",
    ];
  }),
  notes: [
    "Bytes per task are all that the engine uses, divided: with few tasks, the runqueues, the timer wheel and the program itself count. Tasks come",
    "in segments of 1024, one even for the first line. A task's own histograms come into being with its first waits, so a task that has not run",
    "has none; they grow with the time simulated, up to the orders of magnitude of its waits.",
    "Targets: at most 400 bytes per task in the engine; 1000000 tasks for one simulated second under 1 GB of peak RSS.",
  ],
});
