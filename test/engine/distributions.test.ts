/** Spans drawn at random, from the file to the clock: the right shapes, and the same values everywhere. */
import { describe, expect, test } from "vitest";
import { simulate } from "../../src/simulation.js";
import { compileWorkload, loadWorkload } from "../../src/workload/index.js";
import { allSchedulers } from "./every-scheduler.js";
import { play } from "./played.js";

interface Drawn {
  /** The draws that are above 0: a sleep of nothing does not show. */
  readonly spansNs: readonly number[];
  /** All of them. */
  readonly count: number;
}

/** A task on a machine of its own that does nothing but sleep: each sleep is a draw. */
async function draws(distribution: object, durationNs: number, seed = 1, options: object = {}): Promise<Drawn> {
  const tasks = [{ name: "drawer", program: [{ sleep: distribution }, { mark: "drawn" }] }];
  const { events, result } = await play({ machine: { hz: 100 }, duration: durationNs, seed, tasks }, options);
  let fromNs = 0;
  const spansNs: number[] = [];
  for (const { kind, timeNs } of events) {
    if (kind !== "wakeup") continue;
    spansNs.push(timeNs - fromNs);
    fromNs = timeNs;
  }
  return { spansNs, count: result.marks.drawn!.count };
}

const ms = 1e6;
/** Quantiles of the standard normal distribution. */
const normalQuantiles = [
  [0.01, -2.326348],
  [0.1, -1.281552],
  [0.25, -0.67449],
  [0.5, 0],
  [0.75, 0.67449],
  [0.9, 1.281552],
  [0.99, 2.326348],
] as const;
const shares = normalQuantiles.map(([share]) => share);

const shapes = [
  {
    name: "uniform",
    distribution: { uniform: ["1ms", "3ms"] },
    mean: 2 * ms,
    quantiles: shares.map((share) => [share, (1 + 2 * share) * ms] as const),
  },
  {
    name: "exponential",
    distribution: { exponential: "2ms" },
    mean: 2 * ms,
    quantiles: shares.map((share) => [share, -2 * ms * Math.log(1 - share)] as const),
  },
  {
    name: "normal",
    distribution: { normal: ["5ms", "1ms"] },
    mean: 5 * ms,
    quantiles: normalQuantiles.map(([share, z]) => [share, (5 + z) * ms] as const),
  },
  {
    name: "lognormal",
    distribution: { lognormal: ["2ms", 0.5] },
    mean: 2 * ms * Math.exp(0.125),
    quantiles: normalQuantiles.map(([share, z]) => [share, 2 * ms * Math.exp(0.5 * z)] as const),
  },
  {
    name: "pareto",
    distribution: { pareto: ["1ms", 3] },
    mean: 1.5 * ms,
    quantiles: shares.map((share) => [share, ms * (1 - share) ** (-1 / 3)] as const),
  },
];

describe.each(shapes)("$name", ({ distribution, mean, quantiles }) => {
  test.each([1, 2])("has its mean and its quantiles over ten thousand draws (seed %i)", async (seed) => {
    const { spansNs } = await draws(distribution, Math.round(10_000 * mean), seed);
    const count = spansNs.length;
    const sum = spansNs.reduce((total, span) => total + span, 0);
    const actualMean = sum / count;
    const deviation = Math.sqrt(spansNs.reduce((total, span) => total + (span - actualMean) ** 2, 0) / count);
    // Four standard errors: a right engine fails once in 16,000 seeds, and these are fixed.
    expect(Math.abs(actualMean - mean)).toBeLessThan((4 * deviation) / Math.sqrt(count));
    for (const [share, quantile] of quantiles) {
      const below = spansNs.filter((span) => span <= quantile).length / count;
      expect(Math.abs(below - share), `${share}`).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / count));
    }
  });
});

test("uniform reaches both of its ends, and nothing beyond", async () => {
  const { spansNs } = await draws({ uniform: [5, 8] }, 6_500);
  expect([...new Set(spansNs)].sort()).toEqual([5, 6, 7, 8]);
});

test("normal is cut at nothing: the negative half counts as 0", async () => {
  const { spansNs, count } = await draws({ normal: [0, "1ms"] }, 4000 * ms);
  expect(Math.abs(spansNs.length / count - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / count));
});

test("choice draws by its weights", async () => {
  const choice = [
    ["1ms", 1],
    ["2ms", 2.5],
    ["4ms", 0],
    ["3ms", 0.5],
  ];
  const { spansNs } = await draws({ choice }, 10_000 * 1.875 * ms);
  for (const [span, share] of [
    [1 * ms, 0.25],
    [2 * ms, 0.625],
    [3 * ms, 0.125],
    [4 * ms, 0],
  ] as const) {
    const drawn = spansNs.filter((other) => other === span).length / spansNs.length;
    expect(Math.abs(drawn - share), `${span}`).toBeLessThanOrEqual(
      4 * Math.sqrt((share * (1 - share)) / spansNs.length),
    );
  }
});

test("empirical draws each of its values equally often", async () => {
  const { spansNs } = await draws({ empirical: ["1ms", "2ms", "6ms"] }, 9000 * 3 * ms);
  for (const span of [1 * ms, 2 * ms, 6 * ms]) {
    const drawn = spansNs.filter((other) => other === span).length / spansNs.length;
    expect(Math.abs(drawn - 1 / 3)).toBeLessThan(4 * Math.sqrt(2 / 9 / spansNs.length));
  }
});

test("sequence gives its values in order, round and round, at each place in the program for itself", async () => {
  const sleep = (sequence: number[]) => ({ sleep: { sequence } });
  const program = [sleep([10, 20, 30]), sleep([1, 2])];
  const tasks = [{ name: "t", count: 2, program: [{ repeat: { count: 2, program } }] }];
  const { events } = await play({ duration: 200, tasks });
  for (const pid of [1, 2]) {
    const times = events.flatMap((event) => (event.kind === "wakeup" && event.pid === pid ? event.timeNs : []));
    const spans = times.map((timeNs, index) => timeNs - (times[index - 1] ?? 0));
    expect(spans.slice(0, 9)).toEqual([10, 1, 20, 2, 30, 1, 10, 2, 20]);
  }
});

test("a program may have more sequences than 16 bits can count, and its loops still end", async () => {
  const program = Array.from({ length: 70_000 }, () => ({ run: { sequence: [1, 2] } }));
  const tasks = [{ name: "t", loop: false, program: [{ repeat: { count: 3, program } }] }];
  const { tasks: results } = await simulate({ duration: "1s", tasks });
  expect(results[0]).toMatchObject({ state: "exited", cpuTimeNs: 70_000 * (1 + 2 + 1) });
});

test("a starting time that is a sequence goes by the number of the instance", async () => {
  const tasks = [{ name: "t", count: 5, start: { sequence: [30, 10] }, loop: false, program: [{ run: 1 }] }];
  const { result } = await play({ duration: 200, tasks });
  expect(result.tasks.map(({ startedNs }) => startedNs)).toEqual([30, 10, 30, 10, 30]);
});

describe("the first draws are the same on every platform and in every release", () => {
  test.each([
    {
      drawn: { uniform: [0, 70_368_744_177_663] },
      durationNs: 250e12,
      first: [29638455823705, 23858112208555, 39957882478852, 15749015840685, 4811997511157],
    },
    { drawn: { uniform: ["1ms", "2ms"] }, durationNs: 12 * ms, first: [1421188, 1339044, 1567836, 1223807, 1068382] },
    { drawn: { exponential: "1ms" }, durationNs: 20 * ms, first: [864676, 1081624, 565923, 1496971, 2682636] },
    { drawn: { normal: ["10ms", "3ms"] }, durationNs: 90 * ms, first: [5885532, 9184130, 11921144, 11701975, 7996912] },
    { drawn: { lognormal: ["1ms", 1] }, durationNs: 30 * ms, first: [253728, 761887, 1897204, 1763543, 512888] },
    { drawn: { pareto: ["1ms", 1.5] }, durationNs: 40 * ms, first: [1779710, 2056659, 1458315, 2712798, 5980024] },
    { drawn: { choice: [[1, 1], [2, 2], [3, 3]] }, durationNs: 25, first: [2, 2, 3, 2, 1] }, // biome-ignore format: pairs
    { drawn: { empirical: [1, 2, 3, 4, 5] }, durationNs: 40, first: [3, 2, 3, 2, 1] },
  ])("$drawn", async ({ drawn, durationNs, first }) => {
    const { spansNs } = await draws(drawn, durationNs, 1, durationNs > 1e12 ? { hz: 10 } : {});
    expect(spansNs.slice(0, 5)).toEqual(first);
  });
});

test("the generator is what it is said to be: uniform draws, computed again", async () => {
  const seed = 2n ** 63n + 12_345n;
  const tasks = [
    { name: "other", program: [{ run: 1 }] },
    { name: "t", count: 3, program: [{ sleep: { uniform: [7, 1000] } }] },
  ];
  const workload = loadWorkload({ duration: 20_000, machine: { cpus: 4 }, tasks });
  const { events } = await play(workload, { seed });
  const { streamKey } = compileWorkload(workload).documents[1]!;
  for (const number of [0, 1, 2]) {
    let state = mix(seed ^ mix(streamKey + BigInt(number + 1) * increment));
    const times = events.flatMap((event) => (event.kind === "wakeup" && event.pid === number + 2 ? event.timeNs : []));
    expect(times.length).toBeGreaterThan(20);
    let timeNs = 0;
    for (const wokenNs of times) {
      state = BigInt.asUintN(64, state + increment);
      timeNs += 7 + Number((mix(state) * 994n) >> 64n);
      expect(wokenNs).toBe(timeNs);
    }
  }
});

const increment = 0x9e3779b97f4a7c15n;

function mix(value: bigint): bigint {
  let mixed = BigInt.asUintN(64, value);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 31n);
}

describe("what a task draws is its own", () => {
  const drawer = {
    name: "drawer",
    count: 2,
    program: [{ sleep: { exponential: "3ms" } }, { run: { uniform: [1, 1000] } }],
  };
  const wakesOf = async (tasks: object[], pid: number, options: object = {}) => {
    const { events } = await play({ machine: { cpus: 8, hz: 1000 }, duration: "200ms", tasks }, options);
    return events.flatMap((event) => (event.kind === "wakeup" && event.pid === pid ? event.timeNs : []));
  };

  test("another task, before or after it, changes nothing", async () => {
    const other = { name: "other", program: [{ run: { exponential: "1ms" } }, { sleep: { exponential: "1ms" } }] };
    const alone = await wakesOf([drawer], 2);
    expect(alone.length).toBeGreaterThan(30);
    expect(await wakesOf([other, drawer, other], 3)).toEqual(alone);
    expect(await wakesOf([drawer, other], 1)).not.toEqual(alone);
  });

  test("another seed changes everything", async () => {
    expect(await wakesOf([drawer], 1, { seed: 2 })).not.toEqual(await wakesOf([drawer], 1));
  });

  test("children draw from streams of their own, each a different one", async () => {
    const child = { loop: false, program: [{ sleep: { uniform: [1, 1_000_000] } }] };
    const tasks = [
      { name: "p", loop: false, program: [{ repeat: { count: 3, program: [{ fork: child }, { run: 1 }] } }] },
    ];
    const { result } = await play({ machine: { cpus: 8, hz: 1000 }, duration: "200ms", tasks });
    const lifetimes = result.tasks.slice(1).map(({ sleepNs }) => sleepNs);
    expect(new Set(lifetimes).size).toBe(3);
  });

  test("every scheduler sees the same draws", async () => {
    // Alone on its CPU, so that nobody's decisions show.
    const alone = [{ ...drawer, count: 1 }];
    const all = await Promise.all(allSchedulers.map(({ id }) => wakesOf(alone, 1, { scheduler: id, cpus: 1 })));
    for (const wakes of all) expect(wakes).toEqual(all[0]);
  });
});
