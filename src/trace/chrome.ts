/**
 * Traces in the Chrome trace event format, which ui.perfetto.dev and chrome://tracing open: a track
 * for each CPU with the tasks that ran on it, and a track for each task with what it was doing
 * (running, runnable, sleeping, blocked) and its wake-ups, migrations and exit as instants.
 *
 * Slices are complete events (`X`), written when they end; only what is open is kept, so memory
 * grows with the tasks alive, not with the trace. Times are microseconds with the nanoseconds as
 * decimals, exact in the text; a viewer that holds them in doubles is exact for the first 26 days.
 * There are no flow arrows from waker to woken:
 * a wake-up by a timer happens in whatever task the CPU was running, and an arrow would blame it.
 */
import type { CpuId, Nanoseconds, SwitchEvent, TaskId, TraceEvent } from "../engine/types.js";
import type { TraceWriter } from "./writer.js";

export interface ChromeTraceContext {
  readonly cpus: number;
  readonly hz: number;
  readonly scheduler: string;
  readonly durationNs: Nanoseconds;
  /** What a task (or, negative, a kernel thread) is called. */
  taskName(pid: TaskId): string;
}

export function createChromeTraceWriter(context: ChromeTraceContext): TraceWriter {
  const writer = new ChromeTraceWriter(context);
  return {
    write: (events) => writer.write(events),
    end: () => writer.end(),
  };
}

/**
 * The tracks' processes. Viewers take a thread with its process's number for the process itself, so
 * these numbers are no task's.
 */
const processes = { cpus: 2_000_000_001, tasks: 2_000_000_002, kernelThreads: 2_000_000_003 };

type Activity = "running" | "runnable" | "sleeping" | "blocked";

/** A task's track and its open slice. */
interface TaskTrack {
  /** `"pid":…,"tid":…` of the track. */
  readonly ids: string;
  /** As a JSON string. */
  readonly name: string;
  activity: Activity | null;
  sinceNs: Nanoseconds;
  /** sinceNs as `ts`. */
  since: string;
  /** JSON members that the slice will carry. */
  details: string;
}

/** The open slice of a CPU. */
interface CpuSlice {
  readonly pid: TaskId;
  readonly name: string;
  readonly sinceNs: Nanoseconds;
  /** sinceNs as `ts`. */
  readonly since: string;
  readonly priority: number;
}

class ChromeTraceWriter {
  readonly #context: ChromeTraceContext;
  readonly #tasks = new Map<TaskId, TaskTrack>();
  readonly #running: (CpuSlice | null)[];
  #text = "";
  #begun = false;
  /** The time of the latest event, and the same as `ts`: most are needed several times. */
  #nowNs = 0;
  #now = "0";

  constructor(context: ChromeTraceContext) {
    this.#context = context;
    this.#running = Array.from({ length: context.cpus }, () => null);
  }

  write(events: Iterable<TraceEvent>): string {
    this.#begin();
    for (const event of events) this.#event(event);
    return this.#taken();
  }

  end(): string {
    this.#begin();
    this.#advance(Math.max(this.#context.durationNs, this.#nowNs));
    for (let cpu = 0; cpu < this.#running.length; cpu += 1) this.#endCpuSlice(cpu, "R");
    for (const track of this.#tasks.values()) this.#endActivity(track);
    const { scheduler, cpus, hz } = this.#context;
    const about = JSON.stringify({ scheduler, cpus, hz });
    return `${this.#taken()}\n],"displayTimeUnit":"ms","otherData":${about}}\n`;
  }

  #taken(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#text = '{"traceEvents":[\n';
    this.#text += metadata("process_name", `"pid":${processes.cpus}`, '"name":"CPUs"');
    const names = [`"name":"Tasks"`, `"name":"Kernel threads"`];
    for (const [index, pid] of [processes.tasks, processes.kernelThreads].entries()) {
      this.#add(metadata("process_name", `"pid":${pid}`, names[index] ?? ""));
    }
    for (const [index, pid] of Object.values(processes).entries()) {
      this.#add(metadata("process_sort_index", `"pid":${pid}`, `"sort_index":${index}`));
    }
    for (let cpu = 0; cpu < this.#context.cpus; cpu += 1) {
      this.#nameTrack(cpuTrack(cpu), JSON.stringify(`CPU ${cpu}`), cpu);
    }
  }

  #event(event: TraceEvent): void {
    this.#advance(event.timeNs);
    switch (event.kind) {
      case "switch":
        this.#switch(event);
        break;
      case "wakeup": {
        const task = this.#task(event.pid);
        this.#instant(
          task,
          "wakeup",
          `"wakingCpu":${event.cpu},"targetCpu":${event.targetCpu},"priority":${event.priority}`,
        );
        this.#becomeRunnable(task, event.targetCpu, event.priority);
        break;
      }
      case "new": {
        const task = this.#task(event.pid);
        this.#instant(task, "new", `"cpu":${event.cpu},"priority":${event.priority}`);
        this.#becomeRunnable(task, event.cpu, event.priority);
        break;
      }
      case "migrate":
        this.#instant(this.#task(event.pid), "migrate", `"fromCpu":${event.fromCpu},"toCpu":${event.toCpu}`);
        break;
      case "exit":
        this.#instant(this.#task(event.pid), "exit", `"cpu":${event.cpu}`);
        break;
    }
  }

  #advance(timeNs: Nanoseconds): void {
    if (timeNs === this.#nowNs) return;
    this.#nowNs = timeNs;
    this.#now = microseconds(timeNs);
  }

  #switch(event: SwitchEvent): void {
    const { cpu } = event;
    this.#endCpuSlice(cpu, event.previousState);
    if (event.previous !== 0) {
      const task = this.#task(event.previous);
      switch (event.previousState) {
        case "R":
          this.#become(task, "runnable", `"cpu":${cpu},"priority":${event.previousPriority}`);
          break;
        case "S":
          this.#become(task, "sleeping", "");
          break;
        case "D":
          this.#become(task, "blocked", "");
          break;
        case "X":
          this.#endActivity(task);
          this.#tasks.delete(event.previous);
          break;
      }
    }
    if (event.next !== 0) {
      const task = this.#task(event.next);
      this.#become(task, "running", `"cpu":${cpu},"priority":${event.nextPriority}`);
      this.#running[cpu] = {
        pid: event.next,
        name: task.name,
        sinceNs: this.#nowNs,
        since: this.#now,
        priority: event.nextPriority,
      };
    }
  }

  /** A woken task that has not left its CPU yet goes on running. */
  #becomeRunnable(task: TaskTrack, cpu: CpuId, priority: number): void {
    if (task.activity !== "running") this.#become(task, "runnable", `"cpu":${cpu},"priority":${priority}`);
  }

  #become(task: TaskTrack, activity: Activity, details: string): void {
    this.#endActivity(task);
    task.activity = activity;
    task.sinceNs = this.#nowNs;
    task.since = this.#now;
    task.details = details;
  }

  /** Waits of no length are left out; runs of no length happened. */
  #endActivity(task: TaskTrack): void {
    const { activity, sinceNs } = task;
    task.activity = null;
    if (activity === null || (this.#nowNs === sinceNs && activity !== "running")) return;
    const extent = `"ts":${task.since},"dur":${microseconds(this.#nowNs - sinceNs)}`;
    this.#add(`{"ph":"X","cat":"task","name":"${activity}",${task.ids},${extent},"args":{${task.details}}}`);
  }

  #endCpuSlice(cpu: CpuId, endState: string): void {
    const slice = this.#running[cpu] ?? null;
    if (slice === null) return;
    this.#running[cpu] = null;
    const extent = `"ts":${slice.since},"dur":${microseconds(this.#nowNs - slice.sinceNs)}`;
    const args = `"args":{"pid":${slice.pid},"priority":${slice.priority},"endState":"${endState}"}`;
    this.#add(`{"ph":"X","cat":"cpu","name":${slice.name},${cpuTrack(cpu)},${extent},${args}}`);
  }

  #instant(task: TaskTrack, name: string, args: string): void {
    const when = `"ts":${this.#now},"s":"t"`;
    this.#add(`{"ph":"i","cat":"event","name":"${name}",${task.ids},${when},"args":{${args}}}`);
  }

  /** The task's track; named when the task is first met. */
  #task(pid: TaskId): TaskTrack {
    let task = this.#tasks.get(pid);
    if (task === undefined) {
      const [process, thread] = pid < 0 ? [processes.kernelThreads, -1 - pid] : [processes.tasks, pid];
      const name = JSON.stringify(this.#context.taskName(pid));
      task = { ids: `"pid":${process},"tid":${thread}`, name, activity: null, sinceNs: 0, since: "0", details: "" };
      this.#tasks.set(pid, task);
      this.#nameTrack(task.ids, name, thread);
    }
    return task;
  }

  #nameTrack(ids: string, name: string, order: number): void {
    this.#add(metadata("thread_name", ids, `"name":${name}`));
    this.#add(metadata("thread_sort_index", ids, `"sort_index":${order}`));
  }

  #add(event: string): void {
    this.#text += `,\n${event}`;
  }
}

function cpuTrack(cpu: CpuId): string {
  return `"pid":${processes.cpus},"tid":${cpu}`;
}

function metadata(name: string, ids: string, args: string): string {
  return `{"ph":"M","name":"${name}",${ids},"args":{${args}}}`;
}

/** Exact: 1234567 is `1234.567`. */
function microseconds(timeNs: Nanoseconds): string {
  const whole = Math.floor(timeNs / 1000);
  const fraction = timeNs - whole * 1000;
  return fraction === 0 ? String(whole) : whole + (thousandths[fraction] ?? "");
}

/** `.000` … `.999`. */
const thousandths = Array.from({ length: 1000 }, (_, fraction) => `.${String(fraction).padStart(3, "0")}`);
