/**
 * What stands behind the name of an event, in the kernel's spelling (`key=value`, with or without `==>`) and in the
 * short one of trace-cmd's plugins and of old kernels.
 */
import type {
  RecordedBlock,
  RecordedEvent,
  RecordedExit,
  RecordedFork,
  RecordedMark,
  RecordedMigration,
  RecordedRename,
  RecordedRuntime,
  RecordedSwitch,
  RecordedWakeup,
} from "../event.js";
import type { NameCache } from "../name-cache.js";
import { decode, SLASH, skipBlanks, standsAt, word } from "./ascii.js";
import type { SchedulingEvent } from "./event-names.js";
import { EventParts } from "./event-parts.js";
import { Fields } from "./fields.js";
import { MAX_COMM_LENGTH, type RecordHead } from "./record-head.js";
import { ShortBody } from "./short-body.js";

const key = {
  previousComm: word("prev_comm="),
  previousPid: word(" prev_pid="),
  previousPriority: word("prev_prio="),
  previousState: word("prev_state="),
  arrow: word("==>"),
  nextComm: word("next_comm="),
  nextPid: word(" next_pid="),
  nextPriority: word("next_prio="),
  comm: word("comm="),
  blankPid: word(" pid="),
  pid: word("pid="),
  priority: word("prio="),
  success: word("success="),
  targetCpu: word("target_cpu="),
  originCpu: word("orig_cpu="),
  destinationCpu: word("dest_cpu="),
  parentComm: word("parent_comm="),
  parentPid: word(" parent_pid="),
  childComm: word("child_comm="),
  childPid: word(" child_pid="),
  runtime: word("runtime="),
  ioWait: word("iowait="),
  ioWaitOfProtobuf: word("io_wait="),
  caller: word("caller="),
  newComm: word(" newcomm="),
  oomScore: word(" oom_score_adj="),
  cloneFlags: word(" clone_flags="),
  fileName: word("filename="),
  oldPid: word("old_pid="),
};
const markWriter = word("tracing_mark_write:");
const instant = word("I|");

export class EventBody {
  /** Whether the last wake-up says of itself that it woke nobody. */
  failed = false;
  readonly #parts: EventParts;
  readonly #short: ShortBody;
  readonly #fields = new Fields();

  constructor(names: NameCache) {
    this.#parts = new EventParts(names);
    this.#short = new ShortBody(this.#parts);
  }

  /** The event, or null if the body is not what its name promises. */
  read(event: SchedulingEvent, head: RecordHead, bytes: Uint8Array, end: number): RecordedEvent | null {
    this.failed = false;
    const fields = this.#fields;
    fields.set(bytes, head.bodyStart, end);
    switch (event) {
      case "sched_switch":
        return fields.key(key.previousComm) ? this.#switch(head) : this.#short.switch(head, bytes, end);
      case "sched_waking":
        return this.#wakeup("waking", head);
      case "sched_wakeup":
        return this.#wakeup("wakeup", head);
      case "sched_wakeup_new":
        return this.#wakeup("new", head);
      case "sched_migrate_task":
        return this.#migration(head);
      case "sched_process_fork":
        return this.#fork(head);
      case "task_newtask":
        return this.#newTask(head);
      case "sched_process_exit":
        return this.#exit(head);
      case "sched_stat_runtime":
        return this.#runtime(head);
      case "sched_blocked_reason":
        return this.#blocked(head);
      case "task_rename":
        return this.#rename(head);
      case "sched_process_exec":
        return this.#exec(head);
      case "tracing_mark_write":
      case "print":
        return this.#mark(head, bytes, end);
    }
  }

  #switch({ timeNs, cpu }: RecordHead): RecordedSwitch | null {
    const fields = this.#fields;
    const previousPid = fields.commAndPid(key.previousPid, key.previousPriority);
    if (previousPid === null) return null;
    const previousName = this.#name(fields.commStart, fields.commEnd);
    const previousPriority = fields.number();
    if (previousPriority === null || !fields.key(key.previousState)) return null;
    const stateStart = fields.at;
    const stateEnd = fields.word();
    if (stateEnd === stateStart) return null;
    fields.key(key.arrow);
    if (!fields.key(key.nextComm)) return null;
    const nextPid = fields.commAndPid(key.nextPid, key.nextPriority);
    if (nextPid === null) return null;
    const nextName = this.#name(fields.commStart, fields.commEnd);
    const nextPriority = fields.number();
    if (nextPriority === null) return null;
    const { state } = this.#parts;
    state.read(fields.bytes, stateStart, stateEnd, previousPid === 0);
    return {
      kind: "switch",
      timeNs,
      cpu,
      previousName,
      previousPid,
      previousPriority,
      previousState: state.letter,
      preempted: state.preempted,
      nextName,
      nextPid,
      nextPriority,
    };
  }

  #wakeup(kind: RecordedWakeup["kind"], head: RecordHead): RecordedWakeup | null {
    const fields = this.#fields;
    if (!fields.key(key.comm)) return this.#shortWakeup(kind, head);
    const pid = fields.commAndPid(key.blankPid, key.priority);
    if (pid === null) return null;
    const name = this.#name(fields.commStart, fields.commEnd);
    const priority = fields.number();
    if (priority === null) return null;
    this.failed = fields.numberOf(key.success) === 0;
    const targetCpu = fields.numberOf(key.targetCpu);
    if (targetCpu === null) return null;
    return this.#parts.wakeup(kind, head, fields.bytes, { pid, name, priority, targetCpu });
  }

  #shortWakeup(kind: RecordedWakeup["kind"], head: RecordHead): RecordedWakeup | null {
    const { bytes, end } = this.#fields;
    const event = this.#short.wakeup(kind, head, bytes, end);
    this.failed = this.#short.failed;
    return event;
  }

  #migration({ timeNs, cpu }: RecordHead): RecordedMigration | null {
    const fields = this.#fields;
    if (!fields.key(key.comm)) return null;
    const pid = fields.commAndPid(key.blankPid, key.priority);
    if (pid === null) return null;
    const name = this.#name(fields.commStart, fields.commEnd);
    const priority = fields.number();
    if (!fields.seek(key.originCpu)) return null;
    const fromCpu = fields.number();
    const toCpu = fields.numberOf(key.destinationCpu);
    if (fromCpu === null || toCpu === null) return null;
    return { kind: "migrate", timeNs, cpu, pid, name, priority, fromCpu, toCpu };
  }

  #fork({ timeNs, cpu }: RecordHead): RecordedFork | null {
    const fields = this.#fields;
    const isRaw = fields.key(key.parentComm);
    if (!isRaw && !fields.key(key.comm)) return null;
    const parentPid = fields.commAndPid(isRaw ? key.parentPid : key.blankPid, key.childComm);
    if (parentPid === null) return null;
    const parentName = this.#name(fields.commStart, fields.commEnd);
    const childPid = fields.commAndNumber(key.childPid);
    if (childPid === null) return null;
    const childName = this.#name(fields.commStart, fields.commEnd);
    return { kind: "fork", timeNs, cpu, parentPid, parentName, childPid, childName };
  }

  #newTask(head: RecordHead): RecordedFork | null {
    const fields = this.#fields;
    const childPid = fields.numberOf(key.pid);
    if (childPid === null || head.pid === null || !fields.key(key.comm)) return null;
    fields.commUpTo(key.cloneFlags);
    const childName = this.#name(fields.commStart, fields.commEnd);
    const { timeNs, cpu, pid: parentPid } = head;
    return {
      kind: "fork",
      timeNs,
      cpu,
      parentPid,
      parentName: this.#parts.headName(head, this.#fields.bytes) ?? "",
      childPid,
      childName,
    };
  }

  #exit({ timeNs, cpu }: RecordHead): RecordedExit | null {
    const fields = this.#fields;
    if (!fields.key(key.comm)) return null;
    const pid = fields.commAndPid(key.blankPid, key.priority);
    if (pid === null) return null;
    const name = this.#name(fields.commStart, fields.commEnd);
    return { kind: "exit", timeNs, cpu, pid, name, priority: fields.number() };
  }

  #runtime({ timeNs, cpu }: RecordHead): RecordedRuntime | null {
    const fields = this.#fields;
    if (!fields.key(key.comm)) return null;
    const pid = fields.commAndPid(key.blankPid, key.runtime);
    if (pid === null) return null;
    const name = this.#name(fields.commStart, fields.commEnd);
    const runtimeNs = fields.number();
    return runtimeNs === null ? null : { kind: "runtime", timeNs, cpu, pid, name, runtimeNs };
  }

  #blocked({ timeNs, cpu }: RecordHead): RecordedBlock | null {
    const fields = this.#fields;
    const pid = fields.numberOf(key.pid);
    const io = fields.numberOf(key.ioWait) ?? fields.numberOf(key.ioWaitOfProtobuf);
    if (pid === null || io === null || !fields.key(key.caller)) return null;
    const start = fields.at;
    return { kind: "blocked", timeNs, cpu, pid, io: io !== 0, caller: this.#name(start, fields.word()) };
  }

  #rename({ timeNs, cpu }: RecordHead): RecordedRename | null {
    const fields = this.#fields;
    const pid = fields.numberOf(key.pid);
    if (pid === null || !fields.seek(key.newComm)) return null;
    fields.commUpTo(key.oomScore);
    return { kind: "rename", timeNs, cpu, pid, name: this.#name(fields.commStart, fields.commEnd) };
  }

  /** The new name is the last part of the file's, as far as a comm goes. */
  #exec({ timeNs, cpu }: RecordHead): RecordedRename | null {
    const fields = this.#fields;
    if (!fields.key(key.fileName)) return null;
    const pid = fields.commAndPid(key.blankPid, key.oldPid);
    if (pid === null) return null;
    let start = fields.commEnd;
    while (start > fields.commStart && fields.bytes[start - 1] !== SLASH) start--;
    const end = Math.min(fields.commEnd, start + MAX_COMM_LENGTH);
    return { kind: "rename", timeNs, cpu, pid, name: this.#name(start, end) };
  }

  /** `I|pid|name`, behind the name of its writer where perf prints it. */
  #mark(head: RecordHead, bytes: Uint8Array, end: number): RecordedMark | null {
    const { timeNs, cpu, pid } = head;
    const start = standsAt(bytes, head.bodyStart, end, markWriter)
      ? skipBlanks(bytes, head.bodyStart + markWriter.length, end)
      : head.bodyStart;
    if (pid === null || !standsAt(bytes, start, end, instant)) return null;
    return {
      kind: "mark",
      timeNs,
      cpu,
      pid,
      name: this.#parts.headName(head, this.#fields.bytes) ?? "",
      text: decode(bytes, start, end),
    };
  }

  #name(start: number, end: number): string {
    return this.#parts.names.get(this.#fields.bytes, start, end);
  }
}
