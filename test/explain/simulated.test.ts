/**
 * Explanations of simulated waits: every figure is in the scheduler's state, and every rule follows from the figures.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AnySchedulerState, Inspection } from "../../src/engine/inspection/types.js";
import {
  type Explanation,
  explainWorkload,
  explanationLines,
  type Facts,
  type RuleUse,
} from "../../src/explain/index.js";
import { Simulation, type SimulationOptions, simulate } from "../../src/simulation.js";
import { testEveryScheduler } from "../engine/every-scheduler.js";

const example = (name: string) => readFileSync(`examples/${name}`, "utf8");

/** Figures as numbers; what they stand for is compared, not how they are kept. */
const figure = (facts: Facts, name: string) => Number(facts[name]);

/** Whether the figures bear the rule out, told anew. `a` runs, `b` waits. */
const holds: Readonly<Record<string, (facts: Facts, cpu: number) => boolean>> = {
  "better-priority": (facts) => figure(facts, "running.prio") < figure(facts, "waiting.prio"),
  "its-turn-in-the-list": (facts) => {
    const names = ["prio", "slot", "rtprio"].filter((name) => `running.${name}` in facts);
    return names.length === 1 && facts[`running.${names[0]}`] === facts[`waiting.${names[0]}`];
  },
  "not-preempted-yet": () => true,
  "on-its-way": (facts) => facts["waiting.array"] === null,
  "expired-array": (facts) => facts["waiting.array"] === "expired" && facts["running.array"] === "active",
  "better-slot": (facts) => figure(facts, "running.slot") < figure(facts, "waiting.slot"),
  "better-goodness": (facts) => figure(facts, "running.goodness") > figure(facts, "waiting.goodness"),
  "first-in-the-list": (facts) => facts["running.goodness"] === facts["waiting.goodness"],
  "not-for-this-cpu": (facts, cpu) =>
    "waiting.affinity" in facts
      ? Math.floor(figure(facts, "waiting.affinity") / 2 ** cpu) % 2 === 0
      : (facts["waiting.goodness"] ?? facts["waiting.deadlines"] ?? null) === null,
  "slice-used-up": (facts) => facts["waiting.priority"] === 0,
  "smaller-vruntime": (facts) => figure(facts, "running.vruntime") < figure(facts, "waiting.vruntime"),
  "smaller-key": (facts) => figure(facts, "running.fairKey") < figure(facts, "waiting.fairKey"),
  "not-due-yet": (facts) =>
    figure(facts, "running.vruntime") > figure(facts, "waiting.vruntime") ||
    figure(facts, "running.fairKey") > figure(facts, "waiting.fairKey") ||
    figure(facts, "cpu.deadline") > figure(facts, "waiting.deadlines"),
  "same-vruntime": (facts) => facts["running.vruntime"] === facts["waiting.vruntime"],
  "same-key": (facts) => facts["running.fairKey"] === facts["waiting.fairKey"],
  "same-deadline": (facts) =>
    (facts["running.deadline"] ?? facts["cpu.deadline"]) === (facts["waiting.deadline"] ?? facts["waiting.deadlines"]),
  "not-eligible": (facts) => facts["waiting.eligible"] === false && figure(facts, "waiting.lagTime") <= 0,
  "earlier-deadline": (facts) =>
    figure(facts, "running.deadline") < figure(facts, "waiting.deadline") ||
    figure(facts, "cpu.deadline") < figure(facts, "waiting.deadlines"),
  "request-protected": (facts) => facts["running.protected"] === true,
  "real-time": (facts) => figure(facts, "running.rtprio") > 0 && facts["waiting.rtprio"] === 0,
  "higher-real-time-priority": (facts) => figure(facts, "running.rtprio") > figure(facts, "waiting.rtprio"),
  "cpu-idle": (facts) => facts["cpu.current"] === 0,
  "kernel-thread": (facts) => figure(facts, "cpu.current") < 0,
};

/** The same figures, looked up in an inspection of a run of its own. */
function lookedUp(use: RuleUse, pid: number, inspection: Inspection<AnySchedulerState>): Facts {
  const { cpu, facts } = use.longest;
  const records = {
    cpu: inspection.cpus[cpu]!,
    running: inspection.tasks[use.longest.pid - 1]!,
    waiting: inspection.tasks[pid - 1]!,
  };
  return Object.fromEntries(
    Object.keys(facts).map((key) => {
      const [who, name] = key.split(".") as [keyof typeof records, string];
      const record = records[who];
      const value =
        record.fields[name] ?? record.derived?.[name] ?? (record as unknown as Record<string, unknown>)[name] ?? null;
      return [key, (Array.isArray(value) ? value[cpu] : value) as Facts[string]];
    }),
  );
}

async function checkAgainstState(explanation: Explanation, workload: object | string, options: SimulationOptions) {
  for (const wait of explanation.waits) {
    const lengthNs = wait.toNs - wait.fromNs;
    const cpus = explanation.scheduler?.match(/^(vanilla|bfs)/) ? wait.cpus.length : 1;
    const ranNs = wait.ran.reduce((sum, each) => sum + each.ranNs, 0);
    expect(ranNs).toBe(lengthNs * cpus);
    expect(wait.reasons.reduce((sum, { forNs }) => sum + forNs, 0)).toBe(lengthNs * cpus);
    for (const use of wait.reasons) {
      expect(use.rule in holds).toBe(true);
      const simulation = await Simulation.create(workload, options);
      simulation.advance(use.longest.fromNs);
      const inspection = simulation.inspect() as Inspection<AnySchedulerState>;
      expect(inspection.cpus[use.longest.cpu]?.current).toBe(use.longest.pid);
      expect(inspection.tasks[wait.pid - 1]?.state).toBe("runnable");
      expect(lookedUp(use, wait.pid, inspection)).toEqual(use.longest.facts);
      expect({ facts: use.longest.facts, holds: holds[use.rule]?.(use.longest.facts, use.longest.cpu) }).toMatchObject({
        holds: true,
      });
      simulation.dispose();
    }
  }
}

testEveryScheduler("an explanation rests on the state at that moment", 30, async (workload, choice) => {
  const result = await simulate(workload, choice);
  for (const { pid, longestWaitNs } of result.tasks.slice(0, 3)) {
    if (longestWaitNs === 0) continue;
    const explanation = await explainWorkload(workload, { task: String(pid), waits: 2 }, choice);
    expect(explanation.scheduler).toBe(choice.scheduler);
    expect(explanation.waits[0]!.toNs - explanation.waits[0]!.fromNs).toBe(longestWaitNs);
    await checkAgainstState(explanation, workload, choice);
  }
});

describe("under each family, of the ten tasks that sleep a little", () => {
  const rules: Readonly<Record<string, readonly string[]>> = {
    vanilla: ["better-goodness"],
    hamq: ["better-goodness"],
    "o1-2.5.3": ["its-turn-in-the-list"],
    o1: ["better-priority", "expired-array"],
    nicksched: ["expired-array"],
    staircase: ["better-priority", "its-turn-in-the-list"],
    sd: ["better-priority"],
    ebs: ["better-slot"],
    "cfs-2.6.23": ["smaller-key"],
    cfs: ["smaller-vruntime"],
    "cfs-5.19": ["smaller-vruntime"],
    eevdf: ["not-eligible"],
    bfs: ["earlier-deadline"],
  };
  for (const [scheduler, expected] of Object.entries(rules)) {
    it(`${scheduler} made the first one wait longest by ${expected.join(" and ")}`, async () => {
      const source = example("02-massive-intr.yaml");
      const explanation = await explainWorkload(source, { task: "intr/0", waits: 1 }, { scheduler });
      expect(explanation.waits[0]?.reasons.map(({ rule }) => rule)).toEqual(expected);
      await checkAgainstState(explanation, source, { scheduler });
    });
  }
});

describe("an explanation under O(1)", () => {
  it("tells how the wait began, that the arrays were swapped, and who went round in the active one", async () => {
    const source = example("02-massive-intr.yaml");
    const { waits } = await explainWorkload(source, { task: "intr/0" }, { scheduler: "o1" });
    const [longest] = waits;
    expect(waits.length).toBe(3);
    expect(longest).toMatchObject({ fromNs: 324e6, toNs: 10e9, ranAgain: false, cpus: [0], ended: "the run ended" });
    expect(longest?.began).toMatchObject({ how: "left", by: "intr/1", rule: "slice-used-up" });
    const simulation = await Simulation.create(source, { scheduler: "o1" });
    simulation.advance(324e6);
    expect(longest?.began.facts["after.timeSlice"]).toBe(simulation.inspect().tasks[0]?.fields.timeSlice);
    expect(longest?.notes.map(({ rule, names }) => [rule, [...names].sort()])).toEqual([
      ["arrays-swapped", []],
      ["back-to-active", ["intr/7", "intr/8", "intr/9"]],
    ]);
    const text = explanationLines(await explainWorkload(source, { task: "intr/0", waits: 1 })).join("\n");
    expect(text).toContain("intr/0 (pid 1) waited 9.68 s on CPU 0, from 0.324 s to 10 s.");
    expect(text).toContain("Meanwhile ran intr/9 4.59 s (47.5%), intr/7 4.25 s (44.0%)");
    expect(text).toMatch(
      /by rule expired-array, \d+ times; at 0\.328 s, when intr\/2 came for 8 ms: it was in the expired array/,
    );
  });

  it("puts real-time tasks first, whatever else there is", async () => {
    const workload = {
      duration: "100ms",
      tasks: [
        { name: "hog", program: [{ run: "1s" }] },
        { name: "rt", policy: "fifo", rtprio: 50, program: [{ sleep: "10ms" }, { run: "20ms" }] },
      ],
    };
    for (const scheduler of ["o1", "cfs", "eevdf", "bfs", "vanilla", "sd"]) {
      const { waits } = await explainWorkload(workload, { task: "hog" }, { scheduler });
      expect(waits[0]?.reasons.map(({ rule }) => rule)).toEqual(["real-time"]);
      expect(waits[0]?.began).toMatchObject({ how: "left", by: "rt" });
      expect(waits[0]?.ran).toMatchObject([{ name: "rt", ranNs: 20e6, share: 1 }]);
    }
  });

  it("follows a task that is moved to another CPU", async () => {
    const source = example("10-affinity-imbalance.yaml");
    const options = { scheduler: "o1", cpus: 4, duration: "2s" };
    const { waits } = await explainWorkload(source, { task: "free/3", waits: 10 }, options);
    const moved = waits.find(({ moves }) => moves.length > 0);
    expect(moved?.moves).toEqual([{ timeNs: 64e6, fromCpu: 1, toCpu: 3 }]);
    expect(moved?.cpus).toEqual([1, 3]);
    const ranNs = moved?.ran.reduce((sum, each) => sum + each.ranNs, 0);
    expect(ranNs).toBe(moved!.toNs - moved!.fromNs);
  });

  it("says which CPUs of a common queue could not take it", async () => {
    const workload = {
      machine: { cpus: 2 },
      duration: "50ms",
      tasks: [{ name: "t", count: 2, affinity: [0], program: [{ run: "1s" }] }],
    };
    for (const scheduler of ["bfs", "vanilla"]) {
      const [wait] = (await explainWorkload(workload, { task: "t", waits: 1 }, { scheduler })).waits;
      const lengthNs = wait!.toNs - wait!.fromNs;
      expect(wait?.ran).toMatchObject([
        { ranNs: lengthNs, share: 0.5 },
        { ranNs: lengthNs, share: 0.5 },
      ]);
      expect(wait?.ran.map(({ name }) => name)).toContain("idle");
      const use = wait?.reasons.find(({ rule }) => rule === "not-for-this-cpu");
      expect(use).toMatchObject({ forNs: lengthNs, longest: { cpu: 1, sentence: "its affinity leaves out CPU 1" } });
    }
  });

  it("says who forked and who woke", async () => {
    const source = example("06-kernel-build.yaml");
    const forked = await explainWorkload(source, { task: "cc", waits: 1000 }, { duration: "1s" });
    expect(forked.waits.map(({ began }) => began.sentence)).toContain("make forked it");
    const ping = await explainWorkload(example("12-hackbench.yaml"), { task: "receiver1" }, { duration: "50ms" });
    expect(
      ping.waits.some(({ began }) => began.sentence.endsWith(" woke it") && began.by?.startsWith("sender1/")),
    ).toBe(true);
  });
});

describe("what is asked", () => {
  const source = example("02-massive-intr.yaml");

  it("can be the wait at an instant", async () => {
    const { waits } = await explainWorkload(source, { task: "intr/0", atNs: 50e6 });
    expect(waits.map(({ fromNs, toNs }) => [fromNs, toNs])).toEqual([[10e6, 80e6]]);
  });

  it("can be all tasks of one name", async () => {
    const { waits } = await explainWorkload(source, { task: "intr", waits: 10 });
    expect(waits.length).toBe(10);
    const lengths = waits.map(({ fromNs, toNs }) => toNs - fromNs);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(new Set(waits.map(({ name }) => name)).size).toBeGreaterThan(1);
  });

  const wrong: readonly (readonly [what: string, query: object, message: RegExp])[] = [
    [
      "a task that is not there",
      { task: "hog" },
      /no task hog in massive-intr: it has intr\/0, .*; give a name or a pid/,
    ],
    [
      "an instant at which it ran",
      { task: "intr/0", atNs: 3e6 },
      /no wait of intr\/0 at 3 ms .*: intr\/0 was running then/,
    ],
    ["an instant at which it slept", { task: "intr/0", atNs: 9.5e6 }, /intr\/0 was asleep then/],
    ["no waits", { task: "intr/0", waits: 0 }, /waits is 0; expected a whole number, 1 or more/],
  ];
  for (const [what, query, message] of wrong) {
    it(`is refused for ${what}`, async () => {
      await expect(explainWorkload(source, query as { task: string })).rejects.toThrow(message);
    });
  }

  it("is refused for a task that never waited", async () => {
    const alone = { duration: "10ms", tasks: [{ name: "t", program: [{ run: "1s" }] }] };
    await expect(explainWorkload(alone, { task: "t" })).rejects.toThrow("t never waited in");
  });
});
