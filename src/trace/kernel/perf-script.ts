/**
 * Traces as `perf script --ns` prints them: the same fields as ftrace, in perf's columns. Where a recording has no
 * CPUs, the column is left out, as in old versions of perf.
 */
import type { RecordedEvent } from "../../recording/event.js";
import { word } from "../byte-text.js";
import type { TraceWriter } from "../writer.js";
import { kernelPid } from "./comm.js";
import { KernelText } from "./event-text.js";

const commWidth = 16;
const pidWidth = 5;
/** perf pads to the longest name of a recording; this is that of all that a simulation has. */
const nameWidth = "sched:sched_process_fork".length;

const names: Readonly<Record<RecordedEvent["kind"], Uint8Array>> = {
  switch: eventName("sched:sched_switch"),
  waking: eventName("sched:sched_waking"),
  wakeup: eventName("sched:sched_wakeup"),
  new: eventName("sched:sched_wakeup_new"),
  migrate: eventName("sched:sched_migrate_task"),
  fork: eventName("sched:sched_process_fork"),
  exit: eventName("sched:sched_process_exit"),
  runtime: eventName("sched:sched_stat_runtime"),
  blocked: eventName("sched:sched_blocked_reason"),
  rename: eventName("task:task_rename"),
  mark: eventName("ftrace:print", " tracing_mark_write:"),
};

const idleName = "swapper";
const blank = 32;
const cpuColumn = word(" [");
const endOfCpu = word("] ");

export function createPerfScriptWriter(): TraceWriter<RecordedEvent> {
  const lines = new KernelText();
  const put = (events: Iterable<RecordedEvent>) => {
    for (const event of events) putLine(lines, event);
    return lines;
  };
  return {
    write: (events) => put(events).takeText(),
    encode: (events) => put(events).takeBytes().slice(),
    end: () => "",
  };
}

function eventName(name: string, more = ""): Uint8Array {
  return word(`: ${name.padStart(nameWidth)}:${more} `);
}

function putLine(lines: KernelText, event: RecordedEvent): void {
  const { pid, name } = lines.runnerDuring(event);
  const comm = lines.comm(pid === 0 && name.startsWith(idleName) ? idleName : name);
  for (let column = comm.length; column < commWidth; column += 1) lines.putCharacter(blank);
  lines.put(comm);
  lines.putCharacter(blank);
  lines.putNumberToWidth(kernelPid(pid), pidWidth);
  if (event.cpu === null) {
    lines.putCharacter(blank);
  } else {
    lines.put(cpuColumn);
    lines.putZeroFilled(event.cpu, 3);
    lines.put(endOfCpu);
  }
  lines.putSeconds(event.timeNs);
  lines.put(names[event.kind]);
  lines.putFields(event);
}
