/**
 * Scheduling events as ftrace events in Perfetto's protobuf, a stream of bytes for each CPU.
 *
 * Perfetto keeps the events of each CPU in order, but goes by nothing than time between CPUs, and kernels never do
 * two things to a task in one nanosecond. Simulations do. So that nothing is taken in the wrong order, a wake-up
 * stands with the CPU that gets the task (the waker is told by its pid), and an event that would come in the same
 * nanosecond as the task's last one on another CPU comes one nanosecond later.
 */
import { PbfWriter } from "pbf";
import type { Nanoseconds } from "../../engine/types.js";
import type {
  RecordedEvent,
  RecordedExit,
  RecordedFork,
  RecordedMigration,
  RecordedSwitch,
  RecordedWakeup,
  StateLetter,
} from "../../recording/event.js";
import { kernelPid, unknownName, unknownPriority } from "../kernel/comm.js";
import * as fields from "./fields.js";

/** As kernels since 4.14 write them. */
const stateBits: Readonly<Record<StateLetter, number>> = {
  R: 0,
  S: 1,
  D: 2,
  T: 4,
  t: 8,
  X: 16,
  Z: 32,
  P: 64,
  I: 128,
  "?": 0,
};
const preemptedBit = 256;

/** What makes a new task a thread of its parent's process: CLONE_VM, _FS, _FILES, _SIGHAND and _THREAD. */
const threadCloneFlags = 0x10f00;

export class FtraceBundles {
  readonly #cpus = new Map<number, { readonly bytes: PbfWriter; lastNs: Nanoseconds }>();
  /** Where and when each task was last met. */
  readonly #met = new Map<number, { cpu: number; timeNs: Nanoseconds }>();
  readonly #parents = new Map<number, number>();
  /** The last waking: a wakeup at the same moment says nothing new. */
  #waking: RecordedWakeup | null = null;

  /** Field `event` of a bundle for each CPU, one after the other, since the last time. */
  *take(): Generator<{ readonly cpu: number; readonly events: Uint8Array }> {
    for (const [cpu, { bytes }] of this.#cpus) {
      if (bytes.pos > 0) yield { cpu, events: bytes.buf.slice(0, bytes.pos) };
      bytes.pos = 0;
    }
  }

  add(event: RecordedEvent, cpu: number): void {
    switch (event.kind) {
      case "switch":
        this.#switch(event, cpu);
        break;
      case "waking":
        this.#waking = event;
        this.#wakeup(event, fields.ftraceEvent.waking, cpu);
        break;
      case "wakeup":
        if (this.#waking?.pid !== event.pid || this.#waking.timeNs !== event.timeNs) {
          this.#wakeup(event, fields.ftraceEvent.wakeup, cpu);
        }
        break;
      case "new":
        this.#new(event, cpu);
        break;
      case "migrate":
        this.#put(event, cpu, event.pid, fields.ftraceEvent.migrate, putMigration);
        break;
      case "fork":
        this.#parents.set(event.childPid, event.parentPid);
        this.#put(event, cpu, event.parentPid, fields.ftraceEvent.fork, putFork);
        break;
      case "exit":
        this.#put(event, cpu, event.pid, fields.ftraceEvent.exit, putExit);
        break;
      case "blocked":
        this.#put(event, cpu, event.pid, fields.ftraceEvent.blocked, (block, bytes) => {
          bytes.writeVarintField(fields.blockedFields.pid, kernelPid(block.pid));
          bytes.writeVarintField(fields.blockedFields.ioWait, block.io ? 1 : 0);
        });
        break;
      case "rename":
        this.#put(event, cpu, event.pid, fields.ftraceEvent.rename, (rename, bytes) => {
          bytes.writeVarintField(fields.renameFields.pid, kernelPid(rename.pid));
          bytes.writeStringField(fields.renameFields.newComm, rename.name);
        });
        break;
    }
  }

  #switch(event: RecordedSwitch, cpu: number): void {
    const previousPid = event.previousPid ?? 0;
    const { nextPid } = event;
    const timeNs = Math.max(this.#timeOf(event, cpu, previousPid), this.#timeOf(event, cpu, nextPid));
    this.#putAt(timeNs, event, cpu, previousPid, fields.ftraceEvent.switch, putSwitch);
    this.#meet(previousPid, cpu, timeNs);
    this.#meet(nextPid, cpu, timeNs);
    if (event.previousState === "X" || event.previousState === "Z") this.#met.delete(previousPid);
  }

  #wakeup(event: RecordedWakeup, field: number, cpu: number): void {
    const target = event.targetCpu ?? cpu;
    const timeNs = this.#timeOf(event, target, event.pid);
    const flags = event.inInterrupt === null ? null : event.inInterrupt ? fields.hardInterrupt : 0;
    this.#putAt(timeNs, event, target, event.wakerPid ?? 0, field, putWakeup, flags);
    this.#meet(event.pid, target, timeNs);
  }

  /**
   * A child comes with the event that makes it a thread, and its parent its waker. Others are woken, as by a timer:
   * without that, viewers would show no state before the first run. Only that, since kernels do not do both: whoever
   * reads of a task that was woken and is new would take it for two of one pid.
   */
  #new(event: RecordedWakeup, cpu: number): void {
    const parent = this.#parents.get(event.pid);
    this.#parents.delete(event.pid);
    if (parent === undefined) {
      this.#wakeup({ ...event, kind: "waking" }, fields.ftraceEvent.waking, cpu);
      return;
    }
    const target = event.targetCpu ?? cpu;
    this.#putAt(this.#timeOf(event, target, event.pid), event, target, parent, fields.ftraceEvent.newTask, putNewTask);
    this.#wakeup(event, fields.ftraceEvent.new, cpu);
  }

  #put<Event extends RecordedEvent>(
    event: Event,
    cpu: number,
    pid: number,
    field: number,
    put: PutFields<Event>,
  ): void {
    const timeNs = Math.max(event.timeNs, this.#cpu(cpu).lastNs);
    this.#putAt(timeNs, event, cpu, pid, field, put);
  }

  /** `pid`: of the task in whose context it happened. */
  #putAt<Event extends RecordedEvent>(
    timeNs: Nanoseconds,
    event: Event,
    cpu: number,
    pid: number,
    field: number,
    put: PutFields<Event>,
    flags: number | null = null,
  ): void {
    const stream = this.#cpu(cpu);
    stream.lastNs = timeNs;
    stream.bytes.writeMessage(
      fields.bundle.event,
      (_, bytes) => {
        bytes.writeVarintField(fields.ftraceEvent.timestamp, timeNs);
        bytes.writeVarintField(fields.ftraceEvent.pid, kernelPid(pid));
        bytes.writeMessage(field, put, event);
        if (flags !== null) bytes.writeVarintField(fields.ftraceEvent.commonFlags, flags);
      },
      undefined,
    );
  }

  /** When the event can stand on the CPU: after all others there, and after what the task did on others. */
  #timeOf(event: RecordedEvent, cpu: number, pid: number): Nanoseconds {
    const timeNs = Math.max(event.timeNs, this.#cpu(cpu).lastNs);
    const met = pid === 0 ? undefined : this.#met.get(pid);
    return met === undefined || met.cpu === cpu || met.timeNs < timeNs ? timeNs : met.timeNs + 1;
  }

  #meet(pid: number, cpu: number, timeNs: Nanoseconds): void {
    if (pid === 0) return;
    const met = this.#met.get(pid);
    if (met === undefined) {
      this.#met.set(pid, { cpu, timeNs });
    } else {
      met.cpu = cpu;
      met.timeNs = timeNs;
    }
  }

  #cpu(cpu: number) {
    let stream = this.#cpus.get(cpu);
    if (stream === undefined) {
      stream = { bytes: new PbfWriter(), lastNs: 0 };
      this.#cpus.set(cpu, stream);
    }
    return stream;
  }
}

type PutFields<Event> = (event: Event, bytes: PbfWriter) => void;

function putSwitch(event: RecordedSwitch, bytes: PbfWriter): void {
  const state = stateBits[event.previousState] + (event.preempted ? preemptedBit : 0);
  bytes.writeStringField(fields.switchFields.previousComm, event.previousName ?? unknownName);
  bytes.writeVarintField(fields.switchFields.previousPid, kernelPid(event.previousPid ?? 0));
  bytes.writeVarintField(fields.switchFields.previousPriority, event.previousPriority ?? unknownPriority);
  bytes.writeVarintField(fields.switchFields.previousState, state);
  bytes.writeStringField(fields.switchFields.nextComm, event.nextName);
  bytes.writeVarintField(fields.switchFields.nextPid, kernelPid(event.nextPid));
  bytes.writeVarintField(fields.switchFields.nextPriority, event.nextPriority ?? unknownPriority);
}

function putWakeup(event: RecordedWakeup, bytes: PbfWriter): void {
  putTask(event, bytes);
  bytes.writeVarintField(fields.taskFields.success, 1);
  bytes.writeVarintField(fields.taskFields.targetCpu, event.targetCpu ?? event.cpu ?? 0);
}

function putMigration(event: RecordedMigration, bytes: PbfWriter): void {
  putTask(event, bytes);
  bytes.writeVarintField(fields.migrateFields.fromCpu, event.fromCpu);
  bytes.writeVarintField(fields.migrateFields.toCpu, event.toCpu);
}

function putTask(event: RecordedWakeup | RecordedMigration, bytes: PbfWriter): void {
  bytes.writeStringField(fields.taskFields.comm, event.name);
  bytes.writeVarintField(fields.taskFields.pid, kernelPid(event.pid));
  bytes.writeVarintField(fields.taskFields.priority, event.priority ?? unknownPriority);
}

function putFork(event: RecordedFork, bytes: PbfWriter): void {
  bytes.writeStringField(fields.forkFields.parentComm, event.parentName);
  bytes.writeVarintField(fields.forkFields.parentPid, kernelPid(event.parentPid));
  bytes.writeStringField(fields.forkFields.childComm, event.childName);
  bytes.writeVarintField(fields.forkFields.childPid, kernelPid(event.childPid));
}

function putNewTask(event: RecordedWakeup, bytes: PbfWriter): void {
  bytes.writeVarintField(fields.newTaskFields.pid, kernelPid(event.pid));
  bytes.writeStringField(fields.newTaskFields.comm, event.name);
  bytes.writeVarintField(fields.newTaskFields.cloneFlags, threadCloneFlags);
}

function putExit(event: RecordedExit, bytes: PbfWriter): void {
  bytes.writeStringField(fields.exitFields.comm, event.name);
  bytes.writeVarintField(fields.exitFields.pid, kernelPid(event.pid));
  bytes.writeVarintField(fields.exitFields.priority, event.priority ?? unknownPriority);
}
