/**
 * The journals of a folder: a sweep's own, and those of other plans, whose points are good wherever their names agree.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DIGEST_BYTES, hex } from "../../sweep/digest.js";
import type { Outcomes } from "../../sweep/outcomes.js";
import type { PointRunner } from "../../sweep/point-runner.js";
import type { SweepHead } from "../../sweep/table.js";
import { errorCode, fileError } from "../errors.js";
import { type Entries, type JournalHeader, JournalWriter, readJournal } from "./journal.js";
import { lock } from "./lock.js";

const ENDING = ".journal";
/** Points that are copied into the own journal at a time. */
const COPIED_AT_ONCE = 4096;

export class Journals {
  readonly #folder: string;
  readonly #header: JournalHeader;
  /** The file of this plan, or of this shard of it. */
  readonly #own: string;

  constructor(folder: string, { plan, measures, shard }: SweepHead) {
    this.#folder = folder;
    this.#header = { format: "schedlab-journal/1", plan, measures: measures.map(({ path }) => path) };
    const part = shard === null ? "" : `.${shard.number}-of-${shard.of}`;
    this.#own = join(folder, `${plan}${part}${ENDING}`);
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw fileError("create", folder, error);
    }
  }

  /** Takes the journal for this process, fills in what it knows, and opens it for more. */
  open(outcomes: Outcomes): JournalWriter {
    lock(`${this.#own}.lock`, `the sweep in ${this.#folder}`);
    let end = 0;
    try {
      const read = readJournal(this.#own, (entries) => outcomes.add(entries));
      end = read?.end ?? 0;
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw fileError("read", this.#own, error);
    }
    return new JournalWriter(this.#own, this.#header, end);
  }

  /**
   * Looks for points that other plans, or other shards, have run.
   *
   * @returns how many were found; they are in `outcomes` and in the own journal
   */
  reuse(outcomes: Outcomes, runner: PointRunner, writer: JournalWriter): number {
    const others = readdirSync(this.#folder)
      .filter((name) => name.endsWith(ENDING))
      .map((name) => join(this.#folder, name))
      .filter((path) => path !== this.#own)
      .sort();
    if (others.length === 0 || outcomes.unknown().length === 0) return 0;
    const wanted = new Map<string, number>();
    for (const point of outcomes.unknown()) {
      const digest = runner.identify(point);
      if (digest !== null) wanted.set(hex(digest), point);
    }
    let found = 0;
    for (const path of others) {
      readJournal(path, (entries, header) => {
        const columns = this.#header.measures.map((measure) => header.measures.indexOf(measure));
        if (columns.includes(-1)) return;
        const known = select(entries, header.measures.length, columns, wanted);
        for (let from = 0; from < known.points.length; from += COPIED_AT_ONCE) {
          const part = slice(known, columns.length, from, from + COPIED_AT_ONCE);
          writer.append(part);
          outcomes.add(part);
        }
        found += known.points.length;
      });
    }
    return found;
  }
}

/** The entries whose names are wanted, under their numbers here and with the figures in this order. */
function select(entries: Entries, width: number, columns: readonly number[], wanted: Map<string, number>): Entries {
  const points: number[] = [];
  const digests: number[] = [];
  const figures: number[] = [];
  for (const place of entries.points.keys()) {
    if (entries.errors.has(place)) continue;
    const bytes = entries.digests.subarray(place * DIGEST_BYTES, (place + 1) * DIGEST_BYTES);
    const digest = hex(bytes);
    const point = wanted.get(digest);
    if (point === undefined) continue;
    wanted.delete(digest);
    points.push(point);
    digests.push(...bytes);
    for (const column of columns) figures.push(entries.figures[place * width + column] ?? Number.NaN);
  }
  return { points, digests: Uint8Array.from(digests), figures: Float64Array.from(figures), errors: new Map() };
}

function slice({ points, digests, figures }: Entries, columns: number, from: number, to: number): Entries {
  return {
    points: points.slice(from, to),
    digests: digests.subarray(from * DIGEST_BYTES, to * DIGEST_BYTES),
    figures: figures.subarray(from * columns, to * columns),
    errors: new Map(),
  };
}
