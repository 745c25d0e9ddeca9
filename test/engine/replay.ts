/**
 * Replays a trace: who is where, and in which state, by the events alone. What no machine can do is an error; what every task
 * and CPU did with its time is counted again, to be compared with the core's own accounts.
 */
import type { CpuId, SwitchEvent, TaskId, TaskState, TraceEvent } from "../../src/engine/types.js";

export interface ReplayedTask {
  readonly pid: TaskId;
  state: TaskState;
  cpu: CpuId;
  /** Last change of state. */
  sinceNs: number;
  readonly startedNs: number;
  exitedNs: number | null;
  firstRunNs: number | null;
  cpuTimeNs: number;
  waitNs: number;
  sleepNs: number;
  voluntary: number;
  involuntary: number;
  wakeups: number;
  migrations: number;
  woken: boolean;
  /** Every finished wait. */
  readonly latenciesNs: number[];
  readonly otherWaitsNs: number[];
}

export interface ReplayedCpu {
  current: TaskId;
  sinceNs: number;
  busyNs: number;
  idleNs: number;
  contextSwitches: number;
}

export class Replay {
  readonly tasks = new Map<TaskId, ReplayedTask>();
  readonly cpus: readonly ReplayedCpu[];
  #nowNs = 0;
  /** A running task that was moved to another CPU's queue: it leaves its CPU before anything else happens. */
  #leaving: TaskId | null = null;

  constructor(cpus: number) {
    this.cpus = Array.from({ length: cpus }, () => ({
      current: 0,
      sinceNs: 0,
      busyNs: 0,
      idleNs: 0,
      contextSwitches: 0,
    }));
  }

  /** @throws Error that shows the first event which cannot be. */
  static of(cpus: number, events: readonly TraceEvent[], untilNs: number): Replay {
    const replay = new Replay(cpus);
    events.forEach((event, index) => {
      try {
        replay.add(event);
      } catch (error) {
        const before = events.slice(Math.max(0, index - 5), index + 1).map((shown) => JSON.stringify(shown));
        throw new Error(`${(error as Error).message}:\n${before.join("\n")}`);
      }
    });
    replay.#finish(untilNs);
    return replay;
  }

  add(event: TraceEvent): void {
    check(event.timeNs >= this.#nowNs, "time runs backwards");
    this.#nowNs = event.timeNs;
    // A CPU whose task is pushed away may pull others before it switches.
    if (event.kind !== "migrate") {
      check(this.#leaving === null || isSwitchFrom(event, this.#leaving), "a task is moved while it runs, and goes on");
      this.#leaving = null;
    }
    switch (event.kind) {
      case "new":
        this.#begin(event.pid, event.cpu);
        break;
      case "wakeup":
        this.#wake(event.pid, event.targetCpu);
        break;
      case "migrate": {
        const task = this.#task(event.pid);
        check(task.cpu === event.fromCpu, "a task is moved from where it is not");
        check(task.state !== "exited", "a task is moved that has exited");
        check(this.#leaving === null || task.state !== "running", "two tasks are moved while they run");
        if (task.state === "running") this.#leaving = task.pid;
        this.#moveTo(task, event.toCpu);
        break;
      }
      case "exit": {
        const task = this.#task(event.pid);
        check(task.state === "running" && task.cpu === event.cpu, "a task exits that does not run there");
        task.exitedNs = event.timeNs;
        break;
      }
      case "switch":
        this.#switch(event);
    }
  }

  #begin(pid: TaskId, cpu: CpuId): void {
    check(pid > 0 && !this.tasks.has(pid), "a pid is used twice");
    this.tasks.set(pid, newTask(pid, cpu, "runnable", this.#nowNs));
  }

  #wake(pid: TaskId, cpu: CpuId): void {
    const task = this.#task(pid);
    check(task.state === "sleeping" || task.state === "blocked", "a task is woken that does not sleep");
    task.sleepNs += this.#spent(task);
    task.state = "runnable";
    task.woken = true;
    task.wakeups += 1;
    this.#moveTo(task, cpu);
  }

  #switch(event: SwitchEvent): void {
    const cpu = this.cpus[event.cpu];
    check(cpu !== undefined && cpu.current === event.previous, "the previous task did not run there");
    check(event.previous !== event.next, "a task is switched with itself");
    const spent = event.timeNs - cpu.sinceNs;
    if (event.previous === 0) cpu.idleNs += spent;
    else cpu.busyNs += spent;
    if (event.previous === 0) check(event.previousState === "R", "the idle task leaves otherwise than as R");
    else this.#leave(this.#task(event.previous), event);
    if (event.next !== 0) this.#run(this.#task(event.next), event.cpu);
    cpu.current = event.next;
    cpu.sinceNs = event.timeNs;
    cpu.contextSwitches += 1;
  }

  #leave(task: ReplayedTask, { previousState }: SwitchEvent): void {
    task.cpuTimeNs += this.#spent(task);
    check((task.exitedNs !== null) === (previousState === "X"), "a task exits and goes on, or vanishes");
    task.state = ({ R: "runnable", S: "sleeping", D: "blocked", X: "exited" } as const)[previousState];
    if (previousState === "R") task.involuntary += 1;
    else task.voluntary += 1;
  }

  #run(task: ReplayedTask, cpu: CpuId): void {
    check(task.state === "runnable", "a task runs that is not runnable");
    check(task.cpu === cpu, "a task runs on another CPU than it is queued on");
    const waited = this.#spent(task);
    task.waitNs += waited;
    (task.woken ? task.latenciesNs : task.otherWaitsNs).push(waited);
    task.woken = false;
    task.state = "running";
    task.firstRunNs ??= this.#nowNs;
  }

  #moveTo(task: ReplayedTask, cpu: CpuId): void {
    check(cpu in this.cpus, "there is no such CPU");
    if (task.cpu !== cpu) task.migrations += 1;
    task.cpu = cpu;
  }

  /** Time since the last change of state, which ends here. */
  #spent(task: ReplayedTask): number {
    const spent = this.#nowNs - task.sinceNs;
    task.sinceNs = this.#nowNs;
    return spent;
  }

  /** Kernel threads are there from the beginning, asleep, and in no account. */
  #task(pid: TaskId): ReplayedTask {
    let task = this.tasks.get(pid);
    if (task === undefined && pid < 0) {
      task = newTask(pid, -1 - pid, "sleeping", 0);
      this.tasks.set(pid, task);
    }
    check(task !== undefined, `task ${pid} does not exist yet`);
    return task;
  }

  #finish(untilNs: number): void {
    check(untilNs >= this.#nowNs, "the trace goes on behind the end");
    check(this.#leaving === null, "a task is moved while it runs, and goes on");
    this.#nowNs = untilNs;
    for (const task of this.tasks.values()) {
      if (task.state === "running") task.cpuTimeNs += this.#spent(task);
      else if (task.state === "runnable") task.waitNs += this.#spent(task);
      else if (task.state !== "exited") task.sleepNs += this.#spent(task);
    }
    for (const cpu of this.cpus) {
      if (cpu.current === 0) cpu.idleNs += untilNs - cpu.sinceNs;
      else cpu.busyNs += untilNs - cpu.sinceNs;
    }
  }
}

function isSwitchFrom(event: TraceEvent, pid: TaskId): boolean {
  return event.kind === "switch" && event.previous === pid && event.previousState === "R";
}

function newTask(pid: TaskId, cpu: CpuId, state: TaskState, nowNs: number): ReplayedTask {
  return {
    pid,
    state,
    cpu,
    sinceNs: nowNs,
    startedNs: nowNs,
    exitedNs: null,
    firstRunNs: null,
    cpuTimeNs: 0,
    waitNs: 0,
    sleepNs: 0,
    voluntary: 0,
    involuntary: 0,
    wakeups: 0,
    migrations: 0,
    woken: false,
    latenciesNs: [],
    otherWaitsNs: [],
  };
}

function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
