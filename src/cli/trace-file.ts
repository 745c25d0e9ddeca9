/** Writes a trace to a file whose ending says how: .tsv or .json (Chrome trace events), each also .gz. */
import { basename, dirname, join } from "node:path";
import type { TraceEvent } from "../engine/types.js";
import { type ChromeTraceContext, createChromeTraceWriter, createTsvWriter } from "../trace/index.js";
import { UsageError } from "./errors.js";
import { GzipWriter } from "./gzip.js";
import { OutputFile } from "./output-file.js";

type Format = "tsv" | "json";

export interface TraceTarget {
  readonly path: string;
  readonly format: Format;
  readonly compressed: boolean;
}

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

/** Bytes that are collected before they are compressed and written. */
const pieceLength = 1 << 20;

export class TraceFile {
  readonly #file: OutputFile;
  readonly #gzip: GzipWriter | null;
  readonly #encoding: Encoding;
  #pending: Uint8Array[] = [];
  #pendingLength = 0;

  /** Creates the file under a temporary name. Throws SchedlabError where that fails. */
  constructor({ path, format, compressed }: TraceTarget, context: ChromeTraceContext) {
    this.#encoding = format === "tsv" ? encodeTsv() : encodeChrome(context);
    this.#file = new OutputFile(path);
    this.#gzip = compressed ? new GzipWriter((bytes) => this.#file.write(bytes)) : null;
  }

  write(events: Iterable<TraceEvent>): void {
    this.#append(this.#encoding.encode(events));
  }

  /** Makes the file appear. */
  commit(): void {
    this.#append(this.#encoding.end());
    this.#flush();
    this.#gzip?.end();
    this.#file.commit();
  }

  /** Leaves nothing behind. */
  abandon(): void {
    this.#file.abandon();
  }

  #append(bytes: Uint8Array): void {
    this.#pending.push(bytes);
    this.#pendingLength += bytes.length;
    if (this.#pendingLength >= pieceLength) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingLength = 0;
    if (this.#gzip === null) this.#file.write(bytes);
    else this.#gzip.write(bytes);
  }
}

interface Encoding {
  encode(events: Iterable<TraceEvent>): Uint8Array;
  end(): Uint8Array;
}

function encodeTsv(): Encoding {
  const writer = createTsvWriter();
  return { encode: (events) => writer.encode(events), end: () => new Uint8Array() };
}

function encodeChrome(context: ChromeTraceContext): Encoding {
  const writer = createChromeTraceWriter(context);
  const encoder = new TextEncoder();
  return { encode: (events) => encoder.encode(writer.write(events)), end: () => encoder.encode(writer.end()) };
}
