/** How fast are the bit-search variants in WebAssembly beside the same in C? (bench/README.md) */
import { reference } from "../../src/bitsearch/check.js";
import { sliceRounds } from "../../src/bitsearch/expected-folds.js";
import { type PreparedInput, prepareInput } from "../../src/bitsearch/inputs.js";
import type { Subject } from "../../src/bitsearch/subject.js";
import { controlId, wasmSubjects } from "../../src/bitsearch/wasm-subjects.js";
import { loadLab } from "../../src/engine/load.js";
import { type Contender, compete, type Figures, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable, ratio } from "../harness/table.js";
import { buildNative, runNative, writeMaps } from "./native.js";

type Loop = "throughput" | "latency" | "update";

const LOOPS: readonly Loop[] = ["throughput", "latency", "update"];
/** Known to be wrong: as posted there is nothing to compare, and C has no such model. */
const WRONG = ["inv-64-3-rth", "big-endian-bug"];
/** What the targets are about, and mixes in which branches can and cannot be predicted. */
const CASES = [
  { lists: 168, input: "no-rt" },
  { lists: 168, input: "interactive" },
  { lists: 168, input: "rt-50%" },
  { lists: 2048, input: "2048-uniform" },
] as const;
const SEED = 20020113;
/** Some milliseconds; slow variants get fewer. */
const SLICES = 256;
const SLOW_SLICES = 8;
const SLOW = ["bit-by-bit", "byte-table"];

const lab = await loadLab();
const rounds = roundsOr(9);

for (const { lists, input: name } of CASES) {
  const input = prepareInput(name, lists);
  const subjects = wasmSubjects(lab, lists).filter(({ id }) => !WRONG.includes(id));
  fill(subjects, input);
  const program = buildNative(lists);
  const maps = writeMaps(input);
  for (const loop of LOOPS) {
    const contenders = subjects.flatMap((subject) => pair(subject, loop, input, program, maps));
    print(`${lists} lists, ${name}: ${loop}`, subjects, await compete(contenders, rounds, 2), program !== null);
  }
}

function fill(subjects: readonly Subject[], input: PreparedInput): void {
  for (const subject of subjects) {
    subject.reserve(input.logMaps);
    subject.setSpares(input.spares);
    for (const [map, priorities] of input.maps.entries()) {
      subject.fill(map, priorities, reference(priorities, subject.lists));
    }
  }
}

/** The same variant in both; in every round they must find the same. */
function pair(subject: Subject, loop: Loop, input: PreparedInput, program: string | null, maps: string): Contender[] {
  const slices = SLOW.includes(subject.id) ? SLOW_SLICES : SLICES;
  const units = slices * sliceRounds;
  let fold: number | undefined;
  const check = (found: number) => {
    fold ??= found;
    if (fold !== found) throw new Error(`${subject.id}: C and WebAssembly find different bits (${loop})`);
  };
  const wasm: Contender = {
    name: subject.id,
    sample() {
      subject.begin(SEED);
      const sample = timed(() => {
        for (let slice = 0; slice < slices; slice++) subject.run(loop, sliceRounds);
        return units;
      });
      check(subject.fold());
      // An update leaves its last spare in that map.
      const last = subject.lastUpdated();
      if (loop === "update") subject.remove(last, input.spares[last] ?? 0);
      return sample;
    },
  };
  if (program === null) return [wasm];
  const native: Contender = {
    name: `${subject.id} in C`,
    sample() {
      const sample = runNative(program, maps, subject.id, loop, SEED, slices, units);
      check(sample.fold);
      return sample;
    },
  };
  return [wasm, native];
}

function print(title: string, subjects: readonly Subject[], figures: readonly Figures[], native: boolean): void {
  const step = native ? 2 : 1;
  const at = (index: number) => figures[index * step]!;
  const control = subjects.findIndex(({ id }) => id === controlId);
  const over = (figure: Figures, empty: Figures) => fixed(figure.cpu.min - empty.cpu.min);
  printTable({
    title: `Bit search, ns by CPU time, ${title}`,
    columns: ["variant", "wasm", "median", "over", ...(native ? ["gcc -O3", "over", "wasm / gcc"] : []), "spread"],
    rows: subjects.map(({ id }, index) => {
      const wasm = at(index);
      const c = figures[index * step + 1];
      const cells = [id, fixed(wasm.cpu.min), fixed(wasm.cpu.median), over(wasm, at(control))];
      if (!native || c === undefined) return [...cells, wasm.noise];
      const empty = figures[control * step + 1]!;
      return [...cells, fixed(c.cpu.min), over(c, empty), ratio(wasm, c), wasm.noise];
    }),
    notes: native ? [] : ["C is missing: there is no gcc here (Debian: apt-get install gcc)."],
  });
}
