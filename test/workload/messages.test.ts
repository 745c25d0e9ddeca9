/** Every message of the workload format: its place to the column, and its words. */
import { describe, expect, it } from "vitest";
import { loadWorkload } from "../../src/workload/index.js";
import { messageOf, problemsOf, text } from "./problems.js";

const YAML = { file: "w.yaml" };

/** A document with one task whose lines begin at line 2. */
function task(lines: string): string {
  return `tasks:\n${lines}\n`;
}

const CASES: [title: string, source: string, message: string][] = [
  [
    "an unknown section",
    "durration: 5s\ntasks: [{program: [{run: 1}]}]",
    'w.yaml:1:1: error: durration: unknown key "durration" in a workload\n  hint: did you mean "duration"?',
  ],
  [
    "an unknown cost",
    "costs: {contextswitch: 1us}\ntasks: [{program: [{run: 1}]}]",
    'w.yaml:1:9: error: costs.contextswitch: unknown key "contextswitch" in costs\n  hint: did you mean "contextSwitch"?',
  ],
  [
    "a cost that is drawn",
    "costs: {migration: {uniform: [1, 2]}}\ntasks: [{program: [{run: 1}]}]",
    'w.yaml:1:20: error: costs.migration: found a mapping; expected a duration: a whole number of nanoseconds, or text such as "2.5ms" (ns us ms s min)',
  ],
  [
    "a file that nobody can read",
    "include: [other.yaml]\ntasks: [{program: [{run: 1}]}]",
    'w.yaml:1:11: error: include[0]: found "other.yaml"; expected no files: there is nobody to read them\n  hint: pass `readInclude`',
  ],
  ["no tasks", "name: x", 'w.yaml:1:1: error: tasks: "tasks" is missing (found only name); expected a list of tasks'],
  [
    "an empty list of tasks",
    "tasks: []",
    "w.yaml:1:8: error: tasks: found an empty list; expected a list with at least one task",
  ],
  [
    "tasks in a mapping",
    "tasks:\n  a: {program: []}",
    "w.yaml:2:3: error: tasks: found a mapping; expected a list with at least one task",
  ],
  [
    "tasks of count 0 only",
    "tasks: [{count: 0, program: [{run: 1}]}]",
    "w.yaml:1:8: error: tasks: the counts of all tasks are 0; expected at least one task",
  ],
  [
    "too many tasks",
    "tasks:\n- {count: 1000000, program: [{run: 1}]}\n- {count: 1, program: [{run: 1}]}",
    "w.yaml:3:4: error: tasks[1].count: with this task there are more than 1000000 at the start, the most that fit",
  ],
  [
    "too many of one task",
    task("- {count: 1000001, program: [{run: 1}]}"),
    "w.yaml:2:11: error: tasks[0].count: found 1000001; expected the number of such tasks: a whole number from 0 to 1000000",
  ],
  [
    "too many CPUs",
    "machine: {cpus: 65}\ntasks: [{program: [{run: 1}]}]",
    "w.yaml:1:17: error: machine.cpus: found 65; expected the number of CPUs: a whole number from 1 to 64",
  ],
  [
    "a tick that is no whole number of ns",
    "machine: {hz: 300}\ntasks: [{program: [{run: 1}]}]",
    "w.yaml:1:15: error: machine.hz: found 300, which does not divide 1e9: a tick would not be a whole number of nanoseconds\n  hint: the nearest that does is 320",
  ],
  [
    "an unknown timer mode",
    "machine: {timers: jiffy}\ntasks: [{program: [{run: 1}]}]",
    'w.yaml:1:19: error: machine.timers: found "jiffy"; expected how timers expire: hrtimer, jiffies',
  ],
  [
    "a duration of nothing",
    "duration: 0\ntasks: [{program: [{run: 1}]}]",
    "w.yaml:1:11: error: duration: found 0; expected how long to simulate: a duration above 0",
  ],
  [
    "a distribution for the duration",
    "duration: {uniform: [1, 2]}\ntasks: [{program: [{run: 1}]}]",
    'w.yaml:1:11: error: duration: found a mapping; expected a duration: a whole number of nanoseconds, or text such as "2.5ms" (ns us ms s min)',
  ],
  [
    "a seed over 64 bits",
    "seed: 18446744073709551616\ntasks: [{program: [{run: 1}]}]",
    "w.yaml:1:7: error: seed: found 18446744073709551616; expected a seed: a whole number from 0 to 2^64 - 1",
  ],
  [
    "a channel without room",
    "channels: {c: {capacity: 0}}\ntasks: [{program: [{run: 1}]}]",
    "w.yaml:1:26: error: channels.c.capacity: found 0; expected the number of messages that fit: a whole number from 1 to 4294967295",
  ],
  [
    "more messages than room",
    "channels: {c: {capacity: 2, initial: 3}}\ntasks: [{program: [{run: 1}]}]",
    "w.yaml:1:29: error: channels.c.initial: found 3; expected at most the capacity, 2",
  ],
  [
    "an unknown key of a channel",
    "channels: {c: {size: 2}}\ntasks: [{program: [{run: 1}]}]",
    'w.yaml:1:16: error: channels.c.size: unknown key "size" in a channel\n  hint: valid here: capacity, initial',
  ],
  [
    "an unknown key of a task",
    task("- cout: 3\n  program: [{run: 1}]"),
    'w.yaml:2:3: error: tasks[0].cout: unknown key "cout" in a task\n  hint: did you mean "count"?',
  ],
  [
    "a deadline of no time",
    task("- deadline: 0ms\n  program: [{run: 1}]"),
    'w.yaml:2:13: error: tasks[0].deadline: found "0ms"; expected the time that a round may take: a duration above 0',
  ],
  [
    "a task without a program",
    task("- name: a"),
    'w.yaml:2:3: error: tasks[0].program: "program" is missing (found only name); expected a list of operations',
  ],
  [
    "a task that is a word",
    task("- hog"),
    'w.yaml:2:3: error: tasks[0]: found "hog"; expected a task: a mapping with at least a program',
  ],
  [
    "a number for a name",
    task("- name: 5\n  program: [{run: 1}]"),
    'w.yaml:2:9: error: tasks[0].name: found 5; expected the name of a task: a text\n  hint: put it in quotes: "5"',
  ],
  [
    "a name with control characters",
    task('- name: "a\\e[31m"\n  program: [{run: 1}]'),
    'w.yaml:2:9: error: tasks[0].name: found "a\\u001b[31m"; expected the name of a task without control characters',
  ],
  [
    "an unknown policy",
    task("- policy: fife\n  program: [{run: 1}]"),
    'w.yaml:2:11: error: tasks[0].policy: found "fife"; expected a policy: normal, batch, idle, fifo, rr\n  hint: did you mean "fifo"?',
  ],
  [
    "rtprio without a real-time policy",
    task("- rtprio: 5\n  program: [{run: 1}]"),
    "w.yaml:2:11: error: tasks[0].rtprio: found 5 with the policy normal; expected 0, or a real-time policy\n  hint: add policy: fifo or policy: rr, or remove rtprio",
  ],
  [
    "a real-time policy without rtprio",
    task("- policy: rr\n  program: [{run: 1}]"),
    'w.yaml:2:3: error: tasks[0].rtprio: the policy rr needs a real-time priority; expected "rtprio" from 1 to 99',
  ],
  [
    "a real-time policy with rtprio 0",
    task("- policy: fifo\n  rtprio: 0\n  program: [{run: 1}]"),
    "w.yaml:3:11: error: tasks[0].rtprio: found 0; expected a real-time priority for fifo: a whole number from 1 to 99",
  ],
  [
    "a number for an address space",
    task("- mm: 5\n  program: [{run: 1}]"),
    'w.yaml:2:7: error: tasks[0].mm: found 5; expected the name of an address space: a text\n  hint: put it in quotes: "5"',
  ],
  [
    "an empty name for a child's address space",
    task('- program: [{run: 1}, {fork: {mm: "", loop: false, program: []}}]'),
    "w.yaml:2:35: error: tasks[0].program[1].fork.mm: found an empty text; expected the name of an address space",
  ],
  [
    "a first CPU outside the machine",
    task("- cpu: 1\n  program: [{run: 1}]"),
    "w.yaml:2:8: error: tasks[0].cpu: found CPU 1, which is outside the machine; it has one CPU, number 0\n  hint: or give the machine more: machine.cpus: 2",
  ],
  [
    "a first CPU outside the affinity",
    `machine: {cpus: 4}\n${task("- cpu: 3\n  affinity: 0-2\n  program: [{run: 1}]")}`,
    "w.yaml:3:8: error: tasks[0].cpu: found CPU 3, which the task's affinity does not allow\n  hint: add 3 to affinity",
  ],
  [
    "a loop of a wrong kind",
    task("- loop: forever\n  program: [{run: 1}]"),
    'w.yaml:2:9: error: tasks[0].loop: found "forever"; expected the number of rounds: a whole number, or true or false',
  ],
  [
    "a nice value in quotes",
    task('- nice: "5"\n  program: [{run: 1}]'),
    'w.yaml:2:9: error: tasks[0].nice: found "5"; expected a nice value: a whole number from -20 to 19\n  hint: write the number without quotes',
  ],
  [
    "a program that takes no time",
    task("- program: [yield, {send: c}]"),
    "w.yaml:2:12: error: tasks[0].program: this program loops but a turn takes no time; expected a run, sleep or io above 0, or an operation that waits, in every turn",
  ],
  [
    "rounds that take no time",
    task("- loop: 3\n  program: [{run: 0}]"),
    "w.yaml:3:12: error: tasks[0].program: this program loops but a turn takes no time; expected a run, sleep or io above 0, or an operation that waits, in every turn",
  ],
  [
    "an endless repeat that takes no time",
    task("- program: [{run: 1}, {repeat: {count: forever, program: [yield]}}]"),
    "w.yaml:2:23: error: tasks[0].program[1]: this program repeats for ever but a turn takes no time; expected a run, sleep or io above 0, or an operation that waits, in every turn",
  ],
  [
    "a program in a mapping",
    task("- program: {run: 1}"),
    "w.yaml:2:12: error: tasks[0].program: found a mapping; expected a list of operations\n  hint: put a dash (YAML) or brackets (JSON) around each operation",
  ],
  [
    "an unknown operation",
    task("- program: [{slep: 1ms}]"),
    'w.yaml:2:14: error: tasks[0].program[0].slep: unknown operation "slep"\n  hint: did you mean "sleep"?',
  ],
  [
    "an unknown word",
    task("- program: [yeild]"),
    'w.yaml:2:13: error: tasks[0].program[0]: unknown operation "yeild"\n  hint: did you mean "yield"?',
  ],
  [
    "an operation far from any",
    task("- program: [{compute: 1ms}]"),
    'w.yaml:2:14: error: tasks[0].program[0].compute: unknown operation "compute"\n  hint: valid here: run, sleep, io, until, send, recv, lock, unlock, wait, signal, broadcast, down, up, barrier, suspend, resume, yield, fork, join, exit, repeat, mark, nice, policy, affinity',
  ],
  [
    "a word that needs a value",
    task("- program: [run]"),
    'w.yaml:2:13: error: tasks[0].program[0]: found "run" alone; this operation needs a value\n  hint: write {run: …}',
  ],
  [
    "two operations in one",
    task("- program: [{run: 1ms, sleep: 1ms}]"),
    'w.yaml:2:24: error: tasks[0].program[0].sleep: found the operations "run" and "sleep" in one item; expected one\n  hint: give each operation an item of the list to itself',
  ],
  [
    "a key that belongs to another operation",
    task("- program: [{recv: c, sync: true}]"),
    'w.yaml:2:23: error: tasks[0].program[0].sync: unknown key "sync" in a "recv" operation\n  hint: valid here: recv',
  ],
  [
    "an empty operation",
    task("- program: [{}]"),
    'w.yaml:2:13: error: tasks[0].program[0]: found an empty mapping; expected an operation such as {run: 8ms}, or the word "yield" or "exit"',
  ],
  [
    "an operation that is a number",
    task("- program: [5]"),
    'w.yaml:2:13: error: tasks[0].program[0]: found 5; expected an operation such as {run: 8ms}, or the word "yield" or "exit"',
  ],
  [
    "a yield that is not",
    task("- program: [{yield: false}, {run: 1}]"),
    'w.yaml:2:21: error: tasks[0].program[0].yield: found false; expected true: "yield" takes no value\n  hint: write the word alone, or leave the operation out',
  ],
  [
    "a send without a channel",
    task("- program: [{send: {count: 2}}, {run: 1}]"),
    'w.yaml:2:20: error: tasks[0].program[0].send.to: "to" is missing (found only count); expected the name of a channel',
  ],
  [
    "sync twice",
    task("- program: [{send: {to: c, sync: true}, sync: false}, {run: 1}]"),
    'w.yaml:2:47: error: tasks[0].program[0].sync: "sync" stands both inside "send" and beside it\n  hint: remove one of them',
  ],
  [
    "a sync of a wrong kind",
    task('- program: [{send: c, sync: "yes"}, {run: 1}]'),
    'w.yaml:2:29: error: tasks[0].program[0].sync: found "yes"; expected true or false',
  ],
  [
    "a repeat without a count",
    task("- program: [{repeat: {program: [{run: 1}]}}]"),
    'w.yaml:2:22: error: tasks[0].program[0].repeat.count: "count" is missing (found only program); expected the number of rounds, or forever',
  ],
  [
    "a repeat over 32 bits",
    task("- program: [{repeat: {count: 4294967296, program: [{run: 1}]}}]"),
    "w.yaml:2:30: error: tasks[0].program[0].repeat.count: found 4294967296; expected the number of rounds: a whole number, or the word forever",
  ],
  [
    "a forked task with a count",
    task("- program: [{run: 1}, {fork: {count: 2, loop: false, program: [{run: 1}]}}]"),
    'w.yaml:2:31: error: tasks[0].program[1].fork.count: unknown key "count" in a forked task\n  hint: valid here: name, nice, policy, rtprio, affinity, mm, deadline, slice, loop, program',
  ],
  [
    "a child's rtprio without a real-time policy",
    task("- program: [{run: 1}, {fork: {rtprio: 2, loop: false, program: []}}]"),
    "w.yaml:2:39: error: tasks[0].program[1].fork.rtprio: found 2 with the policy normal; expected 0, or a real-time policy\n  hint: add policy: fifo or policy: rr, or remove rtprio",
  ],
  [
    "a child's real-time policy without rtprio",
    task("- program: [{run: 1}, {fork: {policy: rr, loop: false, program: []}}]"),
    'w.yaml:2:30: error: tasks[0].program[1].fork.rtprio: the policy rr needs a real-time priority; expected "rtprio" from 1 to 99',
  ],
  [
    "a policy operation as a word",
    task("- program: [{policy: batch}, {run: 1}]"),
    'w.yaml:2:22: error: tasks[0].program[0].policy: found "batch"; expected a mapping with policy, rtprio\n  hint: write {policy: {policy: batch}}',
  ],
  [
    "an affinity operation outside the machine",
    task("- program: [{affinity: [0, 2]}, {run: 1}]"),
    "w.yaml:2:28: error: tasks[0].program[0].affinity[1]: found CPU 2, which is outside the machine; it has one CPU, number 0\n  hint: or give the machine more: machine.cpus: 3",
  ],
  [
    "a nice operation out of range",
    task("- program: [{nice: -21}, {run: 1}]"),
    "w.yaml:2:20: error: tasks[0].program[0].nice: found -21; expected a nice value: a whole number from -20 to 19",
  ],
  [
    "a mark without a name",
    task('- program: [{mark: ""}, {run: 1}]'),
    "w.yaml:2:20: error: tasks[0].program[0].mark: found an empty text; expected the name of a mark",
  ],
  [
    "a period of no time",
    task("- program: [{until: {period: 0}}]"),
    "w.yaml:2:30: error: tasks[0].program[0].until.period: found 0; expected the time between two points: a duration above 0",
  ],
  [
    "a timer without a period",
    task("- program: [{until: {mode: relative}}]"),
    'w.yaml:2:21: error: tasks[0].program[0].until.period: "period" is missing (found only mode); expected the time between two points: a duration above 0',
  ],
  [
    "a mode that is none",
    task("- program: [{until: {period: 1ms, mode: absolut}}]"),
    'w.yaml:2:41: error: tasks[0].program[0].until.mode: found "absolut"; expected what a late task does: absolute, relative\n  hint: did you mean "absolute"?',
  ],
  [
    "two starts of one timer",
    task("- program: [{until: {period: 1ms, start: 1ms}}, {until: {period: 2ms, start: 2ms}}]"),
    'w.yaml:2:78: error: tasks[0].program[1].until.start: found "start" twice for one timer\n  hint: move it to the first one, or name the timers',
  ],
  [
    "two starts of a named timer",
    task("- program: [{until: {period: 1ms, start: 1ms, timer: t}}, {until: {period: 2ms, start: 2ms, timer: t}}]"),
    'w.yaml:2:88: error: tasks[0].program[1].until.start: found the start "2ms"; the timer "t" has the start "1ms" elsewhere',
  ],
  [
    "an unlock without a lock",
    task("- program: [{lock: mutex}, {run: 1}, {unlock: mutx}]"),
    'w.yaml:2:47: error: tasks[0].program[2].unlock: the task never locks the mutex "mutx", and only who holds a mutex can release it\n  hint: did you mean "mutex"?',
  ],
  [
    "a wait with a mutex that only another task locks",
    task("- program: [{lock: m}, {signal: c}, {run: 1}, {unlock: m}]\n- program: [{wait: {cond: c, mutex: m}}]"),
    'w.yaml:3:37: error: tasks[1].program[0].wait.mutex: the task never locks the mutex "m", and only who holds a mutex can release it',
  ],
  [
    "a wait without a mutex",
    task("- program: [{wait: c}]"),
    'w.yaml:2:20: error: tasks[0].program[0].wait: found "c"; expected a mapping with cond, mutex',
  ],
  [
    "a barrier of two sizes",
    task("- program: [{barrier: {name: b, parties: 2}}]\n- program: [{barrier: {name: b, parties: 3}}]"),
    'w.yaml:3:42: error: tasks[1].program[0].barrier.parties: found 3 parties; the barrier "b" has 2 parties elsewhere',
  ],
  [
    "a barrier for nobody",
    task("- program: [{barrier: {name: b, parties: 0}}]"),
    "w.yaml:2:42: error: tasks[0].program[0].barrier.parties: found 0; expected the number of tasks that meet: a whole number from 1 to 4294967295",
  ],
  [
    "a resume of nothing",
    task("- program: [{run: 1}, resume]"),
    'w.yaml:2:23: error: tasks[0].program[1]: found "resume" alone; this operation needs a value\n  hint: write {resume: …}',
  ],
  [
    "a semaphore with a capacity",
    "semaphores: {s: {capacity: 3}}\ntasks: [{program: [{down: s}, {run: 1}, {up: s}]}]",
    'w.yaml:1:18: error: semaphores.s.capacity: unknown key "capacity" in a semaphore\n  hint: valid here: initial',
  ],
  [
    "locks that take no time",
    task("- program: [{lock: m}, {unlock: m}]"),
    "w.yaml:2:12: error: tasks[0].program: this program loops but a turn takes no time; expected a run, sleep or io above 0, or an operation that waits, in every turn",
  ],
  [
    "a fraction of a nanosecond",
    task("- program: [{run: 1.5}]"),
    'w.yaml:2:19: error: tasks[0].program[0].run: found 1.5, which is not a whole number of nanoseconds\n  hint: a number without a unit is nanoseconds; write "2.5ms" for 2.5 milliseconds',
  ],
  [
    "a key twice",
    task("- {nice: 1, nice: 2, program: [{run: 1}]}"),
    'w.yaml:2:13: error: tasks[0].nice: the key "nice" stands here twice (first in line 2)\n  hint: remove one of them',
  ],
  [
    "an empty document",
    "# nothing",
    "w.yaml:1:1: error: the document is empty; expected a workload with a list of tasks",
  ],
  [
    "a list for a document",
    "- a",
    "w.yaml:1:1: error: found a list; expected a workload: a mapping with a list of tasks",
  ],
];

describe("messages", () => {
  it.each(CASES)("say where %s is and what to do", (_title, source, message) => {
    expect(messageOf(source, YAML)).toBe(message);
  });

  it("come all at once, in the order of the text", () => {
    const source = text`
      machine: {cpus: 0}
      tasks:
        - nice: 20
          program: [{run: -1}, {slep: 2}]
        - affinity: []
          program: [yield]
    `;
    expect(problemsOf(source, YAML).map((problem) => `${problem.line}:${problem.column} ${problem.path}`)).toEqual([
      "1:17 machine.cpus",
      "3:11 tasks[0].nice",
      "4:21 tasks[0].program[0].run",
      "4:27 tasks[0].program[1].slep",
      "5:15 tasks[1].affinity",
      "6:14 tasks[1].program",
    ]);
  });

  it("print twenty and count the rest", () => {
    const program = Array.from({ length: 50 }, () => ({ run: -1 }));
    const lines = messageOf({ tasks: [{ program }] }).split("\n");
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe("and 30 more");
    expect(problemsOf({ tasks: [{ program }] })).toHaveLength(50);
  });

  it("name the path alone for plain objects", () => {
    expect(messageOf({ tasks: [{ program: [{ run: -1 }] }] })).toBe(
      "error: tasks[0].program[0].run: found -1, which is negative; expected a duration of 0 or more",
    );
  });

  it("point into JSON and JSON5 as into YAML", () => {
    expect(messageOf('{\n  "tasks": [{"nice": 99, "program": [{"run": 1}]}]\n}', { file: "w.json" })).toBe(
      "w.json:2:22: error: tasks[0].nice: found 99; expected a nice value: a whole number from -20 to 19",
    );
    expect(messageOf("// hogs\n{tasks: [{nice: +99, program: [{run: 1}]}]}", { file: "w.json5" })).toBe(
      "w.json5:2:17: error: tasks[0].nice: found +99; expected a nice value: a whole number from -20 to 19",
    );
  });
});

describe("warnings", () => {
  function warningsOf(document: object): string[] {
    return loadWorkload(document).warnings.map((warning) => `${warning.path}: ${warning.message}`);
  }

  it.each([
    [
      "a wait without a signal",
      [{ lock: "m" }, { wait: { cond: "c", mutex: "m" } }, { unlock: "m" }],
      'nobody signals the condition "c": tasks wait for ever',
    ],
    [
      "a signal without a wait",
      [{ run: 1 }, { signal: "c" }],
      'nobody waits for the condition "c": the signal has no effect',
    ],
    [
      "a broadcast without a wait",
      [{ run: 1 }, { broadcast: "c" }],
      'nobody waits for the condition "c": the signal has no effect',
    ],
    ["a down without an up", [{ down: "s" }], 'nobody does "up" on the semaphore "s": tasks wait for ever'],
    ["a suspend without a resume", ["suspend"], 'nobody resumes "task0": tasks are suspended for ever'],
    ["a resume without a suspend", [{ run: 1 }, { resume: "p" }], 'nobody is suspended at "p": resuming has no effect'],
  ])("tell of %s", (_title, program, message) => {
    const [warning, ...others] = loadWorkload({ tasks: [{ program }] }).warnings;
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ severity: "warning", message });
  });

  it("name the nearest thing that somebody would end the wait for", () => {
    const program = [{ lock: "m" }, { wait: { cond: "redy", mutex: "m" } }, { unlock: "m" }];
    const warnings = loadWorkload({ tasks: [{ program }, { program: [{ run: 1 }, { signal: "ready" }] }] }).warnings;
    expect(warnings.map(({ hint }) => hint)).toEqual(['did you mean "ready"?', 'did you mean "redy"?']);
  });

  it("say nothing of a semaphore that begins with units", () => {
    expect(
      warningsOf({ semaphores: { s: { initial: 3 } }, tasks: [{ program: [{ down: "s" }, { run: 1 }] }] }),
    ).toEqual([]);
  });

  it("tell of a semaphore that is described and not used", () => {
    expect(warningsOf({ semaphores: { s: { initial: 3 } }, tasks: [{ program: [{ run: 1 }] }] })).toEqual([
      'semaphores.s: no task uses the semaphore "s"',
    ]);
  });

  it("tell of channels that nobody sends to, with the nearest name that somebody does", () => {
    const workload = loadWorkload({
      tasks: [{ program: [{ recv: "requests" }] }, { program: [{ run: 1 }, { send: "request" }] }],
    });
    expect(workload.warnings).toEqual([
      {
        severity: "warning",
        path: "tasks[0].program[0].recv",
        message: 'nobody sends to the channel "requests": receivers wait for ever',
        hint: 'did you mean "request"?',
      },
    ]);
  });

  it("count initial messages, and senders inside repeat and fork", () => {
    const receive = { program: [{ recv: "c" }] };
    const fork = { fork: { loop: false, program: [{ send: "c" }] } };
    expect(warningsOf({ channels: { c: { initial: 1 } }, tasks: [receive] })).toEqual([]);
    expect(warningsOf({ tasks: [receive, { program: [{ run: 1 }, fork] }] })).toEqual([]);
    expect(
      warningsOf({ tasks: [receive, { program: [{ repeat: { count: 2, program: [{ run: 1 }, { send: "c" }] } }] }] }),
    ).toEqual([]);
  });

  it("keep private channels of different tasks apart", () => {
    const sender = { program: [{ run: 1 }, { send: ".c" }] };
    const receiver = { program: [{ recv: ".c" }] };
    const pair = { program: [{ run: 1 }, { send: ".c" }, { recv: ".c" }] };
    expect(warningsOf({ tasks: [pair, pair] })).toEqual([]);
    expect(warningsOf({ tasks: [sender, receiver] })).toEqual([
      'tasks[1].program[0].recv: nobody sends to the channel ".c": receivers wait for ever',
    ]);
  });

  it("do not count tasks of which there are none", () => {
    const document = { tasks: [{ program: [{ recv: "c" }] }, { count: 0, program: [{ run: 1 }, { send: "c" }] }] };
    expect(warningsOf(document)).toHaveLength(1);
  });

  it("tell of limited channels that nobody empties, and of channels that nobody uses", () => {
    const program = [{ run: 1 }, { send: "c" }];
    expect(warningsOf({ channels: { c: { capacity: 3 }, d: null }, tasks: [{ program }] })).toEqual([
      'tasks[0].program[1].send: nobody receives from the channel "c": senders wait for ever once it is full',
      'channels.d: no task uses the channel "d"',
    ]);
  });

  it("tell of policy operations that the kernel refuses", () => {
    const program = [
      { run: 1 },
      { policy: { policy: "fifo" } },
      { policy: { policy: "rr", rtprio: 100 } },
      { policy: { policy: "batch", rtprio: 1 } },
      { policy: { policy: "fifo", rtprio: 99 } },
      { policy: { policy: "normal" } },
    ];
    expect(warningsOf({ tasks: [{ program }] })).toEqual([
      "tasks[0].program[1].policy: found no rtprio with policy fifo; expected rtprio 1 to 99: at run time the change is refused, as the kernel does",
      "tasks[0].program[2].policy.rtprio: found 100 with policy rr; expected rtprio 1 to 99: at run time the change is refused, as the kernel does",
      "tasks[0].program[3].policy.rtprio: found 1 with policy batch; expected rtprio 0: at run time the change is refused, as the kernel does",
    ]);
  });

  it("tell of children that loop for ever only by default", () => {
    const child = { program: [{ run: 1 }] };
    const forks = (fork: object) => warningsOf({ tasks: [{ program: [{ run: 1 }, { fork }] }] });
    expect(forks(child)).toEqual(['tasks[0].program[1].fork: this child loops for ever, as "loop" is not given']);
    expect(forks({ ...child, loop: true })).toEqual([]);
    expect(forks({ program: [{ run: 1 }, "exit"] })).toEqual([]);
  });
});
