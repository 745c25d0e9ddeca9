/**
 * The compact form of a bundle's switches and wake-ups: a column for each field, times as differences, names by their
 * place in a table. Who leaves a CPU is not written: it is who came last, also in the bundle before.
 */
import type { RecordedEvent, RecordedSwitch, RecordedWakeup } from "../event.js";
import type { NameCache } from "../name-cache.js";
import type { TaskState } from "../task-state.js";
import { compactField, HANDLER_FLAGS } from "./field-numbers.js";
import type { Message } from "./wire.js";

/** Who runs on a CPU. */
export interface Running {
  readonly pid: number;
  readonly name: string;
  readonly priority: number;
}

export class CompactSched {
  readonly #state: TaskState;
  readonly #cache: NameCache;
  readonly #running: Map<number, Running>;
  readonly #columns = new Map<number, number[]>();
  #names: string[] = [];

  /** `running` is shared with the plain form, as a trace may hold both. */
  constructor(state: TaskState, cache: NameCache, running: Map<number, Running>) {
    this.#state = state;
    this.#cache = cache;
    this.#running = running;
  }

  /** The events of one CPU, in the order of time; null if the columns do not fit together. */
  read(message: Message, cpu: number): RecordedEvent[] | null {
    this.#columns.clear();
    this.#names = [];
    while (message.next()) {
      if (message.field === compactField.names) {
        this.#names.push(this.#cache.get(message.bytes, message.start, message.stop));
      } else if (message.field <= compactField.wakingFlags) {
        message.appendNumbers(this.#column(message.field));
      }
    }
    const switches = this.#column(compactField.switchTimestamp).length;
    const wakings = this.#column(compactField.wakingTimestamp).length;
    const isWhole =
      ["switchPreviousState", "switchNextPid", "switchNextPriority", "switchNextName"].every(
        (name) => this.#column(compactField[name as keyof typeof compactField]).length === switches,
      ) &&
      ["wakingPid", "wakingTargetCpu", "wakingPriority", "wakingName"].every(
        (name) => this.#column(compactField[name as keyof typeof compactField]).length === wakings,
      );
    if (message.isBroken || !isWhole) return null;
    return this.#events(cpu, switches, wakings);
  }

  /** Both columns merged, so that each wake-up knows its waker; at one instant a task wakes others before it leaves. */
  #events(cpu: number, switches: number, wakings: number): RecordedEvent[] {
    const events: RecordedEvent[] = [];
    const switchTimes = sums(this.#column(compactField.switchTimestamp));
    const wakingTimes = sums(this.#column(compactField.wakingTimestamp));
    let waking = 0;
    for (let index = 0; index < switches; index++) {
      const timeNs = switchTimes[index] as number;
      for (; waking < wakings && (wakingTimes[waking] as number) <= timeNs; waking++) {
        events.push(this.#waking(waking, wakingTimes[waking] as number, cpu));
      }
      events.push(this.#switch(index, timeNs, cpu));
    }
    for (; waking < wakings; waking++) events.push(this.#waking(waking, wakingTimes[waking] as number, cpu));
    return events;
  }

  #switch(index: number, timeNs: number, cpu: number): RecordedSwitch {
    const previous = this.#running.get(cpu) ?? null;
    const state = this.#state;
    state.readNumber(this.#value(compactField.switchPreviousState, index), previous?.pid === 0);
    const next = {
      pid: this.#value(compactField.switchNextPid, index),
      name: this.#name(compactField.switchNextName, index),
      priority: this.#value(compactField.switchNextPriority, index),
    };
    this.#running.set(cpu, next);
    return {
      kind: "switch",
      timeNs,
      cpu,
      previousName: previous?.name ?? null,
      previousPid: previous?.pid ?? null,
      previousPriority: previous?.priority ?? null,
      previousState: state.letter,
      preempted: state.preempted,
      nextName: next.name,
      nextPid: next.pid,
      nextPriority: next.priority,
    };
  }

  #waking(index: number, timeNs: number, cpu: number): RecordedWakeup {
    const waker = this.#running.get(cpu) ?? null;
    const flags = this.#column(compactField.wakingFlags)[index];
    return {
      kind: "waking",
      timeNs,
      cpu,
      wakerPid: waker?.pid ?? null,
      wakerName: waker?.name ?? null,
      pid: this.#value(compactField.wakingPid, index),
      name: this.#name(compactField.wakingName, index),
      priority: this.#value(compactField.wakingPriority, index),
      targetCpu: this.#value(compactField.wakingTargetCpu, index),
      inInterrupt: flags === undefined ? null : (flags & HANDLER_FLAGS) !== 0,
    };
  }

  #column(field: number): number[] {
    let column = this.#columns.get(field);
    if (column === undefined) {
      column = [];
      this.#columns.set(field, column);
    }
    return column;
  }

  #value(field: number, index: number): number {
    return this.#column(field)[index] as number;
  }

  #name(field: number, index: number): string {
    return this.#names[this.#value(field, index)] ?? "";
  }
}

function sums(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}
