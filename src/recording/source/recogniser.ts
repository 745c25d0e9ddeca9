/** Finds out by its first bytes what comes, and hands it to who reads that. */
import { SchedlabError } from "../../errors.js";
import type { RecordedEvent } from "../event.js";
import type { FindingLog } from "../finding-log.js";
import { LineSplitter } from "../text/lines.js";
import { TextReader } from "../text/text-reader.js";
import type { ByteSink } from "./byte-sink.js";

export class Recogniser implements ByteSink {
  readonly #log: FindingLog;
  readonly #file: string;
  readonly #sink: ByteSink;
  #begun = false;

  constructor(log: FindingLog, file: string, emit: (event: RecordedEvent) => void) {
    this.#log = log;
    this.#file = file;
    this.#sink = new LineSplitter(new TextReader(log, emit));
  }

  write(bytes: Uint8Array): void {
    const hasMark = !this.#begun && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (hasMark) this.#log.byteOrderMark = true;
    this.#begun ||= bytes.length > 0;
    this.#sink.write(hasMark ? bytes.subarray(3) : bytes);
  }

  end(): void {
    this.#sink.end();
    if (this.#log.kind === null) throw new SchedlabError(`${this.#file}: holds no scheduling events`);
  }
}
