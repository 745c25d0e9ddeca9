/** The golden trace format (see event-line.ts) for many events: several million lines a second. */
import type { TraceEvent } from "../engine/types.js";
import { ByteText, word } from "./byte-text.js";
import type { TraceWriter } from "./writer.js";

export function createTsvWriter(): TraceWriter {
  const lines = new ByteText();
  const put = (events: Iterable<TraceEvent>) => {
    for (const event of events) putLine(lines, event);
    return lines;
  };
  return {
    write: (events) => put(events).takeText(),
    encode: (events) => put(events).takeBytes().slice(),
    end: () => "",
  };
}

const tab = 9;
const newline = 10;

const words = {
  switch: word("switch\t"),
  wakeup: word("wakeup\t"),
  new: word("new\t"),
  migrate: word("migrate\t"),
  exit: word("exit\t"),
  fork: word("fork\t"),
  mark: word("mark\t"),
};

function putLine(lines: ByteText, event: TraceEvent): void {
  lines.put(words[event.kind]);
  putField(lines, event.timeNs);
  switch (event.kind) {
    case "switch":
      putField(lines, event.cpu);
      putField(lines, event.previous);
      putField(lines, event.previousPriority);
      lines.putCharacter(event.previousState.charCodeAt(0));
      lines.putCharacter(tab);
      putField(lines, event.next);
      lines.putNumber(event.nextPriority);
      break;
    case "wakeup":
      putField(lines, event.cpu);
      putField(lines, event.pid);
      putField(lines, event.priority);
      lines.putNumber(event.targetCpu);
      break;
    case "new":
      putField(lines, event.cpu);
      putField(lines, event.pid);
      lines.putNumber(event.priority);
      break;
    case "migrate":
      putField(lines, event.pid);
      putField(lines, event.fromCpu);
      lines.putNumber(event.toCpu);
      break;
    case "exit":
      putField(lines, event.cpu);
      lines.putNumber(event.pid);
      break;
    case "fork":
      putField(lines, event.cpu);
      putField(lines, event.parent);
      lines.putNumber(event.pid);
      break;
    case "mark":
      putField(lines, event.cpu);
      putField(lines, event.pid);
      lines.putNumber(event.mark);
      break;
  }
  lines.putCharacter(newline);
}

/** A number and the tab after it. */
function putField(lines: ByteText, value: number): void {
  lines.putNumber(value);
  lines.putCharacter(tab);
}
