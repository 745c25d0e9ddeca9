/** `--set PATH=VALUE`: what paths mean, and what is said of those that lead nowhere. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadWorkload, type Override, withMachine } from "../../src/workload/index.js";
import { messageOf, text } from "./problems.js";

const YAML = text`
  name: two
  duration: 1s
  tasks:
    - name: intr
      count: 2
      program:
        - run: 8ms
        - sleep: {uniform: [1ms, 2ms]}
        - repeat: {count: 2, program: [{send: c}, yield]}
        - fork: {name: kid, loop: false, program: [{run: 3ms}]}
    - name: a.b
      program: [{recv: c}]
`;

function set(...pairs: [path: string, value: unknown][]) {
  const overrides: Override[] = pairs.map(([path, value]) => ({ path, value }));
  return loadWorkload(YAML, { file: "two.yaml", set: overrides });
}

function refusal(path: string, value: unknown = "1"): string {
  return messageOf(YAML, { file: "two.yaml", set: [{ path, value }] });
}

describe("overrides", { timeout: 60_000 }, () => {
  it("reach tasks by name and by place", () => {
    expect(set(["tasks.intr.count", "20"]).tasks[0]?.count).toBe(20);
    expect(set(["tasks[0].count", 20]).tasks[0]?.count).toBe(20);
    expect(set(["tasks.0.count", "20"]).tasks[0]?.count).toBe(20);
    expect(set(['tasks["a.b"].nice', "3"]).tasks[1]?.nice).toBe(3);
    expect(set(["tasks['a.b'].nice", "3"]).tasks[1]?.nice).toBe(3);
  });

  it("reach into programs", () => {
    const program = set(
      ["tasks.intr.program[0].run", "2ms"],
      ["tasks.intr.program[1].sleep.uniform[1]", "9ms"],
      ["tasks.intr.program[2].repeat.program[0].sync", "true"],
      ["tasks.intr.program[3].fork.nice", "7"],
      ["tasks.intr.program[3].fork.program[0].run", 5],
    ).tasks[0]?.program;
    expect(program).toMatchObject([
      { op: "run", span: 2_000_000 },
      { op: "sleep", span: { kind: "uniform", lowNs: 1_000_000, highNs: 9_000_000 } },
      { op: "repeat", program: [{ op: "send", sync: true }, { op: "yield" }] },
      { op: "fork", task: { nice: 7, program: [{ op: "run", span: 5 }] } },
    ]);
  });

  it("reach timers, synchronisation and deadlines", () => {
    const source = text`
      tasks:
        - name: a
          program: [{until: {period: 10ms}}, {down: s}, {lock: m}, {wait: {cond: c, mutex: m}}, {unlock: m}]
    `;
    const paths = {
      "tasks.a.deadline": "5ms",
      "tasks.a.slice": 3000,
      "tasks.a.program[0].until.period": "20ms",
      "tasks.a.program[0].until.mode": "relative",
      "tasks.a.program[3].wait.cond": "d",
      "semaphores.s.initial": 3,
    };
    const overrides = Object.entries(paths).map(([path, value]) => ({ path, value }));
    const workload = loadWorkload(source, { format: "yaml", set: overrides });
    expect(workload.semaphores).toEqual([{ name: "s", initial: 3 }]);
    expect(workload.tasks[0]).toMatchObject({ deadlineNs: 5e6, sliceNs: 3000 });
    expect(workload.tasks[0]?.program).toMatchObject([
      { op: "until", periodNs: 20e6, mode: "relative" },
      { op: "down" },
      { op: "lock" },
      { op: "wait", condition: "d" },
      { op: "unlock" },
    ]);
  });

  it("add what the document leaves out, whole sections included", () => {
    const workload = set(["machine.cpus", "4"], ["machine.hz", 100], ["channels.c.initial", "2"], ["seed", "7"]);
    expect(workload.machine).toEqual({ cpus: 4, hz: 100, timers: "hrtimer" });
    expect(workload.channels).toEqual([{ name: "c", capacity: null, initial: 2 }]);
    expect(workload.seed).toBe(7n);
  });

  it("read a text as YAML, and take other values as they are", () => {
    const affinity = (value: unknown) => set(["machine.cpus", 8], ["tasks.intr.affinity", value]).tasks[0]?.affinity;
    for (const value of ["[0, 1]", "0-1", [0, 1], '"0,1"']) expect(affinity(value)).toBe(3n);
    expect(affinity("1")).toBe(2n);
    expect(affinity("null")).toBeNull();
    expect(set(["tasks.intr.loop", "false"]).tasks[0]?.loop).toBe(false);
    expect(set(["tasks.intr.program[1]", "yield"]).tasks[0]?.program[1]).toEqual({ op: "yield" });
    expect(set(["tasks.intr.program", [{ run: 1 }]]).tasks[0]?.program).toHaveLength(1);
    expect(set(["tasks.intr.program[0].run", "{exponential: 3ms}"]).tasks[0]?.program[0]).toMatchObject({
      span: { kind: "exponential", meanNs: 3_000_000 },
    });
  });

  it("apply in order, the later one winning", () => {
    expect(set(["tasks.intr.count", "3"], ["tasks.intr.name", "x"], ["tasks.x.count", "4"]).tasks[0]).toMatchObject({
      name: "x",
      count: 4,
    });
  });

  it.each([
    ["tasks.int.count", 'no such path: tasks has no "int"\n  hint: did you mean tasks.intr.count?'],
    ["tasks.intr.cuont", 'no such path: tasks[0] has no "cuont"\n  hint: did you mean tasks[0].count?'],
    ["machine.cpu", 'no such path: machine has no "cpu"\n  hint: did you mean machine.cpus?'],
    ["mashine.cpus", 'no such path: a workload has no "mashine"\n  hint: did you mean machine.cpus?'],
    [
      "tasks[0].program[0].sleep",
      'no such path: tasks[0].program[0] has no "sleep"\n  hint: did you mean tasks[0].program[0].run?',
    ],
    [
      "tasks[0].program[1].sleep.unifrom[0]",
      'no such path: tasks[0].program[1].sleep has no "unifrom"\n  hint: did you mean tasks[0].program[1].sleep.uniform[0]?',
    ],
    ["tasks[2].count", "no such path: tasks has 2 entries, [0] to [1]"],
    ["tasks.intr.program.run", "no such path: tasks[0].program has 4 entries, [0] to [3]"],
    ["tasks[1].program[1]", "no such path: tasks[1].program has one entry, [0]"],
    ["duration.ms", 'no such path: duration is "1s", with nothing inside it'],
    ["tasks.intr.nice.x", "no such path: the document does not say tasks[0].nice"],
    ["channels.c.size", 'no such path: channels.c has no "size"\n  hint: channels.c has capacity, initial'],
    ["", "this is not a path\n  hint: paths look like tasks.NAME.count, machine.cpus or tasks[0].program[1].run"],
    ["tasks..count", "this is not a path"],
    ["tasks[x]", "this is not a path"],
    ["tasks[0]count", "this is not a path"],
    [".seed", "this is not a path"],
  ])("say that %j leads nowhere, and what would", (path, message) => {
    expect(refusal(path)).toContain(`override ${path}=1: error: ${message}`);
  });

  it("refuse a name that several tasks have", () => {
    const source =
      "tasks: [{name: a, program: [{run: 1}]}, {name: b, program: [{run: 1}]}, {name: a, program: [{run: 1}]}]";
    expect(messageOf(source, { format: "yaml", set: [{ path: "tasks.a.count", value: "3" }] })).toBe(
      'override tasks.a.count=3: error: 2 tasks are named "a"\n  hint: say which by its place: tasks[0], tasks[2]',
    );
  });

  it("are named in the messages about their values, all at once", () => {
    const overrides = [
      { path: "tasks.intr.nice", value: "50" },
      { path: "duration", value: "1 sec" },
      { path: "seed", value: -1 },
    ];
    expect(messageOf(YAML, { file: "two.yaml", set: overrides }).split("\n")).toEqual([
      'override duration=1 sec: error: duration: found "1 sec", which has the unknown unit "sec"; expected ns, us, ms, s or min',
      '  hint: did you mean "s"?',
      "override seed=-1: error: seed: found -1; expected a seed: a whole number from 0 to 2^64 - 1",
      "override tasks.intr.nice=50: error: tasks[0].nice: found 50; expected a nice value: a whole number from -20 to 19",
    ]);
    expect(refusal("seed", "{")).toContain("override seed={: error: not valid YAML");
  });

  it("leave an object that was passed untouched", () => {
    const document = { tasks: [{ name: "a", program: [{ run: 1 }] }] };
    const before = structuredClone(document);
    loadWorkload(document, { set: [{ path: "tasks.a.program[0].run", value: 9 }] });
    expect(document).toEqual(before);
  });

  it("do nothing but load or refuse, whatever the path and the value", () => {
    const anyPath = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            "tasks",
            "[0]",
            "[9]",
            ".intr",
            ".program",
            ".run",
            ".x",
            ".__proto__",
            '["a.b"]',
            ".constructor",
            "machine",
            ".cpus",
            "[",
            "]",
            ".",
          ),
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(anyPath, fc.oneof(fc.string(), fc.anything()), (path, value) => {
        try {
          set([path, value]);
        } catch (error) {
          expect(error).toHaveProperty("name", "WorkloadError");
        }
      }),
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("another machine", () => {
  it("takes the place of the document's", () => {
    const workload = loadWorkload(YAML, { format: "yaml" });
    const changed = withMachine(workload, { cpus: 4, hz: 250, timers: "jiffies", durationNs: 5, seed: 9n });
    expect(changed).toMatchObject({ machine: { cpus: 4, hz: 250, timers: "jiffies" }, durationNs: 5, seed: 9n });
    expect(withMachine(workload, {})).toEqual(workload);
  });

  it.each([
    [{ cpus: 0 }, "cpus: found 0; expected the number of CPUs: a whole number from 1 to 64"],
    [{ cpus: 1.5 }, "cpus: found 1.5; expected the number of CPUs"],
    [{ hz: 7 }, "hz: found 7, which does not divide 1e9"],
    [{ durationNs: 0 }, "duration: found 0; expected whole nanoseconds above 0"],
  ])("is checked: %j", (changes, message) => {
    const workload = loadWorkload(YAML, { format: "yaml" });
    expect(() => withMachine(workload, changes)).toThrow(message);
  });

  it.each([
    [{ affinity: "2-3" }, 3],
    [{ cpu: 2 }, 2],
    [{ program: [{ run: 1 }, { affinity: [3] }] }, 3],
    [{ program: [{ run: 1 }, { repeat: { count: 2, program: [{ affinity: [0, 2] }] } }] }, 2],
    [{ program: [{ run: 1 }, { fork: { affinity: [3], loop: false, program: [] } }] }, 3],
  ])("must have the CPUs that tasks are bound to: %j", (task, cpu) => {
    const workload = loadWorkload({ machine: { cpus: 4 }, tasks: [{ program: [{ run: 1 }], ...task }] });
    expect(() => withMachine(workload, { cpus: 2 })).toThrow(
      `tasks[0]: the task is bound to CPU ${cpu}, but the machine has only 2 (0 to 1)`,
    );
    expect(withMachine(workload, { cpus: 8 }).machine.cpus).toBe(8);
  });
});
