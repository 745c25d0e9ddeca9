/** A comparison of two runs for programs: every figure of every task, as JSON and as CSV. */
import type { RunComparison, RunFigures, TaskFigures } from "../report/index.js";
import { csvLine } from "../result/csv-line.js";
import type { ComparisonRow } from "../result/index.js";

export function comparisonJson({ runs, totals, tasks, unmatched }: RunComparison): string {
  const run = ({ label, scheduler, cpus, spanNs }: RunFigures) => ({ label, scheduler, cpus, spanNs });
  const list = (name: string, elements: readonly unknown[]) =>
    `"${name}":[${elements.map((element) => `\n${JSON.stringify(element)}`).join(",")}${elements.length > 0 ? "\n" : ""}]`;
  return `{${[
    `"schema":"schedlab-comparison/1"`,
    `"a":${JSON.stringify(run(runs[0]))}`,
    `"b":${JSON.stringify(run(runs[1]))}`,
    list("totals", totals.map(figure)),
    list(
      "tasks",
      tasks.map(({ name, pids, effect, rows }) => ({
        name,
        pidA: pids[0],
        pidB: pids[1],
        effect,
        figures: rows.map(figure),
      })),
    ),
    list("onlyInA", unmatched[0]),
    list("onlyInB", unmatched[1]),
  ].join(",\n")}}\n`;
}

function figure({ key, unit, values: [a, b] }: ComparisonRow) {
  return { key, unit, a: a ?? null, b: b ?? null };
}

/** A line for each figure: of the whole, where `task` is empty; of tasks in both; CPU time and wait of the others. */
export function* comparisonCsv({ totals, tasks, unmatched }: RunComparison): Generator<string> {
  yield csvLine(["task", "pidA", "pidB", "effect", "figure", "unit", "a", "b"]);
  for (const { key, unit, values } of totals) yield csvLine([null, null, null, null, key, unit, ...values]);
  for (const { name, pids, effect, rows } of tasks) {
    for (const { key, unit, values } of rows) yield csvLine([name, ...pids, effect, key, unit, ...values]);
  }
  const only = (task: TaskFigures, side: "a" | "b", key: string, ns: number) =>
    csvLine(
      side === "a"
        ? [task.name, task.pid, null, null, key, "ns", ns, null]
        : [task.name, null, task.pid, null, key, "ns", null, ns],
    );
  for (const [index, side] of (["a", "b"] as const).entries()) {
    for (const task of unmatched[index] ?? []) {
      yield only(task, side, "cpuTime", task.cpuTimeNs) + only(task, side, "wait", task.waitNs);
    }
  }
}
