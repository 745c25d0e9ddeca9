/** Decodes the core's trace records; their layout is drawn in assembly/machine/trace.ts. */
import type { SwitchState, TraceEvent, WakeupEvent } from "./types.js";

export function decodeEvents(view: DataView, buffer: number, count: number, eventSize: number): TraceEvent[] {
  const events: TraceEvent[] = new Array(count);
  for (let index = 0; index < count; index++) events[index] = decodeEvent(view, buffer + index * eventSize);
  return events;
}

function decodeEvent(view: DataView, at: number): TraceEvent {
  const timeNs = view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
  const pid = view.getInt32(at + 8, true);
  const priority = view.getInt16(at + 16, true);
  const cpu = view.getUint8(at + 21);
  switch (view.getUint8(at + 20)) {
    case 0:
      return {
        kind: "switch",
        timeNs,
        cpu,
        previous: pid,
        previousPriority: priority,
        previousState: String.fromCharCode(view.getUint8(at + 22)) as SwitchState,
        next: view.getInt32(at + 12, true),
        nextPriority: view.getInt16(at + 18, true),
      };
    case 1:
      return wakeupEvent(view, at, timeNs, cpu, pid, priority);
    case 2:
      return { kind: "new", timeNs, cpu, pid, priority };
    case 3:
      return { kind: "migrate", timeNs, pid, fromCpu: cpu, toCpu: view.getUint8(at + 23) };
    case 4:
      return { kind: "exit", timeNs, cpu, pid };
    case 5:
      return { kind: "fork", timeNs, cpu, parent: view.getInt32(at + 12, true), pid };
    default:
      return { kind: "mark", timeNs, cpu, pid, mark: view.getInt32(at + 12, true) };
  }
}

function wakeupEvent(
  view: DataView,
  at: number,
  timeNs: number,
  cpu: number,
  pid: number,
  priority: number,
): WakeupEvent {
  const event: WakeupEvent = { kind: "wakeup", timeNs, cpu, pid, priority, targetCpu: view.getUint8(at + 23) };
  const waker = view.getUint8(at + 22);
  return waker === 0 ? event : { ...event, inInterrupt: waker === 2 };
}
