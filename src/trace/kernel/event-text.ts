/**
 * Scheduling events as kernels spell them, from the name of the tracepoint on; ftrace and perf differ only in what
 * stands before. Priorities are the recording's own, 120 where it has none; a task of which nothing is known is
 * `<...>`, pid 0.
 */
import type { RecordedEvent, RecordedSwitch, RecordedWakeup } from "../../recording/event.js";
import { ByteText, word } from "../byte-text.js";
import { commOf, kernelPid, unknownName, unknownPriority } from "./comm.js";

/** Who was running where an event happened, as heads of lines show it. */
export interface Runner {
  readonly pid: number;
  readonly name: string;
}

const newline = 10;

const fields = {
  comm: word("comm="),
  pid: word(" pid="),
  priority: word(" prio="),
  targetCpu: word(" target_cpu="),
  originCpu: word(" orig_cpu="),
  destinationCpu: word(" dest_cpu="),
  previousComm: word("prev_comm="),
  previousPid: word(" prev_pid="),
  previousPriority: word(" prev_prio="),
  previousState: word(" prev_state="),
  nextComm: word(" ==> next_comm="),
  nextPid: word(" next_pid="),
  nextPriority: word(" next_prio="),
  childComm: word(" child_comm="),
  childPid: word(" child_pid="),
  runtime: word(" runtime="),
  nanoseconds: word(" [ns]"),
  firstPid: word("pid="),
  ioWait: word(" iowait="),
  caller: word(" caller="),
  oldComm: word(" oldcomm="),
  newComm: word(" newcomm="),
  outOfMemoryScore: word(" oom_score_adj=0"),
};
const preempted = "+".charCodeAt(0);

/** Lines under construction, with what they need to remember: names as bytes, and who runs where. */
export class KernelText extends ByteText {
  readonly #comms = new Map<string, Uint8Array>();
  readonly #running = new Map<number, Runner>();

  /** Who runs on the event's CPU while it happens. */
  runnerDuring(event: RecordedEvent): Runner {
    switch (event.kind) {
      case "switch":
        return { pid: event.previousPid ?? 0, name: event.previousName ?? unknownName };
      case "fork":
        return { pid: event.parentPid, name: event.parentName };
      case "exit":
      case "mark":
        return event;
      case "waking":
      case "wakeup":
      case "new":
        if (event.wakerPid !== null) return { pid: event.wakerPid, name: event.wakerName ?? unknownName };
    }
    return this.#running.get(event.cpu ?? -1) ?? { pid: 0, name: unknownName };
  }

  /** The fields, and the end of the line. */
  putFields(event: RecordedEvent): void {
    switch (event.kind) {
      case "switch":
        this.#switch(event);
        break;
      case "waking":
      case "wakeup":
      case "new":
        this.#wakeup(event);
        break;
      case "migrate":
        this.#task(event.name, event.pid, event.priority);
        this.#number(fields.originCpu, event.fromCpu);
        this.#number(fields.destinationCpu, event.toCpu);
        break;
      case "fork":
        this.#comm(fields.comm, event.parentName);
        this.#pid(fields.pid, event.parentPid);
        this.#comm(fields.childComm, event.childName);
        this.#pid(fields.childPid, event.childPid);
        break;
      case "exit":
        this.#task(event.name, event.pid, event.priority);
        break;
      case "runtime":
        this.#comm(fields.comm, event.name);
        this.#pid(fields.pid, event.pid);
        this.#number(fields.runtime, event.runtimeNs);
        this.put(fields.nanoseconds);
        break;
      case "blocked":
        this.#pid(fields.firstPid, event.pid);
        this.#number(fields.ioWait, event.io ? 1 : 0);
        this.put(fields.caller);
        this.put(word(event.caller));
        break;
      case "rename":
        this.#pid(fields.firstPid, event.pid);
        this.#comm(fields.oldComm, unknownName);
        this.#comm(fields.newComm, event.name);
        this.put(fields.outOfMemoryScore);
        break;
      case "mark":
        this.put(word(event.text.replaceAll("\n", " ")));
        break;
    }
    this.putCharacter(newline);
  }

  /** The name as a kernel has it. */
  comm(name: string): Uint8Array {
    let comm = this.#comms.get(name);
    if (comm === undefined) {
      comm = word(commOf(name));
      this.#comms.set(name, comm);
    }
    return comm;
  }

  #switch(event: RecordedSwitch): void {
    this.#comm(fields.previousComm, event.previousName ?? unknownName);
    this.#pid(fields.previousPid, event.previousPid ?? 0);
    this.#number(fields.previousPriority, event.previousPriority ?? unknownPriority);
    this.put(fields.previousState);
    this.putCharacter(event.previousState.charCodeAt(0));
    if (event.preempted) this.putCharacter(preempted);
    this.#comm(fields.nextComm, event.nextName);
    this.#pid(fields.nextPid, event.nextPid);
    this.#number(fields.nextPriority, event.nextPriority ?? unknownPriority);
    if (event.cpu !== null) this.#running.set(event.cpu, { pid: event.nextPid, name: event.nextName });
  }

  #wakeup(event: RecordedWakeup): void {
    this.#task(event.name, event.pid, event.priority);
    this.put(fields.targetCpu);
    this.putZeroFilled(event.targetCpu ?? event.cpu ?? 0, 3);
  }

  #task(name: string, pid: number, priority: number | null): void {
    this.#comm(fields.comm, name);
    this.#pid(fields.pid, pid);
    this.#number(fields.priority, priority ?? unknownPriority);
  }

  #comm(before: Uint8Array, name: string): void {
    this.put(before);
    this.put(this.comm(name));
  }

  #pid(before: Uint8Array, pid: number): void {
    this.#number(before, kernelPid(pid));
  }

  #number(before: Uint8Array, value: number): void {
    this.put(before);
    this.putNumber(value);
  }
}
