/** Writes a trace to a file whose ending says how: .tsv or .json (Chrome trace events), each also .gz. */
import { basename, dirname, join } from "node:path";
import type { TraceEvent } from "../engine/types.js";
import { createChromeTraceWriter, createTsvWriter } from "../trace/index.js";
import { UsageError } from "./errors.js";
import { GzipWriter } from "./gzip.js";
import { OutputFile } from "./output-file.js";

type Format = "tsv" | "json";

export interface TraceTarget {
  readonly path: string;
  readonly format: Format;
  readonly compressed: boolean;
}

/** What a Chrome trace tells besides the events. */
export type TraceContext = Parameters<typeof createChromeTraceWriter>[0];

const endings = /^(?<stem>.+)\.(?<format>tsv|json)(?<gz>\.gz)?$/;

/** Throws UsageError where the ending is none of the four. */
export function parseTracePath(path: string): TraceTarget {
  const match = endings.exec(basename(path));
  if (match?.groups === undefined) {
    throw new UsageError(`--trace ${path}: expected a file name that ends in .tsv, .json, .tsv.gz or .json.gz`);
  }
  return { path, format: match.groups.format === "json" ? "json" : "tsv", compressed: match.groups.gz !== undefined };
}

/** The file for one of several schedulers: `out.tsv.gz` becomes `out.o1-2.6.0.tsv.gz`. */
export function traceTargetFor(target: TraceTarget, label: string): TraceTarget {
  const { stem, format, gz = "" } = endings.exec(basename(target.path))?.groups ?? {};
  return { ...target, path: join(dirname(target.path), `${stem}.${label}.${format}${gz}`) };
}

/** Characters that are collected before they are encoded, compressed and written. */
const pieceLength = 1 << 20;

export class TraceFile {
  readonly #file: OutputFile;
  readonly #gzip: GzipWriter | null;
  readonly #writer: { write(events: Iterable<TraceEvent>): string; end(): string };
  readonly #encoder = new TextEncoder();
  #pending = "";

  /** Creates the file under a temporary name. Throws SchedlabError where that fails. */
  constructor({ path, format, compressed }: TraceTarget, context: TraceContext) {
    this.#writer = format === "tsv" ? createTsvWriter() : createChromeTraceWriter(context);
    this.#file = new OutputFile(path);
    this.#gzip = compressed ? new GzipWriter((bytes) => this.#file.write(bytes)) : null;
  }

  write(events: Iterable<TraceEvent>): void {
    this.#append(this.#writer.write(events));
  }

  /** Makes the file appear. */
  commit(): void {
    this.#append(this.#writer.end());
    this.#flush();
    this.#gzip?.end();
    this.#file.commit();
  }

  /** Leaves nothing behind. */
  abandon(): void {
    this.#file.abandon();
  }

  #append(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= pieceLength) this.#flush();
  }

  #flush(): void {
    const bytes = this.#encoder.encode(this.#pending);
    this.#pending = "";
    if (this.#gzip === null) this.#file.write(bytes);
    else this.#gzip.write(bytes);
  }
}
