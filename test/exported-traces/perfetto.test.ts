/** Whole simulated runs for Perfetto, decoded by its published definitions and taken in as its importer does. */
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { type RecordedEvent, readRecording } from "../../src/recording/index.js";
import { createPerfettoWriter } from "../../src/trace/index.js";
import { type FtraceEvent, ftraceEventsByCpu, type Packet, readPackets } from "./perfetto-reader.js";
import { type SimulatedTrace, simulatedTrace } from "./simulated.js";

const runs: Readonly<Record<string, () => Promise<SimulatedTrace>>> = {
  "forks, marks and I/O on two CPUs": () => simulatedTrace("06-kernel-build.yaml", { duration: "2s" }),
  "migrations by kernel threads": () =>
    simulatedTrace("10-affinity-imbalance.yaml", { cpus: 4, scheduler: "o1-2.6.12", duration: "1s" }),
  "one queue for four CPUs": () => simulatedTrace("12-hackbench.yaml", { cpus: 4, scheduler: "bfs", duration: "20ms" }),
  "priorities below 0": () => simulatedTrace("02-massive-intr.yaml", { scheduler: "hamq", duration: "1s" }),
};

function written({ cpus, durationNs, recorded }: SimulatedTrace, batch = 500): Uint8Array {
  const writer = createPerfettoWriter({ cpus, name: "a run", endNs: durationNs });
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < recorded.length; at += batch) pieces.push(writer.encode(recorded.slice(at, at + batch)));
  pieces.push(writer.end());
  return Buffer.concat(pieces);
}

const kernelThread = (pid: number) => (pid < 0 ? 1_999_999_999 - pid : pid);

describe.each(Object.entries(runs))("a Perfetto trace of a run with %s", (_, simulate) => {
  it("has every switch on its CPU, with names, priorities and states", async () => {
    const run = await simulate();
    const byCpu = ftraceEventsByCpu(readPackets(written(run)));
    for (let cpu = 0; cpu < run.cpus; cpu += 1) {
      const expected = run.events.flatMap((event) => (event.kind === "switch" && event.cpu === cpu ? [event] : []));
      const found = (byCpu.get(cpu) ?? []).flatMap(({ sched_switch }) => (sched_switch ? [sched_switch] : []));
      const states = { R: 256, S: 1, D: 2, X: 16 };
      const name = (pid: number) => (pid === 0 ? `swapper/${cpu}` : run.taskName(pid));
      expect(found).toEqual(
        expected.map((event) => ({
          prev_comm: name(event.previous),
          prev_pid: kernelThread(event.previous),
          prev_prio: event.previousPriority,
          prev_state: event.previous === 0 ? 0 : states[event.previousState],
          next_comm: name(event.next),
          next_pid: kernelThread(event.next),
          next_prio: event.nextPriority,
        })),
      );
    }
  });

  it("links every wake-up to its waker, or to an interrupt", async () => {
    const run = await simulate();
    const events = [...ftraceEventsByCpu(readPackets(written(run))).values()].flat();
    const wakings = events.flatMap(({ pid, common_flags = 0, sched_waking }) =>
      sched_waking === undefined ? [] : [`${pid} ${common_flags} ${sched_waking.pid} on ${sched_waking.target_cpu}`],
    );
    const children = new Set(run.events.flatMap((event) => (event.kind === "fork" ? [event.pid] : [])));
    const expected = run.recorded.flatMap((event) => {
      if (event.kind !== "waking" && !(event.kind === "new" && !children.has(event.pid))) return [];
      const flags = event.inInterrupt ? 8 : 0;
      return [`${kernelThread(event.wakerPid ?? 0)} ${flags} ${kernelThread(event.pid)} on ${event.targetCpu}`];
    });
    expect(wakings.sort()).toEqual(expected.sort());
  });

  it("tells forks with their parents, exits and migrations", async () => {
    const run = await simulate();
    const events = [...ftraceEventsByCpu(readPackets(written(run))).values()].flat();
    const found = events.flatMap((event) => {
      if (event.sched_process_fork) {
        return [`fork ${event.sched_process_fork.parent_pid} ${event.sched_process_fork.child_pid}`];
      }
      if (event.task_newtask) return [`newtask ${event.pid} ${event.task_newtask.pid} ${event.task_newtask.comm}`];
      if (event.sched_process_exit) return [`exit ${event.sched_process_exit.pid}`];
      const move = event.sched_migrate_task;
      return move === undefined ? [] : [`migrate ${move.pid} ${move.orig_cpu} ${move.dest_cpu}`];
    });
    const expected = run.events.flatMap((event) => {
      if (event.kind === "fork") {
        return [`fork ${event.parent} ${event.pid}`, `newtask ${event.parent} ${event.pid} ${run.taskName(event.pid)}`];
      }
      if (event.kind === "exit") return [`exit ${event.pid}`];
      return event.kind === "migrate" ? [`migrate ${event.pid} ${event.fromCpu} ${event.toCpu}`] : [];
    });
    expect(found.sort()).toEqual(expected.sort());
  });

  it("gives the same thread states in whatever order the CPUs' events of one nanosecond are taken", async () => {
    const run = await simulate();
    const byCpu = ftraceEventsByCpu(readPackets(written(run)));
    const states = importedStates(byCpu, (cpu) => cpu);
    expect(importedStates(byCpu, (cpu) => -cpu)).toEqual(states);
    const expected = statesOf(run.events);
    expect([...states.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [pid, changes] of expected) {
      const found = states.get(pid) ?? [];
      expect(found.map(({ state }) => state)).toEqual(changes.map(({ state }) => state));
      for (const [index, { timeNs }] of changes.entries()) {
        const late = (found[index]?.timeNs ?? Number.NaN) - timeNs;
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(longestDelayNs);
      }
    }
  });

  it("keeps times but for what one instant has on several CPUs", async () => {
    const run = await simulate();
    const byCpu = ftraceEventsByCpu(readPackets(written(run)));
    const found = [...byCpu].flatMap(([cpu, events]) =>
      events.flatMap(({ timestamp, sched_switch }) => (sched_switch ? [{ cpu, timestamp }] : [])),
    );
    const exact = new Set(
      run.events.flatMap((event) => (event.kind === "switch" ? [`${event.cpu} ${event.timeNs}`] : [])),
    );
    const late = found.filter(({ cpu, timestamp }) => !exact.has(`${cpu} ${timestamp}`));
    expect(late.length / found.length).toBeLessThan(0.02);
  });

  it("counts the tasks on each runqueue", async () => {
    const run = await simulate();
    const packets = readPackets(written(run));
    const ends = run.events.filter((event, index) => event.timeNs !== run.events[index + 1]?.timeNs);
    for (let cpu = 0; cpu < run.cpus; cpu += 1) {
      const counter = counterNamed(packets, `Runqueue length CPU ${cpu}`);
      const lengths = runQueueLengths(run.events, cpu);
      for (const { timeNs } of ends) expect(valueAt(counter, timeNs)).toBe(lengths.get(timeNs));
      expect(counter.at(-1)?.timeNs).toBe(run.durationNs);
    }
  });

  it("shows the priorities of those whose priorities change", async () => {
    const run = await simulate();
    const packets = readPackets(written(run));
    const priorities = new Map<number, { timeNs: number; value: number }[]>();
    const see = (pid: number, timeNs: number, value: number) => {
      const before = priorities.get(pid) ?? [];
      if (before.at(-1)?.value !== value) before.push({ timeNs, value });
      if (pid !== 0) priorities.set(pid, before);
    };
    for (const event of run.events) {
      if (event.kind === "switch") {
        see(event.previous, event.timeNs, event.previousPriority);
        see(event.next, event.timeNs, event.nextPriority);
      } else if (event.kind === "wakeup" || event.kind === "new") see(event.pid, event.timeNs, event.priority);
    }
    for (const [pid, values] of priorities) {
      const name = `Priority of ${run.taskName(pid)}`;
      if (values.length > 1) expect(counterNamed(packets, name)).toEqual(values);
      else expect(packets.some(({ track_descriptor }) => track_descriptor?.name === name)).toBe(false);
    }
  });

  it("names threads and has marks on them", async () => {
    const run = await simulate();
    const packets = readPackets(written(run));
    const tracks = packets.flatMap(({ track_descriptor }) => (track_descriptor ? [track_descriptor] : []));
    expect(new Set(tracks.map(({ uuid }) => uuid)).size).toBe(tracks.length);
    const threads = tracks.flatMap(({ uuid, thread }) => (thread ? [{ uuid, ...thread }] : []));
    const pids = new Set(run.events.flatMap((event) => ("pid" in event && event.pid !== 0 ? [event.pid] : [])));
    for (const pid of pids) {
      const process = pid < 0 ? "Kernel threads" : "a run";
      const thread = threads.find(({ tid }) => tid === kernelThread(pid));
      expect(thread?.thread_name).toBe(run.taskName(pid));
      expect(tracks.find((track) => track.process?.pid === thread?.pid)?.process?.process_name).toBe(process);
    }
    const marks = packets.flatMap(({ timestamp, track_event: event }) => {
      const thread = threads.find(({ uuid }) => uuid === event?.track_uuid);
      return event?.type === 3 ? [[timestamp, thread?.tid, event.name]] : [];
    });
    expect(marks).toEqual(
      run.events.flatMap((event) => (event.kind === "mark" ? [[event.timeNs, event.pid, run.marks[event.mark]]] : [])),
    );
  });
});

describe("a Perfetto trace", () => {
  it("of one CPU is read back with the same switches, exits and wakers", async () => {
    const run = await simulatedTrace("12-hackbench.yaml", { cpus: 1, duration: "50ms" });
    const recording = readRecording([written(run)]);
    const events: RecordedEvent[] = [];
    for await (const batch of recording) events.push(...batch);
    const kinds = ["switch", "migrate", "exit", "waking"];
    const untold = (event: RecordedEvent) => {
      const { preempted, ...rest } = { preempted: null, ...event };
      return rest;
    };
    const chosen = (all: readonly RecordedEvent[]) => all.filter(({ kind }) => kinds.includes(kind)).map(untold);
    // Tasks of the workload start with a wake-up that has no other trace than theirs.
    const starts = run.recorded.flatMap((event) =>
      event.kind === "new" ? [{ ...event, kind: "waking" as const }] : [],
    );
    expect(chosen(events)).toEqual([...starts.map(untold), ...chosen(run.recorded)]);
  });

  it("starts every task once: woken, or new if it was forked", async () => {
    const run = await simulatedTrace("06-kernel-build.yaml", { duration: "200ms" });
    const { forked, all } = { forked: new Set<number>(), all: [] as RecordedEvent[] };
    for await (const batch of readRecording([written(run)])) all.push(...batch);
    for (const event of run.recorded) if (event.kind === "fork") forked.add(event.childPid);
    expect(forked.size).toBeGreaterThan(0);
    const started = all.flatMap((event) => (event.kind === "new" ? [event.pid] : []));
    expect(new Set(started)).toEqual(forked);
    expect(started).toHaveLength(forked.size);
  });

  it("says the same in whatever batches it is written", async () => {
    const run = await simulatedTrace("12-hackbench.yaml", { cpus: 2, duration: "50ms" });
    const whole = readPackets(written(run, run.recorded.length));
    const pieces = readPackets(written(run, 7));
    expect(ftraceEventsByCpu(pieces)).toEqual(ftraceEventsByCpu(whole));
    const others = (packets: readonly Packet[]) => packets.filter(({ ftrace_events }) => ftrace_events === undefined);
    expect(others(pieces)).toEqual(others(whole));
  });

  it("begins as Perfetto recognises it, also where nothing happened", () => {
    const bytes = createPerfettoWriter({ cpus: 1, name: "nothing" }).end();
    expect(bytes[0]).toBe(0x0a);
    expect(readPackets(bytes).every((packet) => packet.trusted_packet_sequence_id === 1)).toBe(true);
    expect(readPackets(bytes)[0]?.system_info?.utsname.sysname).toBe("Linux");
  });

  it("refuses an event without a CPU", () => {
    const write = () =>
      createPerfettoWriter({ cpus: 1, name: "x" }).encode([
        { kind: "exit", timeNs: 5, cpu: null, pid: 1, name: "a", priority: null },
      ]);
    expect(write).toThrow(/exit event at 5 ns for Perfetto: the recording has no CPUs/);
  });
});

interface StateChange {
  readonly timeNs: number;
  readonly state: string;
}

/** So late an event can be at most: each step from a CPU to another in one instant costs a nanosecond. */
const longestDelayNs = 16;

/**
 * What Perfetto's importer makes of the events: sorted by time alone, the CPUs in any order; the states of each thread as its
 * documented rules have them. Only what lasts counts.
 */
function importedStates(
  byCpu: ReadonlyMap<number, readonly FtraceEvent[]>,
  rank: (cpu: number) => number,
): Map<number, StateChange[]> {
  const streams = [...byCpu].sort(([a], [b]) => rank(a) - rank(b));
  const merged = streams
    .flatMap(([cpu, events]) => events.map((event) => ({ cpu, event })))
    .sort((a, b) => a.event.timestamp - b.event.timestamp);
  const states = new StateLog();
  for (const { cpu, event } of merged) {
    const { timestamp, sched_switch: change, sched_waking: waking, task_newtask: child } = event;
    if (change !== undefined) {
      const state = { 0: "runnable", 256: "runnable", 1: "sleeping", 2: "blocked", 16: "gone" }[change.prev_state];
      states.set(change.prev_pid, timestamp, state ?? "?");
      states.set(change.next_pid, timestamp, `running on ${cpu}`);
    } else if (child !== undefined) {
      states.set(child.pid, timestamp, "runnable");
    } else if (waking !== undefined && ["sleeping", "blocked", undefined].includes(states.get(waking.pid))) {
      states.set(waking.pid, timestamp, "runnable");
    }
  }
  return states.log;
}

/** The same from the events as they are. */
function statesOf(events: readonly TraceEvent[]): Map<number, StateChange[]> {
  const states = new StateLog();
  for (const event of events) {
    if (event.kind === "switch") {
      const state = { R: "runnable", S: "sleeping", D: "blocked", X: "gone" }[event.previousState];
      states.set(kernelThread(event.previous), event.timeNs, state);
      states.set(kernelThread(event.next), event.timeNs, `running on ${event.cpu}`);
    } else if (event.kind === "wakeup" || event.kind === "new") {
      states.set(kernelThread(event.pid), event.timeNs, "runnable");
    }
  }
  return states.log;
}

class StateLog {
  readonly log = new Map<number, StateChange[]>();

  get(pid: number): string | undefined {
    return this.log.get(pid)?.at(-1)?.state;
  }

  set(pid: number, timeNs: number, state: string): void {
    if (pid === 0) return;
    const changes = this.log.get(pid) ?? [];
    changes.push({ timeNs, state });
    this.log.set(pid, changes);
  }
}

function counterNamed(packets: readonly Packet[], name: string): { timeNs: number; value: number }[] {
  const track = packets.find(({ track_descriptor }) => track_descriptor?.name === name)?.track_descriptor;
  expect(track?.counter).toBeDefined();
  return packets
    .flatMap(({ timestamp, track_event: event }) =>
      event?.type === 4 && event.track_uuid === track?.uuid
        ? [{ timeNs: timestamp ?? Number.NaN, value: event.counter_value ?? Number.NaN }]
        : [],
    )
    .sort((a, b) => a.timeNs - b.timeNs);
}

function valueAt(counter: readonly { timeNs: number; value: number }[], timeNs: number): number {
  return counter.filter((sample) => sample.timeNs <= timeNs).at(-1)?.value ?? 0;
}

/** Lengths at the end of each instant, by the model's own rules: runnable tasks, each on one CPU. */
function runQueueLengths(events: readonly TraceEvent[], cpu: number): Map<number, number> {
  const queues = new Map<number, number>();
  const lengths = new Map<number, number>();
  for (const event of events) {
    switch (event.kind) {
      case "new":
        queues.set(event.pid, event.cpu);
        break;
      case "wakeup":
        queues.set(event.pid, event.targetCpu);
        break;
      case "migrate":
        if (queues.has(event.pid)) queues.set(event.pid, event.toCpu);
        break;
      case "switch":
        if (event.previousState !== "R") queues.delete(event.previous);
        if (event.next !== 0) queues.set(event.next, event.cpu);
        break;
    }
    lengths.set(event.timeNs, [...queues.values()].filter((queue) => queue === cpu).length);
  }
  return lengths;
}
