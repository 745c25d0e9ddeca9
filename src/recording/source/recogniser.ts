/**
 * Finds out by the first bytes what comes, and hands it to who reads that: again and again where something is wrapped.
 */
import { SchedlabError } from "../../errors.js";
import { ChromeReader } from "../chrome/chrome-reader.js";
import type { RecordedEvent } from "../event.js";
import type { FindingLog } from "../finding-log.js";
import { PerfettoReader } from "../perfetto/perfetto-reader.js";
import { LineSplitter } from "../text/lines.js";
import { TextReader } from "../text/text-reader.js";
import { Base64Decoder } from "./base64.js";
import type { ByteSink } from "./byte-sink.js";
import { ENOUGH_TO_TELL, recogniseFormat } from "./format.js";
import { HtmlTraces } from "./html.js";
import { Inflater } from "./inflate.js";

/** What all stages share. */
export interface Reading {
  readonly log: FindingLog;
  /** How messages name the file. */
  readonly file: string;
  readonly emit: (event: RecordedEvent) => void;
}

export class Recogniser implements ByteSink {
  readonly #reading: Reading;
  /** Whether this is one part of several, so that others may hold the events. */
  readonly #isPart: boolean;
  #head = new Uint8Array(ENOUGH_TO_TELL);
  #headLength = 0;
  #sink: ByteSink | null = null;

  constructor(reading: Reading, isPart = false) {
    this.#reading = reading;
    this.#isPart = isPart;
  }

  write(bytes: Uint8Array): void {
    if (this.#sink !== null) {
      this.#sink.write(bytes);
      return;
    }
    const taken = bytes.subarray(0, ENOUGH_TO_TELL - this.#headLength);
    this.#head.set(taken, this.#headLength);
    this.#headLength += taken.length;
    if (this.#headLength === ENOUGH_TO_TELL) this.#decide().write(bytes.subarray(taken.length));
  }

  end(): void {
    (this.#sink ?? this.#decide()).end();
  }

  /** Makes the sink, and gives it what was held back. */
  #decide(): ByteSink {
    let head = this.#head.subarray(0, this.#headLength);
    if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) {
      this.#reading.log.byteOrderMark = true;
      head = head.subarray(3);
    }
    const format = recogniseFormat(head);
    if (format.is === "dump") head = head.subarray(format.start);
    this.#sink = this.#sinkFor(format);
    this.#sink.write(head);
    return this.#sink;
  }

  #sinkFor(format: ReturnType<typeof recogniseFormat>): ByteSink {
    const reading = this.#reading;
    const { log, emit } = reading;
    switch (format.is) {
      case "gzip":
      case "zlib":
        return new Inflater(format.is, log, new Recogniser(reading, this.#isPart));
      case "base64":
        return new Base64Decoder(new Recogniser(reading, this.#isPart));
      case "dump":
        return new Recogniser(reading, this.#isPart);
      case "html":
        log.kind = "systrace";
        log.wrappings.push("HTML");
        return new HtmlTraces((linesBefore) => {
          log.lines = linesBefore;
          return new Recogniser(reading, true);
        });
      case "json":
        return new ChromeReader(log, emit, () => new Recogniser(reading, true));
      case "protobuf":
        return new PerfettoReader(log, emit, () => new Recogniser(reading, true));
      case "text":
        return new LineSplitter(new TextReader(log, emit));
      case "foreign":
        if (this.#isPart) return this.#passOver(format.what);
        throw new SchedlabError(`${reading.file}: this is ${format.what}; ${format.advice}`);
    }
  }

  #passOver(what: string): ByteSink {
    const { log } = this.#reading;
    log.skip("part that is no trace", () => what);
    return { write() {}, end() {} };
  }
}
