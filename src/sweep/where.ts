/** Which points a plan's condition leaves, and what names stand for in it. */
import type { Workload } from "../workload/index.js";
import { compileCondition, type Lookup } from "./expression.js";
import { type ParameterValue, type SweepPlan, WORKLOAD, type WorkloadSource } from "./plan.js";
import { type Points, taskPath } from "./point.js";
import { leaveOutUnable } from "./unable.js";

/** The numbers of the points that a sweep runs, ascending. @throws ExpressionError */
export function includedPoints(plan: SweepPlan, points: Points): Uint32Array {
  return leaveOutUnable(plan, points, fulfillingPoints(plan, points)).able;
}

/** The numbers of the points that fulfil `where`, ascending. @throws ExpressionError */
export function fulfillingPoints(plan: SweepPlan, points: Points): Uint32Array {
  const { grid } = points;
  if (plan.where === null) return Uint32Array.from({ length: grid.size }, (_, point) => point);
  const constants = new ConstantsOfWorkloads(plan, points);
  const lookup: Lookup<number> = (path) => {
    const column = grid.column(path);
    return column === -1 ? constants.lookup(path) : (point) => grid.value(point, column) ?? constants.at(path, point);
  };
  const names = () => [...new Set([...grid.parameters.map(({ path }) => path), ...constants.names()])];
  const holds = compileCondition(plan.where, lookup, names);
  const included = new Uint32Array(grid.size);
  let count = 0;
  for (let point = 0; point < grid.size; point++) {
    if (holds(point)) included[count++] = point;
  }
  return included.slice(0, count);
}

/** What the workloads say of that which is not varied. */
class ConstantsOfWorkloads {
  readonly #points: Points;
  readonly #plan: SweepPlan;
  readonly #values = new Map<WorkloadSource, ReadonlyMap<string, ParameterValue>>();

  constructor(plan: SweepPlan, points: Points) {
    this.#plan = plan;
    this.#points = points;
  }

  lookup(path: string): ((point: number) => ParameterValue) | undefined {
    if (!this.names().includes(path)) return undefined;
    return (point) => this.at(path, point);
  }

  at(path: string, point: number): ParameterValue {
    return this.#of(this.#points.workload(point)).get(path) ?? null;
  }

  names(): string[] {
    return this.#plan.workloads.flatMap((workload) => [...this.#of(workload).keys()]);
  }

  #of(source: WorkloadSource): ReadonlyMap<string, ParameterValue> {
    let values = this.#values.get(source);
    if (values === undefined) {
      values = constantsOf(this.#points.document(source).load(), source.name);
      this.#values.set(source, values);
    }
    return values;
  }
}

function constantsOf({ machine, durationNs, tasks }: Workload, name: string): Map<string, ParameterValue> {
  const values = new Map<string, ParameterValue>([
    [WORKLOAD, name],
    ["machine.cpus", machine.cpus],
    ["machine.hz", machine.hz],
    ["machine.timers", machine.timers],
    ["duration", durationNs],
  ]);
  for (const task of tasks) {
    values.set(taskPath(task.name, "count"), task.count);
    values.set(taskPath(task.name, "nice"), task.nice);
    values.set(taskPath(task.name, "policy"), task.policy);
    values.set(taskPath(task.name, "rtprio"), task.rtprio);
  }
  return values;
}
