/**
 * Traces in the Chrome trace event format, which ui.perfetto.dev and chrome://tracing open: a track
 * for each CPU with the tasks that ran on it, and a track for each task with what it was doing
 * (running, runnable, sleeping, blocked) and its wake-ups, migrations, marks and exit as instants.
 *
 * Slices are complete events (`X`), written when they end; only what is open is kept, so memory
 * grows with the tasks alive, not with the trace. Times are microseconds with the nanoseconds as
 * decimals, exact in the text; a viewer that holds them in doubles is exact for the first 26 days.
 * There are no flow arrows from waker to woken: a wake-up by a timer happens in whatever task the
 * CPU was running, and an arrow would blame it.
 */
import type { CpuId, Nanoseconds, SwitchEvent, SwitchState, TaskId, TraceEvent } from "../engine/types.js";
import { type Activity, ChromeText } from "./chrome-text.js";
import type { TraceWriter } from "./writer.js";

export interface ChromeTraceContext {
  readonly cpus: number;
  readonly hz: number;
  readonly scheduler: string;
  readonly durationNs: Nanoseconds;
  /** What a task (or, negative, a kernel thread) is called. */
  taskName(pid: TaskId): string;
  /** WorkloadImage.marks, where the events tell of marks. */
  readonly marks?: readonly string[];
}

export function createChromeTraceWriter(context: ChromeTraceContext): TraceWriter {
  const tracks = new ChromeTracks(context);
  return {
    write: (events) => tracks.put(events).takeText(),
    encode: (events) => tracks.put(events).takeBytes().slice(),
    end: () => tracks.end(),
  };
}

/**
 * The tracks' processes. Viewers take a thread with its process's number for the process itself, so
 * these numbers are no task's.
 */
const processes = {
  cpus: { pid: 2_000_000_001, name: "CPUs" },
  tasks: { pid: 2_000_000_002, name: "Tasks" },
  kernelThreads: { pid: 2_000_000_003, name: "Kernel threads" },
};

const byBlocking: Readonly<Record<SwitchState, Activity | null>> = {
  R: "runnable",
  S: "sleeping",
  D: "blocked",
  X: null,
};

/** A task's track and its open slice. */
interface TaskTrack {
  readonly ids: Uint8Array;
  /** As a JSON string. */
  readonly name: Uint8Array;
  activity: Activity | null;
  sinceNs: Nanoseconds;
  /** Where it runs or waits, and with which priority. */
  cpu: CpuId;
  priority: number;
}

/** A CPU's track and its open slice; pid 0: idle, no slice. */
interface CpuTrack {
  readonly ids: Uint8Array;
  pid: TaskId;
  name: Uint8Array;
  sinceNs: Nanoseconds;
  priority: number;
}

class ChromeTracks {
  readonly #context: ChromeTraceContext;
  readonly #text = new ChromeText();
  readonly #tasks = new Map<TaskId, TaskTrack>();
  readonly #cpus: CpuTrack[] = [];
  #begun = false;
  #nowNs = 0;

  constructor(context: ChromeTraceContext) {
    this.#context = context;
  }

  put(events: Iterable<TraceEvent>): ChromeText {
    this.#begin();
    for (const event of events) this.#event(event);
    return this.#text;
  }

  end(): string {
    this.#begin();
    this.#nowNs = Math.max(this.#context.durationNs, this.#nowNs);
    for (const cpu of this.#cpus) this.#endRun(cpu, "R");
    for (const task of this.#tasks.values()) this.#endActivity(task);
    const { scheduler, cpus, hz } = this.#context;
    return `${this.#text.takeText()}\n],"displayTimeUnit":"ms","otherData":${JSON.stringify({ scheduler, cpus, hz })}}\n`;
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#text.begin();
    for (const [index, { pid, name }] of Object.values(processes).entries()) this.#text.process(pid, name, index);
    for (let cpu = 0; cpu < this.#context.cpus; cpu += 1) {
      const { ids, name } = this.#text.track(processes.cpus.pid, cpu, `CPU ${cpu}`);
      this.#cpus.push({ ids, pid: 0, name, sinceNs: 0, priority: 0 });
    }
  }

  #event(event: TraceEvent): void {
    this.#nowNs = event.timeNs;
    switch (event.kind) {
      case "switch":
        this.#switch(event);
        break;
      case "wakeup": {
        const task = this.#task(event.pid);
        this.#text.instant("wakeup", task.ids, event.timeNs, event.cpu, event.targetCpu, event.priority);
        this.#queue(task, event.targetCpu, event.priority);
        break;
      }
      case "new": {
        const task = this.#task(event.pid);
        this.#text.instant("new", task.ids, event.timeNs, event.cpu, event.priority);
        this.#queue(task, event.cpu, event.priority);
        break;
      }
      case "migrate":
        this.#text.instant("migrate", this.#task(event.pid).ids, event.timeNs, event.fromCpu, event.toCpu);
        break;
      case "exit":
        this.#text.instant("exit", this.#task(event.pid).ids, event.timeNs, event.cpu);
        break;
      case "fork":
        // The child's `new` follows.
        break;
      case "mark": {
        const name = this.#context.marks?.[event.mark] ?? `mark ${event.mark}`;
        this.#text.mark(name, this.#task(event.pid).ids, event.timeNs, event.cpu);
        break;
      }
    }
  }

  #switch(event: SwitchEvent): void {
    const cpu = this.#cpus[event.cpu];
    if (cpu === undefined)
      throw new RangeError(`the trace has a CPU ${event.cpu}, the machine has ${this.#cpus.length}`);
    this.#endRun(cpu, event.previousState);
    if (event.previous !== 0) {
      const task = this.#task(event.previous);
      this.#become(task, byBlocking[event.previousState], event.cpu, event.previousPriority);
      if (event.previousState === "X") this.#tasks.delete(event.previous);
    }
    if (event.next !== 0) {
      const task = this.#task(event.next);
      this.#become(task, "running", event.cpu, event.nextPriority);
      cpu.name = task.name;
      cpu.sinceNs = this.#nowNs;
      cpu.priority = event.nextPriority;
    }
    cpu.pid = event.next;
  }

  /** A woken task that has not left its CPU yet goes on running. */
  #queue(task: TaskTrack, cpu: CpuId, priority: number): void {
    if (task.activity !== "running") this.#become(task, "runnable", cpu, priority);
  }

  #become(task: TaskTrack, activity: Activity | null, cpu: CpuId, priority: number): void {
    this.#endActivity(task);
    task.activity = activity;
    task.sinceNs = this.#nowNs;
    task.cpu = cpu;
    task.priority = priority;
  }

  /** Waits of no length are left out; runs of no length happened. */
  #endActivity(task: TaskTrack): void {
    const { activity, sinceNs } = task;
    if (activity === null || (this.#nowNs === sinceNs && activity !== "running")) return;
    this.#text.activity(activity, task.ids, sinceNs, this.#nowNs - sinceNs, task.cpu, task.priority);
  }

  #endRun(cpu: CpuTrack, endState: SwitchState): void {
    if (cpu.pid === 0) return;
    this.#text.run(cpu.name, cpu.ids, cpu.sinceNs, this.#nowNs - cpu.sinceNs, cpu.pid, cpu.priority, endState);
  }

  /** The task's track; named when the task is first met. */
  #task(pid: TaskId): TaskTrack {
    let task = this.#tasks.get(pid);
    if (task === undefined) {
      const name = this.#context.taskName(pid);
      const track =
        pid < 0
          ? this.#text.track(processes.kernelThreads.pid, -1 - pid, name)
          : this.#text.track(processes.tasks.pid, pid, name);
      task = { ...track, activity: null, sinceNs: 0, cpu: 0, priority: 0 };
      this.#tasks.set(pid, task);
    }
    return task;
  }
}
