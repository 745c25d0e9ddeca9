/** From a task's phases and events to a program of schedlab's. */
import type { ChildDocument, OperationDocument } from "../document.js";
import { durationText } from "../durations.js";
import type { ForkEvent, RtAppEvent, TimerEvent } from "./events.js";
import type { RtAppReader } from "./reader.js";
import { attributesOf, type RtAppPolicy } from "./scheduling.js";
import type { Rounds, RtAppPhase, RtAppTask } from "./tasks.js";
import { microseconds, TimerNames } from "./timers.js";

/** What a program needs to know of the rest of the file. */
export interface Surroundings {
  readonly reader: RtAppReader;
  readonly defaultPolicy: RtAppPolicy;
  /** How many threads come to each barrier. */
  readonly barrierParties: ReadonlyMap<string, number>;
  /** Names that are suspended at, and waited for or signalled as well: to rt-app, these are conditions, too. */
  readonly suspendingConditions: ReadonlySet<string>;
  /** When the grids of timers begin that all tasks share, in microseconds. */
  readonly timerStartsUs: ReadonlyMap<string, number>;
  /** The child that a fork creates; undefined where it would never end. */
  child(event: ForkEvent, parent: RtAppTask): ChildDocument | undefined;
}

/**
 * The whole program, with the loops of the phases, but not that of the task.
 *
 * @param fork name of the child that is created; null for a thread that is there from the start
 */
export function programOf(task: RtAppTask, fork: string | null, around: Surroundings): OperationDocument[] {
  return new ProgramWriter(task, fork, around).write();
}

/** Whether a round through the program can take time: if not, a loop around it would stand still. */
export function takesTime(program: readonly OperationDocument[]): boolean {
  return program.some((operation) => {
    if (typeof operation === "string") return false;
    if ("run" in operation) return operation.run !== NO_TIME;
    if ("sleep" in operation) return operation.sleep !== NO_TIME;
    if ("barrier" in operation) return operation.barrier.parties > 1;
    if ("repeat" in operation) return takesTime(operation.repeat.program);
    return "until" in operation || "wait" in operation || "suspend" in operation || "down" in operation;
  });
}

const NO_TIME = durationText(0);

class ProgramWriter {
  readonly #task: RtAppTask;
  readonly #around: Surroundings;
  /** Mutexes that are held at this point, as far as the order of events tells. */
  readonly #held = new Set<string>();
  readonly #timers: TimerNames;
  #policy: RtAppPolicy;

  constructor(task: RtAppTask, fork: string | null, around: Surroundings) {
    this.#task = task;
    this.#around = around;
    this.#timers = new TimerNames(task, fork, around.timerStartsUs);
    this.#policy = task.scheduling.policy ?? around.defaultPolicy;
  }

  write(): OperationDocument[] {
    const changesCpus = this.#task.phases.some(({ scheduling }) => scheduling.cpus !== undefined);
    return this.#task.phases.flatMap((phase) => {
      const changes = [...(changesCpus ? [this.#affinity(phase)] : []), ...this.#scheduling(phase)];
      return phase.loop === 0 ? [] : [...changes, ...this.#rounds(phase)];
    });
  }

  /** What a phase does not say of CPUs is what its task says. */
  #affinity(phase: RtAppPhase): OperationDocument {
    return { affinity: phase.scheduling.cpus ?? this.#task.scheduling.cpus ?? null };
  }

  /** A phase that says nothing of policy or priority leaves them as they are. */
  #scheduling({ scheduling, located }: RtAppPhase): OperationDocument[] {
    const { policy, priority } = scheduling;
    if (policy === undefined && priority === undefined) return [];
    this.#policy = policy ?? this.#policy;
    const attributes = attributesOf(this.#policy, priority, located, this.#around.reader);
    const change: OperationDocument = { policy: { policy: attributes.policy, rtprio: attributes.rtprio } };
    return attributes.rtprio > 0 ? [change] : [change, { nice: attributes.nice }];
  }

  #rounds(phase: RtAppPhase): OperationDocument[] {
    const { located, loop, events } = phase;
    const program = events.flatMap((event) => this.#operations(event));
    const rounds = this.#possibleRounds(loop, program, located);
    if (rounds === 1 || program.length === 0) return program;
    return [{ repeat: { count: rounds, program } }];
  }

  #possibleRounds(loop: Rounds, program: readonly OperationDocument[], located: RtAppPhase["located"]): Rounds {
    if (loop !== "forever" || takesTime(program)) return loop;
    this.#around.reader.remark(located, "a round of this phase takes no time that is modelled: played once");
    return 1;
  }

  #operations(event: RtAppEvent): OperationDocument[] {
    switch (event.kind) {
      case "run":
      case "runtime":
        return [{ run: microseconds(event.us) }];
      case "sleep":
        return [{ sleep: microseconds(event.us) }];
      case "timer":
        return this.#timer(event);
      case "lock":
        this.#held.add(event.name);
        return [{ lock: event.name }];
      case "unlock":
        if (this.#held.delete(event.name)) return [{ unlock: event.name }];
        this.#around.reader.remark(event.located, "the task does not hold this mutex: its release is left out");
        return [];
      case "wait":
        return this.#wait(event.condition, event.mutex);
      case "sync":
        return this.#wait(event.condition, event.mutex, { signal: event.condition });
      case "signal":
        return [{ signal: event.name }];
      case "broad":
        return [{ broadcast: event.name }];
      case "suspend":
        return this.#isCondition(event.name) ? this.#wait(event.name, event.name) : [{ suspend: event.name }];
      case "resume":
        return [this.#isCondition(event.name) ? { broadcast: event.name } : { resume: event.name }];
      case "barrier":
        return [{ barrier: { name: event.name, parties: this.#around.barrierParties.get(event.name) ?? 1 } }];
      case "sem_post":
        return [{ up: event.name }];
      case "sem_wait":
        return [{ down: event.name }];
      case "yield":
        return [this.#yield(event)];
      case "fork": {
        const child = this.#around.child(event, this.#task);
        return child === undefined ? [] : [{ fork: child }];
      }
      case "mem":
      case "memrun":
      case "iorun":
        this.#around.reader.remark(
          event.located,
          `how long "${event.kind}" takes depends on the machine and is not modelled: left out`,
        );
        return [];
    }
  }

  #isCondition(name: string): boolean {
    return this.#around.suspendingConditions.has(name);
  }

  /** rt-app's files lock the mutex around `sync`, its manual has `sync` lock it: whoever has not got it takes it. */
  #wait(condition: string, mutex: string, ...before: OperationDocument[]): OperationDocument[] {
    const operations = [...before, { wait: { cond: condition, mutex } }];
    return this.#held.has(mutex) ? operations : [{ lock: mutex }, ...operations, { unlock: mutex }];
  }

  #timer({ located, timer, mode, periodUs }: TimerEvent): OperationDocument[] {
    if (periodUs === 0) {
      this.#around.reader.remark(located, "a timer with the period 0 never waits: left out");
      return [];
    }
    return [{ until: { period: microseconds(periodUs), mode, ...this.#timers.use(timer) } }];
  }

  /** A yield under SCHED_DEADLINE gives up the rest of the budget: the task goes on in its next period. */
  #yield(event: RtAppEvent): OperationDocument {
    const { periodUs, budgetUs } = this.#task.scheduling;
    const period = periodUs ?? budgetUs;
    if (this.#policy !== "SCHED_DEADLINE" || period === undefined || period === 0) return "yield";
    this.#around.reader.remark(
      event.located,
      "a yield under SCHED_DEADLINE waits for the next period: a timer does here",
    );
    return { until: { period: microseconds(period), mode: "absolute", ...this.#timers.use("unique SCHED_DEADLINE") } };
  }
}
