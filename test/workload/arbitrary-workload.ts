/** Random documents that are valid, for properties: every key, operation and distribution occurs. */
import fc from "fast-check";

const CPUS = 8;

const anyName = fc.oneof(
  fc.constantFrom("a", "b", "hog", ".own", "with space", "ü", "'q\"", "5", "true"),
  fc.string({ minLength: 1, maxLength: 5, unit: "grapheme" }).filter((name) => !/[\p{Cc}\u2028\u2029]/u.test(name)),
);

const anyDuration = fc.oneof(
  fc.integer({ min: 1, max: 1e9 }),
  fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.constantFrom("ns", "us", "ms", "s")).map(([n, unit]) => `${n}${unit}`),
  fc.integer({ min: 1, max: 99 }).map((n) => `${n}.25ms`),
);

const anyList = fc.array(anyDuration, { minLength: 1, maxLength: 4 });

const anySpan: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyDuration },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 100, max: 999 })).map((uniform) => ({ uniform })),
      anyDuration.map((exponential) => ({ exponential })),
      fc.tuple(anyDuration, anyDuration).map((normal) => ({ normal })),
      anyDuration.map((median) => ({ lognormal: [median, 0.75] })),
      anyDuration.map((minimum) => ({ pareto: [minimum, 1.5] })),
      anyList.map((values) => ({ choice: values.map((value, index) => [value, index + 0.5]) })),
      anyList.map((empirical) => ({ empirical })),
      anyList.map((sequence) => ({ sequence })),
    ),
  },
);

const anyCpus = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: CPUS - 1 }), { minLength: 1 }),
  fc.constantFrom("0-3,7", "5", "0-7"),
);

const anyClass = fc.oneof(
  fc.constantFrom("normal", "batch", "idle").map((policy) => ({ policy, rtprio: 0 })),
  fc
    .tuple(fc.constantFrom("fifo", "rr"), fc.integer({ min: 1, max: 99 }))
    .map(([policy, rtprio]) => ({ policy, rtprio })),
);

const anyNice = fc.integer({ min: -20, max: 19 });

/** Programs begin with a `run`, so that they may loop. */
const { program: anyProgram } = fc.letrec<{ program: unknown[]; operation: unknown }>((tie) => ({
  program: fc.array(tie("operation"), { maxLength: 4 }).map((operations) => [{ run: "1ms" }, ...operations]),
  operation: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    anySpan.map((run) => ({ run })),
    anySpan.map((sleep) => ({ sleep })),
    anySpan.map((io) => ({ io })),
    anyName.map((send) => ({ send })),
    fc.tuple(anyName, fc.boolean()).map(([send, sync]) => ({ send, sync })),
    fc.tuple(anyName, fc.nat(3)).map(([to, count]) => ({ send: { to, count, sync: true } })),
    anyName.map((recv) => ({ recv })),
    fc.tuple(anyName, fc.nat(3)).map(([from, count]) => ({ recv: { from, count } })),
    fc.constantFrom("yield", { yield: true }, { yield: null }, "exit", { exit: true }),
    anyName.map((mark) => ({ mark })),
    anyNice.map((nice) => ({ nice })),
    anyDuration.map((until) => ({ until })),
    fc
      .tuple(anyDuration, fc.constantFrom("absolute", "relative"), anyName)
      .map(([period, mode, timer]) => ({ until: { period, mode, timer } })),
    fc.tuple(anyName, anyName).map(([mutex, cond]) => ({
      repeat: { count: 2, program: [{ lock: mutex }, { wait: { cond, mutex } }, { unlock: mutex }] },
    })),
    fc
      .tuple(fc.constantFrom("signal", "broadcast", "down", "up", "suspend", "resume"), anyName)
      .map(([keyword, name]) => ({ [keyword]: name })),
    fc.integer({ min: 1, max: 5 }).map((parties) => ({ barrier: { name: `of ${parties}`, parties } })),
    fc.constantFrom("suspend", "join", { suspend: null }, { join: true }),
    anyClass.map((policy) => ({ policy })),
    anyCpus.map((affinity) => ({ affinity })),
    fc
      .tuple(fc.oneof(fc.nat(4), fc.constant("forever")), tie("program"))
      .map(([count, program]) => ({ repeat: { count, program } })),
    fc
      .tuple(anyName, anyName, anyClass, fc.boolean(), tie("program"))
      .map(([name, mm, policy, loop, program]) => ({ fork: { name, mm, ...policy, loop, program } })),
  ),
}));

const anyTask = fc.record(
  {
    name: anyName,
    count: fc.integer({ min: 1, max: 5 }),
    nice: anyNice,
    deadline: anyDuration,
    slice: anyDuration,
    start: anySpan,
    affinity: anyCpus,
    mm: anyName,
    loop: fc.oneof(fc.boolean(), fc.nat(5)),
    program: anyProgram,
  },
  { requiredKeys: ["program"] },
);

export const anyWorkload = fc.record(
  {
    name: anyName,
    about: fc.string(),
    machine: fc.record({
      cpus: fc.constant(CPUS),
      hz: fc.constantFrom(100, 250, 1000),
      timers: fc.constantFrom("hrtimer", "jiffies"),
    }),
    duration: anyDuration,
    seed: fc.nat(),
    channels: fc.dictionary(anyName, fc.record({ capacity: fc.integer({ min: 2, max: 9 }), initial: fc.nat(2) }), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    semaphores: fc.dictionary(anyName, fc.record({ initial: fc.nat(2) }), { maxKeys: 2, noNullPrototype: true }),
    tasks: fc.array(
      fc.tuple(anyTask, anyClass).map(([task, policy]) => ({ ...task, ...policy })),
      { minLength: 1, maxLength: 4 },
    ),
  },
  { requiredKeys: ["machine", "tasks"] },
);
