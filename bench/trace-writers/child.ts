/**
 * A run that writes its trace to nowhere until so many events have come, alone in its process. Arguments: format,
 * events.
 */
import { loadEngine, Simulation } from "../../src/index.js";
import { hogsAndSleepers } from "../harness/workloads.js";
import { encoders } from "./writers.js";

const [format = "", wanted = "0"] = process.argv.slice(2);
const workload = hogsAndSleepers({
  tasks: 1000,
  cpus: 8,
  hz: 1000,
  duration: "100000s",
  sleepNs: 100_000_000,
  hogsStartNs: 0,
});
const simulation = await Simulation.create(workload, { engine: await loadEngine(), trace: "detailed" });
const encoder = encoders[format]?.(simulation);
if (encoder === undefined) throw new Error(`no format ${format}`);
let events = 0;
let bytes = 0;
while (events < Number(wanted)) {
  simulation.advanceSlice(workload.durationNs, (batch) => {
    events += batch.length;
    bytes += encoder.encode(batch).length;
  });
}
// Linux and Node count in KiB.
console.log(JSON.stringify({ peakRssBytes: process.resourceUsage().maxRSS * 1024, bytes, events }));
