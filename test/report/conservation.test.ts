/** What reports count over the events of random runs comes to what the core counted, to the nanosecond. */
import { expect } from "vitest";
import type { RecordedEvent } from "../../src/recording/event.js";
import { FiguresOfRecording, LatencyReport, MapReport, type SwitchRow, Timehist } from "../../src/report/index.js";
import { testEveryScheduler } from "../engine/every-scheduler.js";
import { simulated } from "./simulated.js";

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

/** What no row tells: the last run on each CPU with the wait before it, and the waits that have not ended. */
function unfinished(events: readonly RecordedEvent[], endNs: number) {
  const readyNs = new Map<number, number>();
  const running = new Map<number, { readonly pid: number; readonly waitNs: number; readonly sinceNs: number }>();
  for (const event of events) {
    if (event.kind === "new" || event.kind === "wakeup") readyNs.set(event.pid, event.timeNs);
    if (event.kind !== "switch") continue;
    if (event.previousState === "R") readyNs.set(event.previousPid ?? 0, event.timeNs);
    const waitNs = event.timeNs - (readyNs.get(event.nextPid) ?? event.timeNs);
    running.set(event.cpu ?? 0, { pid: event.nextPid, waitNs, sinceNs: event.timeNs });
    readyNs.delete(event.nextPid);
  }
  const current = [...running.values()];
  return {
    runNs: (pid: number) => sum(current.filter((run) => run.pid === pid).map(({ sinceNs }) => endNs - sinceNs)),
    waitNs: (pid: number) =>
      sum(current.filter((run) => run.pid === pid).map(({ waitNs }) => waitNs)) + endNs - (readyNs.get(pid) ?? endNs),
  };
}

testEveryScheduler("rows of a history add up to the CPU times and waits of the tasks", 15, async (workload, choice) => {
  const { events, result } = await simulated(workload, choice);
  const history = new Timehist({ delayAfterPreemption: true });
  const rows = events
    .flatMap((event) => history.add(event) ?? [])
    .filter((row): row is SwitchRow => row.kind === "switch");
  const open = unfinished(events, result.simulatedNs);
  expect(rows.length).toBe(sum(result.cpus.map(({ contextSwitches }) => contextSwitches)));
  for (const { pid, cpuTimeNs, waitNs } of result.tasks) {
    const own = rows.filter(({ task }) => task.pid === pid);
    expect(sum(own.map(({ runNs }) => runNs)) + open.runNs(pid), `run of ${pid}`).toBe(cpuTimeNs);
    expect(sum(own.map(({ delayNs }) => delayNs)) + open.waitNs(pid), `wait of ${pid}`).toBe(waitNs);
  }
});

testEveryScheduler("figures of a recorded run are those of its result", 15, async (workload, choice) => {
  const { events, result } = await simulated(workload, choice);
  const collector = new FiguresOfRecording({ cpus: result.machine.cpus, startNs: 0 });
  for (const event of events) collector.add(event);
  const figures = collector.finish("run", result.simulatedNs);
  expect(collector.breaks).toBe(0);
  const started = result.tasks.filter(({ startedNs }) => startedNs !== null);
  expect(figures.tasks.map(({ maxLagNs, deadlineMisses, ...task }) => task)).toEqual(
    started.map((task) => ({
      pid: task.pid,
      name: task.name,
      cpuTimeNs: task.cpuTimeNs,
      share: task.share,
      waitNs: task.waitNs,
      sleepNs: task.sleepNs,
      longestWaitNs: task.longestWaitNs,
      wakeupLatencyNs: (({ percentilesOf, ...spans }) => spans)(task.wakeupLatencyNs),
      voluntary: task.contextSwitches.voluntary,
      involuntary: task.contextSwitches.involuntary,
      wakeups: task.wakeups,
      migrations: task.migrations,
    })),
  );
  const { totals } = figures;
  expect(totals).toMatchObject({
    contextSwitches: result.totals.contextSwitches,
    utilisation: result.totals.utilisation,
    jainIndex: result.totals.jainIndex,
    longestWaitNs: result.totals.longestWaitNs,
    wakeupLatencyNs: result.totals.wakeupLatencyNs,
  });
});

testEveryScheduler("waits of the latency report are all waits that ended", 10, async (workload, choice) => {
  const { events, result } = await simulated(workload, choice);
  const report = new LatencyReport();
  for (const event of events) report.add(event);
  for (const row of report.rows({ byPid: true }).filter(({ pid }) => pid > 0)) {
    const task = result.tasks.find(({ pid }) => pid === row.pid);
    const waits = (task?.wakeupLatencyNs.count ?? 0) + (task?.otherWaitNs.count ?? 0);
    expect(row.switches).toBe(waits);
    expect(row.maxDelayNs).toBe(Math.max(task?.wakeupLatencyNs.max ?? 0, task?.otherWaitNs.max ?? 0));
  }
});

testEveryScheduler("the map shows on each CPU whoever the last switch went to", 5, async (workload, choice) => {
  const { events, result } = await simulated(workload, choice);
  const map = new MapReport({ cpuCount: result.machine.cpus });
  const current = new Map<number, number>();
  for (const event of events) {
    const row = map.add(event);
    expect(row === null).toBe(event.kind !== "switch");
    if (row === null || event.kind !== "switch") continue;
    current.set(event.cpu ?? 0, event.nextPid);
    expect(row.columns.map(({ cpu, pid }) => [cpu, pid])).toEqual(
      Array.from({ length: result.machine.cpus }, (_, cpu) => [cpu, current.get(cpu) ?? 0]),
    );
  }
});
