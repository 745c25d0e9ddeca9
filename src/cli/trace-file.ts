/**
 * Writes a trace to a file whose ending says how: .tsv, .json (Chrome trace events), .pftrace (Perfetto), .ftrace.txt
 * or .perf.txt (the texts of a kernel's ftrace and of `perf script`), each also .gz.
 */
import { basename, dirname, join } from "node:path";
import type { TraceEvent } from "../engine/types.js";
import { createSimulatedKernelTrace } from "../recording/from-simulation.js";
import {
  type BinaryTraceWriter,
  type ChromeTraceContext,
  createChromeTraceWriter,
  createFtraceWriter,
  createPerfettoWriter,
  createPerfScriptWriter,
  createTsvWriter,
  type TraceWriter,
} from "../trace/index.js";
import { UsageError } from "./errors.js";
import { GzipWriter } from "./gzip.js";
import { OutputFile } from "./output-file.js";

export interface TraceContext extends ChromeTraceContext {
  readonly workload: string;
  readonly marks: readonly string[];
}

type Encoding = BinaryTraceWriter<TraceEvent>;

const encodings = {
  tsv: encodeTsv,
  json: encodeChrome,
  pftrace: encodePerfetto,
  "ftrace.txt": encodeFtrace,
  "perf.txt": encodePerfScript,
} satisfies Readonly<Record<string, (context: TraceContext) => Encoding>>;

type Format = keyof typeof encodings;

export interface TraceTarget {
  readonly path: string;
  readonly format: Format;
  readonly compressed: boolean;
}

const formats = Object.keys(encodings) as Format[];
const endings = new RegExp(
  `^(?<stem>.+)\\.(?<format>${formats.map((format) => format.replace(".", "\\.")).join("|")})(?<gz>\\.gz)?$`,
);

/** Throws UsageError where the ending is none of those. */
export function parseTracePath(path: string): TraceTarget {
  const { format, gz } = endings.exec(basename(path))?.groups ?? {};
  if (format === undefined) {
    const known = formats.map((ending) => `.${ending}`).join(", ");
    throw new UsageError(
      `--trace ${path}: expected a file name that ends in ${known}, or one of these with .gz behind`,
    );
  }
  return { path, format: format as Format, compressed: gz !== undefined };
}

/** The file for one of several schedulers: `out.tsv.gz` becomes `out.o1-2.6.0.tsv.gz`. */
export function traceTargetFor(target: TraceTarget, label: string): TraceTarget {
  const { stem, format, gz = "" } = endings.exec(basename(target.path))?.groups ?? {};
  return { ...target, path: join(dirname(target.path), `${stem}.${label}.${format}${gz}`) };
}

/** Whether the format shows forks, marks and who woke whom. */
export function showsDetails({ format }: TraceTarget): boolean {
  return format !== "tsv";
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
  constructor({ path, format, compressed }: TraceTarget, context: TraceContext) {
    this.#encoding = encodings[format](context);
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

function encodeTsv(): Encoding {
  const writer = createTsvWriter();
  return { encode: (events) => writer.encode(events), end: () => new Uint8Array() };
}

function encodeChrome(context: TraceContext): Encoding {
  return withTextEnd(createChromeTraceWriter(context));
}

function encodePerfetto(context: TraceContext): Encoding {
  const { cpus, workload, scheduler, durationNs } = context;
  const record = createSimulatedKernelTrace(context);
  const writer = createPerfettoWriter({ cpus, name: `${workload}, ${scheduler}`, endNs: durationNs });
  return { encode: (events) => writer.encode(record(events)), end: () => writer.end() };
}

function encodeFtrace(context: TraceContext): Encoding {
  const record = createSimulatedKernelTrace(context);
  const writer = withTextEnd(createFtraceWriter(context));
  return { ...writer, encode: (events) => writer.encode(record(events)) };
}

function encodePerfScript(context: TraceContext): Encoding {
  const record = createSimulatedKernelTrace(context);
  const writer = withTextEnd(createPerfScriptWriter());
  return { ...writer, encode: (events) => writer.encode(record(events)) };
}

function withTextEnd<Event>(writer: TraceWriter<Event>): BinaryTraceWriter<Event> {
  const encoder = new TextEncoder();
  return { encode: (events) => writer.encode(events), end: () => encoder.encode(writer.end()) };
}
