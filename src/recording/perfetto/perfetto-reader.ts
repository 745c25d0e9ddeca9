/**
 * A trace of Perfetto: its packets with events of ftrace, plain or compact, with states of tasks, or compressed ones.
 */
import { unzlibSync } from "fflate";
import type { RecordedEvent } from "../event.js";
import type { FindingLog } from "../finding-log.js";
import { notes } from "../findings.js";
import { NameCache } from "../name-cache.js";
import type { ByteSink } from "../source/byte-sink.js";
import { TaskState } from "../task-state.js";
import { decode } from "../text/ascii.js";
import { CompactSched, type Running } from "./compact-sched.js";
import { bundleField, chromeField, packetField, systemField } from "./field-numbers.js";
import { eventNames, FtraceEvent, otherEventNames } from "./ftrace-event.js";
import { PacketSplitter } from "./packets.js";
import { TaskStates } from "./task-states.js";
import { FIXED_64, Message } from "./wire.js";

export class PerfettoReader implements ByteSink {
  readonly #log: FindingLog;
  readonly #emit: (event: RecordedEvent) => void;
  readonly #openText: () => ByteSink;
  readonly #packets: PacketSplitter;
  readonly #state = new TaskState();
  readonly #cache = new NameCache();
  /** Of each CPU, and what pids are called: who recorded an event is only known by its pid. */
  readonly #running = new Map<number, Running>();
  readonly #names = new Map<number, string>();
  readonly #plain = new FtraceEvent(this.#state, this.#cache, (pid) => this.#names.get(pid) ?? null);
  readonly #compact = new CompactSched(this.#state, this.#cache, this.#running);
  readonly #taskStates: TaskStates;
  #text: ByteSink | null = null;
  #lastNewTask: number | null = null;

  /** `openText` makes a reader for the text of ftrace that Chrome has put into its packets. */
  constructor(log: FindingLog, emit: (event: RecordedEvent) => void, openText: () => ByteSink) {
    this.#log = log;
    this.#emit = emit;
    this.#openText = openText;
    this.#taskStates = new TaskStates((event) => this.#event(event));
    this.#state.isKernelsOwn = true;
    log.kind = "perfetto";
    log.placeUnit = "packet";
    this.#packets = new PacketSplitter({
      packet: (bytes, start, end) => {
        log.placeNumber++;
        this.#packet(new Message(bytes, start, end));
      },
      damaged: () =>
        log.skip("bytes that are no packet; what follows is not read", () => `after packet ${log.placeNumber}`),
      end: (rest) => this.#end(rest),
    });
  }

  write(bytes: Uint8Array): void {
    this.#packets.write(bytes);
  }

  end(): void {
    this.#packets.end();
  }

  #end(rest: number): void {
    const log = this.#log;
    if (rest > 0) {
      log.truncated ??= { count: 1, place: log.place(), example: `${rest} bytes of a packet that is not complete` };
    }
    this.#taskStates.end();
    this.#text?.end();
  }

  #packet(packet: Message): void {
    let timeNs = 0;
    let taskState: Message | null = null;
    while (packet.next()) {
      switch (packet.field) {
        case packetField.timestamp:
          timeNs = packet.wireType === FIXED_64 ? 0 : packet.number;
          break;
        case packetField.ftraceEvents:
          this.#bundle(packet.message());
          break;
        case packetField.taskState:
          taskState = packet.message();
          break;
        case packetField.taskRename:
          this.#rename(packet.message());
          break;
        case packetField.compressedPackets:
          this.#inflate(packet);
          break;
        case packetField.zstdCompressedPackets:
          this.#log.skip("packets compressed with zstd", () => `packet ${this.#log.placeNumber}`);
          break;
        case packetField.systemInfo:
          this.#systemInfo(packet.message());
          break;
        case packetField.processTree:
          this.#processTree(packet.message());
          break;
        case packetField.chromeEvents:
          this.#chromeEvents(packet.message());
          break;
      }
    }
    if (packet.isBroken) this.#damaged("packet");
    if (taskState === null) return;
    this.#log.sawTime(timeNs, null);
    if (!this.#taskStates.read(taskState, timeNs)) this.#damaged("state of a task");
  }

  /** The bundle's CPU may stand behind its events. */
  #bundle(bundle: Message): void {
    const events = bundle.copy();
    let cpu = 0;
    while (bundle.next()) {
      if (bundle.field === bundleField.cpu) cpu = bundle.number;
      else if (bundle.field === bundleField.lostEvents && bundle.number !== 0) {
        this.#log.loss(null, `CPU ${cpu}: events were lost before this packet`);
        this.#running.delete(cpu);
      }
    }
    while (events.next()) {
      if (events.field === bundleField.event) this.#ftraceEvent(events.message(), cpu);
      else if (events.field === bundleField.compactSched) this.#compactSched(events.message(), cpu);
    }
    if (bundle.isBroken) this.#damaged("bundle of events");
  }

  #ftraceEvent(message: Message, cpu: number): void {
    const log = this.#log;
    const plain = this.#plain;
    if (!plain.readHead(message)) {
      if (message.isBroken) this.#damaged("event of ftrace");
      return;
    }
    log.sawTime(plain.timeNs, cpu);
    if (!eventNames.has(plain.field)) {
      log.other(otherEventNames.get(plain.field) ?? `ftrace event ${plain.field}`);
      return;
    }
    const event = plain.read(cpu);
    if (event === null) this.#damaged("event of ftrace");
    else if (plain.failed) log.note(notes.failedWakeup, () => `pid ${"pid" in event ? event.pid : ""}`);
    else this.#event(event);
  }

  #compactSched(message: Message, cpu: number): void {
    const events = this.#compact.read(message, cpu);
    if (events === null) {
      this.#damaged("compact events");
      return;
    }
    for (const event of events) {
      this.#log.sawTime(event.timeNs, null);
      this.#event(event);
    }
  }

  #event(event: RecordedEvent): void {
    if (event.kind === "switch") {
      if (event.previousState === "?") {
        this.#log.note(notes.unknownState, () => `${event.previousName}:${event.previousPid} leaves CPU ${event.cpu}`);
      }
      this.#names.set(event.nextPid, event.nextName);
      if (event.cpu !== null) {
        const next = { pid: event.nextPid, name: event.nextName, priority: event.nextPriority ?? 0 };
        this.#running.set(event.cpu, next);
      }
    } else if (event.kind === "rename") {
      this.#names.set(event.pid, event.name);
    } else if (event.kind === "fork") {
      if (event.childPid === this.#lastNewTask) {
        this.#lastNewTask = null;
        this.#log.note(notes.toldTwice, () => `pid ${event.childPid}`);
        return;
      }
      this.#lastNewTask = event.childPid;
      this.#names.set(event.childPid, event.childName);
    }
    this.#emit(event);
  }

  #inflate(packet: Message): void {
    let bytes: Uint8Array;
    try {
      bytes = unzlibSync(packet.bytes.subarray(packet.start, packet.stop));
    } catch {
      this.#damaged("compressed packets");
      return;
    }
    const inner = new PacketSplitter({
      packet: (inflated, start, end) => this.#packet(new Message(inflated, start, end)),
      damaged: () => this.#damaged("compressed packets"),
      end: (rest) => rest > 0 && this.#damaged("compressed packets"),
    });
    inner.write(bytes);
    inner.end();
  }

  /** Which kernel it was decides what its numbers of states mean. */
  #systemInfo(info: Message): void {
    while (info.next()) {
      if (info.field !== systemField.names) continue;
      const names = info.message();
      while (names.next()) {
        if (names.field === systemField.release) {
          this.#state.isNewKernel = isNewKernel(decode(names.bytes, names.start, names.stop));
        }
      }
    }
  }

  /**
   * ProcessTree{processes=1{pid=1, cmdline=3}, threads=2{tid=1, name=2}}: names for wakers that never come to a CPU.
   */
  #processTree(tree: Message): void {
    while (tree.next()) {
      const isThread = tree.field === 2;
      if (!isThread && tree.field !== 1) continue;
      const entry = tree.message();
      let pid = 0;
      let name = "";
      while (entry.next()) {
        if (entry.field === 1) pid = entry.number;
        else if (entry.field === (isThread ? 2 : 3) && name === "") name = decode(entry.bytes, entry.start, entry.stop);
      }
      if (name !== "" && !this.#names.has(pid)) this.#names.set(pid, name.slice(name.lastIndexOf("/") + 1));
    }
  }

  #rename(message: Message): void {
    let pid = 0;
    let name = "";
    while (message.next()) {
      if (message.field === 1) pid = message.number;
      else if (message.field === 2) name = decode(message.bytes, message.start, message.stop);
    }
    this.#taskStates.rename(pid, name);
  }

  #chromeEvents(events: Message): void {
    while (events.next()) {
      if (events.field !== chromeField.legacyFtrace) continue;
      this.#text ??= this.#openText();
      this.#text.write(events.bytes.subarray(events.start, events.stop));
    }
  }

  #damaged(what: string): void {
    this.#log.skip(`damaged ${what}`, () => `packet ${this.#log.placeNumber}`);
  }
}

/** `5.10.43-android12`: whether it is 4.14 or newer. */
function isNewKernel(release: string): boolean {
  const [major = 0, minor = 0] = release.split(".").map(Number);
  return major > 4 || (major === 4 && minor >= 14);
}
