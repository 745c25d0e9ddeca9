/**
 * Perfetto's states of tasks for kernels other than Linux: one event whenever a task's state changes. A switch is two
 * of them, of who leaves and of who comes; if nobody comes at that instant, the CPU is idle.
 */
import type { Nanoseconds } from "../../engine/types.js";
import type { RecordedEvent, RecordedSwitch, StateLetter } from "../event.js";
import { decode } from "../text/ascii.js";
import type { Message } from "./wire.js";

const field = { cpu: 1, comm: 2, tid: 3, state: 4, priority: 5 } as const;
const state = { created: 1, runnable: 2, running: 3, dead: 7, destroyed: 8 } as const;
/** By state; those that are no states of a task that leaves a CPU are not told. */
const letters: readonly StateLetter[] = ["?", "?", "R", "R", "S", "D", "T", "Z", "X"];

interface Task {
  readonly pid: number;
  name: string;
  priority: number;
  state: number;
  /** Where it runs, or null. */
  cpu: number | null;
}

interface Leaving {
  readonly task: Task;
  readonly timeNs: Nanoseconds;
  readonly letter: StateLetter;
}

export class TaskStates {
  readonly #emit: (event: RecordedEvent) => void;
  readonly #tasks = new Map<number, Task>();
  /** null: the idle task; a CPU that is not there has not been seen yet. */
  readonly #running = new Map<number, Task | null>();
  /** Who has left a CPU to which nobody has come yet. */
  readonly #leaving = new Map<number, Leaving>();

  constructor(emit: (event: RecordedEvent) => void) {
    this.#emit = emit;
  }

  /** False: the message makes no sense. */
  read(message: Message, timeNs: Nanoseconds): boolean {
    let cpu = 0;
    let name: string | null = null;
    let pid = -1;
    let next = 0;
    let priority = 0;
    while (message.next()) {
      if (message.field === field.cpu) cpu = message.number;
      else if (message.field === field.comm) name = decode(message.bytes, message.start, message.stop);
      else if (message.field === field.tid) pid = message.number;
      else if (message.field === field.state) next = message.number;
      else if (message.field === field.priority) priority = message.number;
    }
    if (message.isBroken || pid < 0 || next === 0 || next > state.destroyed) return false;
    const task = this.#task(pid, name, priority);
    if (next === state.running) this.#come(task, cpu, timeNs);
    else this.#leave(task, next, timeNs);
    task.state = next;
    return true;
  }

  rename(pid: number, name: string): void {
    const task = this.#tasks.get(pid);
    if (task !== undefined) task.name = name;
  }

  /** Those that have left last leave their CPUs idle. */
  end(): void {
    for (const [cpu, { timeNs }] of [...this.#leaving]) this.#switch(cpu, timeNs, null);
  }

  #task(pid: number, name: string | null, priority: number): Task {
    let task = this.#tasks.get(pid);
    if (task === undefined) {
      task = { pid, name: name ?? "", priority, state: 0, cpu: null };
      this.#tasks.set(pid, task);
    }
    if (name !== null) task.name = name;
    task.priority = priority;
    return task;
  }

  #come(task: Task, cpu: number, timeNs: Nanoseconds): void {
    const leaving = this.#leaving.get(cpu);
    if (leaving !== undefined && leaving.timeNs < timeNs) this.#switch(cpu, leaving.timeNs, null);
    this.#switch(cpu, timeNs, task);
  }

  #leave(task: Task, next: number, timeNs: Nanoseconds): void {
    if (task.cpu !== null) {
      this.#leaving.set(task.cpu, { task, timeNs, letter: letters[next] ?? "?" });
      task.cpu = null;
    } else if (next === state.runnable && task.state !== state.runnable && task.state !== 0) {
      this.#wake(task, timeNs);
    }
    const { pid, name, priority } = task;
    if (next === state.dead) this.#emit({ kind: "exit", timeNs, cpu: null, pid, name, priority });
  }

  #wake(task: Task, timeNs: Nanoseconds): void {
    const { pid, name, priority } = task;
    const kind = task.state === state.created ? "new" : "wakeup";
    const unknown = { cpu: null, wakerPid: null, wakerName: null, targetCpu: null, inInterrupt: null };
    this.#emit({ kind, timeNs, ...unknown, pid, name, priority });
  }

  /** `next`: null for the idle task. */
  #switch(cpu: number, timeNs: Nanoseconds, next: Task | null): void {
    const leaving = this.#leaving.get(cpu);
    this.#leaving.delete(cpu);
    const idle = { pid: 0, name: `swapper/${cpu}`, priority: null };
    const running = leaving?.task ?? this.#running.get(cpu);
    // Before the first task comes to a CPU nothing is known of it; later nobody is the idle task.
    const left = running === null ? idle : (running ?? null);
    const { pid, name, priority } = next ?? idle;
    const event: RecordedSwitch = {
      kind: "switch",
      timeNs,
      cpu,
      previousName: left?.name ?? null,
      previousPid: left?.pid ?? null,
      previousPriority: left?.priority ?? null,
      previousState: leaving?.letter ?? (left?.pid === 0 ? "R" : "?"),
      preempted: leaving === undefined || leaving.letter === "R" ? null : false,
      nextName: name,
      nextPid: pid,
      nextPriority: priority,
    };
    this.#running.set(cpu, next);
    if (next !== null) next.cpu = cpu;
    this.#emit(event);
  }
}
