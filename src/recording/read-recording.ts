/**
 * Reads a recording of scheduling events, whatever it is and however it is wrapped, in pieces and in the order of time.
 */
import type { RecordedEvent } from "./event.js";
import { EventAudit } from "./event-audit.js";
import { FindingLog } from "./finding-log.js";
import type { RecordingFindings } from "./findings.js";
import { nothingToRead } from "./nothing-to-read.js";
import { piecesOf, type RecordingSource } from "./source/pieces.js";
import { Recogniser } from "./source/recogniser.js";
import { TimeOrder } from "./time-order.js";

export interface RecordingOptions {
  /** How messages name the file. Default "recording". */
  readonly file?: string;
  /** How many events are kept in order to put them in order. Default 65536, more for Perfetto. */
  readonly window?: number;
}

/**
 * Text is nearly in order, and 20 MB are enough for it. Perfetto writes the buffers of the CPUs one after the other,
 * each of some seconds; Chrome's slices stand where they end.
 */
const TEXT_WINDOW = 1 << 16;
const BINARY_WINDOW = 1 << 17;

/** A recording that is being read. It can be read once. */
export interface Recording extends AsyncIterable<readonly RecordedEvent[]> {
  /** Grows while the recording is read; complete at its end. */
  readonly findings: RecordingFindings;
}

/**
 * The events of a recording, in batches, in the order of time.
 *
 * @throws SchedlabError while it is read, where it holds no scheduling events that can be read: says what it is
 */
export function readRecording(source: RecordingSource, options: RecordingOptions = {}): Recording {
  const reader = new RecordingReader(options);
  return { findings: reader.findings, [Symbol.asyncIterator]: () => read(source, reader) };
}

async function* read(source: RecordingSource, reader: RecordingReader): AsyncGenerator<readonly RecordedEvent[]> {
  for await (const bytes of piecesOf(source)) {
    const events = reader.push(bytes);
    if (events.length > 0) yield events;
  }
  const events = reader.end();
  if (events.length > 0) yield events;
}

/** The same for who has the bytes already, and cannot wait. */
export class RecordingReader {
  readonly #log = new FindingLog();
  readonly #audit = new EventAudit(this.#log);
  readonly #file: string;
  readonly #window: number | undefined;
  readonly #order: TimeOrder<RecordedEvent>;
  readonly #recogniser: Recogniser;

  constructor({ file = "recording", window }: RecordingOptions = {}) {
    const order = new TimeOrder<RecordedEvent>(window ?? TEXT_WINDOW, this.#log);
    this.#file = file;
    this.#window = window;
    this.#order = order;
    this.#recogniser = new Recogniser({ log: this.#log, file, emit: (event) => order.add(event) });
  }

  /** Grows while the recording is read; complete at its end. */
  get findings(): RecordingFindings {
    return this.#log;
  }

  /**
   * Takes the next bytes, and hands out the events that nothing can precede any more. @throws as readRecording does.
   */
  push(bytes: Uint8Array): readonly RecordedEvent[] {
    this.#log.bytesRead += bytes.length;
    this.#recogniser.write(bytes);
    return this.#take(false);
  }

  /** Hands out the last events. @throws as readRecording does. */
  end(): readonly RecordedEvent[] {
    this.#recogniser.end();
    const events = this.#take(true);
    this.#audit.end();
    if (this.#log.firstNs === null) throw nothingToRead(this.#log, this.#file);
    return events;
  }

  #take(isEnd: boolean): readonly RecordedEvent[] {
    const { kind } = this.#log;
    if (kind === "perfetto" || kind === "chrome") this.#order.window = this.#window ?? BINARY_WINDOW;
    const events = this.#order.take(isEnd);
    for (const event of events) this.#audit.see(event);
    return events;
  }
}
