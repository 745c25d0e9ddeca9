/**
 * One cold start, step by step: arguments are the package's entry, its engine, a workload. Prints when each step was
 * over.
 */
import { readFile } from "node:fs/promises";
import type * as Schedlab from "../../src/index.js";

const times: [step: string, ms: number][] = [["start Node", performance.now()]];
const done = (step: string) => times.push([step, performance.now()]);

const [entry = "", wasm = "", file = ""] = process.argv.slice(2);
const { loadEngine, loadWorkload, Simulation }: typeof Schedlab = await import(entry);
done("import the library");
const workload = loadWorkload(await readFile(file, "utf8"), { file });
done("read the workload");
const module = await WebAssembly.compile(await readFile(wasm));
done("compile the engine");
const engine = await loadEngine(module);
done("instantiate and describe");
const simulation = await Simulation.create(workload, { engine, trace: false });
done("instantiate and set up");
simulation.advance(workload.durationNs);
done("run");
const result = JSON.stringify(simulation.result());
done("make the result");

const { user, system } = process.cpuUsage();
if (!result.includes('"traceDigest"')) throw new Error("no result");
process.stdout.write(JSON.stringify({ origin: performance.timeOrigin, times, cpuMs: (user + system) / 1000 }));
