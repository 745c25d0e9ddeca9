/**
 * What the wasm says of itself: its schedulers, the layout of its records, its codes. The host holds no offset of its
 * own.
 */
import type { CoreExports } from "./load.js";
import type { Policy, SchedulerInfo, TunableInfo } from "./types.js";

/**
 * The least `i32?` and `i64?` stand for nothing. `TreeNode`: an embedded node of a `Tree`. `Task`, `Cpu`, `Array`,
 * `Tree` are references.
 */
export type FieldType =
  | "u8"
  | "u16"
  | "i32"
  | "i32?"
  | "u32"
  | "i64"
  | "i64?"
  | "u64"
  | "bool"
  | "Task"
  | "Cpu"
  | "Array"
  | "Tree"
  | "TreeNode"
  | "Set"
  | "Sets"
  | "Row";

/**
 * Offset in bytes, type, and further numbers: for a number that there are several of, their count (0: one for each CPU); the first member
 * that a `Set` can have; the same and the count of `Sets`; the bytes between two places of a `Row` and where in a place the task is.
 */
export type FieldLayout = readonly [offset: number, type: FieldType, ...further: number[]];

/** Fields by name. */
export type RecordLayout = Readonly<Record<string, FieldLayout>>;

export type Codes = Readonly<Record<string, number>>;

export interface CoreScheduler {
  readonly info: SchedulerInfo;
  readonly family: number;
  readonly version: number;
  /** What the scheduler adds to Task and Cpu. */
  readonly taskLayout: RecordLayout;
  readonly cpuLayout: RecordLayout;
  /** What it works out of them for an inspection. */
  readonly derivedTaskLayout: RecordLayout;
  readonly derivedCpuLayout: RecordLayout;
  /** The original stored the bitmaps of its priority arrays inverted. */
  readonly bitmapInverted: boolean;
}

export interface CoreDescription {
  readonly constants: Codes;
  readonly opcodes: Codes;
  readonly instructionFlags: Codes;
  readonly policies: Codes;
  readonly distributions: Codes;
  readonly timerPhases: Codes;
  readonly waits: Codes;
  readonly statuses: Codes;
  readonly Machine: RecordLayout;
  readonly Instruction: RecordLayout;
  readonly TaskDocument: RecordLayout;
  readonly Distribution: RecordLayout;
  readonly ObjectSpec: RecordLayout;
  readonly Channel: RecordLayout;
  readonly Synchroniser: RecordLayout;
  readonly Timekeeping: RecordLayout;
  readonly Mark: RecordLayout;
  readonly Cpu: RecordLayout;
  readonly Task: RecordLayout;
  readonly schedulers: readonly CoreScheduler[];
}

/** As the wasm writes a scheduler: lists are words separated by blanks. */
interface RawScheduler {
  readonly family: number;
  readonly version: number;
  readonly id: string;
  readonly aliases: string;
  readonly name: string;
  readonly year: number;
  readonly goodAt: string;
  readonly badAt: string;
  readonly provenance: SchedulerInfo["provenance"];
  readonly policies: string;
  readonly minHz: number;
  readonly maxHz: number;
  readonly maxCpus: number;
  /** Written only where it is so. */
  readonly bitmapInverted?: 1;
  readonly longBits: string;
  readonly tunables: readonly TunableInfo[];
  readonly SchedulerTask: RecordLayout;
  readonly SchedulerCpu: RecordLayout;
  readonly DerivedTask: RecordLayout;
  readonly DerivedCpu: RecordLayout;
}

/** Asks a fresh instance. */
export function readDescription(core: CoreExports): CoreDescription {
  const start = core.describe();
  const units = new Uint16Array(core.memory.buffer, start, (core.textEnd() - start) / 2);
  const description = JSON.parse(textOf(units));
  core.dropText();
  return { ...description, schedulers: description.schedulers.map(readScheduler) };
}

function readScheduler(raw: RawScheduler): CoreScheduler {
  const { family, version, SchedulerTask: taskLayout, SchedulerCpu: cpuLayout } = raw;
  const { DerivedTask: derivedTaskLayout, DerivedCpu: derivedCpuLayout } = raw;
  const { id, name, year, goodAt, badAt, provenance, minHz, maxHz, maxCpus, tunables } = raw;
  const info: SchedulerInfo = {
    id,
    aliases: words(raw.aliases),
    name,
    year,
    goodAt,
    badAt,
    provenance,
    policies: words(raw.policies) as Policy[],
    minHz,
    maxHz,
    maxCpus,
    longBits: words(raw.longBits).map((bits) => (bits === "32" ? 32 : 64)),
    tunables,
  };
  const layouts = { taskLayout, cpuLayout, derivedTaskLayout, derivedCpuLayout };
  return { info, family, version, ...layouts, bitmapInverted: raw.bitmapInverted === 1 };
}

/** A tenth of the time of a fresh TextDecoder, at a cold start. */
function textOf(units: Uint16Array): string {
  let text = "";
  const piece = 4096;
  for (let at = 0; at < units.length; at += piece) text += String.fromCharCode(...units.subarray(at, at + piece));
  return text;
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}
