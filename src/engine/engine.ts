/**
 * One simulation in the core: set up from a workload image, advanced in slices, read, copied and put back. It
 * contains no scheduling logic, and knows nothing of files or formats.
 */
import { SchedlabError } from "../errors.js";
import { CoreMemory, type CoreRecord } from "./core-memory.js";
import { describeDeadlock, describeMisuse } from "./deadlock.js";
import type { CoreDescription, CoreScheduler } from "./description.js";
import { constant, ImageWriter, tableSizes } from "./encode.js";
import { endlessWaits } from "./endless-waits.js";
import { decodeEvents } from "./events.js";
import type { TaskDocument, WorkloadImage } from "./image.js";
import { Inspector } from "./inspection/inspector.js";
import type { CpuInspection, ObjectInspection, TaskInspection } from "./inspection/types.js";
import { type CoreExports, type EngineModule, instantiateCore } from "./load.js";
import { StatisticsReader } from "./statistics.js";
import type { EngineStatistics, Nanoseconds, TaskId, TraceEvent } from "./types.js";
import { WaitReader } from "./waits.js";

export interface EngineOptions {
  readonly scheduler: CoreScheduler;
  readonly longBits: 32 | 64;
  /** By name; checked already. */
  readonly tunables: Readonly<Record<string, number>>;
  /** Keep events for `takeEvents`; "detailed": forks and marks too. */
  readonly trace: boolean | "detailed";
  /** Tasks with pids up to this one get histograms of their own; the others share their document's. */
  readonly ownHistograms: number;
  /** How messages name a task. */
  taskName(document: TaskDocument, instance: number): string;
}

/** The whole state of a simulation at one moment. Opaque; good for the engine that made it and its equals. */
export interface EngineSnapshot {
  readonly bytes: Uint8Array;
}

/** Events that the buffer holds; the core asks for it to be emptied when half of it is full. */
const TRACE_CAPACITY = 16_384;

export class Engine {
  readonly #description: CoreDescription;
  readonly #core: CoreExports;
  readonly #memory: CoreMemory;
  readonly #machine: CoreRecord;
  readonly #statistics: StatisticsReader;
  readonly #waits: WaitReader;
  readonly #inspector: Inspector;
  readonly #image: WorkloadImage;
  readonly #taskName: EngineOptions["taskName"];

  private constructor(core: CoreExports, description: CoreDescription, image: WorkloadImage, options: EngineOptions) {
    this.#image = image;
    this.#taskName = options.taskName;
    this.#description = description;
    this.#core = core;
    this.#memory = new CoreMemory(core.memory);
    this.#machine = this.#memory.record(constant(description, "machine"), description.Machine);
    this.#statistics = new StatisticsReader(this.#memory, description, image);
    this.#waits = new WaitReader(this.#memory, description, image, this.#statistics);
    const { scheduler } = options;
    this.#inspector = new Inspector(core, this.#memory, description, scheduler, image, this.#statistics, this.#waits);
  }

  /** @throws SchedlabError where memory does not suffice for the workload's tasks. */
  static async create(engine: EngineModule, image: WorkloadImage, options: EngineOptions): Promise<Engine> {
    const core = await instantiateCore(engine.module);
    const created = new Engine(core, engine.description, image, options);
    created.#setUp(image, options);
    return created;
  }

  #setUp(image: WorkloadImage, { scheduler, longBits, tunables, trace, ownHistograms }: EngineOptions): void {
    const { family, version, info } = scheduler;
    const jiffyTimers = image.timers === "jiffies" ? 1 : 0;
    const capacity = trace === false ? 0 : TRACE_CAPACITY;
    this.#check(this.#core.reset(family, version, image.cpus, image.hz, jiffyTimers, capacity));
    this.#core.setLongBits(longBits);
    this.#core.setCosts(image.costs.contextSwitchNs, image.costs.migrationNs);
    info.tunables.forEach((tunable, index) => {
      const value = tunables[tunable.name];
      if (value !== undefined) this.#core.setTunable(index, value);
    });
    const sizes = tableSizes(image);
    this.#check(
      this.#core.reserveTables(
        sizes.instructions,
        sizes.documents,
        sizes.documentMarks,
        sizes.marks,
        sizes.distributions,
        sizes.distributionValues,
        sizes.objectSpecs,
        sizes.objects,
      ),
    );
    new ImageWriter(this.#memory, this.#description).write(image);
    this.#machine.set("ownHistograms", ownHistograms);
    this.#machine.set("traceDetails", trace === "detailed" ? 1 : 0);
    this.#check(this.#core.open());
  }

  /** Up to here everything has been simulated, ns. */
  get timeNs(): Nanoseconds {
    return this.#machine.get("reached");
  }

  /** The next instant at which anything is due, ns. */
  get nextInstantNs(): Nanoseconds {
    return this.#core.nextInstant();
  }

  /** Bytes of memory that the simulation uses. */
  get memoryBytes(): number {
    return this.#machine.get("memoryEnd");
  }

  /**
   * Serves all instants up to and including `untilNs`, but at most `limit` of them. The buffer of events is to be
   * emptied (takeEvents) after every call.
   *
   * @returns true when `untilNs` is reached.
   * @throws SchedlabError where memory runs out, tasks go on for ever at one instant, wait for each other in a circle, or misuse a mutex.
   */
  advance(untilNs: Nanoseconds, limit: number): boolean {
    const status = this.#core.advance(untilNs, limit);
    this.#check(status);
    return status === this.#description.statuses.reached;
  }

  /** The events since the last call; none where they are not kept. */
  takeEvents(): TraceEvent[] {
    const count = this.#machine.get("traceCount");
    if (count === 0) return [];
    this.#machine.set("traceCount", 0);
    const size = constant(this.#description, "eventSize");
    return decodeEvents(this.#memory.view, this.#machine.get("traceBuffer"), count, size);
  }

  /** Forgets the events since the last call of either. */
  dropEvents(): void {
    this.#machine.set("traceCount", 0);
  }

  /**
   * What was done to the bitmaps of priority arrays since the last call, two numbers for each operation
   * (assembly/structures/bitmap-record.ts). The normal engine keeps no such record.
   *
   * @throws SchedlabError where there was more than the record holds.
   */
  takeBitmapOperations(): Uint32Array {
    const record = this.#core.bitmapRecord?.();
    const entries = this.#core.bitmapEntries?.();
    if (record === undefined || entries === undefined) throw new SchedlabError("this engine records no bitmaps");
    const { view, bytes } = this.#memory;
    const count = view.getUint32(record, true);
    if (view.getUint32(record + 4, true) > 0) this.#fail("more operations at one instant than can be recorded");
    view.setUint32(record, 0, true);
    return new Uint32Array(bytes.slice(entries, entries + 8 * count).buffer);
  }

  statistics(): EngineStatistics {
    return this.#statistics.read();
  }

  /** Which of its document's tasks this is. Cheap; `pid` is that of a task created so far. */
  identify(pid: TaskId): { readonly document: number; readonly instance: number } {
    return this.#statistics.identify(pid);
  }

  inspectCpus(): CpuInspection[] {
    return this.#inspector.cpus();
  }

  inspectTasks(): TaskInspection[] {
    return this.#inspector.tasks();
  }

  inspectObjects(): ObjectInspection[] {
    return this.#waits.objects();
  }

  /** Which tasks can never go on, and why, in sentences. */
  endlessWaits(): string[] {
    return endlessWaits(this.#image, this.#waits, this.#statistics, (pid) => this.#name(pid));
  }

  snapshot(): EngineSnapshot {
    const start = constant(this.#description, "machine");
    return { bytes: this.#memory.bytes.slice(start, this.#machine.get("memoryEnd")) };
  }

  /** @throws SchedlabError where memory does not suffice for it. */
  restore({ bytes }: EngineSnapshot): void {
    const start = constant(this.#description, "machine");
    const end = this.#machine.get("memoryEnd");
    const restoredEnd = start + bytes.length;
    if (!this.#memory.grow(restoredEnd)) this.#fail("out of memory");
    this.#memory.bytes.set(bytes, start);
    // The core counts on zeros behind its arena.
    if (end > restoredEnd) this.#memory.bytes.fill(0, restoredEnd, end);
  }

  #check(status: number): void {
    this.#memory.refresh();
    const { reached, paused, outOfMemory, livelock, tooManyTimers, deadlock } = this.#description.statuses;
    const { notHeld, heldAlready } = this.#description.statuses;
    if (status === reached || status === paused) return;
    if (status === outOfMemory) this.#fail("out of memory: use fewer tasks, or a shorter run where tasks fork");
    if (status === livelock)
      this.#fail(
        "millions of operations without time passing: the tasks seem to go on for ever; give their loops a run or a sleep",
      );
    if (status === tooManyTimers) this.#fail("more sleeps than the engine can count in one run: split it up");
    const culprit = this.#memory.record(this.#machine.get("culprit"), this.#description.Task).get("pid");
    const name = (pid: TaskId) => this.#name(pid);
    if (status === deadlock) this.#fail(describeDeadlock(this.#waits, culprit, name));
    if (status === notHeld || status === heldAlready) this.#fail(describeMisuse(this.#waits, culprit, name));
    throw new Error(`unknown engine status ${status}`);
  }

  #name(pid: TaskId): string {
    const { document, instance } = this.identify(pid);
    const description = this.#image.documents[document];
    return description === undefined ? String(pid) : this.#taskName(description, instance);
  }

  #fail(why: string): never {
    throw new SchedlabError(`the simulation stopped at ${this.timeNs} ns: ${why}`);
  }
}
