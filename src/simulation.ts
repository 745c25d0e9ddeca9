/** The library's front door: run a workload under a scheduler, at once or step by step. */

import { Engine } from "./engine/engine.js";
import type { WorkloadImage } from "./engine/image.js";
import type { InspectionOf, SchedulerId } from "./engine/inspection/schedulers.js";
import type { Inspection } from "./engine/inspection/types.js";
import { type EngineModule, loadEngine } from "./engine/load.js";
import type { Nanoseconds, SchedulerInfo, TaskId, TraceEvent } from "./engine/types.js";
import { SchedlabError } from "./errors.js";
import { buildResult, kernelTaskName, type SimulationResult, taskName } from "./result/index.js";
import { chooseScheduler, schedulerWarnings, valuesInForce } from "./scheduler-choice.js";
import { checkSimulateOptions, checkSimulationOptions } from "./simulation-options.js";
import { isSameOrigin, isSnapshot, type Snapshot, type SnapshotOrigin } from "./snapshot.js";
import { version } from "./version.js";
import {
  compileWorkload,
  formatProblem,
  loadWorkload,
  parseDuration,
  type Workload,
  withMachine,
} from "./workload/index.js";

export interface SimulationOptions {
  /** Id or alias (see `schedulers()`). Default: `o1`. */
  readonly scheduler?: string;
  /** These replace what the workload says of its machine. */
  readonly cpus?: number;
  readonly hz?: number;
  readonly timers?: "hrtimer" | "jiffies";
  /** Nanoseconds, or a text such as `"10s"`. */
  readonly duration?: Nanoseconds | string;
  /** Unsigned, up to 64 bits. */
  readonly seed?: number | bigint;
  /** Width of the kernel's `long`, where the scheduler lets it be chosen. */
  readonly long?: 32 | 64;
  /** By name; see SchedulerInfo.tunables. */
  readonly tunables?: Readonly<Record<string, number>>;
  /** Tasks (by pid) that get histograms of their own; later ones share their document's. Default 4096. */
  readonly ownHistograms?: number;
  /** An engine to share among simulations. Default: the library's own, loaded once. */
  readonly engine?: EngineModule;
  /**
   * Keep events for `trace()` and `stepEvent()`; "detailed": forks and marks too. Default: true for Simulation; `simulate`
   * keeps them for `onEvents`.
   */
  readonly trace?: boolean | "detailed";
}

export interface SimulateOptions extends SimulationOptions {
  /** Ends the run: `simulate` rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly timeNs: Nanoseconds; readonly durationNs: Nanoseconds }) => void;
  /** All events, in order, in batches. */
  readonly onEvents?: (events: readonly TraceEvent[]) => void;
}

/**
 * Instants in one call into the core: long enough to cost nothing, short enough for V8 to optimise the loop and for
 * events to be read.
 */
const SLICE = 4096;
/** Milliseconds after which a long run lets others have a turn. */
const TURN_MS = 20;

/**
 * Runs a workload to its end.
 *
 * @param workload A document as text, as an object, or as the bytes of a file; also what can be imported: an rt-app
 *   workload, a recorded trace.
 * @throws WorkloadError where the workload is wrong; SchedlabError where the scheduler cannot run it; the signal's reason.
 */
export async function simulate(
  workload: Workload | string | object,
  allOptions: SimulateOptions = {},
): Promise<SimulationResult> {
  checkSimulateOptions(allOptions);
  const { signal, onProgress, onEvents, ...options } = allOptions;
  signal?.throwIfAborted();
  const simulation = await Simulation.create(workload, {
    ...options,
    trace: onEvents === undefined ? false : options.trace || true,
  });
  const { durationNs } = simulation.workload;
  let turn = performance.now();
  while (!simulation.advanceSlice(durationNs, onEvents)) {
    signal?.throwIfAborted();
    if (performance.now() - turn < TURN_MS) continue;
    onProgress?.({ timeNs: simulation.timeNs, durationNs });
    await anotherTurn();
    turn = performance.now();
  }
  signal?.throwIfAborted();
  onProgress?.({ timeNs: simulation.timeNs, durationNs });
  return simulation.finalResult();
}

/** The schedulers that the engine knows. */
export async function schedulers(engine?: EngineModule): Promise<readonly SchedulerInfo[]> {
  const { description } = engine ?? (await loadEngine());
  return description.schedulers.map(({ info }) => info);
}

/** Whether the inspection is one of the scheduler with this id. Then its fields are typed. */
export function isInspectionOf<Id extends SchedulerId>(inspection: Inspection, id: Id): inspection is InspectionOf<Id> {
  return inspection.scheduler === id;
}

/**
 * A simulation under control: step by step, back and forth. `Name`: id or alias of its scheduler, where the program
 * knows it.
 */
export class Simulation<Name extends string = string> {
  readonly workload: Workload;
  readonly image: WorkloadImage;
  readonly scheduler: SchedulerInfo;
  readonly warnings: readonly string[];
  /** Width of the kernel's `long`. */
  readonly longBits: 32 | 64;
  /** All that the scheduler has, with the values in force. */
  readonly tunables: Readonly<Record<string, number>>;
  #engine: Engine | null;
  readonly #names = new Map<TaskId, string>();

  private constructor(
    parts: Pick<Simulation, "workload" | "image" | "scheduler" | "warnings">,
    engine: Engine,
    longBits: 32 | 64,
    tunables: Readonly<Record<string, number>>,
  ) {
    this.workload = parts.workload;
    this.image = parts.image;
    this.scheduler = parts.scheduler;
    this.warnings = parts.warnings;
    this.#engine = engine;
    this.longBits = longBits;
    this.tunables = tunables;
  }

  /** @throws as `simulate` does. */
  static async create<const Name extends string = "o1">(
    source: Workload | string | object,
    options: SimulationOptions & { readonly scheduler?: Name } = {},
  ): Promise<Simulation<Name>> {
    checkSimulationOptions(options);
    const workload = changed(await load(source), options);
    const module = options.engine ?? (await loadEngine());
    const scheduler = chooseScheduler(module.description.schedulers, options.scheduler ?? "o1");
    const { info } = scheduler;
    const longBits = options.long ?? info.longBits[0] ?? 64;
    const tunables = valuesInForce(info, options.tunables ?? {});
    const warnings = [...workload.warnings.map(formatProblem), ...schedulerWarnings(info, workload, options.long)];
    const image = compileWorkload(workload);
    const engine = await Engine.create(module, image, {
      scheduler,
      longBits,
      tunables,
      trace: options.trace ?? true,
      ownHistograms: options.ownHistograms ?? 4096,
      taskName,
    });
    return new Simulation({ workload, image, scheduler: info, warnings }, engine, longBits, tunables);
  }

  /** Up to here everything has been simulated. */
  get timeNs(): Nanoseconds {
    return this.engine.timeNs;
  }

  /** The workload's duration is reached. */
  get finished(): boolean {
    return this.timeNs >= this.workload.durationNs;
  }

  /** Bytes of the core's memory in use. */
  get memoryBytes(): number {
    return this.engine.memoryBytes;
  }

  /**
   * `intr/3`: its document's name, and its number where there are several; `idle`, `migration/0` for the kernel's own.
   */
  taskName(pid: TaskId): string {
    if (pid <= 0) return kernelTaskName(pid) ?? String(pid);
    let name = this.#names.get(pid);
    if (name === undefined) {
      const { document, instance } = this.engine.identify(pid);
      const description = this.image.documents[document];
      name = description === undefined ? String(pid) : taskName(description, instance);
      this.#names.set(pid, name);
    }
    return name;
  }

  /**
   * Goes on to `untilNs`, or to the workload's duration if that comes first. Events on the way are dropped; see
   * `trace`.
   */
  advance(untilNs: Nanoseconds): void {
    if (typeof untilNs !== "number" || Number.isNaN(untilNs)) {
      throw new SchedlabError(`cannot advance to ${untilNs}: expected nanoseconds`);
    }
    if (untilNs < this.timeNs) {
      throw new SchedlabError(`cannot advance to ${untilNs} ns: the simulation is at ${this.timeNs} ns already`);
    }
    while (!this.advanceSlice(untilNs)) {
      // The next slice.
    }
  }

  /**
   * Some thousand instants towards `untilNs` (or the workload's duration, if that comes first), for callers with a
   * loop of their own.
   *
   * @returns true when it is reached.
   */
  advanceSlice(untilNs: Nanoseconds, onEvents?: (events: readonly TraceEvent[]) => void): boolean {
    const reached = this.engine.advance(Math.min(untilNs, this.workload.durationNs), SLICE);
    const events = onEvents === undefined ? this.dropEvents() : this.engine.takeEvents();
    if (events.length > 0) onEvents?.(events);
    return reached;
  }

  /**
   * Goes on to the next instant at which anything is traced, and returns the events of that instant; none at the end.
   */
  stepEvent(): readonly TraceEvent[] {
    const { durationNs } = this.workload;
    for (;;) {
      const reached = this.engine.advance(durationNs, 1);
      const events = this.engine.takeEvents();
      if (events.length > 0 || reached) return events;
    }
  }

  /**
   * Drives the simulation to its end, and yields every event on the way. It is never ahead of the instant whose
   * events it yields: whoever breaks off can look around there, or go on from there.
   */
  async *trace(): AsyncGenerator<TraceEvent, void, undefined> {
    let turn = performance.now();
    while (!this.finished) {
      yield* this.stepEvent();
      if (performance.now() - turn < TURN_MS) continue;
      await anotherTurn();
      turn = performance.now();
    }
  }

  snapshot(): Snapshot {
    return { timeNs: this.timeNs, engine: this.engine.snapshot(), origin: this.origin };
  }

  /** @throws SchedlabError where the snapshot was taken of something else. */
  restore(snapshot: Snapshot): void {
    if (!isSnapshot(snapshot) || !isSameOrigin(snapshot.origin, this.origin)) {
      throw new SchedlabError("cannot restore: the snapshot is of another workload, scheduler or other options");
    }
    this.engine.restore(snapshot.engine);
    // Pids of children forked since may come again for others.
    this.#names.clear();
  }

  /**
   * Everything that a debugger wants to see of this moment, in the scheduler's own terms (docs/inspection.md). Fields are typed where the program
   * names the scheduler. Changes nothing.
   */
  inspect(): InspectionOf<Name> {
    const tasks = this.engine.inspectTasks().map((task) => ({ ...task, name: this.taskName(task.pid) }));
    const { id } = this.scheduler;
    const cpus = this.engine.inspectCpus();
    const objects = this.engine.inspectObjects();
    const inspection: Inspection = { scheduler: id, timeNs: this.timeNs, cpus, objects, tasks };
    // What the types tell of a scheduler is what its own code describes: a test compares them.
    return inspection as InspectionOf<Name>;
  }

  /** The result so far. It stays as it is, wherever the simulation goes from here. */
  result(): SimulationResult {
    const result = this.finalResult();
    // Tasks are read from the core when they are first asked for: now, before it goes on.
    void result.tasks;
    return result;
  }

  /** The same, for a simulation that stays where it is: its tasks are read when somebody asks for them. */
  finalResult(): SimulationResult {
    return buildResult({
      schedlab: version,
      scheduler: this.scheduler,
      longBits: this.longBits,
      tunables: this.tunables,
      image: this.image,
      statistics: this.engine.statistics(),
      seed: this.workload.seed,
      durationNs: this.workload.durationNs,
      warnings: [...this.warnings, ...this.engine.endlessWaits()],
    });
  }

  /** Lets go of the core's memory. The simulation cannot be used afterwards. */
  dispose(): void {
    this.#engine = null;
  }

  private get origin(): SnapshotOrigin {
    return { image: this.image, scheduler: this.scheduler.id, longBits: this.longBits, tunables: this.tunables };
  }

  private get engine(): Engine {
    if (this.#engine === null) throw new SchedlabError("the simulation has been disposed of");
    return this.#engine;
  }

  private dropEvents(): readonly TraceEvent[] {
    this.engine.dropEvents();
    return [];
  }
}

async function load(source: Workload | string | object): Promise<Workload> {
  if (typeof source !== "string" && !(source instanceof Uint8Array)) return loadWorkload(source);
  // A third of the library: a page that has its workloads as objects never gets it.
  const imports = await import("./import/load.js");
  return typeof source === "string" ? imports.loadWorkload(source) : imports.loadWorkloadBytes(source);
}

function changed(workload: Workload, options: SimulationOptions): Workload {
  const { cpus, hz, timers, duration, seed } = options;
  return withMachine(workload, {
    ...(cpus === undefined ? {} : { cpus }),
    ...(hz === undefined ? {} : { hz }),
    ...(timers === undefined ? {} : { timers }),
    ...(duration === undefined
      ? {}
      : { durationNs: typeof duration === "string" ? parseDuration(duration) : duration }),
    ...(seed === undefined ? {} : { seed: checkedSeed(seed) }),
  });
}

function checkedSeed(seed: number | bigint): bigint {
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (whole && seed >= 0 && seed < 2n ** 64n) return BigInt(seed);
  throw new SchedlabError(`seed is ${String(seed)}; expected a whole number, 0 to 2^64 - 1`);
}

/** Lets timers, signals and the page have their turn. */
function anotherTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
