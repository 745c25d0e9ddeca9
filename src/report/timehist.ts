/**
 * The scheduling history of a recording, row by row: for each time that a task leaves a CPU how long it had been away, how
 * long it waited after its wake-up, and how long it ran. What perf 6.1 counts, its treatment of incomplete recordings
 * included: a task has been running since the last switch on its CPU, whoever that switch went to.
 *
 * Memory depends on the numbers of tasks and CPUs.
 */
import type { CpuId, Nanoseconds } from "../engine/types.js";
import type {
  RecordedEvent,
  RecordedMigration,
  RecordedSwitch,
  RecordedWakeup,
  StateLetter,
} from "../recording/event.js";
import { type ReportFilter, showsCpu, showsTask } from "./filter.js";
import { RunStatistics, type RunSummary } from "./run-statistics.js";
import type { ShownTask } from "./spelling.js";

export type TimehistRow = SwitchRow | WakeupRow | MigrationRow;

interface Row {
  readonly timeNs: Nanoseconds;
  readonly cpu: CpuId;
  /** Who ran there. */
  readonly task: ShownTask;
}

/** A task leaves a CPU. */
export interface SwitchRow extends Row {
  readonly kind: "switch";
  /** From the last time that it left a CPU to the time that it came to this one; 0 if it never did before. */
  readonly waitNs: Nanoseconds;
  /** From its wake-up (with `delayAfterPreemption` also from a preemption) to the time that it came to this CPU. */
  readonly delayNs: Nanoseconds;
  readonly runNs: Nanoseconds;
  readonly state: StateLetter;
  readonly priority: number | null;
  /** As it came to this CPU. */
  readonly priorityBefore: number | null;
  readonly next: ShownTask;
  /** The state in which it left a CPU the last time: what kind of wait `waitNs` is. null the first time. */
  readonly waitState: StateLetter | null;
  /** Its coming to this CPU is in the recording. */
  readonly complete: boolean;
}

export interface WakeupRow extends Row {
  readonly kind: "wakeup";
  readonly woken: ShownTask;
}

export interface MigrationRow extends Row {
  readonly kind: "migrate";
  readonly moved: ShownTask;
  readonly fromCpu: CpuId;
  readonly toCpu: CpuId;
}

export interface TimehistOptions extends ReportFilter {
  /** Only switches to and from the idle tasks; what these run is counted for the tasks that left the CPUs to them. */
  readonly idle?: boolean;
  /**
   * Also counts the delay of a task that was preempted, from the moment when it was. perf 6.1 does not; later versions
   * do.
   */
  readonly delayAfterPreemption?: boolean;
}

/** What is known of a task, and counted for it. */
export interface TaskHistory {
  readonly pid: number;
  name: string;
  parentPid: number | null;
  exited: boolean;
  migrations: number;
  readonly runs: RunSummary;
  /** What it waited for, by the state in which it left. */
  sleepNs: Nanoseconds;
  uninterruptibleNs: Nanoseconds;
  preemptedNs: Nanoseconds;
  delayNs: Nanoseconds;
}

interface Tracked extends TaskHistory {
  readonly runs: RunStatistics;
  lastOutNs: Nanoseconds | null;
  lastState: StateLetter | null;
  readyNs: Nanoseconds | null;
}

interface CpuState {
  switchedNs: Nanoseconds | null;
  current: Tracked | null;
  currentPriority: number | null;
  readonly idle: Tracked;
  /** Who left the CPU to its idle task. */
  leftToIdle: Tracked | null;
}

/** What has been counted when all events have been seen. */
export interface HistoryTotals {
  /** All tasks but the idle ones, by pid, that ran in the time that is reported. */
  tasks(): readonly TaskHistory[];
  /** Idle time, by CPU, of those that the recording has shown. */
  idle(): readonly { readonly cpu: CpuId; readonly idleNs: Nanoseconds }[];
  /** Runs counted, those of idle tasks included. */
  readonly switches: number;
  /** From the first switch in the time that is reported to the last. */
  readonly spanNs: Nanoseconds;
  /** Switches from another task than the one that the last switch on the CPU went to. */
  readonly chainBreaks: number;
}

export class Timehist implements HistoryTotals {
  readonly #options: TimehistOptions;
  readonly #fromNs: Nanoseconds;
  readonly #toNs: Nanoseconds;
  readonly #cpus = new Map<CpuId, CpuState>();
  /** The bearers of pids, and those who bore them before. */
  readonly #tasks = new Map<number, Tracked>();
  readonly #former: Tracked[] = [];
  #chainBreaks = 0;
  #firstNs: Nanoseconds | null = null;
  #lastNs: Nanoseconds | null = null;

  constructor(options: TimehistOptions = {}) {
    this.#options = options;
    this.#fromNs = options.fromNs ?? Number.NEGATIVE_INFINITY;
    this.#toNs = options.toNs ?? Number.POSITIVE_INFINITY;
  }

  /** The row that an event makes, or null. Events come in the order of time. */
  add(event: RecordedEvent): TimehistRow | null {
    switch (event.kind) {
      case "switch":
        return showsCpu(this.#options, event.cpu) ? this.#switch(event) : null;
      case "waking":
      case "wakeup":
      case "new":
        return this.#wake(event);
      case "migrate":
        return this.#migrate(event);
      case "fork":
        this.#begin(event.childPid, event.childName).parentPid = event.parentPid;
        return null;
      case "exit":
        this.#task(event.pid, event.name).exited = true;
        return null;
      case "rename":
        this.#task(event.pid, event.name);
        return null;
      default:
        return null;
    }
  }

  tasks(): TaskHistory[] {
    return [...this.#former, ...this.#tasks.values()]
      .filter((task) => task.runs.count > 0 && showsTask(this.#options, task))
      .sort((left, right) => left.pid - right.pid);
  }

  idle(): { readonly cpu: CpuId; readonly idleNs: Nanoseconds }[] {
    return [...this.#cpus]
      .map(([cpu, { idle }]) => ({ cpu, idleNs: idle.runs.totalNs }))
      .sort((left, right) => left.cpu - right.cpu);
  }

  get switches(): number {
    const idle = [...this.#cpus.values()].map((cpu) => cpu.idle);
    return [...this.#former, ...this.#tasks.values(), ...idle].reduce((sum, { runs }) => sum + runs.count, 0);
  }

  get chainBreaks(): number {
    return this.#chainBreaks;
  }

  get spanNs(): Nanoseconds {
    return this.#firstNs === null || this.#lastNs === null ? 0 : this.#lastNs - this.#firstNs;
  }

  #switch(event: RecordedSwitch): SwitchRow | null {
    const id = event.cpu ?? 0;
    const cpu = this.#cpu(id);
    const { switchedNs, currentPriority } = cpu;
    const previous = this.#leaving(event, cpu);
    const complete = previous !== null && previous === cpu.current;
    if (!complete && cpu.current !== null) this.#chainBreaks += 1;
    const next = event.nextPid === 0 ? cpu.idle : this.#task(event.nextPid, event.nextName);
    cpu.switchedNs = event.timeNs;
    cpu.current = next;
    cpu.currentPriority = event.nextPriority;
    if (previous === null) return null;

    const row = this.#isReported(event, switchedNs, previous)
      ? this.#row(event, id, previous, { switchedNs, currentPriority, complete, next })
      : null;
    previous.lastOutNs = event.timeNs;
    previous.lastState = event.previousState;
    const preempted = event.previousState === "R" && previous !== cpu.idle;
    previous.readyNs = preempted && this.#options.delayAfterPreemption === true ? event.timeNs : null;
    if (event.previousState === "X" || event.previousState === "Z") previous.exited = true;
    if (this.#options.idle === true && row !== null) this.#chargeIdle(row, cpu, previous);
    return row !== null && this.#isShown(row) ? row : null;
  }

  #leaving(event: RecordedSwitch, cpu: CpuState): Tracked | null {
    if (event.previousPid === null) return cpu.current;
    return event.previousPid === 0 ? cpu.idle : this.#task(event.previousPid, event.previousName ?? "");
  }

  /** Whether the switch ends a run in the time, and of the kind, that is reported. */
  #isReported({ timeNs, nextPid }: RecordedSwitch, switchedNs: Nanoseconds | null, previous: Tracked): boolean {
    const { fromNs, toNs } = this.#options;
    if (timeNs < this.#fromNs || (switchedNs ?? timeNs) > this.#toNs) return false;
    this.#firstNs ??= timeNs;
    this.#lastNs = Math.min(timeNs, this.#toNs);
    if (switchedNs === null && (fromNs !== undefined || toNs !== undefined)) return false;
    return this.#options.idle !== true || previous.pid === 0 || nextPid === 0;
  }

  #row(
    event: RecordedSwitch,
    cpu: CpuId,
    previous: Tracked,
    past: Pick<CpuState, "switchedNs" | "currentPriority"> & { readonly complete: boolean; readonly next: Tracked },
  ): SwitchRow {
    const timeNs = Math.min(event.timeNs, this.#toNs);
    const inNs = past.switchedNs === null ? null : Math.max(past.switchedNs, this.#fromNs);
    const counted = this.#options.idle !== true || previous.pid === 0;
    const { lastOutNs, lastState, readyNs } = previous;
    const since = (ns: Nanoseconds | null) => (counted && inNs !== null && ns !== null && ns < inNs ? inNs - ns : 0);
    const waitNs = since(lastOutNs);
    const delayNs = since(readyNs);
    const runNs = counted && inNs !== null ? timeNs - inNs : 0;
    if (counted) count(previous, runNs, waitNs, delayNs);
    const isIdle = previous.pid === 0;
    return {
      kind: "switch",
      timeNs,
      cpu,
      task: { name: previous.name, pid: previous.pid },
      waitNs,
      delayNs,
      runNs,
      state: isIdle && event.previousState === "R" ? "I" : event.previousState,
      priority: event.previousPriority,
      priorityBefore: past.complete ? past.currentPriority : null,
      next: { name: event.nextName, pid: event.nextPid },
      waitState: lastState,
      complete: past.complete,
    };
  }

  /** What the idle task ran is counted for the task that left the CPU to it. */
  #chargeIdle({ runNs }: SwitchRow, cpu: CpuState, previous: Tracked): void {
    if (previous !== cpu.idle) cpu.leftToIdle = previous;
    else if (cpu.leftToIdle !== null) {
      cpu.leftToIdle.runs.add(runNs);
      cpu.leftToIdle = null;
    }
  }

  #wake(event: RecordedWakeup): WakeupRow | null {
    const woken = event.kind === "new" ? this.#born(event) : this.#task(event.pid, event.name);
    // A wake-up is often recorded twice, as `waking` and then as `wakeup`.
    if (woken.readyNs !== null && event.kind === "wakeup") return null;
    woken.readyNs ??= event.timeNs;
    const row: WakeupRow = {
      kind: "wakeup",
      timeNs: event.timeNs,
      cpu: event.cpu ?? 0,
      task: { name: event.wakerName ?? "", pid: event.wakerPid ?? 0 },
      woken: { name: event.name, pid: event.pid },
    };
    return this.#isInTime(row) && this.#options.idle !== true && this.#isShown(row) ? row : null;
  }

  #migrate(event: RecordedMigration): MigrationRow | null {
    const moved = this.#task(event.pid, event.name);
    const cpu = event.cpu ?? event.fromCpu;
    const running = this.#cpus.get(cpu)?.current ?? null;
    const row: MigrationRow = {
      kind: "migrate",
      timeNs: event.timeNs,
      cpu,
      task: running === null ? { name: "", pid: 0 } : { name: running.name, pid: running.pid },
      moved: { name: event.name, pid: event.pid },
      fromCpu: event.fromCpu,
      toCpu: event.toCpu,
    };
    if (!this.#isInTime(row)) return null;
    moved.migrations += 1;
    return this.#options.idle !== true && this.#isShown(row) ? row : null;
  }

  #isInTime({ timeNs }: Row): boolean {
    return timeNs >= this.#fromNs && timeNs <= this.#toNs;
  }

  /** Rows about two tasks are shown if either is meant. */
  #isShown(row: TimehistRow): boolean {
    if (!showsCpu(this.#options, row.cpu)) return false;
    if (showsTask(this.#options, row.task)) return true;
    if (row.kind === "wakeup") return showsTask(this.#options, row.woken);
    return row.kind === "migrate" && showsTask(this.#options, row.moved);
  }

  #cpu(id: CpuId): CpuState {
    let cpu = this.#cpus.get(id);
    if (cpu === undefined) {
      const idle = newTask(0, "<idle>");
      cpu = { switchedNs: null, current: null, currentPriority: null, idle, leftToIdle: null };
      this.#cpus.set(id, cpu);
    }
    return cpu;
  }

  /** The present bearer of a pid, under the name that it has now. */
  #task(pid: number, name: string): Tracked {
    const task = this.#tasks.get(pid);
    if (task === undefined) return this.#begin(pid, name);
    if (name !== "") task.name = name;
    return task;
  }

  /** A task begins with this event, unless its fork has been recorded just before. */
  #born({ pid, name }: RecordedWakeup): Tracked {
    const task = this.#tasks.get(pid);
    return task === undefined || task.exited ? this.#begin(pid, name) : this.#task(pid, name);
  }

  #begin(pid: number, name: string): Tracked {
    const before = this.#tasks.get(pid);
    if (before !== undefined && before.runs.count > 0) this.#former.push(before);
    const task = newTask(pid, name);
    this.#tasks.set(pid, task);
    return task;
  }
}

function newTask(pid: number, name: string): Tracked {
  return {
    pid,
    name,
    parentPid: null,
    exited: false,
    migrations: 0,
    runs: new RunStatistics(),
    sleepNs: 0,
    uninterruptibleNs: 0,
    preemptedNs: 0,
    delayNs: 0,
    lastOutNs: null,
    lastState: null,
    readyNs: null,
  };
}

function count(task: Tracked, runNs: Nanoseconds, waitNs: Nanoseconds, delayNs: Nanoseconds): void {
  task.runs.add(runNs);
  task.delayNs += delayNs;
  if (task.lastState === "R") task.preemptedNs += waitNs;
  else if (task.lastState === "D") task.uninterruptibleNs += waitNs;
  else task.sleepNs += waitNs;
}
