/**
 * A SimulationResult whose tasks exist only once somebody reads them: a table of totals over a
 * million tasks must not cost a gigabyte.
 */
import type { EngineStatistics } from "../engine/types.js";
import { type TaskContext, taskResult } from "./task.js";
import type { SimulationResult, TaskResult } from "./types.js";

export class LazyResult implements SimulationResult {
  declare readonly schema: SimulationResult["schema"];
  declare readonly schedlab: SimulationResult["schedlab"];
  declare readonly scheduler: SimulationResult["scheduler"];
  declare readonly provenance: SimulationResult["provenance"];
  declare readonly longBits: SimulationResult["longBits"];
  declare readonly tunables: SimulationResult["tunables"];
  declare readonly workload: SimulationResult["workload"];
  declare readonly machine: SimulationResult["machine"];
  declare readonly costs: SimulationResult["costs"];
  declare readonly seed: SimulationResult["seed"];
  declare readonly durationNs: SimulationResult["durationNs"];
  declare readonly simulatedNs: SimulationResult["simulatedNs"];
  declare readonly finished: SimulationResult["finished"];
  declare readonly traceDigest: SimulationResult["traceDigest"];
  declare readonly traceEvents: SimulationResult["traceEvents"];
  declare readonly warnings: SimulationResult["warnings"];
  declare readonly totals: SimulationResult["totals"];
  declare readonly cpus: SimulationResult["cpus"];
  declare readonly groups: SimulationResult["groups"];
  declare readonly marks: SimulationResult["marks"];
  readonly #statistics: EngineStatistics;
  readonly #context: TaskContext;
  #tasks: readonly TaskResult[] | undefined;

  constructor(figures: Omit<SimulationResult, "tasks">, statistics: EngineStatistics, context: TaskContext) {
    Object.assign(this, figures);
    this.#statistics = statistics;
    this.#context = context;
  }

  /** Made when first read, then kept. */
  get tasks(): readonly TaskResult[] {
    this.#tasks ??= [...this.#materialise()];
    return this.#tasks;
  }

  /** Task by task in the order of pids, keeping none: for writers and sums over very many. */
  eachTask(): Iterable<TaskResult> {
    return this.#tasks ?? this.#materialise();
  }

  /** The plain object, as documented. */
  toJSON(): SimulationResult {
    const { marks, ...figures } = { ...this } as SimulationResult;
    return { ...figures, tasks: this.tasks, marks };
  }

  *#materialise(): Generator<TaskResult, void, undefined> {
    if (this.#statistics.timeNs !== this.#context.simulatedNs) {
      throw new Error("the simulation went on before the tasks of this result were read: read `tasks` first");
    }
    for (let pid = 1; pid <= this.totals.tasks; pid += 1) {
      yield taskResult(this.#statistics.task(pid), this.#context);
    }
  }
}

/** The tasks of any result, one by one where it is lazy. */
export function eachTask(result: SimulationResult): Iterable<TaskResult> {
  return result instanceof LazyResult ? result.eachTask() : result.tasks;
}
