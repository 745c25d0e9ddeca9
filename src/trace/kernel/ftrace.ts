/**
 * Traces as ftrace's `trace` file shows them, in the kernel's own spelling, which Perfetto, trappy and trace-cmd's
 * friends read. Times have nine decimals, so that nothing is lost. The four flags (irqs-off, need-resched, hardirq,
 * preempt-depth) say only whether an interrupt woke a task; where that is not known the line has none, as in traces
 * without them.
 */

import { SchedlabError } from "../../errors.js";
import type { RecordedEvent } from "../../recording/event.js";
import { word } from "../byte-text.js";
import type { TraceWriter } from "../writer.js";
import { kernelPid } from "./comm.js";
import { KernelText } from "./event-text.js";

export interface FtraceContext {
  /** CPUs of the machine. */
  readonly cpus: number;
}

const names: Readonly<Record<RecordedEvent["kind"], Uint8Array>> = {
  switch: word(": sched_switch: "),
  waking: word(": sched_waking: "),
  wakeup: word(": sched_wakeup: "),
  new: word(": sched_wakeup_new: "),
  migrate: word(": sched_migrate_task: "),
  fork: word(": sched_process_fork: "),
  exit: word(": sched_process_exit: "),
  runtime: word(": sched_stat_runtime: "),
  blocked: word(": sched_blocked_reason: "),
  rename: word(": task_rename: "),
  mark: word(": tracing_mark_write: "),
};

const commWidth = 16;
const pidWidth = 7;
const idleName = "<idle>";
const noFlags = word("] .... ");
const interruptFlags = word("] ..h. ");
const withoutFlags = word("] ");
const cpuColumn = word(" [");
const dash = 45;
const blank = 32;

/** @throws SchedlabError, when it writes, for an event without a CPU: the format has no line for it. */
export function createFtraceWriter({ cpus }: FtraceContext): TraceWriter<RecordedEvent> {
  const lines = new KernelText();
  let begun = false;
  const begin = () => {
    if (!begun) lines.put(word(header(cpus)));
    begun = true;
    return lines;
  };
  const put = (events: Iterable<RecordedEvent>) => {
    begin();
    for (const event of events) putLine(lines, event);
    return lines;
  };
  return {
    write: (events) => put(events).takeText(),
    encode: (events) => put(events).takeBytes().slice(),
    end: () => begin().takeText(),
  };
}

function header(cpus: number): string {
  return `# tracer: nop
#
#                                            #P:${cpus}
#
#                                _-----=> irqs-off
#                               / _----=> need-resched
#                              | / _---=> hardirq/softirq
#                              || / _--=> preempt-depth
#                              ||| /
#           TASK-PID     CPU#  ||||   TIMESTAMP  FUNCTION
#              | |         |   ||||      |         |
`;
}

function putLine(lines: KernelText, event: RecordedEvent): void {
  if (event.cpu === null) {
    throw new SchedlabError(
      `cannot write the ${event.kind} event at ${event.timeNs} ns as ftrace text: the recording has no CPUs, and every line of ftrace names one; write perf text instead`,
    );
  }
  const { pid, name } = lines.runnerDuring(event);
  const comm = lines.comm(pid === 0 && name.startsWith("swapper") ? idleName : name);
  for (let column = comm.length; column < commWidth; column += 1) lines.putCharacter(blank);
  lines.put(comm);
  lines.putCharacter(dash);
  const before = lines.length;
  lines.putNumber(kernelPid(pid));
  for (let column = lines.length - before; column < pidWidth; column += 1) lines.putCharacter(blank);
  lines.put(cpuColumn);
  lines.putZeroFilled(event.cpu, 3);
  lines.put(flagsOf(event));
  lines.putSeconds(event.timeNs);
  lines.put(names[event.kind]);
  lines.putFields(event);
}

function flagsOf(event: RecordedEvent): Uint8Array {
  if (event.kind !== "waking" && event.kind !== "wakeup" && event.kind !== "new") return noFlags;
  if (event.inInterrupt === null) return withoutFlags;
  return event.inInterrupt ? interruptFlags : noFlags;
}
