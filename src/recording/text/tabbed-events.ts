/**
 * The traces that schedlab itself writes: fields separated by tabs, pids for names. Idle tasks are named as kernels do.
 */
import type { Nanoseconds } from "../../engine/types.js";
import type { RecordedEvent, StateLetter } from "../event.js";
import type { NameCache } from "../name-cache.js";
import { decode, integer, skipInteger, TAB } from "./ascii.js";

const kinds = ["switch", "wakeup", "new", "migrate", "exit", "fork", "mark"] as const;
const fieldCounts = { switch: 7, wakeup: 5, new: 4, migrate: 4, exit: 3, fork: 4, mark: 4 };
/** Which field is no number. */
const STATE = 4;

export class TabbedEvents {
  readonly #names: NameCache;
  readonly #fields: number[] = [];
  #state: StateLetter = "?";
  /** Who runs on each CPU, and with which priority each task was last seen: the format leaves out what follows. */
  readonly #running = new Map<number, number>();

  constructor(names: NameCache) {
    this.#names = names;
  }

  /** The event of a line, or null if it is no line of this format. */
  read(bytes: Uint8Array, start: number, end: number): RecordedEvent | null {
    const tab = bytes.indexOf(TAB, start);
    if (tab === -1 || tab >= end || tab - start > 7) return null;
    const kind = kinds.find((name) => name === this.#names.get(bytes, start, tab));
    if (kind === undefined || !this.#readFields(kind, bytes, tab + 1, end)) return null;
    return this.#event(kind);
  }

  #readFields(kind: (typeof kinds)[number], bytes: Uint8Array, start: number, end: number): boolean {
    let at = start;
    for (let index = 0; index < fieldCounts[kind]; index++) {
      if (index > 0 && bytes[at++] !== TAB) return false;
      if (kind === "switch" && index === STATE) {
        this.#state = decode(bytes, at, ++at) as StateLetter;
        continue;
      }
      const fieldEnd = skipInteger(bytes, at, end);
      if (fieldEnd === at) return false;
      this.#fields[index] = integer(bytes, at, fieldEnd);
      at = fieldEnd;
    }
    return at === end;
  }

  #event(kind: (typeof kinds)[number]): RecordedEvent {
    const [timeNs, second, third, fourth, fifth, sixth, seventh] = this.#fields as [
      Nanoseconds,
      ...[number, number, number, number, number, number],
    ];
    switch (kind) {
      case "switch":
        this.#running.set(second, sixth);
        return {
          kind,
          timeNs,
          cpu: second,
          previousName: nameOf(third, second),
          previousPid: third,
          previousPriority: fourth,
          previousState: this.#state,
          preempted: this.#state === "R" && third !== 0,
          nextName: nameOf(sixth, second),
          nextPid: sixth,
          nextPriority: seventh,
        };
      case "wakeup":
      case "new": {
        const waker = this.#running.get(second) ?? null;
        return {
          kind,
          timeNs,
          cpu: second,
          wakerPid: waker,
          wakerName: waker === null ? null : nameOf(waker, second),
          pid: third,
          name: nameOf(third, second),
          priority: fourth,
          targetCpu: kind === "wakeup" ? fifth : second,
          inInterrupt: null,
        };
      }
      case "migrate":
        return {
          kind,
          timeNs,
          cpu: third,
          pid: second,
          name: nameOf(second, third),
          priority: null,
          fromCpu: third,
          toCpu: fourth,
        };
      case "exit":
        return { kind, timeNs, cpu: second, pid: third, name: nameOf(third, second), priority: null };
      case "fork": {
        const names = { parentName: nameOf(third, second), childName: nameOf(fourth, second) };
        return { kind, timeNs, cpu: second, parentPid: third, childPid: fourth, ...names };
      }
      case "mark":
        return { kind, timeNs, cpu: second, pid: third, name: nameOf(third, second), text: `I|${third}|${fourth}` };
    }
  }
}

function nameOf(pid: number, cpu: number): string {
  if (pid === 0) return `swapper/${cpu}`;
  return pid < 0 ? `migration/${-1 - pid}` : `pid ${pid}`;
}
