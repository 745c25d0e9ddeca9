/** Reads a recording of scheduling events, whatever it is and however it is wrapped, in pieces and in the order of time. */
import type { RecordedEvent } from "./event.js";
import { EventAudit } from "./event-audit.js";
import { FindingLog } from "./finding-log.js";
import type { RecordingFindings } from "./findings.js";
import { piecesOf, type RecordingSource } from "./source/pieces.js";
import { Recogniser } from "./source/recogniser.js";
import { DEFAULT_WINDOW, TimeOrder } from "./time-order.js";

export interface RecordingOptions {
  /** How messages name the file. Default "recording". */
  readonly file?: string;
  /** How many events are kept in order to put them in order. Default 65536, more for Perfetto. */
  readonly window?: number;
}

/** A recording that is being read. It can be read once. */
export interface Recording extends AsyncIterable<readonly RecordedEvent[]> {
  /** Grows while the recording is read; complete at its end. */
  readonly findings: RecordingFindings;
}

/**
 * The events of a recording, in batches, in the order of time.
 *
 * @throws SchedlabError while it is read, where it holds no scheduling events that can be read; it says what the file is instead
 */
export function readRecording(source: RecordingSource, options: RecordingOptions = {}): Recording {
  const findings = new FindingLog();
  return { findings, [Symbol.asyncIterator]: () => read(source, options, findings) };
}

async function* read(
  source: RecordingSource,
  { file = "recording", window = DEFAULT_WINDOW }: RecordingOptions,
  log: FindingLog,
): AsyncGenerator<readonly RecordedEvent[]> {
  const order = new TimeOrder<RecordedEvent>(window, log);
  const audit = new EventAudit(log);
  const recogniser = new Recogniser(log, file, (event) => order.add(event));
  const take = (isEnd: boolean) => {
    const events = order.take(isEnd);
    for (const event of events) audit.see(event);
    return events;
  };
  for await (const bytes of piecesOf(source)) {
    log.bytesRead += bytes.length;
    recogniser.write(bytes);
    const events = take(false);
    if (events.length > 0) yield events;
  }
  recogniser.end();
  const events = take(true);
  audit.end();
  if (events.length > 0) yield events;
}
