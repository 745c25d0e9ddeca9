/** How fast is the whole machine beside programs that play one simple O(1) model and nothing else? (bench/README.md) */
import { type Contender, compete, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable, ratio, timeCells, timeColumns } from "../harness/table.js";
import { compileBuilt, instantiateBuilt } from "../harness/wasm.js";
import { type Counts, eventsOf } from "./counts.js";
import { prepareEveryday } from "./everyday.mjs";
import { buildNative } from "./native.js";
import { prepareTyped } from "./typed.mjs";

/** assembly/bench.ts */
interface PeerMachine {
  openPeers(tasks: number, mixed: number): number;
  advancePeers(endNs: number, limit: number): number;
  switches(): number;
  wakeups(): number;
  blocks(): number;
  expiries(): number;
  preemptions(): number;
  digest(): number;
}

const SECONDS = 60;
const TASKS = 1000;
/** Instants in one call, as the host does it. */
const SLICE = 4096;
const REACHED = 0;
const PAUSED = 1;

const module = await compileBuilt("bench");
const native = buildNative();

function play(core: PeerMachine): Counts {
  let status: number;
  do status = core.advancePeers(SECONDS * 1e9, SLICE);
  while (status === PAUSED);
  if (status !== REACHED) throw new Error(`the machine stopped with status ${status}`);
  const [switches, wakeups, blocks] = [core.switches(), core.wakeups(), core.blocks()];
  const [expiries, preemptions, digest] = [core.expiries(), core.preemptions(), core.digest() >>> 0];
  return { switches, wakeups, blocks, expiries, preemptions, digest };
}

/** One case (S1, S2), all players. What they count is compared in every round. */
function players(mixed: boolean): Contender[] {
  let agreed: string | undefined;
  const check = (name: string, counts: Counts): number => {
    const { switches, wakeups, blocks, expiries, preemptions, digest } = counts;
    const told = JSON.stringify({ switches, wakeups, blocks, expiries, preemptions, digest });
    agreed ??= told;
    if (told !== agreed) throw new Error(`${name} plays another model:\n${told}\ninstead of\n${agreed}`);
    return eventsOf(counts);
  };
  const inProcess = (name: string, prepare: () => () => Counts | Promise<() => Counts>): Contender => ({
    name,
    async sample() {
      const run = (await prepare()) as () => Counts;
      return timed(() => check(name, run()));
    },
  });
  const label = mixed ? "S2" : "S1";
  const machine: Contender = {
    name: `${label} schedlab's machine`,
    async sample() {
      const core = await instantiateBuilt<PeerMachine>(module);
      if (core.openPeers(TASKS, mixed ? 1 : 0) !== REACHED) throw new Error("the machine did not open");
      return timed(() => check("schedlab's machine", play(core)));
    },
  };
  const cpp: Contender[] = native
    ? [
        {
          name: `${label} C++`,
          sample() {
            const { counts, wallNs, cpuNs } = native(SECONDS, TASKS, mixed);
            return { units: check("C++", counts), wallNs, cpuNs };
          },
        },
      ]
    : [];
  return [
    ...cpp,
    machine,
    inProcess(`${label} typed JavaScript`, () => prepareTyped(SECONDS, TASKS, mixed)),
    inProcess(`${label} everyday JavaScript`, () => prepareEveryday(SECONDS, TASKS, mixed)),
  ];
}

const constant = players(false);
const figures = await compete([...constant, ...players(true)], roundsOr(11), 3);

printTable({
  title: `Peers: ns for an event of one simple O(1) model, ${TASKS} tasks, 8 CPUs, ${SECONDS} s`,
  columns: ["case, player", "events", ...timeColumns, "million/s", native ? "x C++" : "x machine", "spread"],
  rows: figures.map((figure, index) => [
    figure.name,
    String(figure.units),
    ...timeCells(figure),
    fixed(1000 / figure.cpu.min),
    ratio(figure, figures[index - (index % constant.length)]!),
    figure.noise,
  ]),
  notes: [
    "All players of a case made the same decisions: their digests are equal. The machine does more than they: it interprets programs,",
    "keeps every task's accounts, histograms and a digest of the trace, and can be asked for any of it at any instant.",
    ...(native ? [] : ["C++ is missing: there is no g++ here (Debian: apt-get install g++)."]),
  ],
});
