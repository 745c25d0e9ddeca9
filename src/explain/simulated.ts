/**
 * Explains waits in a simulation. It is run twice: once to find the waits, and once more to look at the scheduler's
 * state when each of them begins, whenever somebody else gets the CPU meanwhile, and when it ends. What is said of
 * rules follows from these looks alone.
 */
import type { AnySchedulerState, Inspection } from "../engine/inspection/types.js";
import type { CpuId, Nanoseconds, TaskId, TraceEvent } from "../engine/types.js";
import { createSimulatedKernelTrace } from "../recording/from-simulation.js";
import { Simulation, type SimulationOptions } from "../simulation.js";
import type { Workload } from "../workload/index.js";
import type { Beginning, ExplainedWait, Explanation, Note, RuleUse } from "./explanation.js";
import { beginning, checkFound, type ExplainQuery, explainedWait, waitQuery } from "./recorded.js";
import { byRealtime, leftOutByAffinity, whyWaitsForNobody } from "./rules/general.js";
import { rulesOf } from "./rules/index.js";
import type { Moment, NamedTask, Reason, SchedulerRules, Turn } from "./rules/rules.js";
import { type CollectedWait, WaitCollector } from "./wait-collector.js";

export interface ExplainOptions extends Omit<SimulationOptions, "trace"> {
  /** Told the share that is done, from 0 to 1, now and then. */
  readonly onProgress?: (share: number) => void;
}

type AnyTask = NamedTask<AnySchedulerState>;
type AnyInspection = Inspection<AnySchedulerState>;

/** Looks in one wait; then the rest of it is only measured. */
const mostLooks = 5000;

/**
 * Why a task of a workload waited, under a scheduler.
 *
 * @throws as `simulate` does, and SchedlabError where there is no such task, or it did not wait then
 */
export async function explainWorkload(
  workload: Workload | string | object,
  query: ExplainQuery,
  { onProgress, ...options }: ExplainOptions = {},
): Promise<Explanation> {
  const simulation = await Simulation.create(workload, { ...options, trace: "detailed" });
  const rules = rulesOf(simulation.scheduler.id);
  const { durationNs, name, machine } = simulation.workload;
  const { sharedQueue } = rules;
  const collector = new WaitCollector(waitQuery(query), { cpus: machine.cpus, sharedQueue });
  const taskName = (pid: TaskId) => simulation.taskName(pid);
  const record = createSimulatedKernelTrace({ cpus: machine.cpus, taskName, marks: simulation.image.marks });
  const beginningOfRun = simulation.snapshot();
  const collect = (events: readonly TraceEvent[]) => {
    for (const event of record(events)) collector.add(event);
  };
  while (!simulation.advanceSlice(durationNs, collect)) {
    onProgress?.(simulation.timeNs / durationNs / 2);
    await anotherTurn();
  }
  const waits = collector.end(durationNs);
  checkFound(collector, query, waits, name);

  simulation.restore(beginningOfRun);
  const explained = new Map<CollectedWait, ExplainedWait>();
  for (const wait of [...waits].sort((a, b) => a.fromNs - b.fromNs || a.pid - b.pid)) {
    // Waits of several tasks can lie over each other.
    if (simulation.timeNs >= wait.fromNs) simulation.restore(beginningOfRun);
    explained.set(wait, await new WaitWatch(simulation, rules, wait).explain());
    onProgress?.(0.5 + simulation.timeNs / durationNs / 2);
  }
  return {
    scheduler: simulation.scheduler.id,
    name,
    task: query.task,
    waitCount: collector.count,
    waitNs: collector.totalNs,
    waits: waits.map((wait) => explained.get(wait) as ExplainedWait),
  };
}

/** Somebody runs on a CPU, for a reason, since an instant. */
interface Stretch {
  readonly fromNs: Nanoseconds;
  readonly pid: TaskId;
  readonly name: string;
  readonly reason: Reason;
}

class WaitWatch {
  readonly #simulation: Simulation;
  readonly #rules: SchedulerRules<AnySchedulerState>;
  readonly #wait: CollectedWait;
  readonly #uses = new Map<string, { -readonly [Field in keyof RuleUse]: RuleUse[Field] }>();
  readonly #notes = new Map<string, { times: number; firstNs: Nanoseconds; names: Set<string>; sentence: string }>();
  readonly #open = new Map<CpuId, Stretch>();

  constructor(simulation: Simulation, rules: SchedulerRules<AnySchedulerState>, wait: CollectedWait) {
    this.#simulation = simulation;
    this.#rules = rules;
    this.#wait = wait;
  }

  async explain(): Promise<ExplainedWait> {
    const simulation = this.#simulation;
    const { pid, fromNs, toNs, ranAgain } = this.#wait;
    const before = this.#lookBefore();
    simulation.advance(fromNs);
    let last = simulation.inspect();
    this.#look(last, this.#cpusOf(last));
    const began = this.#began(before, last);

    let looks = 0;
    let lastSwitch: TraceEvent | undefined;
    while (simulation.timeNs < toNs) {
      const events = simulation.stepEvent();
      if (events.length === 0) break;
      lastSwitch = events.filter((event) => event.kind === "switch" && event.next === pid).at(-1) ?? lastSwitch;
      if (simulation.timeNs >= toNs) break;
      const concerned = this.#concerned(events, last);
      if (concerned.length === 0) continue;
      looks += 1;
      if (looks % 64 === 0) await anotherTurn();
      if (looks > mostLooks) {
        this.#stopLooking(simulation.timeNs);
        break;
      }
      const now = simulation.inspect();
      this.#noteTurn(last, now);
      this.#noteThoseWhoWentRound(last, now, events);
      this.#look(now, concerned);
      last = now;
    }
    if (simulation.timeNs < toNs) {
      // Up to the instant before the end unseen; the end itself is looked at.
      simulation.advance(toNs);
    }
    for (const cpu of this.#open.keys()) this.#endStretch(cpu, toNs);
    const ended = ranAgain ? this.#ended(last, simulation.inspect(), lastSwitch) : "the run ended";
    return explainedWait(this.#wait, { began, ended, reasons: this.#reasons(), notes: this.#notesInOrder() });
  }

  /** The task before its wait; null at the beginning of the run. */
  #lookBefore(): AnyTask | null {
    const { fromNs, pid } = this.#wait;
    if (fromNs === 0) return null;
    this.#simulation.advance(fromNs - 1);
    return taskOf(this.#simulation.inspect(), pid) ?? null;
  }

  #began(before: AnyTask | null, inspection: AnyInspection): Beginning {
    const plain = beginning(this.#wait);
    const after = taskOf(inspection, this.#wait.pid);
    // It may have been given back the CPU, or have left with the same instant's second switch: then nothing is known.
    if (this.#wait.how !== "left" || before?.state !== "running" || after?.state !== "runnable") return plain;
    const cpu = inspection.cpus[after.fields.cpu];
    const running = cpu === undefined ? undefined : taskOf(inspection, cpu.current);
    const reason = this.#rules.whyLeft({ before, after, running: running ?? null });
    if (reason === null) return plain;
    const { rule, sentence, facts } = reason;
    const next = plain.by === null ? "nobody came next" : `${plain.by} came next`;
    return { ...plain, rule, sentence: `${sentence}; ${next}`, facts };
  }

  #ended(before: AnyInspection, after: AnyInspection, change: TraceEvent | undefined): string {
    const { pid } = this.#wait;
    const [waiting, running] = [taskOf(before, pid), taskOf(after, pid)];
    const turn = waiting && running ? (this.#rules.turned?.(waiting, running) ?? null) : null;
    const parts = [change?.kind === "switch" ? this.#howCpuBecameFree(change) : null, turn?.sentence ?? null];
    const known = parts.filter((part) => part !== null);
    return known.length === 0 ? "it ran again" : `it ran again: ${known.join("; ")}`;
  }

  #howCpuBecameFree(change: TraceEvent & { readonly kind: "switch" }): string {
    const { cpu, previous, previousState } = change;
    if (previous === 0) return `CPU ${cpu} was idle`;
    const name = this.#simulation.taskName(previous);
    if (previousState === "X") return `${name} ended`;
    return previousState === "R" ? `${name} had to make way` : `${name} went to sleep`;
  }

  /** The CPUs whose tasks run instead of it. */
  #cpusOf(inspection: AnyInspection): CpuId[] {
    if (this.#rules.sharedQueue) return inspection.cpus.map(({ cpu }) => cpu);
    const waiting = taskOf(inspection, this.#wait.pid);
    return waiting === undefined ? [] : [waiting.fields.cpu];
  }

  /** Those of them on which somebody else runs since these events; all if the task was moved. */
  #concerned(events: readonly TraceEvent[], last: AnyInspection): CpuId[] {
    const cpus = new Set(this.#cpusOf(last));
    const concerned = new Set<CpuId>();
    for (const event of events) {
      if (event.kind === "switch" && cpus.has(event.cpu)) concerned.add(event.cpu);
      if (event.kind === "migrate" && event.pid === this.#wait.pid) concerned.add(event.toCpu);
    }
    return [...concerned];
  }

  #look(inspection: AnyInspection, cpus: readonly CpuId[]): void {
    const waiting = taskOf(inspection, this.#wait.pid);
    if (waiting === undefined) return;
    const on = new Set(this.#cpusOf(inspection));
    for (const cpu of this.#open.keys()) if (!on.has(cpu)) this.#endStretch(cpu, inspection.timeNs);
    for (const id of cpus) {
      const cpu = inspection.cpus[id];
      if (cpu === undefined || !on.has(id)) continue;
      this.#endStretch(id, inspection.timeNs);
      const running = cpu.current > 0 ? taskOf(inspection, cpu.current) : undefined;
      const reason =
        leftOutByAffinity(id, waiting) ??
        (running === undefined ? whyWaitsForNobody(cpu) : this.#whyWaits({ cpu, running, waiting, inspection }));
      const name = this.#simulation.taskName(cpu.current);
      this.#open.set(id, { fromNs: inspection.timeNs, pid: cpu.current, name, reason });
    }
  }

  #whyWaits(moment: Moment<AnySchedulerState>): Reason {
    return byRealtime(moment, this.#simulation.scheduler.policies) ?? this.#rules.whyWaits(moment);
  }

  #stopLooking(timeNs: Nanoseconds): void {
    for (const [cpu, { pid, name }] of this.#open) {
      this.#endStretch(cpu, timeNs);
      const sentence = `after ${mostLooks} looks nobody looked any more`;
      this.#open.set(cpu, { fromNs: timeNs, pid, name, reason: { rule: "not-looked-at", sentence, facts: {} } });
    }
  }

  #endStretch(cpu: CpuId, toNs: Nanoseconds): void {
    const stretch = this.#open.get(cpu);
    if (stretch === undefined) return;
    this.#open.delete(cpu);
    const { fromNs, pid, name, reason } = stretch;
    const forNs = toNs - fromNs;
    if (forNs === 0) return;
    const longest = { cpu, pid, name, fromNs, toNs, sentence: reason.sentence, facts: reason.facts };
    const use = this.#uses.get(reason.rule);
    if (use === undefined) {
      this.#uses.set(reason.rule, { rule: reason.rule, forNs, share: 0, times: 1, longest });
      return;
    }
    use.forNs += forNs;
    use.times += 1;
    if (forNs > use.longest.toNs - use.longest.fromNs) use.longest = longest;
  }

  #reasons(): RuleUse[] {
    const uses = [...this.#uses.values()];
    const wholeNs = uses.reduce((sum, { forNs }) => sum + forNs, 0);
    return uses.map((use) => ({ ...use, share: use.forNs / wholeNs })).sort((a, b) => b.forNs - a.forNs);
  }

  #noteTurn(before: AnyInspection, after: AnyInspection): void {
    const { turned } = this.#rules;
    const [then, now] = [taskOf(before, this.#wait.pid), taskOf(after, this.#wait.pid)];
    if (turned !== undefined && then !== undefined && now !== undefined) this.#note(turned(then, now), after.timeNs);
  }

  /** An exit may give a parent back what its child has left of its slice: that is no end of one. */
  #noteThoseWhoWentRound(before: AnyInspection, after: AnyInspection, events: readonly TraceEvent[]): void {
    const { wentRound } = this.#rules;
    if (wentRound === undefined || events.some(({ kind }) => kind === "exit")) return;
    const cpu = taskOf(after, this.#wait.pid)?.fields.cpu;
    for (const now of after.tasks) {
      if (now.pid === this.#wait.pid || now.fields.cpu !== cpu || now.fields.policy !== 0) continue;
      const then = taskOf(before, now.pid);
      if (then === undefined || then.fields.cpu !== cpu || then.fields.cpuTime === now.fields.cpuTime) continue;
      this.#note(wentRound(then, now), after.timeNs, now.name);
    }
  }

  #note(turn: Turn | null, timeNs: Nanoseconds, name?: string): void {
    if (turn === null) return;
    const { rule, sentence } = turn;
    const note = this.#notes.get(rule) ?? { times: 0, firstNs: timeNs, names: new Set<string>(), sentence };
    note.times += 1;
    if (name !== undefined) note.names.add(name);
    this.#notes.set(rule, note);
  }

  #notesInOrder(): Note[] {
    return [...this.#notes].map(([rule, note]) => ({ rule, ...note, names: [...note.names] }));
  }
}

/** Pids count from 1 in the order of an inspection. */
function taskOf(inspection: AnyInspection, pid: TaskId): AnyTask | undefined {
  return inspection.tasks[pid - 1];
}

/** Lets timers, signals and the page have their turn. */
function anotherTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
