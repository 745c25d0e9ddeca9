/**
 * Random workloads that every scheduler can run: valid documents in which every operation, distribution and kind of channel
 * occurs. Every turn of a loop takes some time and only few children are forked, so that a run is short whatever is drawn.
 */
import fc from "fast-check";
import type { SchedulerInfo } from "../../src/engine/types.js";

/** What a property does not want to see. */
export interface WorkloadLimits {
  readonly maxCpus: number;
  readonly hz: readonly number[];
}

/** What the scheduler can run on, at most 8 CPUs. */
export function limitsOf({ maxCpus, minHz, maxHz }: SchedulerInfo): WorkloadLimits {
  const hz = [100, 250, 300, 1000, 1024, 2000].filter((ticks) => 1e9 % ticks === 0 && ticks >= minHz && ticks <= maxHz);
  return { maxCpus: Math.min(8, maxCpus), hz };
}

const ms = 1_000_000;

/** On the grid of the ticks, beside it, and anywhere. */
const anySpan = fc.oneof(
  fc.integer({ min: 1, max: 30 }).map((n) => n * ms),
  fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(-1, 1)).map(([n, beside]) => n * ms + beside),
  fc.integer({ min: 1_000, max: 40 * ms }),
);

const anyDistribution: fc.Arbitrary<unknown> = fc.oneof(
  fc.tuple(anySpan, anySpan).map(([a, b]) => ({ uniform: [Math.min(a, b), Math.max(a, b)] })),
  anySpan.map((exponential) => ({ exponential })),
  fc.tuple(anySpan, anySpan).map((normal) => ({ normal })),
  anySpan.map((median) => ({ lognormal: [median, 0.5] })),
  anySpan.map((minimum) => ({ pareto: [minimum, 2] })),
  fc.tuple(anySpan, anySpan).map(([a, b]) => ({
    choice: [
      [a, 1],
      [b, 2.5],
    ],
  })),
  fc.array(anySpan, { minLength: 1, maxLength: 3 }).map((empirical) => ({ empirical })),
  fc.array(anySpan, { minLength: 1, maxLength: 3 }).map((sequence) => ({ sequence })),
);

const anyTime = fc.oneof(
  { weight: 3, arbitrary: anySpan as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: anyDistribution },
);
const anyNice = fc.integer({ min: -20, max: 19 });
const anyChannel = fc.constantFrom("pipe", "narrow", ".own");
const anyPolicy = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("normal", "batch", "idle").map((policy) => ({ policy, rtprio: 0 })) },
  {
    weight: 1,
    arbitrary: fc.record({ policy: fc.constantFrom("fifo", "rr"), rtprio: fc.integer({ min: 1, max: 99 }) }),
  },
);
const anyCpus = (cpus: number) => fc.uniqueArray(fc.nat(cpus - 1), { minLength: 1, maxLength: cpus });

const attributes = (cpus: number) =>
  fc.oneof(
    anyNice.map((nice) => ({ nice })),
    anyPolicy.map((policy) => ({ policy })),
    anyCpus(cpus).map((affinity) => ({ affinity })),
  );

/** Begins with a run, so that it may be repeated; `inner` are operations that hold programs. */
function programOf(cpus: number, inner: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown[]> {
  const operation = fc.oneof(
    { weight: 3, arbitrary: anyTime.map((run) => ({ run })) },
    { weight: 3, arbitrary: anyTime.map((sleep) => ({ sleep })) },
    { weight: 1, arbitrary: anyTime.map((io) => ({ io })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(anyChannel, fc.boolean(), fc.nat(2))
        .map(([to, sync, count]) => ({ send: { to, sync, count } })),
    },
    { weight: 1, arbitrary: anyChannel.map((recv) => ({ recv })) },
    { weight: 1, arbitrary: fc.constant("yield") },
    { weight: 1, arbitrary: fc.constantFrom("turn", "round").map((mark) => ({ mark })) },
    { weight: 2, arbitrary: attributes(cpus) },
    ...inner.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return fc
    .tuple(fc.integer({ min: 50_000, max: 20 * ms }), fc.array(operation, { maxLength: 5 }))
    .map(([run, rest]) => [{ run }, ...rest]);
}

const anyTimer = fc.record(
  {
    period: anySpan,
    mode: fc.constantFrom("absolute", "relative"),
    timer: fc.constantFrom("clock", ".clock"),
  },
  { requiredKeys: ["period"] },
);

/** Takes mutexes in one order only, so that nobody waits in a circle. */
function meeting(cpus: number): fc.Arbitrary<object> {
  const inside = fc.oneof(
    anySpan.map((run) => [{ run }]),
    anySpan.map((sleep) => [{ sleep }]),
    fc.tuple(anySpan, anySpan).map(([run, sleep]) => [{ run }, { lock: "outer" }, { sleep }, { unlock: "outer" }]),
    anySpan.map((run) => [{ wait: { cond: "bell", mutex: "inner" } }, { run }]),
  );
  const operations = fc.oneof(
    inside.map((program) => [{ lock: "inner" }, ...program, { unlock: "inner" }]),
    fc.tuple(anySpan, anySpan).map(([run, io]) => [{ lock: ".own" }, { run }, { io }, { unlock: ".own" }]),
    fc
      .constantFrom<object>({ signal: "bell" }, { broadcast: "bell" }, { resume: "gate" })
      .map((operation) => [operation]),
    anySpan.map((run) => [{ down: "places" }, { run }, { up: "places" }]),
    fc.constant([{ barrier: { name: "gathering", parties: 2 } }]),
    fc.constant([{ suspend: "gate" }]),
    anyTimer.map((until) => [{ until }]),
    fc
      .tuple(anySpan, fc.boolean())
      .map(([run, joins]) => [
        { fork: { name: "guest", loop: false, program: [{ lock: ".own" }, { run }, { unlock: ".own" }] } },
        ...(joins ? ["join"] : []),
      ]),
  );
  const program = fc.tuple(programOf(cpus, []), fc.array(operations, { minLength: 1, maxLength: 4 }));
  return program.map(([first, rest]) => ({ loop: true, program: [...first, ...rest.flat()] }));
}

function anyTask(cpus: number): fc.Arbitrary<object> {
  const plain = programOf(cpus, []);
  const repeat = fc.tuple(fc.nat(3), plain).map(([count, program]) => ({ repeat: { count, program } }));
  const child = fc.record(
    { name: fc.constant("child"), nice: anyNice, loop: fc.boolean(), program: programOf(cpus, [repeat]) },
    { requiredKeys: ["loop", "program"] },
  );
  const looping = fc.record({
    loop: fc.oneof(fc.constant(true), fc.nat(20)),
    program: programOf(cpus, [repeat, fc.constant({ mark: "turn" })]),
  });
  const forking = fc.record({
    loop: fc.nat(3),
    program: programOf(cpus, [repeat, child.map((fork) => ({ fork })), fc.constant("exit")]),
  });
  // Wakes others, on other CPUs too, and is woken by them.
  const talking = fc
    .tuple(anyChannel, anyChannel, fc.boolean(), programOf(cpus, []))
    .map(([send, recv, sync, rest]) => ({ loop: true, program: [...rest, { send, sync }, { recv }] }));
  const common = fc.record({
    deadline: fc.option(anySpan, { nil: undefined, freq: 3 }),
    count: fc.integer({ min: 1, max: 4 }),
    nice: anyNice,
    start: fc.oneof({ weight: 2, arbitrary: fc.constant(0 as unknown) }, { weight: 1, arbitrary: anyTime }),
    affinity: fc.option(anyCpus(cpus), { freq: 3 }),
  });
  return fc
    .tuple(fc.oneof(looping, forking, talking, meeting(cpus)), common, anyPolicy)
    .map(([program, attributes, policy]) => ({ ...attributes, ...policy, ...program }));
}

/** A whole document. */
export function anyWorkload({ maxCpus, hz }: WorkloadLimits): fc.Arbitrary<object> {
  return fc.integer({ min: 1, max: maxCpus }).chain((cpus) =>
    fc.record({
      machine: fc.record({
        cpus: fc.constant(cpus),
        hz: fc.constantFrom(...hz),
        timers: fc.constantFrom("hrtimer", "jiffies"),
      }),
      duration: fc.integer({ min: 20 * ms, max: 400 * ms }),
      seed: fc.nat(),
      channels: fc.record({
        pipe: fc.record({ initial: fc.nat(2) }),
        narrow: fc.record({ capacity: fc.integer({ min: 2, max: 3 }), initial: fc.nat(2) }),
        ".own": fc.record({ capacity: fc.constant(1) }),
      }),
      semaphores: fc.record({ places: fc.record({ initial: fc.nat(2) }) }),
      tasks: fc.array(anyTask(cpus), { minLength: 1, maxLength: 6 }),
    }),
  );
}
