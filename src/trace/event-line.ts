/**
 * One event as one line of text, and back: the format of the golden traces (machine model,
 * "Trace"): fields separated by tabs, integers in plain decimal. `fork` and `mark` lines are in no golden trace; they tell
 * of the details of a trace that was taken with them.
 */
import type { SwitchState, TraceEvent } from "../engine/types.js";
import { SchedlabError } from "../errors.js";

/** The event's line, without the newline. */
export function formatEvent(event: TraceEvent): string {
  switch (event.kind) {
    case "switch":
      return `switch\t${event.timeNs}\t${event.cpu}\t${event.previous}\t${event.previousPriority}\t${event.previousState}\t${event.next}\t${event.nextPriority}`;
    case "wakeup":
      return `wakeup\t${event.timeNs}\t${event.cpu}\t${event.pid}\t${event.priority}\t${event.targetCpu}`;
    case "new":
      return `new\t${event.timeNs}\t${event.cpu}\t${event.pid}\t${event.priority}`;
    case "migrate":
      return `migrate\t${event.timeNs}\t${event.pid}\t${event.fromCpu}\t${event.toCpu}`;
    case "exit":
      return `exit\t${event.timeNs}\t${event.cpu}\t${event.pid}`;
    case "fork":
      return `fork\t${event.timeNs}\t${event.cpu}\t${event.parent}\t${event.pid}`;
    case "mark":
      return `mark\t${event.timeNs}\t${event.cpu}\t${event.pid}\t${event.mark}`;
  }
}

/** The fields of each kind of line, as messages name them. */
const fieldNames: Readonly<Record<TraceEvent["kind"], readonly string[]>> = {
  switch: ["time", "cpu", "previous pid", "its priority", "its state", "next pid", "its priority"],
  wakeup: ["time", "waking cpu", "pid", "its priority", "cpu it was queued on"],
  new: ["time", "cpu it was queued on", "pid", "its priority"],
  migrate: ["time", "pid", "from cpu", "to cpu"],
  exit: ["time", "cpu", "pid"],
  fork: ["time", "cpu", "parent", "child"],
  mark: ["time", "cpu", "pid", "number of the mark"],
};

/**
 * The event that a line (without its newline) stands for. Strict: whatever it accepts, formatEvent
 * gives back to the last byte.
 *
 * @throws SchedlabError that says what is wrong with the line
 */
export function parseEventLine(line: string): TraceEvent {
  const [kind, ...fields] = line.split("\t");
  if (kind === undefined || !Object.hasOwn(fieldNames, kind)) {
    throw malformed(line, `it begins with neither ${Object.keys(fieldNames).join(", ")}`);
  }
  const names = fieldNames[kind as TraceEvent["kind"]];
  if (fields.length !== names.length) {
    throw malformed(line, `${kind} has ${names.length} fields (${names.join(", ")}), not ${fields.length}`);
  }
  const field = (index: number) => fields[index] ?? "";
  const integer = (index: number): number => {
    const value = Number(field(index));
    if (!/^(0|-?[1-9][0-9]*)$/.test(field(index)) || !Number.isSafeInteger(value)) {
      throw malformed(line, `field ${index + 1} (${names[index]}) is no whole number: ${JSON.stringify(field(index))}`);
    }
    return value;
  };
  const natural = (index: number): number => {
    const value = integer(index);
    if (value < 0) throw malformed(line, `field ${index + 1} (${names[index]}) is negative: ${value}`);
    return value;
  };
  const timeNs = natural(0);
  switch (kind as TraceEvent["kind"]) {
    case "switch":
      return {
        kind: "switch",
        timeNs,
        cpu: natural(1),
        previous: integer(2),
        previousPriority: integer(3),
        previousState: state(line, field(4)),
        next: integer(5),
        nextPriority: integer(6),
      };
    case "wakeup":
      return {
        kind: "wakeup",
        timeNs,
        cpu: natural(1),
        pid: integer(2),
        priority: integer(3),
        targetCpu: natural(4),
      };
    case "new":
      return { kind: "new", timeNs, cpu: natural(1), pid: integer(2), priority: integer(3) };
    case "migrate":
      return { kind: "migrate", timeNs, pid: integer(1), fromCpu: natural(2), toCpu: natural(3) };
    case "exit":
      return { kind: "exit", timeNs, cpu: natural(1), pid: integer(2) };
    case "fork":
      return { kind: "fork", timeNs, cpu: natural(1), parent: integer(2), pid: integer(3) };
    case "mark":
      return { kind: "mark", timeNs, cpu: natural(1), pid: integer(2), mark: natural(3) };
  }
}

function state(line: string, text: string): SwitchState {
  if (text === "R" || text === "S" || text === "D" || text === "X") return text;
  throw malformed(line, `field 5 (its state) is none of R, S, D, X: ${JSON.stringify(text)}`);
}

function malformed(line: string, reason: string): SchedlabError {
  const shown = line.length > 120 ? `${line.slice(0, 120)}…` : line;
  return new SchedlabError(`this is no line of a trace: ${JSON.stringify(shown)}: ${reason}`);
}
