/**
 * CPUs for recordings that have none: `perf script` of older versions writes no such column. A switch continues the CPU
 * whose last one went to the task that leaves; names such as `swapper/3` tell the CPU itself. What is inferred that way
 * is counted, to be told.
 */
import type { RecordedEvent, RecordedSwitch } from "./event.js";

export class CpuLanes {
  /** Events that were given a CPU. */
  inferred = 0;
  /** Who runs on each CPU, by pid. */
  readonly #running: number[] = [];

  /** So many CPUs have been seen. */
  get cpus(): number {
    return this.#running.length;
  }

  /** The event with the CPU that it must have happened on; itself where it tells. */
  place(event: RecordedEvent): RecordedEvent {
    if (event.cpu !== null) {
      if (event.kind === "switch") this.#set(event.cpu, event.nextPid);
      return event;
    }
    const cpu = event.kind === "switch" ? this.#ofSwitch(event) : this.#ofOther(event);
    if (cpu === null) return event;
    this.inferred++;
    return { ...event, cpu };
  }

  #ofSwitch(event: RecordedSwitch): number {
    const { previousPid, nextPid } = event;
    const told = idleCpu(event.previousName) ?? idleCpu(event.nextName);
    const going = previousPid === null ? -1 : this.#running.indexOf(previousPid);
    const cpu = told ?? (going === -1 ? this.#running.length : going);
    this.#set(cpu, nextPid);
    return cpu;
  }

  #ofOther(event: RecordedEvent): number | null {
    if (!("wakerPid" in event) || event.wakerPid === null || event.wakerPid === 0) return null;
    const cpu = this.#running.indexOf(event.wakerPid);
    return cpu === -1 ? null : cpu;
  }

  #set(cpu: number, pid: number): void {
    while (this.#running.length < cpu) this.#running.push(0);
    this.#running[cpu] = pid;
  }
}

function idleCpu(name: string | null): number | null {
  const number = /^swapper\/(\d{1,3})$/.exec(name ?? "")?.[1];
  return number === undefined ? null : Number(number);
}
