/**
 * Which task of one run is which of another: by name, those of one name in the order of their pids. A workload that was made
 * of a recording calls tasks by name and pid where several have one name (`sh-17`), and the children that they fork by
 * instance as well (`sh-17/0`): what is left over is matched by that.
 */
import type { TaskFigures } from "./run-figures.js";

export interface MatchedTasks {
  readonly pairs: readonly (readonly [TaskFigures, TaskFigures])[];
  /** Of those in one only. */
  readonly unmatched: readonly [readonly TaskFigures[], readonly TaskFigures[]];
}

type Names = (task: TaskFigures) => readonly string[];

/** Both lists are sorted by pid. */
export function matchTasks(a: readonly TaskFigures[], b: readonly TaskFigures[]): MatchedTasks {
  const pairs: (readonly [TaskFigures, TaskFigures])[] = [];
  let [leftA, leftB] = [[...a], [...b]];
  const plain: Names = ({ name }) => [name];
  const first: Names = ({ name }) => [name.replace(/\/0$/, "")];
  const withPid: Names = ({ name, pid }) => [`${name}-${pid}`, name];
  for (const [namesInA, namesInB] of [
    [plain, plain],
    [withPid, first],
    [first, withPid],
  ] as const) {
    const found = pair(leftA, namesInA, leftB, namesInB);
    pairs.push(...found);
    const [takenA, takenB] = [new Set(found.map(([inA]) => inA)), new Set(found.map(([, inB]) => inB))];
    leftA = leftA.filter((task) => !takenA.has(task));
    leftB = leftB.filter((task) => !takenB.has(task));
  }
  return { pairs, unmatched: [leftA, leftB] };
}

function pair(a: readonly TaskFigures[], namesInA: Names, b: readonly TaskFigures[], namesInB: Names) {
  const waiting = new Map<string, TaskFigures[]>();
  for (const task of b) {
    for (const name of namesInB(task)) {
      const others = waiting.get(name);
      if (others === undefined) waiting.set(name, [task]);
      else others.push(task);
    }
  }
  const taken = new Set<TaskFigures>();
  const pairs: (readonly [TaskFigures, TaskFigures])[] = [];
  for (const inA of a) {
    const inB = namesInA(inA).flatMap((name) => waiting.get(name)?.find((task) => !taken.has(task)) ?? [])[0];
    if (inB === undefined) continue;
    taken.add(inB);
    pairs.push([inA, inB]);
  }
  return pairs;
}
