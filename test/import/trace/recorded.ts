/** Recorded events in few words, and what becomes of them. */
import type { OperationDocument, TaskDocument } from "../../../src/import/document.js";
import { buildDocument } from "../../../src/import/trace/build-document.js";
import { type ConversionWindow, TraceConverter } from "../../../src/import/trace/converter.js";
import type { RecordedEvent, RecordedSwitch, RecordedWakeup, StateLetter } from "../../../src/recording/event.js";

/** Times in µs; tasks by pid, named after it; 0 is the idle task. */
export function switchTo(
  us: number,
  cpu: number | null,
  previousPid: number | null,
  previousState: StateLetter,
  nextPid: number,
  more: Partial<RecordedSwitch> = {},
): RecordedSwitch {
  return {
    kind: "switch",
    timeNs: us * 1000,
    cpu,
    previousName: previousPid === null ? null : `t${previousPid}`,
    previousPid,
    previousPriority: 120,
    previousState,
    preempted: previousState === "R" ? null : false,
    nextName: `t${nextPid}`,
    nextPid,
    nextPriority: 120,
    ...more,
  };
}

export function wakeup(
  us: number,
  cpu: number,
  wakerPid: number,
  pid: number,
  more: Partial<RecordedWakeup> = {},
): RecordedWakeup {
  return {
    kind: "waking",
    timeNs: us * 1000,
    cpu,
    wakerPid,
    wakerName: `t${wakerPid}`,
    pid,
    name: `t${pid}`,
    priority: 120,
    targetCpu: cpu,
    inInterrupt: false,
    ...more,
  };
}

export function fork(us: number, cpu: number, parentPid: number, childPid: number): RecordedEvent {
  const names = { parentName: `t${parentPid}`, childName: `t${childPid}` };
  return { kind: "fork", timeNs: us * 1000, cpu, parentPid, childPid, ...names };
}

/**
 * What the tasks of the recording are to do, one operation an item; forks are `fork NAME`, and their children come
 * behind.
 */
export function programsOf(
  events: readonly RecordedEvent[],
  { window, tasks = () => true }: { window?: ConversionWindow; tasks?: (name: string) => boolean } = {},
) {
  const converter = new TraceConverter(window);
  for (const event of events) converter.add(event);
  const recording = converter.finish();
  const { document, ...rest } = buildDocument(recording, { name: "test", about: "", cpus: 8, tasks });
  const programs: Record<string, string[]> = {};
  const put = (task: Pick<TaskDocument, "name" | "program" | "start">): void => {
    programs[task.name] = [
      ...(task.start === undefined ? [] : [`start ${task.start}`]),
      ...task.program.flatMap((operation) => operationLines(operation, put)),
    ];
  };
  document.tasks.forEach(put);
  return { programs, document, recording, ...rest };
}

function operationLines(
  operation: OperationDocument,
  put: (task: Pick<TaskDocument, "name" | "program">) => void,
): string[] {
  if (typeof operation === "string") return operation.split("\n");
  if (!("fork" in operation)) return [JSON.stringify(operation)];
  put(operation.fork);
  return [`fork ${operation.fork.name}`];
}
