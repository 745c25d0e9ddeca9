/**
 * One simulated second with so many tasks, alone in its process. Arguments: tasks, tasks with histograms of their own.
 */
import { loadEngine, Simulation } from "../../src/index.js";
import { hogsAndSleepers } from "../harness/workloads.js";

const [tasks = 0, ownHistograms = 0] = process.argv.slice(2).map(Number);
const workload = hogsAndSleepers({
  tasks,
  cpus: 8,
  hz: 1000,
  duration: "1s",
  sleepNs: 100_000_000,
  hogsStartNs: 0,
});
const simulation = await Simulation.create(workload, { engine: await loadEngine(), trace: false, ownHistograms });
const openedBytes = simulation.memoryBytes;
const cpu = process.cpuUsage();
const wall = performance.now();
simulation.advance(workload.durationNs);
const wallMs = performance.now() - wall;
const { user, system } = process.cpuUsage(cpu);
const { totals } = simulation.finalResult();
console.log(
  JSON.stringify({
    openedBytes,
    usedBytes: simulation.memoryBytes,
    // Linux and Node count in KiB.
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
    wallMs,
    cpuMs: (user + system) / 1000,
    wakeups: totals.wakeups,
  }),
);
