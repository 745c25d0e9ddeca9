/** Keeps the findings of a recording while it is read; see findings.ts for what they mean. */
import type { CpuId, Nanoseconds } from "../engine/types.js";
import type { RecordedEvent } from "./event.js";
import type { Finding, RecordingFindings, RecordingKind, RecordingPlace } from "./findings.js";
import { decode } from "./text/ascii.js";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Of the text of an example. */
const MAX_EXAMPLE_LENGTH = 160;
/** Names of other events come from the file: a nonsensical one must not fill the memory. */
const MAX_OTHER_EVENTS = 4096;
const REST_OF_OTHER_EVENTS = "(others)";

export class FindingLog implements RecordingFindings {
  kind: RecordingKind | null = null;
  otherKind: RecordingKind | null = null;
  readonly wrappings: string[] = [];
  bytesRead = 0;
  lines = 0;
  readonly events: Record<RecordedEvent["kind"], number> = {
    switch: 0,
    waking: 0,
    wakeup: 0,
    new: 0,
    migrate: 0,
    fork: 0,
    exit: 0,
    runtime: 0,
    blocked: 0,
    rename: 0,
    mark: 0,
  };
  readonly otherEvents = new Map<string, number>();
  readonly skipped = new Map<string, Writable<Finding>>();
  readonly notes = new Map<string, Writable<Finding>>();
  readonly clippedSlices = { withoutStart: 0, withoutEnd: 0 };
  readonly lost: Writable<RecordingFindings["lost"]> = { events: 0, unknown: 0, first: null };
  buffer: RecordingFindings["buffer"] = null;
  chainBreaks: Writable<Finding> | null = null;
  clockSteps: Writable<NonNullable<RecordingFindings["clockSteps"]>> | null = null;
  reordered: Writable<NonNullable<RecordingFindings["reordered"]>> | null = null;
  tooLate: Writable<Finding> | null = null;
  truncated: Finding | null = null;
  byteOrderMark = false;
  carriageReturns = 0;
  originSeconds = 0;
  machineCpus: number | null = null;
  firstNs: Nanoseconds | null = null;
  lastNs: Nanoseconds | null = null;
  /** What the reader counts places in; lines are counted in `lines`. */
  placeUnit: RecordingPlace["unit"] = "line";
  placeNumber = 0;
  readonly cpuSet = new Set<CpuId>();
  readonly pids = new Set<number>();
  #spanFirstNs = Number.POSITIVE_INFINITY;
  #spanLastNs = Number.NEGATIVE_INFINITY;
  readonly #timesByCpu: Nanoseconds[] = [];

  get tasks(): number {
    return this.pids.size;
  }

  get cpus(): readonly CpuId[] {
    return [...this.cpuSet].sort((a, b) => a - b);
  }

  get span(): RecordingFindings["span"] {
    if (this.#spanFirstNs > this.#spanLastNs) return null;
    return { firstNs: this.#spanFirstNs, lastNs: this.#spanLastNs };
  }

  /** A record, of scheduling or not, has this time. */
  sawTime(timeNs: Nanoseconds, cpu: CpuId | null): void {
    if (timeNs < this.#spanFirstNs) this.#spanFirstNs = timeNs;
    if (timeNs > this.#spanLastNs) this.#spanLastNs = timeNs;
    if (cpu === null || cpu >= MAX_CPUS) return;
    const times = this.#timesByCpu;
    while (times.length <= cpu) times.push(Number.NEGATIVE_INFINITY);
    const back = (times[cpu] as number) - timeNs;
    times[cpu] = timeNs;
    if (back > 0) this.clockStep(back, cpu);
  }

  clockStep(byNs: Nanoseconds, cpu: CpuId | null): void {
    this.clockSteps ??= { count: 0, place: this.place(), example: `${byNs} ns back on CPU ${cpu}`, largestNs: 0 };
    this.clockSteps.count++;
    this.clockSteps.largestNs = Math.max(this.clockSteps.largestNs, byNs);
  }

  other(name: string): void {
    const isKnown = this.otherEvents.has(name) || this.otherEvents.size < MAX_OTHER_EVENTS;
    const key = isKnown ? name : REST_OF_OTHER_EVENTS;
    this.otherEvents.set(key, (this.otherEvents.get(key) ?? 0) + 1);
  }

  /** Where the reading is. */
  place(): RecordingPlace {
    return { unit: this.placeUnit, number: this.placeUnit === "line" ? this.lines : this.placeNumber };
  }

  skip(reason: string, example: () => string): void {
    this.#count(this.skipped, reason, example);
  }

  note(what: string, example: () => string): void {
    this.#count(this.notes, what, example);
  }

  /** `events`: how many, or null if that is not told. */
  loss(events: number | null, example: string): void {
    if (events === null) this.lost.unknown++;
    else this.lost.events += events;
    this.lost.first ??= { count: 1, place: this.place(), example: cut(example) };
  }

  /** Place and example are only made for the first of a kind. */
  #count(findings: Map<string, Writable<Finding>>, key: string, example: () => string): void {
    const known = findings.get(key);
    if (known !== undefined) known.count++;
    else findings.set(key, { count: 1, place: this.place(), example: cut(example()) });
  }
}

/** Linux supports 8192 at most; a larger number is a mistake in the text. */
const MAX_CPUS = 1 << 14;

function cut(text: string): string {
  return text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}…` : text;
}

/** A line as an example, without decoding more of it than will be shown. */
export function exampleOf(bytes: Uint8Array, start: number, end: number): string {
  return cut(decode(bytes, start, Math.min(end, start + 4 * MAX_EXAMPLE_LENGTH)));
}
