/** How many tasks are on each CPU's runqueue, the running one included, as events tell it. */
import type { RecordedEvent } from "../../recording/event.js";

export class RunQueueLengths {
  readonly #lengths: number[];
  /** The CPU on whose runqueue each runnable task is. */
  readonly #queues = new Map<number, number>();

  constructor(cpus: number) {
    this.#lengths = new Array(cpus).fill(0);
  }

  /** By CPU. */
  get lengths(): readonly number[] {
    return this.#lengths;
  }

  /** A task of which nothing was heard before it runs counts from then on. */
  add(event: RecordedEvent): void {
    switch (event.kind) {
      case "switch":
        if (event.cpu === null) return;
        this.#leave(event.previousPid ?? 0, event.previousState === "R", event.cpu);
        if (event.nextPid !== 0) this.#put(event.nextPid, event.cpu);
        break;
      case "waking":
      case "wakeup":
      case "new": {
        const cpu = event.targetCpu ?? event.cpu;
        if (cpu !== null && !this.#queues.has(event.pid)) this.#put(event.pid, cpu);
        break;
      }
      case "migrate":
        if (this.#queues.has(event.pid)) this.#put(event.pid, event.toCpu);
        break;
    }
  }

  #leave(pid: number, runnable: boolean, cpu: number): void {
    if (pid === 0) return;
    if (!runnable) this.#remove(pid);
    else if (!this.#queues.has(pid)) this.#put(pid, cpu);
  }

  #put(pid: number, cpu: number): void {
    if (this.#queues.get(pid) === cpu) return;
    this.#remove(pid);
    this.#queues.set(pid, cpu);
    this.#lengths[cpu] = (this.#lengths[cpu] ?? 0) + 1;
  }

  #remove(pid: number): void {
    const cpu = this.#queues.get(pid);
    if (cpu === undefined) return;
    this.#queues.delete(pid);
    this.#lengths[cpu] = (this.#lengths[cpu] ?? 0) - 1;
  }
}
