/**
 * Points that their scheduler cannot run, for their machine has too many CPUs or another HZ. Where it was only a pattern
 * that chose the scheduler they are left out, as `schedlab run` does; where it was named they are run, and fail.
 */
import type { SchedulerInfo } from "../engine/types.js";
import { refusalReason } from "../scheduler-choice.js";
import { type Machine, WorkloadError } from "../workload/index.js";
import { LONG, type ParameterValue, SCHEDULER, type SweepPlan, WORKLOAD } from "./plan.js";
import type { Points } from "./point.js";

export interface AblePoints {
  readonly able: Uint32Array;
  /** Ids of schedulers by the reason why they cannot run. */
  readonly reasons: ReadonlyMap<string, ReadonlySet<string>>;
}

export function leaveOutUnable({ chosenByPattern }: SweepPlan, points: Points, numbers: Uint32Array): AblePoints {
  const reasons = new Map<string, Set<string>>();
  if (chosenByPattern.length === 0) return { able: numbers, reasons };
  const schedulers = new Map<ParameterValue, SchedulerInfo>(chosenByPattern.map((info) => [info.id, info]));
  const machines = new Machines(points);
  const schedulerColumn = points.grid.column(SCHEDULER);
  const longColumn = points.grid.column(LONG);
  const able = numbers.filter((point) => {
    const scheduler = schedulers.get(points.grid.value(point, schedulerColumn));
    const machine = scheduler && machines.of(point);
    if (scheduler === undefined || machine === null || machine === undefined) return true;
    const long = longColumn === -1 ? null : points.grid.value(point, longColumn);
    const reason = refusalReason(scheduler, { machine }, typeof long === "number" ? long : undefined);
    if (reason === null) return true;
    const ids = reasons.get(reason) ?? new Set();
    reasons.set(reason, ids.add(scheduler.id));
    return false;
  });
  return { able, reasons };
}

export function formatReasons(reasons: AblePoints["reasons"]): string {
  return [...reasons].map(([reason, ids]) => `${[...ids].join(", ")} ${reason}`).join("; ");
}

/** The machines of points, each read once: there are few, however many points there are. */
class Machines {
  readonly #points: Points;
  readonly #columns: readonly number[];
  readonly #known = new Map<string, Machine | null>();

  constructor(points: Points) {
    this.#points = points;
    this.#columns = [...points.grid.parameters.entries()]
      .filter(([, { path }]) => path === WORKLOAD || isOfMachine(path))
      .map(([column]) => column);
  }

  /** null: it is mistaken, which is told elsewhere */
  of(point: number): Machine | null {
    const key = JSON.stringify(this.#columns.map((column) => this.#points.grid.value(point, column)));
    let machine = this.#known.get(key);
    if (machine === undefined) {
      machine = this.#read(point);
      this.#known.set(key, machine);
    }
    return machine;
  }

  #read(point: number): Machine | null {
    const { workload, overrides } = this.#points.describe(point);
    try {
      return this.#points.document(workload).machine(overrides.filter(({ path }) => isOfMachine(path)));
    } catch (error) {
      if (error instanceof WorkloadError) return null;
      throw error;
    }
  }
}

function isOfMachine(path: string): boolean {
  return path === "machine" || path.startsWith("machine.");
}
