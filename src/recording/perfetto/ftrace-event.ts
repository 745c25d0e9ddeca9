/** One event of an ftrace bundle, in the plain form: a message for each event, its fields in the kernel's order. */
import type { Nanoseconds } from "../../engine/types.js";
import type { RecordedEvent } from "../event.js";
import type { NameCache } from "../name-cache.js";
import type { TaskState } from "../task-state.js";
import { MAX_COMM_LENGTH } from "../text/record-head.js";
import { eventField, HANDLER_FLAGS } from "./field-numbers.js";
import { BYTES, Message, VARINT } from "./wire.js";

/** The events that are read, with the names that the kernel gives them. */
export const eventNames: ReadonlyMap<number, string> = new Map([
  [eventField.schedSwitch, "sched_switch"],
  [eventField.schedWakeup, "sched_wakeup"],
  [eventField.schedBlockedReason, "sched_blocked_reason"],
  [eventField.schedWaking, "sched_waking"],
  [eventField.schedWakeupNew, "sched_wakeup_new"],
  [eventField.taskNewtask, "task_newtask"],
  [eventField.taskRename, "task_rename"],
  [eventField.schedProcessExec, "sched_process_exec"],
  [eventField.schedProcessExit, "sched_process_exit"],
  [eventField.schedProcessFork, "sched_process_fork"],
  [eventField.schedMigrateTask, "sched_migrate_task"],
]);

/** What else is often recorded, so that it is counted by a name. */
export const otherEventNames: ReadonlyMap<number, string> = new Map([
  [eventField.print, "print"],
  [11, "cpu_frequency"],
  [13, "cpu_idle"],
  [24, "softirq_entry"],
  [25, "softirq_exit"],
  [26, "softirq_raise"],
  [36, "irq_handler_entry"],
  [37, "irq_handler_exit"],
  [240, "sched_process_free"],
  [327, "generic"],
  [329, "sys_enter"],
  [330, "sys_exit"],
]);

export class FtraceEvent {
  readonly #state: TaskState;
  readonly #cache: NameCache;
  readonly #nameOf: (pid: number) => string | null;
  timeNs: Nanoseconds = 0;
  /** The event's field in the message; 0 if there is none. */
  field = 0;
  /** Whether it is a wake-up that says of itself that it woke nobody. */
  failed = false;
  #pid = 0;
  #inInterrupt: boolean | null = null;
  #body: Message = new Message(new Uint8Array(), 0, 0);
  /** The body's fields by their numbers: all events that are read have numbers and texts below 8. */
  readonly #numbers = new Array<number>(8).fill(0);
  readonly #texts = new Array<string>(8).fill("");
  readonly #present = new Array<boolean>(8).fill(false);

  /** `nameOf`: what the task that recorded the event is called, as far as that is known. */
  constructor(state: TaskState, cache: NameCache, nameOf: (pid: number) => string | null) {
    this.#state = state;
    this.#cache = cache;
    this.#nameOf = nameOf;
  }

  /** Reads the outer message. False: it is damaged. */
  readHead(event: Message): boolean {
    this.timeNs = 0;
    this.field = 0;
    this.#pid = 0;
    this.#inInterrupt = null;
    while (event.next()) {
      if (event.wireType === VARINT) {
        if (event.field === eventField.timestamp) this.timeNs = event.number;
        else if (event.field === eventField.pid) this.#pid = event.number;
        else if (event.field === eventField.commonFlags) this.#inInterrupt = (event.number & HANDLER_FLAGS) !== 0;
      } else if (event.wireType === BYTES && event.field > eventField.pid) {
        this.field = event.field;
        this.#body = event.message();
      }
    }
    return !event.isBroken && this.field !== 0;
  }

  /** The event, or null if its message is damaged or none of those that are read. */
  read(cpu: number): RecordedEvent | null {
    this.failed = false;
    this.#readBody();
    if (this.#body.isBroken) return null;
    const { timeNs } = this;
    const number = this.#numbers as [number, number, number, number, number, number, number, number];
    const text = this.#texts as [string, string, string, string, string, string, string, string];
    switch (this.field) {
      case eventField.schedSwitch: {
        const state = this.#state;
        state.readNumber(number[4], number[2] === 0);
        return {
          kind: "switch",
          timeNs,
          cpu,
          previousName: text[1],
          previousPid: number[2],
          previousPriority: number[3],
          previousState: state.letter,
          preempted: state.preempted,
          nextName: text[5],
          nextPid: number[6],
          nextPriority: number[7],
        };
      }
      case eventField.schedWaking:
      case eventField.schedWakeup:
      case eventField.schedWakeupNew:
        this.failed = this.#present[4] === true && number[4] === 0 && this.field !== eventField.schedWaking;
        return {
          kind: wakeupKind(this.field),
          timeNs,
          cpu,
          wakerPid: this.#pid,
          wakerName: this.#pid === 0 ? `swapper/${cpu}` : this.#nameOf(this.#pid),
          pid: number[2],
          name: text[1],
          priority: number[3],
          targetCpu: this.#present[5] ? number[5] : null,
          inInterrupt: this.#inInterrupt,
        };
      case eventField.schedMigrateTask: {
        const [, , pid, priority, fromCpu, toCpu] = number;
        return { kind: "migrate", timeNs, cpu, pid, name: text[1], priority, fromCpu, toCpu };
      }
      case eventField.schedProcessFork: {
        const parent = { parentPid: number[2], parentName: text[1] };
        return { kind: "fork", timeNs, cpu, ...parent, childPid: number[4], childName: text[3] };
      }
      case eventField.taskNewtask: {
        const parent = { parentPid: this.#pid, parentName: this.#nameOf(this.#pid) ?? "" };
        return { kind: "fork", timeNs, cpu, ...parent, childPid: number[1], childName: text[2] };
      }
      case eventField.schedProcessExit:
        return { kind: "exit", timeNs, cpu, pid: number[2], name: text[1], priority: number[4] };
      case eventField.schedProcessExec: {
        const name = text[1].slice(text[1].lastIndexOf("/") + 1).slice(0, MAX_COMM_LENGTH);
        return { kind: "rename", timeNs, cpu, pid: number[2], name };
      }
      case eventField.taskRename:
        return { kind: "rename", timeNs, cpu, pid: number[1], name: text[3] };
      case eventField.schedBlockedReason: {
        const caller = `0x${number[2].toString(16)}`;
        return { kind: "blocked", timeNs, cpu, pid: number[1], io: number[3] !== 0, caller };
      }
      default:
        return null;
    }
  }

  #readBody(): void {
    this.#numbers.fill(0);
    this.#texts.fill("");
    this.#present.fill(false);
    const body = this.#body;
    while (body.next()) {
      if (body.field > 7) continue;
      this.#present[body.field] = true;
      if (body.wireType === VARINT) this.#numbers[body.field] = body.number;
      else if (body.wireType === BYTES) this.#texts[body.field] = this.#cache.get(body.bytes, body.start, body.stop);
    }
  }
}

function wakeupKind(field: number): "waking" | "wakeup" | "new" {
  if (field === eventField.schedWaking) return "waking";
  return field === eventField.schedWakeup ? "wakeup" : "new";
}
