/** How fast is a trace written, in each format, and does memory stay where it is for ten million events? */
import { spawnSync } from "node:child_process";
import { loadEngine, Simulation, type TraceEvent } from "../../src/index.js";
import { type Contender, compete, roundsOr, timed } from "../harness/measure.js";
import { fixed, printTable, ratio, timeCells, timeColumns } from "../harness/table.js";
import { hogsAndSleepers } from "../harness/workloads.js";
import { encoders } from "./writers.js";

const workload = hogsAndSleepers({
  tasks: 1000,
  cpus: 8,
  hz: 1000,
  duration: "20s",
  sleepNs: 100_000_000,
  hogsStartNs: 0,
});
const simulation = await Simulation.create(workload, { engine: await loadEngine(), trace: "detailed" });
const batches: (readonly TraceEvent[])[] = [];
while (!simulation.advanceSlice(workload.durationNs, (events) => batches.push(events)));

/** Bytes for all events, by contender. */
const sizes = new Map<string, number>();

const contenders = Object.entries(encoders).map(([name, create]): Contender => {
  return {
    name,
    sample() {
      const encoder = create(simulation);
      let bytes = 0;
      const sample = timed(() => {
        let events = 0;
        for (const batch of batches) {
          bytes += encoder.encode(batch).length;
          events += batch.length;
        }
        return events;
      });
      sizes.set(name, bytes);
      return sample;
    },
  };
});

const rounds = roundsOr(7);
const figures = await compete(contenders, rounds, 2);
const [tsv] = figures;
if (tsv === undefined) throw new Error("nothing was measured");
printTable({
  title: `Writing a trace of ${tsv.units} events: 500 hogs and 500 sleepers on 8 CPUs, ns for each event`,
  columns: ["format", ...timeColumns, "of tsv", "bytes/event", "MB/s", "M events/s", "noise"],
  rows: figures.map((each) => {
    const bytes = (sizes.get(each.name) ?? 0) / each.units;
    return [
      each.name,
      ...timeCells(each),
      ratio(each, tsv),
      fixed(bytes),
      fixed((bytes / each.cpu.min) * 1000),
      fixed(1000 / each.cpu.min),
      each.noise,
    ];
  }),
  notes: ["From events to bytes: neither simulating nor compressing nor storing them is in it."],
});

const TEN_MILLION = 10_000_000;
const few = 100_000;
printTable({
  title: "Peak RSS of a whole run that writes its trace, in a process of its own",
  columns: ["format", `MB, ${few} events`, `MB, ${TEN_MILLION} events`, "written MB", ""],
  rows: Object.keys(encoders).map((format) => {
    const small = run(format, few);
    const large = run(format, TEN_MILLION);
    return [format, fixed(small.peakRssBytes / 1e6), fixed(large.peakRssBytes / 1e6), fixed(large.bytes / 1e6), ""];
  }),
});

function run(format: string, events: number): { readonly peakRssBytes: number; readonly bytes: number } {
  const args = ["build/bench/trace-writers-child.mjs", format, String(events)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${format}: ${stderr}`);
  return JSON.parse(stdout);
}
