/** The threads that rt-app creates, with its names for them, as tasks of a workload; and those that they fork. */
import { MAX_TASKS } from "../../workload/limits.js";
import { quote } from "../../workload/source/tree.js";
import type { ChildDocument, OperationDocument, TaskDocument } from "../document.js";
import type { ForkEvent } from "./events.js";
import { programOf, type Surroundings, takesTime } from "./program.js";
import type { RtAppReader } from "./reader.js";
import { type Attributes, attributesOf, type RtAppPolicy } from "./scheduling.js";
import type { RtAppTask } from "./tasks.js";
import { microseconds, sharedTimerStarts } from "./timers.js";

/** All threads of rt-app are of one process. */
const ADDRESS_SPACE = "rt-app";

/** Each child is written out where it is forked; both limits keep the workload within its own. */
const MAX_FORK_DEPTH = 8;
const MAX_CHILDREN = 1000;

export interface Thread {
  /** `<task>-<index>`; the index counts through all threads of the file. */
  readonly name: string;
  readonly task: RtAppTask;
}

/** Up to as many as a workload may have; a message beyond. */
export function numberThreads(tasks: readonly RtAppTask[], reader: RtAppReader): readonly Thread[] {
  const threads: Thread[] = [];
  for (const task of tasks) {
    if (threads.length + task.instances > MAX_TASKS) {
      reader.error(task.located, `with this task there are more than ${MAX_TASKS} threads, the most that fit`);
      break;
    }
    for (let instance = 0; instance < task.instances; instance += 1) {
      threads.push({ name: `${task.name}-${threads.length}`, task });
    }
  }
  return threads;
}

/** Writes the documents of threads; knows afterwards which tasks of the file are in them. */
export class ThreadWriter implements Surroundings {
  readonly reader: RtAppReader;
  readonly defaultPolicy: RtAppPolicy;
  readonly barrierParties: ReadonlyMap<string, number>;
  readonly suspendingConditions: ReadonlySet<string>;
  readonly timerStartsUs: ReadonlyMap<string, number>;
  /** Tasks that are created at the start or by forks. */
  readonly created = new Set<RtAppTask>();
  readonly #tasks: ReadonlyMap<string, RtAppTask>;
  readonly #threads: readonly Thread[];
  /** Whose programs are being written, outermost first: a task that forks itself would have no end. */
  readonly #open: RtAppTask[] = [];
  readonly #forks = new Map<RtAppTask, number>();
  #children = 0;

  constructor(
    tasks: readonly RtAppTask[],
    threads: readonly Thread[],
    defaultPolicy: RtAppPolicy,
    reader: RtAppReader,
  ) {
    this.#tasks = new Map(tasks.map((task) => [task.name, task]));
    this.#threads = threads;
    this.defaultPolicy = defaultPolicy;
    this.reader = reader;
    this.barrierParties = countBarrierParties(threads);
    this.suspendingConditions = findSuspendingConditions(tasks);
    this.timerStartsUs = sharedTimerStarts(threads.map(({ task }) => task));
  }

  documents(): readonly TaskDocument[] {
    // Threads of one task have the same program.
    const written = new Map<RtAppTask, Omit<TaskDocument, "name">>();
    return this.#threads.map(({ name, task }) => {
      const document = written.get(task) ?? this.#thread(task);
      written.set(task, document);
      return { name, ...document };
    });
  }

  /** What a fork creates; undefined where it would create without end, or there is no such task. */
  child(event: ForkEvent, parent: RtAppTask): ChildDocument | undefined {
    const task = this.#tasks.get(event.name);
    if (task === undefined) {
      this.reader.error(event.located, `there is no task ${quote(event.name)} to fork`);
      return undefined;
    }
    if (this.#open.includes(task)) {
      this.reader.remark(event.located, `the task ${quote(task.name)} forks itself, over and over: left out`);
      return undefined;
    }
    if (this.#open.length > MAX_FORK_DEPTH || this.#children >= MAX_CHILDREN) {
      const message = `forks of forks: at most ${MAX_FORK_DEPTH} inside each other and ${MAX_CHILDREN} in all; left out`;
      this.reader.remark(event.located, message);
      return undefined;
    }
    this.#children += 1;
    const number = this.#forks.get(task) ?? 0;
    this.#forks.set(task, number + 1);
    return this.#child(task, parent, `${this.#threadName(task)}-${number}`);
  }

  /** Forked tasks that have no thread at the start come behind all that have. */
  #threadName(task: RtAppTask): string {
    const first = this.#threads.find((thread) => thread.task === task);
    return first?.name ?? `${task.name}-${this.#threads.length}`;
  }

  #thread(task: RtAppTask): Omit<TaskDocument, "name"> {
    const program = this.#program(task, null);
    return {
      ...attributesDocument(this.#attributes(task)),
      ...(task.delayUs === 0 ? {} : { start: microseconds(task.delayUs) }),
      ...(task.scheduling.cpus === undefined ? {} : { affinity: task.scheduling.cpus }),
      mm: ADDRESS_SPACE,
      ...this.#timing(task),
      loop: this.#loop(task, program),
      program,
    };
  }

  /** A child says everything itself, since it would have the rest from its parent. */
  #child(task: RtAppTask, parent: RtAppTask, name: string): ChildDocument {
    const program = this.#program(task, name);
    const loop = this.#loop(task, program);
    const before: OperationDocument[] = [];
    if (task.scheduling.cpus === undefined && mayRunSomewhereOnly(parent)) before.push({ affinity: null });
    if (task.delayUs > 0) before.push({ sleep: microseconds(task.delayUs) });
    const count = loop === true ? "forever" : Number(loop === false ? 1 : loop);
    return {
      name,
      nice: 0,
      policy: "normal",
      ...attributesDocument(this.#attributes(task)),
      ...(task.scheduling.cpus === undefined ? {} : { affinity: task.scheduling.cpus }),
      mm: ADDRESS_SPACE,
      ...this.#timing(task),
      ...(before.length === 0
        ? { loop, program }
        : { loop: false, program: [...before, { repeat: { count, program } }] }),
    };
  }

  #program(task: RtAppTask, fork: string | null): readonly OperationDocument[] {
    this.created.add(task);
    this.#open.push(task);
    const program = programOf(task, fork, this);
    this.#open.pop();
    return program;
  }

  #attributes({ scheduling, located }: RtAppTask): Attributes {
    return attributesOf(scheduling.policy ?? this.defaultPolicy, scheduling.priority, located, this.reader);
  }

  /** The deadline of SCHED_DEADLINE, whose misses are counted; under the fair policies, the slice that is asked for. */
  #timing({ scheduling, located }: RtAppTask): Pick<TaskDocument, "deadline" | "slice"> {
    const { policy = this.defaultPolicy, budgetUs = 0, periodUs = 0, deadlineUs = 0 } = scheduling;
    if (policy === "SCHED_DEADLINE") {
      const us = deadlineUs || periodUs || budgetUs;
      return us === 0 ? {} : { deadline: microseconds(us) };
    }
    if (budgetUs === 0) return {};
    if (policy === "SCHED_OTHER" || policy === "SCHED_BATCH") return { slice: microseconds(budgetUs) };
    this.reader.remark(located, `"dl-runtime" means nothing under ${policy}: ignored`);
    return {};
  }

  #loop(task: RtAppTask, program: readonly OperationDocument[]): boolean | number {
    if (task.loop === 1) return false;
    if (takesTime(program)) return task.loop === "forever" ? true : task.loop;
    this.reader.remark(task.located, "a round of this task takes no time that is modelled: played once");
    return false;
  }
}

function mayRunSomewhereOnly({ scheduling, phases }: RtAppTask): boolean {
  return scheduling.cpus !== undefined || phases.some((phase) => phase.scheduling.cpus !== undefined);
}

function attributesDocument({ policy, nice, rtprio }: Attributes): Pick<TaskDocument, "policy" | "nice" | "rtprio"> {
  return {
    ...(nice === 0 ? {} : { nice }),
    ...(policy === "normal" ? {} : { policy }),
    ...(rtprio === 0 ? {} : { rtprio }),
  };
}

function findSuspendingConditions(tasks: readonly RtAppTask[]): ReadonlySet<string> {
  const suspensions = new Set<string>();
  const conditions = new Set<string>();
  for (const event of tasks.flatMap(({ phases }) => phases.flatMap(({ events }) => events))) {
    if (event.kind === "suspend" || event.kind === "resume") suspensions.add(event.name);
    else if (event.kind === "signal" || event.kind === "broad") conditions.add(event.name);
    else if (event.kind === "wait" || event.kind === "sync") conditions.add(event.condition);
  }
  return new Set([...suspensions].filter((name) => conditions.has(name)));
}

/** As often as a barrier is named, in each thread. */
function countBarrierParties(threads: readonly Thread[]): ReadonlyMap<string, number> {
  const parties = new Map<string, number>();
  for (const { task } of threads) {
    for (const { events } of task.phases) {
      for (const event of events) {
        if (event.kind === "barrier") parties.set(event.name, (parties.get(event.name) ?? 0) + 1);
      }
    }
  }
  return parties;
}
