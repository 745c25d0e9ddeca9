/**
 * Collects the waits of some tasks from events as they pass, with who ran on their CPUs meanwhile. Keeps the longest,
 * or those that an instant lies in; memory depends on the number of tasks alone.
 */
import type { CpuId, Nanoseconds, TaskId } from "../engine/types.js";
import type { RecordedEvent, RecordedSwitch, RecordedWakeup } from "../recording/event.js";

export interface WaitQuery {
  /** A pid, a task's name, or the name that several tasks have before their numbers (`intr` for `intr/3`). */
  readonly task: string;
  /** Only waits that this instant lies in. */
  readonly atNs?: Nanoseconds;
  /** Waits to keep at most. */
  readonly keep: number;
}

export interface CollectedWait {
  readonly pid: TaskId;
  readonly name: string;
  readonly how: "started" | "woken" | "left";
  /** Who woke it, or who ran next. */
  readonly by: string | null;
  readonly inInterrupt: boolean | null;
  readonly fromNs: Nanoseconds;
  toNs: Nanoseconds;
  ranAgain: boolean;
  readonly cpus: CpuId[];
  readonly moves: { readonly timeNs: Nanoseconds; readonly fromCpu: CpuId; readonly toCpu: CpuId }[];
  readonly ran: Map<TaskId, { name: string; ranNs: Nanoseconds; times: number }>;
}

interface OpenWait extends CollectedWait {
  /** The CPU on whose runqueue it is; null: not known. */
  cpu: CpuId | null;
  /** Up to when the time of each CPU is charged to who ran. */
  readonly chargedNs: Map<CpuId, Nanoseconds>;
}

/** What a task was doing at the instant that was asked for. */
export type Doing = "waiting" | "running" | "asleep" | "gone" | "unknown";

interface Running {
  readonly pid: TaskId;
  readonly name: string;
}

export class WaitCollector {
  readonly #query: WaitQuery;
  /** All CPUs share one queue: who runs on any of them runs instead. */
  readonly #sharedBy: readonly CpuId[] | null;
  readonly #running = new Map<CpuId, Running>();
  readonly #open = new Map<TaskId, OpenWait>();
  readonly #doing = new Map<TaskId, { name: string; doing: Doing }>();
  readonly #doingAt = new Map<TaskId, { name: string; doing: Doing }>();
  readonly #kept: CollectedWait[] = [];
  readonly #names = new Set<string>();
  #count = 0;
  #totalNs = 0;
  #passed = false;

  /** Of a simulation the machine is known: all its CPUs are idle at first. */
  constructor(query: WaitQuery, machine: { readonly cpus: number; readonly sharedQueue: boolean } | null = null) {
    const cpus = Array.from({ length: machine?.cpus ?? 0 }, (_, cpu) => cpu);
    this.#query = query;
    this.#sharedBy = machine?.sharedQueue ? cpus : null;
    for (const cpu of cpus) this.#running.set(cpu, { pid: 0, name: "idle" });
  }

  get count(): number {
    return this.#count;
  }

  get totalNs(): Nanoseconds {
    return this.#totalNs;
  }

  /** All tasks that were met, for messages: the first thousand names. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /** The tasks that were meant, and what they were doing at the instant that was asked for, or at the end. */
  get meant(): ReadonlyMap<TaskId, { readonly name: string; readonly doing: Doing }> {
    return this.#passed ? this.#doingAt : this.#doing;
  }

  add(event: RecordedEvent): void {
    if (this.#query.atNs !== undefined && !this.#passed && event.timeNs > this.#query.atNs) this.#rememberDoing();
    switch (event.kind) {
      case "switch":
        this.#switch(event);
        break;
      case "waking":
      case "wakeup":
      case "new":
        this.#wakeup(event);
        break;
      case "migrate": {
        const wait = this.#open.get(event.pid);
        if (wait !== undefined && wait.cpu !== event.toCpu) this.#move(wait, event.timeNs, event.toCpu);
        break;
      }
    }
  }

  /** What was kept, the longest first. */
  end(endNs: Nanoseconds): readonly CollectedWait[] {
    if (this.#query.atNs !== undefined && !this.#passed) this.#rememberDoing();
    for (const pid of [...this.#open.keys()]) this.#close(pid, endNs, false);
    return this.#kept;
  }

  #switch(event: RecordedSwitch): void {
    const { timeNs, cpu, nextPid, nextName } = event;
    if (cpu !== null) {
      this.#chargeAll(cpu, timeNs);
      this.#running.set(cpu, { pid: nextPid, name: nextName });
    }
    const { previousPid, previousName } = event;
    if (previousPid !== null && previousName !== null && this.#isMeant(previousPid, previousName)) {
      const runnable = event.previousState === "R";
      const gone = event.previousState === "X" || event.previousState === "Z";
      this.#doing.set(previousPid, { name: previousName, doing: runnable ? "waiting" : gone ? "gone" : "asleep" });
      if (runnable) this.#begin(previousPid, previousName, "left", nextPid === 0 ? null : nextName, null, timeNs, cpu);
    }
    if (this.#isMeant(nextPid, nextName)) {
      this.#doing.set(nextPid, { name: nextName, doing: "running" });
      this.#close(nextPid, timeNs, true);
    }
    for (const wait of this.#open.values()) {
      if (cpu !== null && this.#isOn(wait, cpu)) this.#countTurn(wait, nextPid, nextName);
    }
  }

  #wakeup(event: RecordedWakeup): void {
    const { pid, name, timeNs } = event;
    if (!this.#isMeant(pid, name) || this.#open.has(pid)) return;
    // Woken before it had left its CPU: it goes on.
    if (this.#doing.get(pid)?.doing === "running") return;
    this.#doing.set(pid, { name, doing: "waiting" });
    const cpu = event.targetCpu ?? event.cpu;
    const how = event.kind === "new" ? "started" : "woken";
    const by = event.wakerPid === 0 || event.inInterrupt === true ? null : event.wakerName;
    this.#begin(pid, name, how, by, event.inInterrupt, timeNs, cpu);
  }

  #begin(
    pid: TaskId,
    name: string,
    how: CollectedWait["how"],
    by: string | null,
    inInterrupt: boolean | null,
    fromNs: Nanoseconds,
    cpu: CpuId | null,
  ): void {
    const cpus = this.#sharedBy ?? (cpu === null ? [] : [cpu]);
    const wait: OpenWait = {
      pid,
      name,
      how,
      by,
      inInterrupt,
      fromNs,
      toNs: fromNs,
      ranAgain: false,
      cpus: [...cpus],
      moves: [],
      ran: new Map(),
      cpu,
      chargedNs: new Map(cpus.map((each) => [each, fromNs])),
    };
    for (const each of cpus) {
      const running = this.#running.get(each);
      if (running !== undefined) this.#countTurn(wait, running.pid, running.name);
    }
    this.#open.set(pid, wait);
  }

  #move(wait: OpenWait, timeNs: Nanoseconds, toCpu: CpuId): void {
    if (wait.cpu !== null) wait.moves.push({ timeNs, fromCpu: wait.cpu, toCpu });
    if (this.#sharedBy === null) {
      if (wait.cpu !== null) this.#charge(wait, wait.cpu, timeNs);
      wait.chargedNs.clear();
      wait.chargedNs.set(toCpu, timeNs);
      if (wait.cpus.at(-1) !== toCpu) wait.cpus.push(toCpu);
      const running = this.#running.get(toCpu);
      if (running !== undefined) this.#countTurn(wait, running.pid, running.name);
    }
    wait.cpu = toCpu;
  }

  #close(pid: TaskId, toNs: Nanoseconds, ranAgain: boolean): void {
    const wait = this.#open.get(pid);
    if (wait === undefined) return;
    for (const cpu of wait.chargedNs.keys()) this.#charge(wait, cpu, toNs);
    this.#open.delete(pid);
    if (toNs === wait.fromNs) return;
    wait.toNs = toNs;
    wait.ranAgain = ranAgain;
    this.#count += 1;
    this.#totalNs += toNs - wait.fromNs;
    this.#keep(wait);
  }

  #keep(wait: CollectedWait): void {
    const { atNs, keep } = this.#query;
    if (atNs !== undefined && (wait.fromNs > atNs || wait.toNs <= atNs)) return;
    const length = wait.toNs - wait.fromNs;
    // Of equals the earlier stays in front.
    const place = this.#kept.findIndex((other) => other.toNs - other.fromNs < length);
    this.#kept.splice(place === -1 ? this.#kept.length : place, 0, wait);
    if (this.#kept.length > keep) this.#kept.pop();
  }

  #isOn(wait: OpenWait, cpu: CpuId): boolean {
    return this.#sharedBy === null ? wait.cpu === cpu : true;
  }

  #chargeAll(cpu: CpuId, timeNs: Nanoseconds): void {
    for (const wait of this.#open.values()) if (this.#isOn(wait, cpu)) this.#charge(wait, cpu, timeNs);
  }

  #charge(wait: OpenWait, cpu: CpuId, timeNs: Nanoseconds): void {
    const since = wait.chargedNs.get(cpu);
    const running = this.#running.get(cpu);
    wait.chargedNs.set(cpu, timeNs);
    if (since === undefined || running === undefined || timeNs === since) return;
    this.#ranOf(wait, running.pid, running.name).ranNs += timeNs - since;
  }

  #countTurn(wait: OpenWait, pid: TaskId, name: string): void {
    this.#ranOf(wait, pid, name).times += 1;
  }

  #ranOf(wait: OpenWait, pid: TaskId, name: string) {
    let ran = wait.ran.get(pid);
    if (ran === undefined) {
      ran = { name: pid === 0 ? "idle" : name, ranNs: 0, times: 0 };
      wait.ran.set(pid, ran);
    }
    return ran;
  }

  #isMeant(pid: TaskId, name: string): boolean {
    if (pid === 0) return false;
    if (this.#names.size < 1000) this.#names.add(name);
    const { task } = this.#query;
    if (name === task || String(pid) === task) return true;
    return name.startsWith(`${task}/`) && /^\d+$/.test(name.slice(task.length + 1));
  }

  #rememberDoing(): void {
    this.#passed = true;
    for (const [pid, doing] of this.#doing) this.#doingAt.set(pid, doing);
  }
}
