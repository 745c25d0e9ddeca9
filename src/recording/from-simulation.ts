/** A simulated run as a recording: the events of the engine with names and causes, in the vocabulary of kernels. */
import type { CpuId, ForkEvent, NewEvent, TaskId, TraceEvent, WakeupEvent } from "../engine/types.js";
import type { RecordedEvent, RecordedWakeup } from "./event.js";

export interface SimulatedRun {
  /** CPUs of the machine. */
  readonly cpus: number;
  /** Name of a task or kernel thread; that of pid 0 is not asked for. */
  taskName(pid: TaskId): string;
  /** Where the trace was taken with details: WorkloadImage.marks. */
  readonly marks?: readonly string[];
}

/**
 * What a kernel would have traced: the same as createSimulatedRecording, batch by batch, with a `waking` before each
 * `wakeup`. In the simulation both are one and the same moment.
 */
export function createSimulatedKernelTrace(run: SimulatedRun): (events: Iterable<TraceEvent>) => RecordedEvent[] {
  const record = createSimulatedRecording(run);
  return (events) => {
    const recorded: RecordedEvent[] = [];
    for (const event of events) {
      const one = record(event);
      if (one.kind === "wakeup") recorded.push({ ...one, kind: "waking" });
      recorded.push(one);
    }
    return recorded;
  };
}

/** Turns the events of one run, in their order, into recorded ones; keeps who runs on each CPU, which is the waker. */
export function createSimulatedRecording(run: SimulatedRun): (event: TraceEvent) => RecordedEvent {
  const recorder = new SimulationRecorder(run);
  return (event) => recorder.record(event);
}

class SimulationRecorder {
  readonly #run: SimulatedRun;
  readonly #current: TaskId[];
  readonly #priorities = new Map<TaskId, number>();
  #fork: ForkEvent | null = null;

  constructor(run: SimulatedRun) {
    this.#run = run;
    this.#current = new Array(run.cpus).fill(0);
  }

  record(event: TraceEvent): RecordedEvent {
    switch (event.kind) {
      case "switch": {
        const { timeNs, cpu, previous, next, previousState } = event;
        this.#current[cpu] = next;
        this.#priorities.set(previous, event.previousPriority);
        return {
          kind: "switch",
          timeNs,
          cpu,
          previousName: this.#name(previous, cpu),
          previousPid: previous,
          previousPriority: event.previousPriority,
          previousState,
          preempted: previousState === "R" && previous !== 0,
          nextName: this.#name(next, cpu),
          nextPid: next,
          nextPriority: event.nextPriority,
        };
      }
      case "wakeup":
        return this.#wakeup(event);
      case "new":
        return this.#new(event);
      case "migrate": {
        const { timeNs, pid, fromCpu, toCpu } = event;
        const priority = this.#priorities.get(pid) ?? null;
        return { kind: "migrate", timeNs, cpu: fromCpu, pid, name: this.#name(pid, fromCpu), priority, fromCpu, toCpu };
      }
      case "exit": {
        const { timeNs, cpu, pid } = event;
        const priority = this.#priorities.get(pid) ?? null;
        return { kind: "exit", timeNs, cpu, pid, name: this.#name(pid, cpu), priority };
      }
      case "fork": {
        const { timeNs, cpu, parent, pid } = event;
        this.#fork = event;
        return {
          kind: "fork",
          timeNs,
          cpu,
          parentPid: parent,
          parentName: this.#name(parent, cpu),
          childPid: pid,
          childName: this.#name(pid, cpu),
        };
      }
      case "mark": {
        const { timeNs, cpu, pid, mark } = event;
        const text = `I|${pid}|${this.#run.marks?.[mark] ?? mark}`;
        return { kind: "mark", timeNs, cpu, pid, name: this.#name(pid, cpu), text };
      }
    }
  }

  #wakeup({ timeNs, cpu, pid, priority, targetCpu, inInterrupt }: WakeupEvent): RecordedWakeup {
    const waker = this.#current[cpu] ?? 0;
    this.#priorities.set(pid, priority);
    return {
      kind: "wakeup",
      timeNs,
      cpu,
      wakerPid: waker,
      wakerName: this.#name(waker, cpu),
      pid,
      name: this.#name(pid, cpu),
      priority,
      targetCpu,
      inInterrupt: inInterrupt ?? null,
    };
  }

  /** A child is woken by its parent, wherever that runs; a task of the workload by the machine, on its own CPU. */
  #new({ timeNs, cpu: targetCpu, pid, priority }: NewEvent): RecordedWakeup {
    const fork = this.#fork?.pid === pid ? this.#fork : null;
    const cpu = fork?.cpu ?? targetCpu;
    const waker = fork?.parent ?? this.#current[cpu] ?? 0;
    this.#priorities.set(pid, priority);
    return {
      kind: "new",
      timeNs,
      cpu,
      wakerPid: waker,
      wakerName: this.#name(waker, cpu),
      pid,
      name: this.#name(pid, cpu),
      priority,
      targetCpu,
      inInterrupt: this.#run.marks === undefined ? null : fork === null,
    };
  }

  #name(pid: TaskId, cpu: CpuId): string {
    return pid === 0 ? `swapper/${cpu}` : this.#run.taskName(pid);
  }
}
