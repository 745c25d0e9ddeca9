/**
 * Loads the engine's wasm: the only file that knows the AssemblyScript loader. A compiled module can be shared by any number of
 * simulations, and sent to workers; each simulation gets an instance, and so a memory, of its own.
 */
import { instantiate, instantiateSync } from "@assemblyscript/loader";
import { SchedlabError } from "../errors.js";
import { defaultEngineSource, defaultLabSource, defaultRecorderSource, fetchEngine } from "./default-source.js";
import { type CoreDescription, readDescription } from "./description.js";

/** What assembly/index.ts exports; see there. Spans and instants are ns, numbers in `f64`. */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  describe(): number;
  textEnd(): number;
  dropText(): void;
  reset(family: number, version: number, cpus: number, hz: number, jiffyTimers: number, traceCapacity: number): number;
  setTunable(index: number, value: number): void;
  setLongBits(bits: number): void;
  setCosts(contextSwitch: number, migration: number): void;
  reserveTables(
    instructions: number,
    documents: number,
    documentMarks: number,
    marks: number,
    distributions: number,
    distributionValues: number,
    objectSpecs: number,
    objects: number,
  ): number;
  open(): number;
  advance(untilNs: number, limit: number): number;
  nextInstant(): number;
  inspectTask(task: number): void;
  inspectCpu(cpu: number): void;
  /** Of the recording engine only (assembly/structures/bitmap-record.ts). */
  bitmapRecord?(): number;
  bitmapEntries?(): number;
}

/** What assembly/bitsearch.ts exports. The table holds the functions of the variants. */
export interface LabExports {
  readonly memory: WebAssembly.Memory;
  readonly table: WebAssembly.Table;
  lastVariant(): number;
  runAddress(): number;
}

/** A compiled engine and what it says of itself. */
export interface EngineModule {
  readonly module: WebAssembly.Module;
  readonly description: CoreDescription;
}

/** Where an engine can come from. */
export type EngineSource = URL | Response | BufferSource | WebAssembly.Module;

let defaultEngine: Promise<EngineModule> | undefined;

/**
 * Compiles the engine; without a source the one that came with the library, once for all callers.
 *
 * @throws SchedlabError where there is no engine to be had there.
 */
export function loadEngine(source?: EngineSource): Promise<EngineModule> {
  if (source !== undefined) return compileAndDescribe(source);
  defaultEngine ??= compileAndDescribe(defaultEngineSource());
  // A failure must not stick: the next caller may have better luck with the network.
  defaultEngine.catch(() => {
    defaultEngine = undefined;
  });
  return defaultEngine;
}

/** The engine that records what is done to bitmaps; without a source the one that came with the library. */
export function loadRecorder(source: EngineSource = defaultRecorderSource()): Promise<EngineModule> {
  return compileAndDescribe(source);
}

/**
 * A fresh instance of the bit-search lab; without a source the one that came with the library.
 *
 * @throws SchedlabError where there is no lab to be had there.
 */
export async function loadLab(source: EngineSource = defaultLabSource()): Promise<LabExports> {
  return instantiateModule<LabExports>(await obtain(source));
}

/**
 * A fresh instance. Hot callers use these exports as they are, without the loader's wrapping. A page's main thread must not be held
 * up; everywhere else the loader's synchronous way is the better one: the other looks at the global Response,
 * which makes Node load its whole HTTP client, 20 ms of a cold start.
 */
export function instantiateCore(module: WebAssembly.Module): Promise<CoreExports> {
  return instantiateModule<CoreExports>(module);
}

async function instantiateModule<Exports>(module: WebAssembly.Module): Promise<Exports> {
  const { instance } = typeof document === "undefined" ? instantiateSync(module) : await instantiate(module);
  return instance.exports as unknown as Exports;
}

async function compileAndDescribe(source: EngineSource): Promise<EngineModule> {
  const module = await obtain(source);
  const core = await instantiateCore(module);
  return { module, description: readDescription(core) };
}

async function obtain(source: EngineSource): Promise<WebAssembly.Module> {
  return compile(source instanceof URL ? await fetchEngine(source) : source);
}

async function compile(source: Response | BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  try {
    return isResponse(source) ? await WebAssembly.compileStreaming(source) : await WebAssembly.compile(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchedlabError(`cannot compile the engine: ${reason}`);
  }
}

/** Without a look at the global `Response`, which would make Node load its whole HTTP client. */
function isResponse(source: Response | BufferSource): source is Response {
  return "arrayBuffer" in source;
}
