import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { headOf, recognise } from "../../src/import/recognise.js";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const recognised = (text: string) => recognise(headOf(new TextEncoder().encode(text), true));

describe("the kind of a file", () => {
  it.each([
    ["tasks by name", '{"tasks": {"a": {"run": 1}}}'],
    ["settings first", '{"global": {"duration": 1}, "tasks": {"a": {"run": 1}}}'],
    ["comments and single quotes", "/* a video */ // player\n{'tasks' : {'a' : {}}}"],
    ["keys without values", '{"tasks": {"a": {"suspend", "run": 5}}}'],
    ["a byte order mark", '\ufeff{"tasks": {"a": {}}}'],
    ["settings that go on beyond what is looked at", `{"global": {"comment": "${"x".repeat(100_000)}"`],
  ])("is rt-app for %s", (_what, text) => {
    expect(recognised(text)).toEqual({ kind: "rt-app" });
  });

  it.each([
    ["YAML", "name: a\ntasks:\n  - program: [{run: 1ms}]\n"],
    ["JSON", '{"name": "a", "tasks": [{"program": [{"run": 1}]}]}'],
    ["JSON with a mistake", '{"name": "a", "tasks": {"program": [{"run": 1}]}}'],
    ["JSON5", "{tasks: [{program: []}]}"],
    ["nothing", ""],
  ])("is our own for %s", (_what, text) => {
    expect(recognised(text)).toEqual({ kind: "workload" });
  });

  it("is a trace of the kernel also behind empty lines", () => {
    const line =
      "          <idle>-0     [000]  4467.8: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> ";
    expect(recognised(`\n${line}next_comm=b next_pid=2 next_prio=120\n`)).toEqual({ kind: "ftrace" });
  });

  const sample = "hackbench  5548 [001]  1300.585520:     250000 cycles: \n\tffffffff8180a1e5 schedule ([kernel])\n\n";

  it("is a recording, too, where only other events are looked at: scheduling may follow", () => {
    expect(recognised(sample)).toEqual({ kind: "perf" });
    expect(recognised(sample.repeat(2000))).toEqual({ kind: "perf" });
    expect(recognised("sh-12 [002] d.h1 365761.624114: irq_handler_entry: irq=1 name=a\n")).toEqual({ kind: "ftrace" });
  });

  it("is our own although a line in it looks like a record", () => {
    const yaml = `name: a\n# measured as\n# ${sample.slice(0, 50)}\ntasks:\n  - program: [{run: 1ms}]\n`;
    expect(recognised(yaml)).toEqual({ kind: "workload" });
  });

  it("is gzip, whatever is in it", () => {
    expect(recognise(headOf(gzipSync("x"), true))).toEqual({ kind: "gzip" });
  });

  it.each([
    ["PERFILE2....", "perf.data", "perf script"],
    ["\x17\x08\x44tracing6\0", "trace.dat", "trace-cmd report"],
    ["PK\x03\x04....", "zip", "unpack"],
    [`trace\0${"\0".repeat(251)}ustar`, "tar", "unpack"],
    ["\x28\xb5\x2f\xfd....", "zstd", "zstd -d"],
    ["\x7fELF", "ELF", "give a workload"],
    ["[10:23] host sched_switch: { cpu_id = 1 }, { prev_comm = 1 }", "LTTng", "trace-cmd record"],
    ["Attaching 2 probes...\n@[1]: 5\n", "bpftrace", "perf sched record"],
    [" 0)   1.2 us    |  schedule();\n", "a function graph", "record the scheduler's events"],
  ])("names a foreign format and the way out: %s", (start, what, advice) => {
    expect(recognise(headOf(bytes(start), true))).toEqual({
      kind: "foreign",
      what: expect.stringContaining(what),
      advice: expect.stringContaining(advice),
    });
  });
});
