/**
 * Makes switches of slices: who ran on a CPU from when to when. Slices come in the order of their beginnings; where one
 * ends and none begins, the CPU is idle. Switches are handed out in the order of time.
 */
import type { Nanoseconds } from "../../engine/types.js";
import type { RecordedSwitch, StateLetter } from "../event.js";

export interface Slice {
  /** When it begins. */
  readonly timeNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  readonly cpu: number;
  readonly pid: number;
  readonly name: string;
  readonly priority: number | null;
  readonly endState: StateLetter;
  readonly preempted: boolean | null;
}

export class SliceJoiner {
  readonly #emit: (event: RecordedSwitch) => void;
  readonly #overlap: (slice: Slice) => void;
  /** The last slice of each CPU, as long as its end has not been told; null: idle. */
  readonly #open = new Map<number, Slice | null>();

  /** `overlap` gets slices that begin before the last one of their CPU has ended; they are left out. */
  constructor(emit: (event: RecordedSwitch) => void, overlap: (slice: Slice) => void) {
    this.#emit = emit;
    this.#overlap = overlap;
  }

  add(slice: Slice): void {
    this.#endBefore(slice.timeNs);
    const last = this.#open.get(slice.cpu) ?? null;
    if (last !== null && last.endNs > slice.timeNs) {
      this.#overlap(slice);
      return;
    }
    this.#switch(slice.timeNs, slice.cpu, last, slice);
    this.#open.set(slice.cpu, slice);
  }

  end(): void {
    const open = [...this.#open.values()].filter((slice) => slice !== null);
    for (const slice of open.sort((a, b) => a.endNs - b.endNs)) this.#switch(slice.endNs, slice.cpu, slice, null);
    this.#open.clear();
  }

  /** The ends before the beginning of the next slice; at the same instant the CPU's own next slice may still come. */
  #endBefore(timeNs: Nanoseconds): void {
    let ended: Slice[] | null = null;
    for (const slice of this.#open.values()) {
      if (slice === null || slice.endNs >= timeNs) continue;
      ended ??= [];
      ended.push(slice);
    }
    if (ended === null) return;
    for (const slice of ended.sort((a, b) => a.endNs - b.endNs)) {
      this.#switch(slice.endNs, slice.cpu, slice, null);
      this.#open.set(slice.cpu, null);
    }
  }

  #switch(timeNs: Nanoseconds, cpu: number, previous: Slice | null, next: Slice | null): void {
    const idleName = `swapper/${cpu}`;
    this.#emit({
      kind: "switch",
      timeNs,
      cpu,
      previousName: previous?.name ?? idleName,
      previousPid: previous?.pid ?? 0,
      previousPriority: previous?.priority ?? null,
      previousState: previous?.endState ?? "R",
      preempted: previous === null ? false : previous.preempted,
      nextName: next?.name ?? idleName,
      nextPid: next?.pid ?? 0,
      nextPriority: next?.priority ?? null,
    });
  }
}
