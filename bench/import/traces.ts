/**
 * Traces as real machines write them, of any length, in every shape: eight CPUs, 400 tasks, wake-ups before most
 * switches, and as many events of other subsystems as of the scheduler. The same in every run.
 */
import { gzipSync } from "node:zlib";
import { createPerfettoWriter, type RecordedEvent } from "../../src/index.js";

export const shapes = [
  "ftrace",
  "ftrace, scheduler only",
  "ftrace with thread groups",
  "trace-cmd report",
  "perf script",
  "perf script with stacks",
  "page of systrace",
  "ftrace, gzip",
  "Chrome slices",
  "Perfetto, plain",
] as const;
export type Shape = (typeof shapes)[number];

const CPUS = 8;
const TASKS = 400;
const PIECE_LENGTH = 1 << 18;
const encoder = new TextEncoder();

/** At least so many bytes, in pieces. */
export function* trace(shape: Shape, length: number): Generator<Uint8Array> {
  if (shape === "page of systrace") {
    yield encoder.encode(viewer);
    yield encoder.encode('<script class="trace-data" type="application/text">\n');
    yield* trace("ftrace", length);
    yield encoder.encode("</script></body></html>\n");
    return;
  }
  if (shape === "ftrace, gzip") {
    // Members of a piece each: what a rotating recorder leaves.
    for (const piece of trace("ftrace", length)) yield gzipSync(piece);
    return;
  }
  const machine = new Machine();
  if (shape === "Perfetto, plain") {
    const writer = createPerfettoWriter({ cpus: CPUS, name: "bench" });
    for (let done = 0; done < length; ) {
      const bytes = writer.encode(Array.from({ length: 4096 }, () => machine.event()));
      done += bytes.length;
      yield bytes.slice();
    }
    yield writer.end();
    return;
  }
  const spell = spellings[shape];
  const isJson = shape === "Chrome slices";
  let text = isJson ? chromeHeader : "# tracer: nop\n#\n";
  for (let done = 0; done < length; ) {
    while (text.length < PIECE_LENGTH) text += spell(machine);
    const bytes = encoder.encode(text);
    done += bytes.length;
    yield bytes;
    text = "";
  }
  if (isJson) yield encoder.encode('{"ph":"i","ts":0}]}');
}

const viewer = `<!DOCTYPE html>\n<html><body>\n<script>\n${"function draw(a,b){for(var c=0;c<a.length;c++)if(a[c]<b)return'<div>'+a[c];}\n".repeat(40_000)}</script>\n`;
const chromeHeader = `{"traceEvents":[${Array.from({ length: CPUS }, (_, cpu) => `{"ph":"M","name":"thread_name","pid":1,"tid":${cpu},"args":{"name":"CPU ${cpu}"}},\n`).join("")}`;

/** Makes one event after the other; a plain generator of numbers decides what happens. */
class Machine {
  readonly #running = new Array<number>(CPUS).fill(0);
  #state = 1;
  #woken = 0;
  timeNs = 1_000_000_000_000;

  random(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  running(cpu: number): number {
    return this.#running[cpu] as number;
  }

  step(): number {
    this.timeNs += 1 + this.random(30_000);
    return this.random(CPUS);
  }

  event(): RecordedEvent {
    const cpu = this.step();
    const { timeNs } = this;
    const pid = this.running(cpu);
    if (this.#woken === 0) {
      this.#woken = 1 + this.random(TASKS);
      const waker = { wakerPid: pid, wakerName: nameOf(pid, cpu), inInterrupt: false };
      const woken = { pid: this.#woken, name: nameOf(this.#woken, cpu), priority: 120, targetCpu: cpu };
      return { kind: "waking", timeNs, cpu, ...waker, ...woken };
    }
    const next = this.random(4) === 0 ? 0 : this.#woken;
    this.#woken = 0;
    this.#running[cpu] = next;
    return {
      kind: "switch",
      timeNs,
      cpu,
      previousName: nameOf(pid, cpu),
      previousPid: pid,
      previousPriority: 120,
      previousState: pid === 0 || this.random(4) === 0 ? "R" : "S",
      preempted: null,
      nextName: nameOf(next, cpu),
      nextPid: next,
      nextPriority: 120,
    };
  }
}

function nameOf(pid: number, cpu: number): string {
  if (pid === 0) return `swapper/${cpu}`;
  return pid % 3 === 0 ? `kworker/${pid % CPUS}:1` : `Binder:${pid}_${pid % 5}`;
}

const seconds = (timeNs: number) => (timeNs / 1e9).toFixed(6).padStart(12);
const three = (number: number) => String(number).padStart(3, "0");
const comm = (pid: number, cpu: number) => (pid === 0 ? "<idle>" : nameOf(pid, cpu)).padStart(16);

function keyValue(event: RecordedEvent): string {
  if (event.kind === "waking")
    return `comm=${event.name} pid=${event.pid} prio=120 target_cpu=${three(event.targetCpu ?? 0)}`;
  if (event.kind !== "switch") throw new Error(`no spelling for ${event.kind}`);
  const { previousName, previousPid, previousState, nextName, nextPid } = event;
  return `prev_comm=${previousName} prev_pid=${previousPid} prev_prio=120 prev_state=${previousState} ==> next_comm=${nextName} next_pid=${nextPid} next_prio=120`;
}

function short(event: RecordedEvent): string {
  if (event.kind !== "switch") return keyValue(event);
  const { previousName, previousPid, previousState, nextName, nextPid } = event;
  return `${previousName}:${previousPid} [120] ${previousState} ==> ${nextName}:${nextPid} [120]`;
}

const nameOfEvent = (event: RecordedEvent) => (event.kind === "switch" ? "sched_switch" : "sched_waking");

/** A line of another subsystem. */
function other(machine: Machine): string {
  const cpu = machine.step();
  const head = `${comm(machine.running(cpu), cpu)}-${String(machine.running(cpu)).padEnd(5)} [${three(cpu)}] d..2. ${seconds(machine.timeNs)}`;
  switch (machine.random(4)) {
    case 0:
      return `${head}: cpu_idle: state=4294967295 cpu_id=${cpu}\n`;
    case 1:
      return `${head}: sched_load_avg_cpu: cpu=${cpu} load_avg=842 util_avg=842\n`;
    case 2:
      return `${head}: tracing_mark_write: B|${machine.running(cpu)}|Choreographer#doFrame ${machine.random(1e6)}\n`;
    default:
      return `${head}: irq_handler_entry: irq=${machine.random(99)} name=arch_timer\n`;
  }
}

type Spelling = (machine: Machine) => string;

function kernelLine(machine: Machine, group: (pid: number) => string, body = keyValue, flags = "d..2. "): string {
  const event = machine.event();
  const cpu = event.cpu ?? 0;
  const pid = event.kind === "switch" ? (event.previousPid ?? 0) : machine.running(cpu);
  return `${comm(pid, cpu)}-${String(pid).padEnd(5)} ${group(pid)}[${three(cpu)}] ${flags}${seconds(event.timeNs)}: ${nameOfEvent(event)}: ${body(event)}\n`;
}

function perfLine(machine: Machine): string {
  const event = machine.event();
  const cpu = event.cpu ?? 0;
  const pid = event.kind === "switch" ? (event.previousPid ?? 0) : machine.running(cpu);
  return `${nameOf(pid, cpu).padStart(16)} ${String(pid).padStart(5)} [${three(cpu)}] ${seconds(event.timeNs)}:       sched:${nameOfEvent(event)}: ${keyValue(event)}\n`;
}

const stack = `${"\tffffffff8bad311d schedule+0x3a ([kernel.kallsyms])\n".repeat(6)}\n`;

const spellings: Readonly<Record<Exclude<Shape, "page of systrace" | "ftrace, gzip" | "Perfetto, plain">, Spelling>> = {
  ftrace: (machine) => kernelLine(machine, () => "") + other(machine),
  "ftrace, scheduler only": (machine) => kernelLine(machine, () => ""),
  "ftrace with thread groups": (machine) =>
    kernelLine(machine, (pid) => `(${String(pid).padStart(5)}) `) + other(machine),
  "trace-cmd report": (machine) => kernelLine(machine, () => "", short, "") + other(machine),
  "perf script": perfLine,
  "perf script with stacks": (machine) => perfLine(machine) + stack,
  "Chrome slices": (machine) => {
    const event = machine.event();
    const cpu = event.cpu ?? 0;
    const length = machine.random(30_000) / 1000;
    if (event.kind !== "switch" || event.nextPid === 0)
      return `{"ph":"X","cat":"gpu","name":"draw","pid":77,"tid":78,"ts":${event.timeNs / 1000},"dur":${length}},\n`;
    return `{"ph":"X","cat":"cpu","name":${JSON.stringify(event.nextName)},"pid":1,"tid":${cpu},"ts":${event.timeNs / 1000},"dur":0.5,"args":{"pid":${event.nextPid},"priority":120,"endState":"S"}},\n`;
  },
};
