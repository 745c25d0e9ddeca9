/**
 * Counts, over the events of a recording, what every task did with its time: ran, waited, slept. On a simulated run it
 * comes to the same figures as the result of the run, to the nanosecond. What only one end is known of is counted up to the
 * end of the recording, but not across a break: where a switch is missing, nobody knows who ran.
 *
 * Memory depends on the numbers of tasks and CPUs.
 */
import type { CpuId, Nanoseconds } from "../engine/types.js";
import type { RecordedEvent, RecordedSwitch } from "../recording/event.js";
import { HistogramBuilder } from "../result/histogram.js";
import { ratio, SpreadBuilder, summarize } from "../result/summaries.js";
import { type Entitlement, LagMeter } from "./lag.js";
import type { RunFigures, TaskFigures } from "./run-figures.js";

export interface RecordingBounds {
  /** CPUs of the machine, if known; else those that events name. */
  readonly cpus?: number;
  /** Of the recording. Default: the time of the first event. */
  readonly startNs?: Nanoseconds;
}

type State = "unknown" | "running" | "runnable" | "sleeping" | "exited";

interface Task {
  readonly pid: number;
  name: string;
  state: State;
  /** Of the last change of state. */
  sinceNs: Nanoseconds;
  cpu: CpuId | null;
  /** Its wait began with a wake-up. */
  woken: boolean;
  cpuTimeNs: Nanoseconds;
  waitNs: Nanoseconds;
  sleepNs: Nanoseconds;
  longestWaitNs: Nanoseconds;
  readonly latency: HistogramBuilder;
  voluntary: number;
  involuntary: number;
  wakeups: number;
  migrations: number;
  entitlement: Entitlement | null;
  maxLagNs: Nanoseconds;
}

/** `current`: null for the idle task; undefined until something happens there. */
interface Cpu {
  current: Task | null | undefined;
  sinceNs: Nanoseconds;
  busyNs: Nanoseconds;
}

export class FiguresOfRecording {
  readonly #bounds: RecordingBounds;
  readonly #lag: LagMeter;
  readonly #cpus = new Map<CpuId, Cpu>();
  readonly #tasks = new Map<number, Task>();
  /** Those whose pids have been given to others since. */
  readonly #former: Task[] = [];
  #startNs: Nanoseconds | null;
  #nowNs: Nanoseconds = 0;
  #switches = 0;
  #breaks = 0;

  constructor(bounds: RecordingBounds = {}) {
    this.#bounds = bounds;
    this.#startNs = bounds.startNs ?? null;
    this.#nowNs = bounds.startNs ?? 0;
    this.#lag = new LagMeter(bounds.cpus ?? 1);
  }

  /** Switches from another task than the one that the last switch on the CPU went to. */
  get breaks(): number {
    return this.#breaks;
  }

  /** Events come in the order of time. */
  add(event: RecordedEvent): void {
    this.#startNs ??= event.timeNs;
    this.#nowNs = event.timeNs;
    switch (event.kind) {
      case "switch":
        this.#switch(event);
        break;
      case "new":
        this.#becomeRunnable(this.#born(event.pid, event.name), false);
        this.#move(this.#task(event.pid, event.name), event.targetCpu);
        break;
      case "waking":
      case "wakeup":
        this.#wake(this.#task(event.pid, event.name));
        if (event.kind === "wakeup") this.#move(this.#task(event.pid, event.name), event.targetCpu);
        break;
      case "migrate":
        this.#move(this.#task(event.pid, event.name), event.toCpu, event.fromCpu);
        break;
      case "rename":
        this.#task(event.pid, event.name);
        break;
      default:
        break;
    }
  }

  /** The figures up to `endNs`, by default the time of the last event. Nothing can be added afterwards. */
  finish(label: string, endNs: Nanoseconds = this.#nowNs): RunFigures {
    this.#nowNs = endNs;
    for (const cpu of this.#cpus.values()) if (cpu.current) cpu.busyNs += this.#nowNs - cpu.sinceNs;
    // Kernel threads of a simulation take no time, and are in no account.
    const all = [...this.#former, ...this.#tasks.values()];
    const tasks = all.filter(({ pid }) => pid > 0).sort((left, right) => left.pid - right.pid);
    const cpuTime = new SpreadBuilder();
    const latency = new HistogramBuilder();
    const spanNs = this.#nowNs - (this.#startNs ?? this.#nowNs);
    for (const task of tasks) {
      this.#close(task);
      cpuTime.add(task.cpuTimeNs);
      latency.add(task.latency.build());
    }
    const figures = tasks.map((task) => figuresOf(task, spanNs));
    const sum = (figure: (task: TaskFigures) => number) => figures.reduce((total, task) => total + figure(task), 0);
    const most = (figure: (task: TaskFigures) => number) =>
      figures.reduce((top, task) => Math.max(top, figure(task)), 0);
    const cpus = this.#bounds.cpus ?? Math.max(1, ...[...this.#cpus.keys()].map((cpu) => cpu + 1));
    const busyNs = [...this.#cpus.values()].reduce((total, cpu) => total + cpu.busyNs, 0);
    return {
      label,
      scheduler: null,
      cpus,
      spanNs,
      totals: {
        tasks: tasks.length,
        contextSwitches: this.#switches,
        voluntary: sum((task) => task.voluntary),
        involuntary: sum((task) => task.involuntary),
        wakeups: sum((task) => task.wakeups),
        migrations: sum((task) => task.migrations),
        utilisation: ratio(busyNs, spanNs * cpus),
        jainIndex: cpuTime.jainIndex(),
        waitNs: sum((task) => task.waitNs),
        longestWaitNs: most((task) => task.longestWaitNs),
        wakeupLatencyNs: summarize(latency.build()),
        deadlineMisses: null,
        maxLagNs: most((task) => task.maxLagNs ?? 0),
      },
      tasks: figures,
    };
  }

  #switch(event: RecordedSwitch): void {
    const id = event.cpu ?? 0;
    const cpu = this.#cpu(id);
    this.#switches += 1;
    const previous = this.#leaving(event, cpu);
    if (previous === cpu.current) {
      if (previous) cpu.busyNs += this.#nowNs - cpu.sinceNs;
    } else if (cpu.current === undefined) {
      // The first switch here: until now one task, or none, has been running since the beginning.
      if (previous) cpu.busyNs += this.#nowNs - cpu.sinceNs;
      if (previous?.state === "unknown") this.#enter(previous, "running", cpu.sinceNs);
    } else {
      this.#breaks += 1;
      if (cpu.current?.state === "running") this.#lose(cpu.current);
      if (previous?.state !== undefined && previous.state !== "running") this.#lose(previous);
    }
    if (previous) this.#leave(previous, event);
    const next = event.nextPid === 0 ? null : this.#task(event.nextPid, event.nextName);
    if (next !== null) this.#run(next, id);
    cpu.current = next;
    cpu.sinceNs = this.#nowNs;
  }

  #leaving({ previousPid, previousName }: RecordedSwitch, cpu: Cpu): Task | null {
    if (previousPid === null) return cpu.current ?? null;
    return previousPid === 0 ? null : this.#task(previousPid, previousName ?? "");
  }

  #leave(task: Task, { previousState }: RecordedSwitch): void {
    const ranNs = this.#spend(task);
    if (task.entitlement !== null) this.#lag.ran(task.entitlement, ranNs);
    if (previousState === "R") {
      task.involuntary += 1;
      this.#becomeRunnable(task, false);
      return;
    }
    task.voluntary += 1;
    this.#enter(task, previousState === "X" || previousState === "Z" ? "exited" : "sleeping");
  }

  #wake(task: Task): void {
    if (task.state === "unknown") this.#enter(task, "sleeping", this.#startNs ?? this.#nowNs);
    // Woken before it was away: it stays where it is.
    if (task.state !== "sleeping") return;
    task.wakeups += 1;
    this.#spend(task);
    this.#becomeRunnable(task, true);
  }

  #becomeRunnable(task: Task, woken: boolean): void {
    task.woken = woken;
    this.#enter(task, "runnable");
  }

  #run(task: Task, cpu: CpuId): void {
    this.#move(task, cpu);
    // Where the wake-up is missing, nobody knows since when it waited.
    if (task.state === "runnable") {
      const waitedNs = this.#spend(task);
      if (task.woken) task.latency.record(waitedNs);
      this.#noteLag(task);
    }
    task.woken = false;
    this.#enter(task, "running");
  }

  /** A change of state, now or at a time before; keeps who is entitled to a share. */
  #enter(task: Task, state: State, sinceNs: Nanoseconds = this.#nowNs): void {
    const wants = state === "running" || state === "runnable";
    if (wants && task.entitlement === null && task.pid > 0) task.entitlement = this.#lag.becomesRunnable(this.#nowNs);
    if (!wants && task.entitlement !== null) {
      this.#lag.sleeps(this.#nowNs);
      task.entitlement = null;
    }
    task.state = state;
    task.sinceNs = sinceNs;
  }

  /** From here on nobody knows what it does. */
  #lose(task: Task): void {
    this.#enter(task, "unknown");
  }

  /** The time since the last change of state goes into the account of that state. */
  #spend(task: Task): Nanoseconds {
    const spentNs = this.#nowNs - task.sinceNs;
    if (task.state === "running") task.cpuTimeNs += spentNs;
    else if (task.state === "sleeping") task.sleepNs += spentNs;
    else if (task.state === "runnable") {
      task.waitNs += spentNs;
      task.longestWaitNs = Math.max(task.longestWaitNs, spentNs);
    } else return 0;
    return spentNs;
  }

  #close(task: Task): void {
    const spentNs = this.#spend(task);
    if (task.state === "running" && task.entitlement !== null) this.#lag.ran(task.entitlement, spentNs);
    this.#noteLag(task);
  }

  #noteLag(task: Task): void {
    if (task.entitlement === null) return;
    task.maxLagNs = Math.max(task.maxLagNs, Math.round(this.#lag.lagNs(task.entitlement, this.#nowNs)));
  }

  /** Any change of CPU counts, by whatever event it shows. */
  #move(task: Task, cpu: CpuId | null, from: CpuId | null = task.cpu): void {
    if (cpu === null) return;
    if (from !== null && from !== cpu) task.migrations += 1;
    task.cpu = cpu;
  }

  #cpu(id: CpuId): Cpu {
    let cpu = this.#cpus.get(id);
    if (cpu === undefined) {
      cpu = { current: this.#bounds.startNs === undefined ? undefined : null, sinceNs: this.#startNs ?? 0, busyNs: 0 };
      this.#cpus.set(id, cpu);
      this.#lag.widen(id + 1, this.#nowNs);
    }
    return cpu;
  }

  #task(pid: number, name: string): Task {
    let task = this.#tasks.get(pid);
    if (task === undefined) {
      task = newTask(pid, name, this.#nowNs);
      this.#tasks.set(pid, task);
    }
    if (name !== "") task.name = name;
    return task;
  }

  /** Pids are used again. */
  #born(pid: number, name: string): Task {
    const before = this.#tasks.get(pid);
    if (before !== undefined && before.state !== "unknown") {
      this.#enter(before, "exited");
      this.#former.push(before);
      this.#tasks.delete(pid);
    }
    return this.#task(pid, name);
  }
}

function newTask(pid: number, name: string, nowNs: Nanoseconds): Task {
  return {
    pid,
    name,
    state: "unknown",
    sinceNs: nowNs,
    cpu: null,
    woken: false,
    cpuTimeNs: 0,
    waitNs: 0,
    sleepNs: 0,
    longestWaitNs: 0,
    latency: new HistogramBuilder(),
    voluntary: 0,
    involuntary: 0,
    wakeups: 0,
    migrations: 0,
    entitlement: null,
    maxLagNs: 0,
  };
}

function figuresOf(task: Task, spanNs: Nanoseconds): TaskFigures {
  return {
    pid: task.pid,
    name: task.name,
    cpuTimeNs: task.cpuTimeNs,
    share: ratio(task.cpuTimeNs, spanNs),
    waitNs: task.waitNs,
    sleepNs: task.sleepNs,
    longestWaitNs: task.longestWaitNs,
    wakeupLatencyNs: summarize(task.latency.build()),
    voluntary: task.voluntary,
    involuntary: task.involuntary,
    wakeups: task.wakeups,
    migrations: task.migrations,
    deadlineMisses: null,
    maxLagNs: task.maxLagNs,
  };
}
