import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImportOptions } from "../../../src/import/importer.js";
import { importRtApp } from "../../../src/import/rt-app/import-rt-app.js";
import { compileWorkload, formatProblem, loadWorkload, WorkloadError } from "../../../src/workload/index.js";

const short = { duration: 1 };

/** One task `t` with these members, written as in a file. */
function oneTask(members: string, global: object = short, options: ImportOptions = {}) {
  return importRtApp(`{"tasks": {"t": {${members}}}, "global": ${JSON.stringify(global)}}`, options);
}

const taskOf = (members: string, global?: object) => oneTask(members, global).document.tasks[0];
const programOf = (members: string) => taskOf(members)?.program;
const warningsOf = (members: string, global?: object) =>
  oneTask(members, global).warnings.map(({ message }) => message);

/** All tasks of a text. */
const documents = (tasks: string, options: ImportOptions = {}) =>
  importRtApp(`{"tasks": {${tasks}}, "global": {"duration": 1}}`, options).document.tasks;

function complaint(text: string): string {
  try {
    importRtApp(text, { file: "a.json" });
    return "none";
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    return error.problems.map(formatProblem).join("\n");
  }
}

describe("events", () => {
  it.each<[members: string, program: unknown[]]>([
    ['"run": 275, "runtime": 1000, "sleep": 0', [{ run: "275us" }, { run: "1ms" }, { sleep: "0ns" }]],
    [
      '"run0": 1, "run_b": 2, "runtime9": 3, "sleepy": 4',
      [{ run: "1us" }, { run: "2us" }, { run: "3us" }, { sleep: "4us" }],
    ],
    ['"run": 1, "run": 2, "sleep": 3, "run": 4', [{ run: "1us" }, { run: "2us" }, { sleep: "3us" }, { run: "4us" }]],
    [
      '"run": 1, "timer": {"ref": "tick", "period": 16667}',
      [{ run: "1us" }, { until: { period: "16667us", mode: "relative", start: "0ns", timer: "tick" } }],
    ],
    [
      '"timerA": {"ref": "uniqueB", "period": 10000, "mode": "absolute"}',
      [{ until: { period: "10ms", mode: "absolute", start: "0ns" } }],
    ],
    ['"run": 1, ".lock": 1, "lock": ".m", "unlock": ".m"', [{ run: "1us" }, { lock: "_.m" }, { unlock: "_.m" }]],
    ['"run": 1, "timer": {"ref": "unique", "period": 0}', [{ run: "1us" }]],
    ['"run": 1, "lock": "m", "unlock": "m"', [{ run: "1us" }, { lock: "m" }, { unlock: "m" }]],
    [
      '"lock": "m", "wait": {"ref": "c", "mutex": "m"}, "unlock": "m"',
      [{ lock: "m" }, { wait: { cond: "c", mutex: "m" } }, { unlock: "m" }],
    ],
    [
      '"lock": "m", "sync": {"ref": "c", "mutex": "m"}, "unlock": "m"',
      [{ lock: "m" }, { signal: "c" }, { wait: { cond: "c", mutex: "m" } }, { unlock: "m" }],
    ],
    [
      '"sync": {"ref": "c", "mutex": "m"}',
      [{ lock: "m" }, { signal: "c" }, { wait: { cond: "c", mutex: "m" } }, { unlock: "m" }],
    ],
    ['"run": 1, "signal": "c", "broad": "c"', [{ run: "1us" }, { signal: "c" }, { broadcast: "c" }]],
    ['"suspend", "run": 1', [{ suspend: "t" }, { run: "1us" }]],
    ['"suspend": "", "resume": "other"', [{ suspend: "t" }, { resume: "other" }]],
    ['"suspend_x": "name"', [{ suspend: "name" }]],
    ['"run": 1, "yield", "yield1": ""', [{ run: "1us" }, "yield", "yield"]],
    ['"sem_wait": "s", "sem_post": "s"', [{ down: "s" }, { up: "s" }]],
    ['"run": 1, "barrier": "b"', [{ run: "1us" }, { barrier: { name: "b", parties: 1 } }]],
  ])("%s", (members, program) => {
    expect(programOf(members)).toEqual(program);
  });

  it("come in the order of the file, also where keys are numbers", () => {
    const members = '"phases": {"10": {"run": 1}, "9": {"run": 2}, "2": {"run": 3}, "a": {"run": 4}}';
    expect(programOf(members)).toEqual([{ run: "1us" }, { run: "2us" }, { run: "3us" }, { run: "4us" }]);
  });

  it("that take a time of the machine are left out, and named with their lines", () => {
    const { warnings, document } = oneTask(
      '"mem": 1000,\n"run": 5,\n"mem": 7, "memrun": {"type": "read"},\n"iorun": 100',
    );
    expect(document.tasks[0]?.program).toEqual([{ run: "5us" }]);
    const named = warnings.filter(({ message }) => message.includes("is not modelled"));
    expect(named.map(({ line, message }) => [line, message.slice(0, 20)])).toEqual([
      [1, 'how long "mem" takes'],
      [3, 'how long "memrun" ta'],
      [4, 'how long "iorun" tak'],
    ]);
    expect(named[0]?.message).toContain("(2 times: lines 1, 3)");
  });

  it("that release what is not held are left out", () => {
    expect(programOf('"run": 1, "unlock": "m"')).toEqual([{ run: "1us" }]);
    expect(warningsOf('"run": 1, "unlock": "m"')).toEqual([
      "the task does not hold this mutex: its release is left out",
    ]);
  });

  it("suspend at a condition where the name is one's, as rt-app's own files expect", () => {
    const [first, second] = documents(
      '"a": {"suspend": "x", "suspend": "y"}, "b": {"run": 1, "resume": "x", "resume": "y", "signal": "x"}',
    );
    expect(first?.program).toEqual([
      { lock: "x" },
      { wait: { cond: "x", mutex: "x" } },
      { unlock: "x" },
      { suspend: "y" },
    ]);
    expect(second?.program).toEqual([{ run: "1us" }, { broadcast: "x" }, { resume: "y" }, { signal: "x" }]);
  });

  it("count at a barrier as often as the threads name it", () => {
    const [first, , third] = documents(
      '"a": {"instance": 2, "run": 1, "barrier": "x"}, "b": {"run": 1, "barrier1": "x", "barrier2": "y"}',
    );
    expect(first?.program[1]).toEqual({ barrier: { name: "x", parties: 3 } });
    expect(third?.program.slice(1)).toEqual([
      { barrier: { name: "x", parties: 3 } },
      { barrier: { name: "y", parties: 1 } },
    ]);
  });
});

describe("loops", () => {
  it.each<[members: string, loop: boolean | number]>([
    ['"run": 1', true],
    ['"loop": -1, "run": 1', true],
    ['"loop": 1, "run": 1', false],
    ['"loop": 5, "run": 1', 5],
    ['"loop": 0, "run": 1', 0],
    ['"loop": 3, "phases": {"p": {"run": 1}}', 3],
  ])("of the task: %s", (members, loop) => {
    expect(taskOf(members)?.loop).toBe(loop);
  });

  it("of phases go round inside", () => {
    const members = `"phases": {"a": {"run": 1}, "b": {"loop": 0, "run": 2}, "c": {"loop": 7, "run": 3, "sleep": 4},
      "d": {"loop": -1, "run": 5}}`;
    expect(programOf(members)).toEqual([
      { run: "1us" },
      { repeat: { count: 7, program: [{ run: "3us" }, { sleep: "4us" }] } },
      { repeat: { count: "forever", program: [{ run: "5us" }] } },
    ]);
  });

  it.each(['"loop": -1, "mem": 5', '"loop": 9, "yield"', '"loop": -1, "run": 0', '"phases": {"p": {"cpus": [1]}}'])(
    "that take no time are played once: %s",
    (members) => {
      expect(taskOf(members)?.loop).toBe(false);
      expect(warningsOf(members).join()).toContain("played once");
    },
  );

  it("of phases that take no time are played once as well", () => {
    expect(programOf('"phases": {"p": {"loop": -1, "resume": "x"}, "q": {"run": 1}}')).toEqual([
      { resume: "x" },
      { run: "1us" },
    ]);
  });
});

describe("threads", () => {
  it("are numbered through the file, and have programs of their own", () => {
    const tasks = documents('"a": {"instance": 2, "run": 1}, "idle": {"instance": 0, "run": 9}, "b": {"run": 2}');
    expect(tasks.map(({ name, program }) => [name, program])).toEqual([
      ["a-0", [{ run: "1us" }]],
      ["a-1", [{ run: "1us" }]],
      ["b-2", [{ run: "2us" }]],
    ]);
  });

  it("begin late, and share an address space", () => {
    expect(taskOf('"delay": 1500, "run": 1')).toMatchObject({ start: "1500us", mm: "rt-app" });
  });

  it("can be chosen, and keep their numbers", () => {
    const text = '"a": {"run": 1}, "b": {"instance": 2, "run": 2}';
    const names = (tasks: (name: string) => boolean) => documents(text, { tasks }).map(({ name }) => name);
    expect(names((name) => name === "b")).toEqual(["b-1", "b-2"]);
    expect(names((name) => name === "b-2")).toEqual(["b-2"]);
    expect(() => names(() => false)).toThrow('no task has a name that was asked for; there are "a", "b"');
  });

  it("of a name that stands twice are numbered as workgen does", () => {
    const text = '"a": {"run": 1}, "a1": {"run": 2}, "a": {"run": 3}';
    expect(documents(text).map(({ name }) => name)).toEqual(["a-0", "a1-1", "a2-2"]);
    expect(documents(text, { lastWins: true }).map(({ name, program }) => [name, program])).toEqual([
      ["a-0", [{ run: "3us" }]],
      ["a1-1", [{ run: "2us" }]],
    ]);
  });
});

describe("timers", () => {
  const until = (more: object) => ({ until: { period: "9us", mode: "relative", ...more } });
  const timer = (name: string) => `"timer": {"ref": "${name}", "period": 9}`;

  it("of a thread begin with it; the first of them needs no name", () => {
    const members = `"delay": 5, ${timer("unique")}, ${timer("uniqueB")}, ${timer("unique")}, ${timer("uniqueB")}`;
    expect(programOf(members)).toEqual([
      until({ start: "5us" }),
      until({ start: "5us", timer: ".uniqueB" }),
      until({}),
      until({ start: "5us", timer: ".uniqueB" }),
    ]);
  });

  it("that several threads use begin with the first of these", () => {
    const tasks = documents(`"a": {"delay": 7, ${timer("x")}}, "b": {"delay": 5, ${timer("x")}}, "c": {"run": 1}`);
    const shared = [until({ start: "5us", timer: "x" })];
    expect(tasks.map(({ program }) => program)).toEqual([shared, shared, [{ run: "1us" }]]);
  });

  it("of a fork are its own", () => {
    const child = `"instance": 0, ${timer("unique")}, ${timer("unique2")}, ${timer("x")}`;
    const [task] = documents(`"a": {${timer("unique")}, "fork": "b"}, "b": {${child}}`);
    expect(task?.program[1]).toMatchObject({
      fork: { program: [until({}), until({ timer: ".b-1-0 unique2" }), until({ timer: "x" })] },
    });
  });
});

describe("forks", () => {
  it("create a thread of the task that they name, which inherits nothing", () => {
    const [task] = documents(
      `"a": {"policy": "SCHED_FIFO", "cpus": [1], "run": 1, "fork": "b", "fork": "b"},
       "b": {"instance": 0, "loop": 2, "run": 5}`,
    );
    const child = { nice: 0, policy: "normal", mm: "rt-app", loop: false };
    const program = [{ affinity: null }, { repeat: { count: 2, program: [{ run: "5us" }] } }];
    expect(task?.program.slice(1)).toEqual([
      { fork: { name: "b-1-0", ...child, program } },
      { fork: { name: "b-1-1", ...child, program } },
    ]);
  });

  it("begin with the delay of what they create", () => {
    const [task] = documents('"a": {"run": 1, "fork": "b"}, "b": {"delay": 3, "priority": 4, "run": 5}');
    expect(task?.program[1]).toEqual({
      fork: {
        name: "b-1-0",
        nice: 4,
        policy: "normal",
        mm: "rt-app",
        loop: false,
        program: [{ sleep: "3us" }, { repeat: { count: "forever", program: [{ run: "5us" }] } }],
      },
    });
  });

  it("that would never end are cut", () => {
    const text = '"a": {"run": 1, "fork": "b"}, "b": {"instance": 0, "loop": 1, "run": 2, "fork": "a"}';
    const { document, warnings } = importRtApp(`{"tasks": {${text}}, "global": {"duration": 1}}`, {});
    expect(document.tasks[0]?.program[1]).toMatchObject({ fork: { program: [{ run: "2us" }] } });
    expect(warnings.map(({ message }) => message)).toEqual(['the task "a" forks itself, over and over: left out']);
  });

  it("of forks of forks are cut, too", () => {
    const forks = Array.from(
      { length: 14 },
      (_, task) => `"t${task}": {"run": 1, "fork": "t${task + 1}", "fork": "t${task + 1}"}`,
    );
    const { document, warnings } = importRtApp(`{"tasks": {${forks.join()}, "t14": {"run": 1}}}`, {});
    expect(() => loadWorkload(document)).not.toThrow();
    expect(warnings.map(({ message }) => message).join()).toContain("forks of forks: at most 8 inside each other");
  });

  it("need a task of that name", () => {
    expect(complaint('{"tasks": {"a": {"run": 1, "fork": "b"}}}')).toContain('there is no task "b" to fork');
  });
});

describe("scheduling", () => {
  it.each<[members: string, expected: object]>([
    ['"run": 1', {}],
    ['"run": 1, "priority": -19', { nice: -19 }],
    ['"run": 1, "policy": "SCHED_OTHER", "priority": 5', { nice: 5 }],
    ['"run": 1, "policy": "SCHED_BATCH", "priority": 5', { policy: "batch", nice: 5 }],
    ['"run": 1, "policy": "SCHED_IDLE"', { policy: "idle" }],
    ['"run": 1, "policy": "SCHED_FIFO"', { policy: "fifo", rtprio: 10 }],
    ['"run": 1, "policy": "SCHED_RR", "priority": 99', { policy: "rr", rtprio: 99 }],
    ['"run": 1, "policy": "SCHED_OTHER", "dl-runtime": 3000', { slice: "3ms" }],
    ['"run": 1, "cpus": [3, 0, 3]', { affinity: [0, 3] }],
  ])("%s", (members, expected) => {
    expect(oneTask(members).warnings).toEqual([]);
    expect(taskOf(members)).toEqual({ name: "t-0", mm: "rt-app", loop: true, program: [{ run: "1us" }], ...expected });
  });

  it("follows the file's default policy", () => {
    expect(taskOf('"run": 1', { ...short, default_policy: "SCHED_RR" })).toMatchObject({ policy: "rr", rtprio: 10 });
  });

  it.each([
    ['"policy": "SCHED_DEADLINE", "dl-runtime": 1000, "dl-period": 9000, "dl-deadline": 8000', "8ms"],
    ['"policy": "SCHED_DEADLINE", "dl-runtime": 1000, "dl-period": 9000', "9ms"],
    ['"policy": "SCHED_DEADLINE", "dl-runtime": 1000', "1ms"],
    ['"policy": "SCHED_DEADLINE", "runtime": 1000, "period": 9000, "deadline": 7000', "7ms"],
  ])("has no deadlines, but counts their misses: %s", (members, deadline) => {
    const task = taskOf(`${members}, "run": 1`);
    expect(task).toMatchObject({ policy: "fifo", rtprio: 99, deadline, program: [{ run: "1us" }] });
    expect(warningsOf(`${members}, "run": 1`)[0]).toContain("SCHED_DEADLINE is not modelled");
  });

  it("has a yield under SCHED_DEADLINE wait for the next period", () => {
    expect(programOf('"policy": "SCHED_DEADLINE", "dl-runtime": 1, "dl-period": 5000, "run": 1, "yield": ""')).toEqual([
      { run: "1us" },
      { until: { period: "5ms", mode: "absolute", start: "0ns" } },
    ]);
  });

  it("changes with the phase where a phase says so", () => {
    const members = `"phases": {"a": {"run": 1}, "b": {"policy": "SCHED_FIFO", "priority": 5, "run": 2},
      "c": {"run": 3}, "d": {"policy": "SCHED_OTHER", "run": 4}, "e": {"priority": 7, "loop": 2, "run": 5}}`;
    expect(programOf(members)).toEqual([
      { run: "1us" },
      { policy: { policy: "fifo", rtprio: 5 } },
      { run: "2us" },
      { run: "3us" },
      { policy: { policy: "normal", rtprio: 0 } },
      { nice: 0 },
      { run: "4us" },
      { policy: { policy: "normal", rtprio: 0 } },
      { nice: 7 },
      { repeat: { count: 2, program: [{ run: "5us" }] } },
    ]);
  });

  it("goes back to the task's CPUs where a phase names none", () => {
    const phases = '"phases": {"a": {"cpus": [0], "run": 1}, "b": {"run": 2}}';
    expect(programOf(`"cpus": [2], ${phases}`)).toEqual([
      { affinity: [0] },
      { run: "1us" },
      { affinity: [2] },
      { run: "2us" },
    ]);
    expect(programOf(phases)?.[2]).toEqual({ affinity: null });
    expect(oneTask(`"cpus": [2], ${phases}`).document.machine.cpus).toBe(3);
  });

  it("says what of it is not modelled", () => {
    const members = `"run": 1, "taskgroup": "/tg1", "util_min": 5, "nodes_membind": [0], "priority": -30, "cpus": [],
      "policy": "SCHED_OTHER", "dl-reclaim": true`;
    expect(warningsOf(members, { ...short, pi_enabled: true }).sort()).toEqual([
      "NUMA nodes are not modelled: ignored",
      "an empty list of CPUs is taken for all of them",
      "priority inheritance of mutexes is not modelled: ignored",
      "reclaiming of unused bandwidth is not modelled: ignored",
      "the priority -30 is no nice value: the nearest, -20, is taken, as the kernel does",
      'the task group "/tg1" is not modelled: its tasks compete with all others one by one',
      "utilization clamps are not modelled: ignored",
    ]);
  });
});

describe("settings", () => {
  it("give the duration, or the usual one where there is none", () => {
    expect(oneTask('"run": 1', { duration: 6 }).document.duration).toBe("6s");
    for (const global of [{ duration: -1 }, {}]) {
      const { document, warnings } = oneTask('"run": 1', global);
      expect(document.duration).toBe("10s");
      expect(warnings).toMatchObject([{ message: 'the file sets no end ("duration"): 10s are taken' }]);
    }
  });

  it("that are about logs change nothing, and are listed", () => {
    const { facts, warnings } = oneTask('"run": 1', { ...short, logdir: "./", ftrace: "main,task", calibration: 452 });
    expect(facts.at(-1)).toEqual({ name: "without effect", value: "logdir, ftrace, calibration" });
    expect(warnings).toEqual([]);
  });

  it("may be missing, and resources may be there", () => {
    const { warnings } = importRtApp('{"resources": 4, "tasks": {"t": {"run": 1}}}', {});
    expect(warnings).toHaveLength(1);
  });
});

describe("keys that stand twice", () => {
  it("count once where they are properties", () => {
    const members = '"loop": 2, "run": 1, "loop": 3';
    expect(taskOf(members)?.loop).toBe(2);
    expect(warningsOf(members)).toContain('"loop" has been said: of a property, the first value counts, as in workgen');
    expect(oneTask(members, short, { lastWins: true }).document.tasks[0]?.loop).toBe(3);
  });

  it("are one section only", () => {
    const { document, warnings } = importRtApp('{"tasks": {"a": {"run": 1}}, "tasks": {"b": {"run": 2}}}', {});
    expect(document.tasks.map(({ name }) => name)).toEqual(["a-0"]);
    expect(warnings.map(({ message }) => message)).toContain('only the first "tasks" is read');
  });
});

describe("what is unknown", () => {
  it("is ignored and named, with what may be meant", () => {
    const { warnings } = oneTask('"run": 1,\n "instances": 3,\n "phases1": {}');
    expect(warnings.map(({ line, message, hint }) => [line, message, hint])).toEqual([
      [2, 'the key "instances" is neither a property nor an event: ignored', 'did you mean "instance"?'],
      [3, '"phases" has been said: of a property, the first value counts, as in workgen', undefined],
    ]);
    expect(warningsOf('"run": 5, "phases": {"p": {"run": 1}}')).toEqual([
      'the event "run" stands beside "phases": ignored',
    ]);
  });

  it("is named behind the end of the document", () => {
    const { warnings } = importRtApp('{"tasks": {"t": {"run": 1}}, "global": {"duration": 1}}\n} x', {});
    expect(warnings).toMatchObject([{ line: 2, column: 1, severity: "warning" }]);
  });
});

describe("what is wrong", () => {
  it.each<[text: string, message: string]>([
    ["[]", "a.json:1:1: error: found an empty list; expected an rt-app workload: an object"],
    ["{}", 'a.json:1:1: error: "tasks" is missing; expected an object of tasks'],
    ['{"tasks": {}}', 'a.json:1:2: error: tasks: found no task in "tasks"; expected at least one'],
    ['{"tasks": []}', "a.json:1:11: error: tasks: found an empty list; expected tasks: an object"],
    ['{"tasks": {"t": 5}}', "a.json:1:17: error: tasks.t: found 5; expected a task: an object"],
    ['{"tasks": {"t": {"run": 1.5}}}', "tasks.t.run: found 1.5; expected microseconds: a whole number"],
    ['{"tasks": {"t": {"run": "1"}}}', 'tasks.t.run: found "1"; expected microseconds'],
    ['{"tasks": {"t": {"run": -1}}}', "found -1; expected microseconds: a whole number from 0 to"],
    ['{"tasks": {"t": {"run"}}}', "found no value; expected microseconds"],
    ['{"tasks": {"t": {"lock": 5}}}', "found 5; expected the name of a mutex: a text"],
    ['{"tasks": {"t": {"lock": ""}}}', 'found ""; expected the name of a mutex: 1 to 180 characters'],
    ['{"tasks": {"t\\n": {"run": 1}}}', "expected the name of a task"],
    ['{"tasks": {"t": {"timer": 5}}}', "found 5; expected a timer, such as"],
    ['{"tasks": {"t": {"timer": {"ref": "x"}}}}', 'tasks.t.timer: "period" is missing'],
    ['{"tasks": {"t": {"timer": {"ref": "x", "period": 1, "mode": "abs"}}}}', "expected a mode: relative, absolute"],
    ['{"tasks": {"t": {"wait": {"mutex": "x"}}}}', '"ref" is missing'],
    ['{"tasks": {"t": {"cpus": 3}}}', "found 3; expected CPUs: a list of whole numbers, such as [0, 2]"],
    ['{"tasks": {"t": {"cpus": [64]}}}', "tasks.t.cpus[0]: found 64; expected CPUs: a whole number from 0 to 63"],
    ['{"tasks": {"t": {"policy": "SCHED_FIFOO"}}}', 'did you mean "SCHED_FIFO"?'],
    ['{"tasks": {"t": {"policy": "SCHED_RR", "priority": 0, "run": 1}}}', "found 0; expected a priority for SCHED_RR"],
    ['{"tasks": {"t": {"loop": -2}}}', "expected a number of rounds, or -1 for no end: a whole number from -1"],
    ['{"tasks": {"t": {"instance": 0, "run": 1}}}', 'no thread is created: "t" have "instance" 0'],
    ['{"tasks": {"t": {"instance": 999999, "run": 1}, "u": {"instance": 2, "run": 1}}}', "more than 1000000 threads"],
    ['{"tasks": {"t": {"exec": 5, "period": 9}}}', "grammar before 2014"],
    ['{"tasks": {"t": {"phases": {"p": {"lock_order": []}}}}}', "grammar before 2014"],
    ['{"tasks": {"t": {"run": 1}}, "global": {"duration": 0}}', "expected a duration above 0"],
    ['{"tasks": {"t": {"run": 1}}, "global": {"duration": 1.5}}', "found 1.5; expected a duration in seconds"],
    ['{"tasks": {"t": {"run": 1}}, "global": {"default_policy": "SCHED"}}', "expected a policy: SCHED_OTHER"],
  ])("%s", (text, message) => {
    expect(complaint(text)).toContain(message);
  });

  it("is told all at once, in the order of the file", () => {
    const text = '{"tasks": {"t": {"run": "a",\n"sleep": "b"}}, "global":\n{"duration": "c"}}';
    expect(complaint(text).match(/a\.json:\d+/g)).toEqual(["a.json:1", "a.json:2", "a.json:3"]);
  });
});

describe("any file of rt-app's", () => {
  const name = fc.constantFrom("a", "b", "c", ".d", "unique", "unique2");
  const us = fc.oneof(fc.nat({ max: 5000 }), fc.constantFrom(0, 1.5, -1, "5", null));
  const wait = fc.record({ ref: name, mutex: name });
  const event = fc.oneof(
    fc.tuple(fc.constantFrom("run", "sleep", "runtime1", "mem", "iorun"), us),
    fc.tuple(fc.constantFrom("lock", "unlock", "signal", "broad", "suspend", "resume", "barrier", "sem_post"), name),
    fc.tuple(fc.constantFrom("fork", "sem_wait", "yield", "suspend1"), name),
    fc.tuple(fc.constantFrom("wait", "sync"), wait),
    fc.tuple(
      fc.constant("timer"),
      fc.record({ ref: name, period: us, mode: fc.constantFrom("relative", "absolute") }, { requiredKeys: ["ref"] }),
    ),
    fc.tuple(fc.constant("cpus"), fc.array(fc.nat({ max: 5 }), { maxLength: 3 })),
    fc.tuple(fc.constant("policy"), fc.constantFrom("SCHED_OTHER", "SCHED_RR", "SCHED_DEADLINE", "SCHED_IDLE")),
    fc.tuple(
      fc.constantFrom("priority", "loop", "dl-runtime", "dl-period", "taskgroup"),
      fc.integer({ min: -1, max: 3 }),
    ),
  );
  /** Written out by hand, since objects keep no key twice. */
  const object = (members: readonly (readonly [string, unknown])[], write: (value: unknown) => string) =>
    `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${write(value)}`).join(", ")}}`;
  const events = fc.array(event, { maxLength: 8 }).map((members) => object(members, JSON.stringify));
  const phases = fc
    .array(fc.tuple(name, events), { maxLength: 3 })
    .map((members) => `{"phases": ${object(members, String)}, "instance": 2, "delay": 3}`);
  const file = fc
    .array(fc.tuple(name, fc.oneof(events, phases)), { minLength: 1, maxLength: 4 })
    .map((members) => `{"tasks": ${object(members, String)}, "global": {"duration": 1}}`);

  it("becomes a workload that can be loaded, or is refused with places", () => {
    let loaded = 0;
    const check = (text: string, lastWins: boolean) => {
      let document: object;
      try {
        document = importRtApp(text, { lastWins }).document;
      } catch (error) {
        if (!(error instanceof WorkloadError)) throw error;
        expect(error.problems.every(({ line, column }) => line === 1 && column !== undefined)).toBe(true);
        return;
      }
      compileWorkload(loadWorkload(document));
      loaded += 1;
    };
    fc.assert(fc.property(file, fc.boolean(), check), { numRuns: 500 });
    expect(loaded).toBeGreaterThan(50);
  });
});
