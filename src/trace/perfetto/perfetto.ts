/**
 * Traces as ui.perfetto.dev and its trace processor like them best: protobuf, with the scheduling events as those of
 * a kernel (from which they make CPU tracks, thread states and the links from wakers to woken), and tracks of
 * counters beside them: the length of each CPU's runqueue, and the priority of each task whose priority changes.
 * Marks are instants on their task's track.
 *
 * Only names, states and what is still open are kept, so memory grows with tasks, not with the trace. Perfetto's
 * compact form of scheduling events would be smaller, but holds wake-ups apart from switches, so that those of one
 * nanosecond lose their order; gzip gets the size down as well.
 */
import type { Nanoseconds } from "../../engine/types.js";
import { SchedlabError } from "../../errors.js";
import type { RecordedEvent } from "../../recording/event.js";
import { kernelPid } from "../kernel/comm.js";
import type { BinaryTraceWriter } from "../writer.js";
import { FtraceBundles } from "./ftrace-bundles.js";
import { PacketBytes } from "./packets.js";
import { RunQueueLengths } from "./run-queue-lengths.js";

export interface PerfettoContext {
  /** CPUs of the machine. */
  readonly cpus: number;
  /** What the tasks' common process is called, such as the workload and its scheduler. */
  readonly name: string;
  /** When the trace ends, if it is not with its last event. */
  readonly endNs?: Nanoseconds;
}

/** Pids of no task. */
const processes = { tasks: 2_100_000_001, kernelThreads: 2_100_000_002 };
/** Tracks by what they show; each kind has room for all pids. */
const tracks = {
  tasks: 1,
  kernelThreads: 2,
  runQueues: 3,
  runQueueOf: (cpu: number) => 1000 + cpu,
  thread: (pid: number) => 2 ** 32 + pid,
  priority: (pid: number) => 2 ** 33 + pid,
};

/** @throws SchedlabError, when it writes, for an event without a CPU: in Perfetto every event happens on one. */
export function createPerfettoWriter(context: PerfettoContext): BinaryTraceWriter<RecordedEvent> {
  const writer = new PerfettoWriter(context);
  return {
    encode: (events) => writer.encode(events),
    end: () => writer.end(),
  };
}

/** A task's priority: as it was first met, until it changes. */
interface PriorityCounter {
  readonly firstNs: Nanoseconds;
  value: number;
  shown: boolean;
}

class PerfettoWriter {
  readonly #context: PerfettoContext;
  readonly #packets = new PacketBytes();
  readonly #bundles = new FtraceBundles();
  readonly #queues: RunQueueLengths;
  /** Of runqueues, as the trace shows them. */
  readonly #shownLengths: number[];
  readonly #priorities = new Map<number, PriorityCounter>();
  readonly #threads = new Set<number>();
  #begun = false;
  #nowNs: Nanoseconds = 0;

  constructor(context: PerfettoContext) {
    this.#context = context;
    this.#queues = new RunQueueLengths(context.cpus);
    this.#shownLengths = new Array(context.cpus).fill(0);
  }

  encode(events: Iterable<RecordedEvent>): Uint8Array {
    this.#begin();
    for (const event of events) this.#event(event);
    return this.#take();
  }

  end(): Uint8Array {
    this.#begin();
    this.#showLengths();
    this.#nowNs = Math.max(this.#nowNs, this.#context.endNs ?? 0);
    // Says until when the trace goes, for what is open then.
    for (const [cpu, length] of this.#shownLengths.entries()) {
      this.#packets.counter(tracks.runQueueOf(cpu), this.#nowNs, length);
    }
    return this.#take();
  }

  #take(): Uint8Array {
    for (const { cpu, events } of this.#bundles.take()) this.#packets.ftraceBundle(cpu, events);
    return this.#packets.take();
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#packets.systemInfo("Linux", "6.0-schedlab");
    this.#packets.process(tracks.tasks, processes.tasks, this.#context.name);
    this.#packets.process(tracks.kernelThreads, processes.kernelThreads, "Kernel threads");
    this.#packets.group(tracks.runQueues, "Runqueue lengths");
    for (let cpu = 0; cpu < this.#context.cpus; cpu += 1) this.#declareRunQueue(cpu);
  }

  #event(event: RecordedEvent): void {
    if (event.cpu === null) {
      throw new SchedlabError(
        `cannot write the ${event.kind} event at ${event.timeNs} ns for Perfetto: the recording has no CPUs, and every event there happens on one; write perf text instead`,
      );
    }
    if (event.timeNs !== this.#nowNs) this.#showLengths();
    this.#nowNs = event.timeNs;
    switch (event.kind) {
      case "switch":
        if (event.previousPid !== null) {
          this.#meet(event.previousPid, event.previousName ?? "", event.previousPriority);
        }
        this.#meet(event.nextPid, event.nextName, event.nextPriority);
        break;
      case "fork":
        this.#meet(event.parentPid, event.parentName, null);
        this.#meet(event.childPid, event.childName, null);
        break;
      case "waking":
      case "wakeup":
      case "new":
      case "exit":
      case "migrate":
        this.#meet(event.pid, event.name, event.priority);
        break;
      case "mark":
        this.#meet(event.pid, event.name, null);
        this.#packets.instant(tracks.thread(kernelPid(event.pid)), event.timeNs, markName(event.text), "mark");
        break;
    }
    this.#queues.add(event);
    this.#bundles.add(event, event.cpu);
  }

  /** Only the lengths that an instant ends with are worth showing. */
  #showLengths(): void {
    for (const [cpu, length] of this.#queues.lengths.entries()) {
      if (length === this.#shownLengths[cpu]) continue;
      if (this.#shownLengths[cpu] === undefined) this.#declareRunQueue(cpu);
      this.#shownLengths[cpu] = length;
      this.#packets.counter(tracks.runQueueOf(cpu), this.#nowNs, length);
    }
  }

  #declareRunQueue(cpu: number): void {
    this.#packets.counterTrack(tracks.runQueueOf(cpu), tracks.runQueues, `Runqueue length CPU ${cpu}`);
  }

  #meet(pid: number, name: string, priority: number | null): void {
    if (pid === 0) return;
    if (!this.#threads.has(pid)) {
      this.#threads.add(pid);
      const process = pid < 0 ? processes.kernelThreads : processes.tasks;
      this.#packets.thread(tracks.thread(kernelPid(pid)), process, kernelPid(pid), name);
    }
    if (priority !== null) this.#prioritise(pid, name, priority);
  }

  #prioritise(pid: number, name: string, priority: number): void {
    const counter = this.#priorities.get(pid);
    if (counter === undefined) {
      this.#priorities.set(pid, { firstNs: this.#nowNs, value: priority, shown: false });
      return;
    }
    if (counter.value === priority) return;
    const track = tracks.priority(kernelPid(pid));
    if (!counter.shown) {
      counter.shown = true;
      this.#packets.counterTrack(track, tracks.thread(kernelPid(pid)), `Priority of ${name}`);
      this.#packets.counter(track, counter.firstNs, counter.value);
    }
    counter.value = priority;
    this.#packets.counter(track, this.#nowNs, priority);
  }
}

/** Of a systrace instant the name alone. */
function markName(text: string): string {
  return /^I\|\d*\|(.+)$/s.exec(text)?.[1] ?? text;
}
