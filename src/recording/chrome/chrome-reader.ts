/**
 * Scheduling in the Chrome trace event format: slices on tracks of CPUs, which become switches, and the wake-ups and so
 * on that schedlab itself writes as instants. The format has no rule for either; a track is a CPU's if it, or its
 * process, is named so.
 */
import type { RecordedEvent, StateLetter } from "../event.js";
import { FindingLog } from "../finding-log.js";
import type { ByteSink } from "../source/byte-sink.js";
import { TaskState } from "../task-state.js";
import { word } from "../text/ascii.js";
import { TimeOrder } from "../time-order.js";
import { JsonRecords } from "./json-records.js";
import { type Slice, SliceJoiner } from "./slice-joiner.js";

/** Slices are often written when they end, so that a long one comes late. */
const SLICE_WINDOW = 1 << 16;

interface TraceRecord {
  readonly ph?: unknown;
  readonly name?: unknown;
  readonly cat?: unknown;
  readonly pid?: unknown;
  readonly tid?: unknown;
  readonly ts?: unknown;
  readonly dur?: unknown;
  readonly args?: Readonly<Record<string, unknown>>;
}

const instants = new Set(["wakeup", "waking", "new", "migrate", "exit"]);

export class ChromeReader implements ByteSink {
  readonly #log: FindingLog;
  readonly #emit: (event: RecordedEvent) => void;
  readonly #openText: () => ByteSink;
  readonly #records: JsonRecords;
  readonly #processNames = new Map<unknown, string>();
  readonly #threadNames = new Map<string, string>();
  /** By process and thread, whose CPU a track is, as far as names tell; anew with every name. */
  readonly #cpus = new Map<unknown, Map<unknown, number | null>>();
  /** Slices that have begun with `B`, by track. */
  readonly #begun = new Map<string, TraceRecord[]>();
  readonly #slices: TimeOrder<Slice>;
  readonly #joiner: SliceJoiner;
  readonly #state = new TaskState();
  /** Pids for tasks that have only a name. */
  readonly #numbered = new Map<string, number>();
  #text: ByteSink | null = null;

  constructor(log: FindingLog, emit: (event: RecordedEvent) => void, openText: () => ByteSink) {
    this.#log = log;
    this.#emit = emit;
    this.#openText = openText;
    log.kind ??= "chrome";
    log.wrappings.push("JSON");
    // Its own log: that slices stand in the order of their ends is no fault of the file.
    this.#slices = new TimeOrder(SLICE_WINDOW, new FindingLog());
    this.#joiner = new SliceJoiner(emit, ({ name, cpu }) =>
      log.skip("slice that begins before the last one of its CPU has ended", () => `${name} on CPU ${cpu}`),
    );
    this.#records = new JsonRecords({
      record: (text) => this.#record(text),
      text: (bytes) => {
        this.#text ??= this.#openSystemTrace();
        this.#text.write(bytes);
      },
      end: (rest) => {
        if (rest !== "") log.truncated ??= { count: 1, place: log.place(), example: rest.slice(0, 160) };
      },
    });
  }

  write(bytes: Uint8Array): void {
    this.#records.write(bytes);
    this.#join(false);
  }

  end(): void {
    this.#records.end();
    this.#join(true);
    this.#joiner.end();
    this.#text?.end();
  }

  #openSystemTrace(): ByteSink {
    this.#log.placeUnit = "line";
    return this.#openText();
  }

  #join(isEnd: boolean): void {
    for (const slice of this.#slices.take(isEnd)) this.#joiner.add(slice);
  }

  #record(text: string): void {
    const log = this.#log;
    if (this.#text === null) log.placeUnit = "event";
    log.placeNumber++;
    let record: TraceRecord;
    try {
      record = JSON.parse(text);
    } catch {
      log.skip("record that is no JSON", () => text);
      return;
    }
    const timeNs = typeof record.ts === "number" ? Math.round(record.ts * 1000) : null;
    if (timeNs !== null && record.ph !== "M") log.sawTime(timeNs, null);
    switch (record.ph) {
      case "M":
        this.#metadata(record);
        return;
      case "X":
        if (this.#slice(record, timeNs, toNs(record.dur))) return;
        break;
      case "B":
        if (this.#cpuOf(record) === null) break;
        this.#begin(record);
        return;
      case "E":
        if (this.#end(record, timeNs)) return;
        break;
      case "i":
      case "I":
        if (timeNs !== null && this.#instant(record, timeNs)) return;
        break;
    }
    log.other(typeof record.cat === "string" && record.cat !== "" ? record.cat : `(phase ${String(record.ph)})`);
  }

  #metadata({ name, pid, tid, args }: TraceRecord): void {
    const value = args?.name;
    if (typeof value !== "string") return;
    this.#cpus.delete(pid);
    if (name === "process_name") this.#processNames.set(pid, value);
    else if (name === "thread_name") this.#threadNames.set(trackOf(pid, tid), value);
  }

  /** The CPU whose track this is, or null. */
  #cpuOf({ pid, tid, cat, args }: TraceRecord): number | null {
    let threads = this.#cpus.get(pid);
    if (threads === undefined) {
      threads = new Map();
      this.#cpus.set(pid, threads);
    }
    let cpu = threads.get(tid);
    if (cpu === undefined) {
      cpu = this.#cpuByName(pid, tid);
      threads.set(tid, cpu);
    }
    if (cpu !== null) return cpu;
    return typeof cat === "string" && /^sched\b/.test(cat) && isIndex(args?.cpu) ? args.cpu : null;
  }

  #cpuByName(pid: unknown, tid: unknown): number | null {
    const thread = this.#threadNames.get(trackOf(pid, tid)) ?? (typeof tid === "string" ? tid : "");
    const numbered = /^cpu\s*#?\s*(\d+)$/i.exec(thread);
    if (numbered !== null) return Number(numbered[1]);
    const process = this.#processNames.get(pid) ?? (typeof pid === "string" ? pid : "");
    return /^cpus?$/i.test(process) && isIndex(tid) ? tid : null;
  }

  #begin(record: TraceRecord): void {
    const track = trackOf(record.pid, record.tid);
    const begun = this.#begun.get(track);
    if (begun === undefined) this.#begun.set(track, [record]);
    else begun.push(record);
  }

  #end(end: TraceRecord, endNs: number | null): boolean {
    const begin = this.#begun.get(trackOf(end.pid, end.tid))?.pop();
    if (begin === undefined) return false;
    const timeNs = toNs(begin.ts);
    if (timeNs === null || endNs === null) return false;
    return this.#slice({ ...begin, args: { ...begin.args, ...end.args } }, timeNs, endNs - timeNs);
  }

  #slice(record: TraceRecord, timeNs: number | null, lengthNs: number | null): boolean {
    const cpu = this.#cpuOf(record);
    if (cpu === null || timeNs === null || lengthNs === null || typeof record.name !== "string") return false;
    const { name, args = {} } = record;
    const pid = this.#pidOf(name, args);
    if (pid === 0) return true;
    this.#log.sawTime(timeNs + lengthNs, null);
    const state = this.#endState(args.endState ?? args.end_state ?? args.prev_state ?? args.state);
    const priority = firstNumber(args.priority, args.prio);
    this.#slices.add({ timeNs, endNs: timeNs + lengthNs, cpu, pid, name, priority, ...state });
    return true;
  }

  /** By the arguments, or by the end of the name in brackets; tasks that only have a name are numbered. */
  #pidOf(name: string, args: Readonly<Record<string, unknown>>): number {
    const told = firstNumber(args.pid, args.tid, args.thread_id, args["thread id"]);
    if (told !== null) return told;
    if (/^(swapper(\/\d+)?|<?idle>?)$/i.test(name)) return 0;
    const inBrackets = /[[(](\d+)[\])]$/.exec(name);
    if (inBrackets !== null) return Number(inBrackets[1]);
    let number = this.#numbered.get(name);
    if (number === undefined) {
      number = this.#numbered.size + 1;
      this.#numbered.set(name, number);
    }
    this.#log.note("slice without a pid (tasks are told apart by their names)", () => name);
    return number;
  }

  #endState(value: unknown): { endState: StateLetter; preempted: boolean | null } {
    if (typeof value !== "string" || value === "") return { endState: "?", preempted: null };
    const bytes = word(value);
    this.#state.read(bytes, 0, bytes.length, false);
    return { endState: this.#state.letter, preempted: this.#state.preempted };
  }

  /** What schedlab writes on the track of a task. */
  #instant({ cat, name, pid: process, tid, args = {} }: TraceRecord, timeNs: number): boolean {
    if (cat !== "event" || typeof name !== "string" || !instants.has(name) || typeof tid !== "number") return false;
    const isKernelThread = this.#processNames.get(process) === "Kernel threads";
    const pid = isKernelThread ? -1 - tid : tid;
    const taskName = this.#threadNames.get(trackOf(process, tid)) ?? `pid ${pid}`;
    const priority = firstNumber(args.priority);
    const cpu = firstNumber(args.wakingCpu, args.cpu, args.fromCpu);
    switch (name) {
      case "wakeup":
      case "waking":
      case "new": {
        const wakerPid = firstNumber(args.wakerPid);
        const wakerName = typeof args.wakerName === "string" ? args.wakerName : null;
        const targetCpu = firstNumber(args.targetCpu, args.cpu);
        const waker = { wakerPid, wakerName, inInterrupt: null };
        this.#emit({ kind: name, timeNs, cpu, pid, name: taskName, priority, targetCpu, ...waker });
        return true;
      }
      case "migrate": {
        const toCpu = firstNumber(args.toCpu);
        if (cpu === null || toCpu === null) return false;
        this.#emit({ kind: "migrate", timeNs, cpu, pid, name: taskName, priority, fromCpu: cpu, toCpu });
        return true;
      }
      default:
        this.#emit({ kind: "exit", timeNs, cpu, pid, name: taskName, priority });
        return true;
    }
  }
}

function trackOf(pid: unknown, tid: unknown): string {
  return `${pid}\t${tid}`;
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** Microseconds with decimals as whole nanoseconds. */
function toNs(value: unknown): number | null {
  return typeof value === "number" ? Math.round(value * 1000) : null;
}

function firstNumber(...values: readonly unknown[]): number | null {
  for (const value of values) if (typeof value === "number") return value;
  return null;
}
