/** From a task's phases and events to a program of schedlab's. */
import type { ChildDocument, OperationDocument } from "../document.js";
import { durationText } from "../durations.js";
import type { RtAppEvent } from "./events.js";
import type { RtAppReader } from "./reader.js";
import { type Attributes, attributesOf, type RtAppPolicy } from "./scheduling.js";
import type { Rounds, RtAppPhase, RtAppTask } from "./tasks.js";

/** What a program needs to know of the rest of the file. */
export interface Surroundings {
  readonly reader: RtAppReader;
  readonly defaultPolicy: RtAppPolicy;
  /** How many threads come to each barrier. */
  readonly barrierParties: ReadonlyMap<string, number>;
  /** The child that a fork creates; undefined where it would never end. */
  child(event: RtAppEvent & { readonly kind: "fork" }, parent: RtAppTask): ChildDocument | undefined;
}

const nsPerUs = 1000;

export const microseconds = (us: number) => durationText(us * nsPerUs);

/** The whole program, with the loops of the phases, but not that of the task. */
export function programOf(task: RtAppTask, around: Surroundings): OperationDocument[] {
  return new ProgramWriter(task, around).write();
}

/** How the task begins. */
export function initialAttributes(task: RtAppTask, { defaultPolicy, reader }: Surroundings): Attributes {
  const { policy = defaultPolicy, priority } = task.scheduling;
  return attributesOf(policy, priority, task.located, reader);
}

/** Whether a round through the events can take time: if not, a loop around it would stand still. */
export function takesTime(events: readonly RtAppEvent[]): boolean {
  return events.some((event) => {
    switch (event.kind) {
      case "run":
      case "runtime":
      case "sleep":
        return event.us > 0;
      case "timer":
      case "wait":
      case "sync":
      case "suspend":
      case "barrier":
      case "sem_wait":
        return true;
      default:
        return false;
    }
  });
}

class ProgramWriter {
  readonly #task: RtAppTask;
  readonly #around: Surroundings;
  /** Mutexes that are held at this point, as far as the order of events tells. */
  readonly #held = new Set<string>();
  #policy: RtAppPolicy;

  constructor(task: RtAppTask, around: Surroundings) {
    this.#task = task;
    this.#around = around;
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
    const rounds = this.#possibleRounds(loop, events, located);
    if (rounds === 1 || program.length === 0) return program;
    return [{ repeat: { count: rounds, program } }];
  }

  #possibleRounds(loop: Rounds, events: readonly RtAppEvent[], located: RtAppPhase["located"]): Rounds {
    if (loop !== "forever" || takesTime(events)) return loop;
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
        return [this.#timer(event.timer, event.periodUs, event.mode)];
      case "lock":
        this.#held.add(event.name);
        return [{ lock: event.name }];
      case "unlock":
        this.#held.delete(event.name);
        return [{ unlock: event.name }];
      case "wait":
        return this.#withMutex(event.mutex, [{ wait: { cond: event.condition, mutex: event.mutex } }]);
      case "sync":
        return this.#withMutex(event.mutex, [
          { signal: event.condition },
          { wait: { cond: event.condition, mutex: event.mutex } },
        ]);
      case "signal":
        return [{ signal: event.name }];
      case "broad":
        return [{ broadcast: event.name }];
      case "suspend":
        return [{ suspend: event.name }];
      case "resume":
        return [{ resume: event.name }];
      case "barrier":
        return [{ barrier: { name: event.name, parties: this.#around.barrierParties.get(event.name) ?? 1 } }];
      case "sem_post":
        return [{ up: event.name }];
      case "sem_wait":
        return [{ down: event.name }];
      case "yield":
        return [this.#yield(event)];
      case "fork": {
        const child = this.#around.child(event as RtAppEvent & { readonly kind: "fork" }, this.#task);
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

  /** rt-app's files lock the mutex around `sync`, its manual has `sync` lock it: whoever has not got it takes it. */
  #withMutex(mutex: string, operations: OperationDocument[]): OperationDocument[] {
    return this.#held.has(mutex) ? operations : [{ lock: mutex }, ...operations, { unlock: mutex }];
  }

  #timer(name: string, periodUs: number, mode: "relative" | "absolute"): OperationDocument {
    // One timer for all that name it; those whose name begins like this are each thread's own.
    const timer = name.startsWith("unique") ? `.${name}` : name;
    return { until: { period: microseconds(periodUs), mode, timer } };
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
    return { until: { period: microseconds(period), mode: "absolute", timer: ".SCHED_DEADLINE" } };
  }
}
