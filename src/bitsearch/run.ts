/** The lab's front door: which way of finding the first bit is fastest here, in Node or in a browser. */
import { type EngineSource, loadLab } from "../engine/load.js";
import { SchedlabError } from "../errors.js";
import { version } from "../version.js";
import { type BitsearchCheck, checkSubjects } from "./check.js";
import { type Clock, systemClock } from "./clock.js";
import { describeEnvironment } from "./environment.js";
import { figuresOf, measureOf, noiseOf, rank, rankable, sumOver, timesOf } from "./evaluate.js";
import { inputNames, prepareInput, sequenceName } from "./inputs.js";
import { javascriptSubjects } from "./javascript/subjects.js";
import { type Material, type Measured, measure } from "./measure.js";
import type { BitsearchReport, InputReport, Measure } from "./report.js";
import { type BitmapRecording, sequenceOf } from "./sequence.js";
import { type ListCount, type LoopName, listCounts, type Subject } from "./subject.js";
import { wasmSubjects } from "./wasm-subjects.js";

export interface BitsearchChoice {
  /** Priority lists in a map. Default: 168, as in January 2002. */
  readonly bits?: ListCount;
  /** Names of variants. Default: all. */
  readonly variants?: readonly string[];
  /** The lab's wasm. Default: the one that comes with the library. */
  readonly lab?: EngineSource;
}

export interface BitsearchOptions extends BitsearchChoice {
  /** Names of inputs, of `bitsearchInputs`. Default: all that there are, `sequence` only with one. */
  readonly inputs?: readonly string[];
  /**
   * Searches that may overlap, that wait for each other, or both. Inserting and removing is always measured. Default:
   * both.
   */
  readonly mode?: "throughput" | "latency" | "both";
  /** For each variant on each input in each loop. Default: 50 ms. */
  readonly timeNs?: number;
  /** Default: 11. */
  readonly rounds?: number;
  /** What the input `sequence` replays (see `recordSequence`). */
  readonly sequence?: BitmapRecording;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly input: string; readonly share: number }) => void;
}

export interface BitsearchVariant {
  readonly id: string;
  readonly language: "wasm" | "javascript";
  readonly idea: string;
  readonly source: string;
}

const defaultBits: ListCount = 168;
const defaultTimeNs = 50e6;
const defaultRounds = 11;
const defaultRandomMaps = 100_000;
/** Before measuring, all the systematic maps and so many random ones: a wrong variant shows at once. */
const randomMapsBefore = 2_000;

/** The variants for this number of lists, the empty loops left out. */
export async function bitsearchVariants(bits: ListCount = defaultBits): Promise<readonly BitsearchVariant[]> {
  const { subjects } = await chooseSubjects({ bits });
  return subjects
    .filter(({ isControl }) => !isControl)
    .map(({ id, language, idea, source }) => ({ id, language, idea, source }));
}

/** The inputs for this number of lists. */
export function bitsearchInputs(bits: ListCount = defaultBits): readonly string[] {
  return [...inputNames(bits), sequenceName];
}

/**
 * Checks the variants against a naive reference, with the truth table of January 2002, every single bit, pairs, stale
 * bits, and so many random maps.
 *
 * @throws SchedlabError for a number of lists or a variant that there is none of.
 */
export async function checkBitsearch(
  options: BitsearchChoice & { readonly randomMaps?: number } = {},
): Promise<BitsearchCheck> {
  const { subjects, bits } = await chooseSubjects(options);
  return checkSubjects(subjects, bits, options.randomMaps ?? defaultRandomMaps);
}

/**
 * Measures search, insert and remove of all variants on all inputs.
 *
 * @throws SchedlabError for options that are wrong; the signal's reason.
 */
export async function runBitsearch(options: BitsearchOptions = {}): Promise<BitsearchReport> {
  const { timeNs = defaultTimeNs, rounds = defaultRounds, mode = "both", signal, onProgress } = options;
  if (!(timeNs > 0)) throw new SchedlabError(`timeNs is ${timeNs}; expected more than 0`);
  if (!(Number.isInteger(rounds) && rounds >= 1)) throw new SchedlabError(`rounds is ${rounds}; expected 1 or more`);
  const { subjects, bits, notes } = await chooseSubjects(options);
  const names = chooseInputs(options, bits);
  signal?.throwIfAborted();
  const check = checkSubjects(subjects, bits, randomMapsBefore);
  const wrong = new Set(check.variants.filter(({ correct }) => !correct).map(({ variant }) => variant));
  const clock = options.clock ?? systemClock();

  const inputs: InputReport[] = [];
  const all: Measured[][] = [];
  for (const [index, name] of names.entries()) {
    const { material, about } = materialFor(name, bits, options.sequence);
    const measured = await measure(subjects, loopsFor(mode, material), material, {
      timeNs,
      rounds,
      clock,
      signal,
      onProgress: (share) => onProgress?.({ input: name, share: (index + share) / names.length }),
    });
    all.push(measured);
    inputs.push({ name, about, figures: figuresOf(measured), rankings: rankingsOf(measured, wrong) });
  }

  const flat = all.flat();
  return {
    kind: "bitsearch",
    schedlab: version,
    bits,
    environment: describeEnvironment(),
    method: { timeNs, rounds, clock: flat.some(({ cpuNs }) => cpuNs !== null) ? "cpu" : "wall" },
    noise: noiseOf(flat),
    check,
    variants: subjects.map(({ id, language, idea, source, isControl }) => ({
      id,
      language,
      idea,
      source,
      correct: !wrong.has(id),
      isControl,
    })),
    notes,
    inputs,
    overall: measuresIn(flat).map((one) =>
      rank(
        one,
        sumOver(
          all.map((measured) => rankable(measured, wrong)),
          one,
        ),
      ),
    ),
  };
}

interface Chosen {
  readonly bits: ListCount;
  readonly subjects: readonly Subject[];
  readonly notes: readonly string[];
}

/** The variants that are asked for, and the empty loops of their languages. */
async function chooseSubjects({ bits = defaultBits, variants, lab }: BitsearchChoice): Promise<Chosen> {
  if (!listCounts.includes(bits)) {
    throw new SchedlabError(`bits is ${String(bits)}; expected one of ${listCounts.join(", ")}`);
  }
  const javascript = javascriptSubjects(bits);
  const notes = javascript.missing === null ? [] : [`no variant in JavaScript: ${javascript.missing}`];
  const known = [...wasmSubjects(await loadLab(lab), bits), ...javascript.subjects];
  if (variants === undefined) return { bits, subjects: known, notes };
  const named = (id: string) => known.find((subject) => subject.id === id && !subject.isControl);
  const unknown = variants.filter((id) => named(id) === undefined);
  if (unknown.length > 0 || variants.length === 0) {
    const ids = known.filter(({ isControl }) => !isControl).map(({ id }) => id);
    throw new SchedlabError(
      `no such variant for ${bits} lists: ${unknown.join(", ") || "none is named"}; there are ${ids.join(", ")}`,
    );
  }
  const languages = new Set(variants.map((id) => named(id)?.language));
  const subjects = known.filter(({ id, isControl, language }) =>
    isControl ? languages.has(language) : variants.includes(id),
  );
  return { bits, subjects, notes };
}

function chooseInputs({ inputs, sequence }: BitsearchOptions, bits: ListCount): readonly string[] {
  const known = bitsearchInputs(bits);
  if (inputs === undefined) return known.filter((name) => name !== sequenceName || sequence !== undefined);
  const unknown = inputs.filter((name) => !known.includes(name));
  if (unknown.length > 0 || inputs.length === 0) {
    throw new SchedlabError(
      `no such input for ${bits} lists: ${unknown.join(", ") || "none is named"}; there are ${known.join(", ")}`,
    );
  }
  if (inputs.includes(sequenceName) && sequence === undefined) {
    throw new SchedlabError(`the input ${sequenceName} needs a recording: see recordSequence`);
  }
  return inputs;
}

function materialFor(name: string, bits: ListCount, recording: BitmapRecording | undefined) {
  if (name !== sequenceName || recording === undefined) {
    const input = prepareInput(name, bits);
    return { material: { input } satisfies Material, about: input.about };
  }
  const sequence = sequenceOf(recording, bits);
  const { insert, remove, search } = sequence.counts;
  const mix = `${insert} inserts, ${remove} removes, ${search} searches`;
  const origin = `${recording.workload} under ${recording.scheduler}, ${recording.lists} lists`;
  const about = `${origin}: ${mix}; ns for each of these`;
  return { material: { sequence } satisfies Material, about };
}

function loopsFor(mode: "throughput" | "latency" | "both", material: Material): LoopName[] {
  const replay = "sequence" in material;
  const loops: LoopName[] = [];
  if (mode !== "latency") loops.push(replay ? "replayThroughput" : "throughput");
  if (mode !== "throughput") loops.push(replay ? "replayLatency" : "latency");
  if (!replay) loops.push("update");
  return loops;
}

function measuresIn(measured: readonly Measured[]): Measure[] {
  return [...new Set(measured.map(({ loop }) => measureOf[loop]))];
}

function rankingsOf(measured: readonly Measured[], wrong: ReadonlySet<string>) {
  const ranked = rankable(measured, wrong);
  return measuresIn(measured).map((one) =>
    rank(
      one,
      ranked
        .filter(({ loop }) => measureOf[loop] === one)
        .map((measured) => ({ variant: measured.subject.id, times: timesOf(measured) })),
    ),
  );
}
