/** A simulated run as a recording: the events of the engine with names and causes, in the vocabulary of kernels. */
import type { CpuId, TaskId, TraceEvent } from "../engine/types.js";
import type { RecordedEvent } from "./event.js";

export interface SimulatedRun {
  /** CPUs of the machine. */
  readonly cpus: number;
  /** Name of a task or kernel thread; that of pid 0 is not asked for. */
  taskName(pid: TaskId): string;
}

/** Turns the events of one run, in their order, into recorded ones; keeps who runs on each CPU, which is the waker. */
export function createSimulatedRecording({ cpus, taskName }: SimulatedRun): (event: TraceEvent) => RecordedEvent {
  const current = new Array<TaskId>(cpus).fill(0);
  const priorities = new Map<TaskId, number>();
  const nameOf = (pid: TaskId, cpu: CpuId) => (pid === 0 ? `swapper/${cpu}` : taskName(pid));

  return (event) => {
    switch (event.kind) {
      case "switch": {
        const { timeNs, cpu, previous, next, previousState } = event;
        current[cpu] = next;
        priorities.set(previous, event.previousPriority);
        return {
          kind: "switch",
          timeNs,
          cpu,
          previousName: nameOf(previous, cpu),
          previousPid: previous,
          previousPriority: event.previousPriority,
          previousState,
          preempted: previousState === "R" && previous !== 0,
          nextName: nameOf(next, cpu),
          nextPid: next,
          nextPriority: event.nextPriority,
        };
      }
      case "wakeup":
      case "new": {
        const { kind, timeNs, cpu, pid, priority } = event;
        const waker = current[cpu] ?? 0;
        priorities.set(pid, priority);
        return {
          kind,
          timeNs,
          cpu,
          wakerPid: waker,
          wakerName: nameOf(waker, cpu),
          pid,
          name: nameOf(pid, cpu),
          priority,
          targetCpu: event.kind === "wakeup" ? event.targetCpu : cpu,
          inInterrupt: null,
        };
      }
      case "migrate": {
        const { timeNs, pid, fromCpu, toCpu } = event;
        const priority = priorities.get(pid) ?? null;
        return { kind: "migrate", timeNs, cpu: fromCpu, pid, name: nameOf(pid, fromCpu), priority, fromCpu, toCpu };
      }
      case "exit": {
        const { timeNs, cpu, pid } = event;
        return { kind: "exit", timeNs, cpu, pid, name: nameOf(pid, cpu), priority: priorities.get(pid) ?? null };
      }
    }
  };
}
