/** Says in words why a run ended: the circle of tasks that wait for each other, or a mutex that is used wrongly. */
import type { TaskId } from "./types.js";
import type { Wait, WaitReader } from "./waits.js";

/** A task that waits for others, and for which of them. */
interface Step {
  readonly pid: TaskId;
  readonly next: TaskId;
  readonly text: string;
}

/** `name` tells the name of a task. The core has found that `culprit` waits for itself. */
export function describeDeadlock(waits: WaitReader, culprit: TaskId, name: (pid: TaskId) => string): string {
  const circle = findCircle(waits, culprit, name);
  return `deadlock: ${[named(culprit, name), ...circle.map(({ text }) => text)].join(" → ")}`;
}

export function describeMisuse(waits: WaitReader, culprit: TaskId, name: (pid: TaskId) => string): string {
  const operation = waits.operationOf(culprit);
  const what = `${named(culprit, name)} does "${operation?.operation}" with the mutex "${operation?.name}"`;
  const holder = operation?.holder ?? null;
  if (holder === culprit) return `${what}, which it holds already`;
  return `${what}, which ${holder === null ? "nobody" : named(holder, name)} holds; only who holds a mutex can release it`;
}

function named(pid: TaskId, name: (pid: TaskId) => string): string {
  return `${name(pid)} (pid ${pid})`;
}

/** A search in width: the shortest circle. */
function findCircle(waits: WaitReader, culprit: TaskId, name: (pid: TaskId) => string): readonly Step[] {
  const cameBy = new Map<TaskId, Step>();
  const queue: TaskId[] = [culprit];
  for (const pid of queue) {
    for (const step of stepsFrom(waits, pid, name)) {
      if (cameBy.has(step.next)) continue;
      cameBy.set(step.next, step);
      if (step.next === culprit) return wayBack(cameBy, culprit);
      queue.push(step.next);
    }
  }
  return [];
}

function stepsFrom(waits: WaitReader, pid: TaskId, name: (pid: TaskId) => string): readonly Step[] {
  const wait = waits.waitOf(pid);
  if (wait === null) return [];
  if (wait.kind === "children") {
    return childrenOf(waits, pid).map((child) => ({ pid, next: child, text: `join of ${named(child, name)}` }));
  }
  const { holder } = wait;
  return holder === null ? [] : [{ pid, next: holder, text: `${describeWait(wait)}, held by ${named(holder, name)}` }];
}

/** `mutex "m"`. */
export function describeWait({ kind, name }: Wait): string {
  return name === null ? kind : `${kind} ${JSON.stringify(name)}`;
}

function childrenOf(waits: WaitReader, parent: TaskId): TaskId[] {
  const pids = Array.from({ length: waits.taskCount }, (_, index) => index + 1);
  return pids.filter((pid) => waits.parentOf(pid) === parent);
}

function wayBack(cameBy: ReadonlyMap<TaskId, Step>, end: TaskId): readonly Step[] {
  const steps: Step[] = [];
  let at = end;
  do {
    const step = cameBy.get(at);
    if (step === undefined) break;
    steps.unshift(step);
    at = step.pid;
  } while (at !== end);
  return steps;
}
