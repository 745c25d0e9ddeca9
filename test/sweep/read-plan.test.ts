import { describe, expect, test } from "vitest";
import { loadEngine, type SweepPlan, sweep } from "../../src/index.js";
import { Points } from "../../src/sweep/point.js";
import { readPlan } from "../../src/sweep/read-plan.js";
import { includedPoints } from "../../src/sweep/where.js";
import { complaint, read, workload, yaml } from "./plans.js";

const valuesOf = (plan: SweepPlan, path: string) => {
  const axis = plan.axes.find(({ parameters }) => parameters.some((parameter) => parameter.path === path));
  const place = axis?.parameters.findIndex((parameter) => parameter.path === path) ?? -1;
  return axis?.rows.map((row) => row[place]);
};

const allPoints = (plan: SweepPlan) => {
  const points = new Points(plan);
  return Array.from(includedPoints(plan, points), (point) => points.grid.values(point));
};

describe("a plan", () => {
  test("crosses everything that it varies, seeds innermost", async () => {
    const plan = await read(yaml("vary: {scheduler: [o1, vanilla-2.4.17], machine.cpus: [1, 2]}\nseed: {count: 2}"));
    expect(allPoints(plan)).toEqual([
      ["o1-2.6.22", 1, 1],
      ["o1-2.6.22", 1, 2],
      ["o1-2.6.22", 2, 1],
      ["o1-2.6.22", 2, 2],
      ["vanilla-2.4.17", 1, 1],
      ["vanilla-2.4.17", 1, 2],
      ["vanilla-2.4.17", 2, 1],
      ["vanilla-2.4.17", 2, 2],
    ]);
  });

  test("is the same in YAML, JSON and JSON5", async () => {
    const engine = await loadEngine();
    const object = { workload, vary: { "machine.cpus": [1, 2] }, seed: 3, measure: ["latency.p99"] };
    const json = JSON.stringify(object);
    const plans = [
      object,
      json,
      `// five\n${json.replace('"seed"', "seed")}`,
      `seed: 3\n${yaml("vary:\n  machine.cpus: [1, 2]\nmeasure: [latency.p99]")}`,
    ];
    const read = await Promise.all(plans.map((plan) => readPlan(plan, engine)));
    for (const plan of read) expect(plan).toEqual(read[0]);
  });

  test("spaces ranges evenly, or by equal factors, in whole numbers and in durations", async () => {
    const plan = await read(
      yaml(`vary:
  tasks.intr.count: {from: 10, to: 4000, steps: 9, scale: log}
  duration: {from: 10ms, to: 100ms, steps: 4}
  tasks.intr.program[1].sleep.uniform[1]: {from: 3ms, to: 3s, steps: 4, scale: log}`),
    );
    expect(valuesOf(plan, "tasks.intr.count")).toEqual([10, 21, 45, 95, 200, 423, 894, 1891, 4000]);
    expect(valuesOf(plan, "duration")).toEqual([10e6, 40e6, 70e6, 100e6]);
    expect(valuesOf(plan, "tasks.intr.program[1].sleep.uniform[1]")).toEqual([3e6, 30e6, 300e6, 3e9]);
  });

  test("says when rounding leaves fewer values than steps", async () => {
    const plan = await read(yaml("vary: {tasks.intr.count: {from: 1, to: 3, steps: 9}}"));
    expect(valuesOf(plan, "tasks.intr.count")).toEqual([1, 2, 3]);
    expect(plan.warnings).toEqual([
      expect.stringContaining("9 steps make only 3 different whole numbers\n  hint: `whole: false` keeps fractions"),
    ]);
  });

  test("takes lists and mappings as values", async () => {
    const plan = await read(
      yaml("vary: {'tasks.intr.program[1].sleep.uniform': [[1ms, 2ms]], long: [32, 64]}\nmeasure: longestWait"),
    );
    expect(valuesOf(plan, "tasks.intr.program[1].sleep.uniform")).toEqual(['["1ms","2ms"]']);
  });

  test("takes a list of points, crossed with the rest", async () => {
    const plan = await read(
      yaml("vary: {scheduler: [o1, vanilla]}\npoints: [{machine.cpus: 1, tasks.intr.count: 5}, {machine.cpus: 2}]"),
    );
    expect(allPoints(plan)).toEqual([
      ["o1-2.6.22", 1, 5],
      ["o1-2.6.22", 2, null],
      ["vanilla-2.4.17", 1, 5],
      ["vanilla-2.4.17", 2, null],
    ]);
  });

  test("draws from ranges the same for all that is crossed with them, and again the same", async () => {
    const text = yaml(`vary:
  scheduler: [o1, vanilla]
  tasks.intr.count: {from: 1, to: 100, scale: log}
  machine.timers: {choose: [hrtimer, jiffies]}
sample: {method: latin-hypercube, count: 50, seed: 3}`);
    const plan = await read(text);
    const points = allPoints(plan);
    expect(points.length).toBe(100);
    expect(points.slice(0, 50).map(([, ...drawn]) => drawn)).toEqual(points.slice(50).map(([, ...drawn]) => drawn));
    expect(valuesOf(plan, "machine.timers")?.filter((timers) => timers === "hrtimer").length).toBe(25);
    expect(await read(text)).toEqual(plan);
    expect(await read(text.replace("seed: 3", "seed: 4"))).not.toEqual(plan);
    expect(await read(text.replace("latin-hypercube", "random"))).not.toEqual(plan);
  });

  test("leaves points out by a condition over parameters and over what the workload says", async () => {
    const vary = "vary: {machine.cpus: [1, 2, 4, 8], tasks.intr.count: [2, 4]}";
    const all = allPoints(await read(yaml(`${vary}\nwhere: tasks.intr.count >= machine.cpus`)));
    expect(all).toEqual([
      [1, 2],
      [1, 4],
      [2, 2],
      [2, 4],
      [4, 4],
    ]);
    const rest = `${vary}\nwhere: 'tasks["kernel-build"].count == 1 and duration <= 100ms and machine.hz == 1000'`;
    expect(allPoints(await read(yaml(rest))).length).toBe(8);
  });

  test("chooses schedulers by alias, by pattern, or all", async () => {
    const { description } = await loadEngine();
    const ids = description.schedulers.map(({ info }) => info.id);
    expect(valuesOf(await read(yaml("vary: {scheduler: all}")), "scheduler")).toEqual(ids);
    expect(valuesOf(await read(yaml("vary: {scheduler: ['cfs-2.6.*', o1]}")), "scheduler")).toEqual([
      ...ids.filter((id) => id.startsWith("cfs-2.6.")),
      "o1-2.6.22",
    ]);
  });

  test("leaves out what a scheduler cannot run that only a pattern chose, and says so", async () => {
    const vary = "scheduler: ['cfs-*', cfs-5.19], machine.cpus: [1, 2]";
    const named = await read(yaml(`vary: {${vary}}`));
    expect(named.warnings).toEqual([]);
    expect(allPoints(named).length).toBe(2 * valuesOf(named, "scheduler")!.length);
    const matched = await read(yaml(`vary: {${vary.replace(", cfs-5.19", "")}}`));
    const left = allPoints(matched).filter(([scheduler]) => scheduler === "cfs-5.19");
    expect(left).toEqual([["cfs-5.19", 1]]);
    expect(matched.warnings).toEqual([
      `left out 1 of ${allPoints(named).length} points: cfs-5.19 cannot run on 2 CPUs: expected at most 1`,
    ]);
    const all = await read(yaml("vary: {scheduler: all, machine.hz: [250], machine: [{cpus: 1}, {cpus: 2, hz: 100}]}"));
    expect(allPoints(all)).toContainEqual(["eevdf-6.12", 250, '{"cpus":1}']);
    expect(allPoints(all)).not.toContainEqual(["eevdf-6.12", 250, '{"cpus":2,"hz":100}']);
    expect(await complaint("vary: {scheduler: 'spa*'}")).toContain(
      "plan.yaml:2:19: error: vary.scheduler: none of these schedulers can run any point: spa-nofrills",
    );
  });

  test("takes aliases for the scheduler of the baseline", async () => {
    const plan = await read(yaml("vary: {scheduler: [o1, vanilla-2.4.17]}\nbaseline: {scheduler: o1}"));
    expect(plan.baseline).toEqual({ scheduler: "o1-2.6.22" });
  });

  test("keeps seeds of 64 bits", async () => {
    const { workloads } = await read(
      `workload: {seed: 18446744073709551615, tasks: ${JSON.stringify(workload.tasks)}}`,
    );
    expect(workloads[0]!.source).toMatchObject({ seed: "18446744073709551615" });
  });

  test("has several workloads, by name", async () => {
    const other = { ...workload, name: "other" };
    const plan = await read({ workload: [workload, other], vary: { "machine.cpus": [1, 2] } });
    expect(allPoints(plan)).toEqual([
      ["mix", 1],
      ["mix", 2],
      ["other", 1],
      ["other", 2],
    ]);
  });

  test("reads what workloads include, and hands it on with them", async () => {
    const part = "tasks: [{name: part, program: [{run: 1ms}]}]";
    const readInclude = (path: string, from: string | undefined) => ({ file: `${from}/${path}`, text: part });
    const engine = await loadEngine();
    const rest = "duration: 10ms, include: part.yaml, tasks: [{name: own, program: [{run: 1ms}]}]";
    const text = `workload: [{name: first, ${rest}}, {name: second, ${rest}}]\nmeasure: tasks.part.longestWait`;
    const plan = await readPlan(text, engine, { file: "p.yaml", readInclude });
    const answer = { path: "part.yaml", includedFrom: "p.yaml", file: "p.yaml/part.yaml", text: part };
    expect(plan.workloads.map(({ included }) => included)).toEqual([[answer], [answer]]);
    const wait: (number | null | undefined)[] = [];
    for await (const { figures } of sweep(structuredClone(plan), { workers: 0 })) {
      wait.push(figures["tasks.part.longestWait"]);
    }
    expect(wait).toEqual([wait[1], expect.any(Number)]);
    await expect(readPlan(text, engine, { file: "p.yaml" })).rejects.toThrow("there is nobody to read them");
    const mistaken = { readInclude: () => ({ file: "part.yaml", text: part.replace("run", "rum") }) };
    await expect(readPlan(text, engine, mistaken)).rejects.toThrow("part.yaml:1:33: error: tasks[1].program[0].rum");
  });

  test("reads workloads from files where it may", async () => {
    const files = new Map([["../02-mix.yaml", JSON.stringify(workload)]]);
    const readFile = async (path: string) => {
      const text = files.get(path);
      if (text === undefined) throw new Error(`cannot read ${path}: no such file`);
      return { text, name: `here/${path}` };
    };
    const engine = await loadEngine();
    const plan = await readPlan("workload: ../02-mix.yaml", engine, { readFile });
    expect(plan.workloads).toEqual([{ name: "mix", source: JSON.stringify(workload), file: "here/../02-mix.yaml" }]);
    await expect(readPlan("workload: gone.yaml", engine, { readFile, file: "p.yaml" })).rejects.toThrow(
      "p.yaml:1:11: error: workload: cannot read gone.yaml: no such file",
    );
    await expect(readPlan("workload: ../02-mix.yaml", engine)).rejects.toThrow("here are no files to be read");
  });
});

describe("a mistake is told with its place and the way out:", () => {
  test.each([
    [
      "an unknown key",
      "varry: {machine.cpus: [1]}",
      'plan.yaml:2:1: error: varry: unknown key "varry" in a plan',
      'did you mean "vary"?',
    ],
    [
      "a path that leads nowhere",
      "vary:\n  tasks.intro.count: [1]",
      "plan.yaml:3:22: error: vary",
      "did you mean tasks.intr.count?",
    ],
    ["a value that is wrong in itself", "vary:\n  tasks.intr.nice: [0, 99]", "found 99; expected a nice value", ""],
    [
      "an unknown scheduler",
      "vary: {scheduler: [o1-2.6.23]}",
      'found "o1-2.6.23"; expected the id of a scheduler',
      'did you mean "o1-2.6.22"?',
    ],
    [
      "an unknown tunable",
      "vary: {tunables.childPenalti: [1]}",
      "no scheduler has a tunable",
      'did you mean "childPenalty"?',
    ],
    [
      "an unknown figure",
      "measure: [latency.p98]",
      'found "latency.p98", but there is no figure',
      'did you mean "latency.p95"?',
    ],
    [
      "a task that is not there",
      "measure: [tasks.inter.share.jain]",
      'but the workload has no task "inter"',
      'did you mean "intr"?',
    ],
    ["a mark that is not there", "measure: [marks.lop.rate]", 'the workload has no mark "lop"', 'did you mean "loop"?'],
    [
      "a figure of a task that is none",
      "measure: [tasks.intr.share.jane]",
      'no figure "share.jane" of tasks.intr',
      'did you mean "share.jain"?',
    ],
    ["an expression that breaks off", "where: machine.cpus >", "at character", ""],
    [
      "a name in an expression that is not there",
      "where: machine.cpu > 1",
      "there is no machine.cpu here",
      'did you mean "machine.cpus"?',
    ],
    [
      "an expression that leaves nothing",
      "vary: {machine.cpus: [1, 2]}\nwhere: machine.cpus > 2",
      "of 2 points none fulfils this",
      "",
    ],
    ["a range without steps", "vary: {machine.cpus: {from: 1, to: 4}}", '"steps" is missing', "sample"],
    [
      "a log range that touches 0",
      "vary: {tasks.intr.count: {from: 0, to: 4, steps: 2, scale: log}}",
      "a log scale has none there",
      "",
    ],
    ["seeds in the wrong place", "vary: {seed: [1, 2]}", '"seed" has a place of its own', "paired"],
    ["a seed that is there twice", "seed: [1, 2, 1]", "the seed 1 is there already", ""],
    ["an unknown cost", "vary: {costs.switch: [1us]}", "costs.switch", ""],
    [
      "a value that is there twice",
      "vary: {machine.cpus: [1, 2, 1]}",
      'plan.yaml:2:29: error: vary["machine.cpus"][2]: found 1, which is there already',
      "",
    ],
    ["a point that is there twice", "points: [{machine.cpus: 2}, {machine.cpus: 2}]", "found a mapping, which is", ""],
    [
      "a range of one step",
      "vary: {machine.cpus: {from: 1, to: 4, steps: 1}}",
      "found 1; expected at least 2 steps",
      "",
    ],
    [
      "a baseline that is not varied",
      "vary: {machine.cpus: [1, 2]}\nbaseline: {machine.cpu: 1}",
      "is not varied",
      'did you mean "machine.cpus"?',
    ],
    [
      "a baseline that is no value",
      "vary: {machine.cpus: [1, 2]}\nbaseline: {machine.cpus: 3}",
      "expected one of the values of machine.cpus",
      "",
    ],
    [
      "a sample of nothing",
      "vary: {machine.cpus: [1]}\nsample: {count: 3}",
      "there is nothing to draw from",
      "without `steps`",
    ],
    [
      "too many points",
      "vary: {tasks.intr.count: {from: 1, to: 100000, steps: 100000}}\nseed: {count: 1000}",
      "100000000 points",
      "fewer",
    ],
    ["a long of another width", "vary: {long: [32, 48]}", "found 48; expected 32 or 64", ""],
    ["a path that is varied twice", "vary: {machine.cpus: [1]}\npoints: [{machine.cpus: 2}]", "is varied twice", ""],
  ])("%s", async (_, rest, message, hint) => {
    const said = await complaint(rest);
    expect(said).toContain(message);
    expect(said).toContain(hint);
    expect(said).toMatch(/^plan\.yaml:\d+:\d+: error: /);
  });

  test("no plan at all", async () => {
    await expect(read("")).rejects.toThrow("expected a plan: a mapping with a workload");
    await expect(read("[1]")).rejects.toThrow("expected a plan");
    await expect(read("vary: {}")).rejects.toThrow('"workload" is missing');
  });

  test("what is wrong with the workload itself is told as its own mistake", async () => {
    await expect(read({ workload: { ...workload, duration: "soon" } })).rejects.toThrow('duration: found "soon"');
    await expect(read("workload: {tasks: [{program: [{rum: 1ms}]}]}")).rejects.toThrow(
      "plan.yaml:1:32: error: tasks[0].program[0].rum: unknown operation",
    );
  });
});
