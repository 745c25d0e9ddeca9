/**
 * Whatever names there are, wherever the pieces end, and whatever is missing: the same events, and never another error.
 */
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SchedlabError } from "../../src/errors.js";
import { encodeTrace } from "./perfetto/schema.js";
import { inputBytes, readAll } from "./read.js";

/** At most 15 bytes, as in the kernel; without newlines, which have tests of their own. */
const nastyPieces = fc.constantFrom(
  " ",
  "  ",
  "-",
  ":",
  "=",
  "[",
  "]",
  "(",
  ")",
  "/",
  "+",
  "|",
  "<",
  ">",
  "==>",
  " ==> ",
  "[001]",
  "1.5:",
  " pid=",
  " prio=",
  ":7 [1]",
  "prev_pid=",
  "next_comm=",
  "ü",
  "日",
  "😀",
  "\t",
  '"',
  "\\",
  "\\n",
  "#",
  "%s",
  "0",
  "42",
  "kworker",
  "R+",
  "S",
);
const comm = fc
  .array(fc.oneof(nastyPieces, fc.string({ maxLength: 4 })), { maxLength: 6 })
  .map((parts) => fitting(parts.join("").replaceAll(/[\n\r\0]/g, "")));

function fitting(text: string): string {
  let fitted = "";
  for (const character of text) {
    // Lone halves of characters have no bytes of their own.
    if (/^[\ud800-\udfff]$/.test(character)) continue;
    if (Buffer.byteLength(fitted + character) > 15) break;
    fitted += character;
  }
  return fitted;
}

const pid = fc.integer({ min: 1, max: 4_194_304 });
const priority = fc.integer({ min: -1, max: 139 });
const cpu = fc.integer({ min: 0, max: 4095 });
const timeNs = fc.tuple(fc.integer({ min: 0, max: 1_600_000 }), fc.integer({ min: 0, max: 999_999_999 }));
const task = fc.record({ name: comm, pid, priority });
const state = fc.constantFrom("R", "R+", "S", "D", "T", "t", "X", "Z", "P", "I");

const switches = fc.record({ time: timeNs, cpu, previous: task, next: task, state });
type Switch = typeof switches extends fc.Arbitrary<infer T> ? T : never;

const pad = (text: string, width: number) => " ".repeat(Math.max(0, width - [...text].length)) + text;
const seconds = ([whole, fraction]: [number, number], digits: number) =>
  `${whole}.${String(fraction).padStart(9, "0").slice(0, digits)}`;
const three = (number: number) => String(number).padStart(3, "0");
const keyValue = ({ previous, next, state: letter }: Switch) =>
  `prev_comm=${previous.name} prev_pid=${previous.pid} prev_prio=${previous.priority} prev_state=${letter} ==> ` +
  `next_comm=${next.name} next_pid=${next.pid} next_prio=${next.priority}`;
const short = ({ previous, next, state: letter }: Switch) =>
  `${previous.name}:${previous.pid} [${previous.priority}] ${letter} ==> ${next.name}:${next.pid} [${next.priority}]`;

/** Each spelling, and how many digits of the time it keeps. */
const spellings: Readonly<Record<string, readonly [(event: Switch) => string, digits: number]>> = {
  "the kernel's": [
    (event) =>
      `${pad(event.previous.name, 16)}-${event.previous.pid} [${three(event.cpu)}] d..2. ${pad(seconds(event.time, 6), 12)}: sched_switch: ${keyValue(event)}`,
    6,
  ],
  "the kernel's with thread groups": [
    (event) =>
      `${pad(event.previous.name, 16)}-${event.previous.pid} (-----) [${three(event.cpu)}] d..2 ${pad(seconds(event.time, 6), 12)}: sched_switch: ${keyValue(event)}`,
    6,
  ],
  "the kernel's without flags": [
    (event) =>
      `${pad(event.previous.name, 16)}-${event.previous.pid} [${three(event.cpu)}] ${pad(seconds(event.time, 6), 12)}: sched_switch: ${keyValue(event)}`,
    6,
  ],
  "trace-cmd's with nanoseconds": [
    (event) =>
      `${pad(event.previous.name, 16)}-${event.previous.pid} [${three(event.cpu)}] ${seconds(event.time, 9)}: sched_switch:         ${short(event)}`,
    9,
  ],
  "perf's": [
    (event) =>
      `${pad(event.previous.name, 16)} ${pad(String(event.previous.pid), 7)} [${three(event.cpu)}] ${seconds(event.time, 9)}:       sched:sched_switch: ${keyValue(event)}`,
    9,
  ],
};

describe.each(Object.entries(spellings))("a switch in %s spelling", (spelling, [spell, digits]) => {
  // The short form has blanks before it, among which those of a name are lost.
  const isPadded = spelling.startsWith("trace-cmd");

  test("is read back as it was, whatever the tasks are called", async () => {
    await fc.assert(
      fc.asyncProperty(switches, async (event) => {
        fc.pre(!isPadded || [event.previous, event.next].every(({ name }) => name !== "" && name.trimStart() === name));
        const { events } = await readAll(`${spell(event)}\n`);
        const [whole, fraction] = event.time;
        const unit = 10 ** (9 - digits);
        expect(events).toEqual([
          {
            kind: "switch",
            timeNs: whole * 1e9 + Math.floor(fraction / unit) * unit,
            cpu: event.cpu,
            previousName: event.previous.name,
            previousPid: event.previous.pid,
            previousPriority: event.previous.priority,
            previousState: event.state[0],
            preempted: event.state === "R+" ? true : event.state === "R" ? null : false,
            nextName: event.next.name,
            nextPid: event.next.pid,
            nextPriority: event.next.priority,
          },
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

const text = inputBytes("perf_script_hackbench_6.18.txt");
const page = inputBytes("trace_legacy_systrace.html");
const compact = {
  switch_timestamp: [1000, 50, 100],
  switch_prev_state: [1, 0, 2],
  switch_next_pid: [42, 0, 43],
  switch_next_prio: [120, 120, 110],
  intern_table: ["foo", "swapper/1", "bar"],
  switch_next_comm_index: [0, 1, 2],
};
const protobuf = encodeTrace([
  { system_info: { utsname: { release: "6.1.0" } } },
  { ftrace_events: { cpu: 1, compact_sched: compact } },
  { compressed_packets: deflateSync(encodeTrace([{ ftrace_events: { cpu: 0, compact_sched: compact } }])) },
  {
    ftrace_events: {
      cpu: 2,
      event: [{ timestamp: 7, pid: 3, sched_waking: { comm: "x", pid: 5, prio: 120, target_cpu: 1 } }],
    },
  },
]);
const json = Buffer.from(
  JSON.stringify({
    traceEvents: [
      { ph: "M", name: "thread_name", pid: 1, tid: 0, args: { name: "CPU 0" } },
      { ph: "X", pid: 1, tid: 0, ts: 1, dur: 2, name: 'a\\"é', args: { pid: 5 } },
    ],
    systemTraceEvents: `${new TextDecoder().decode(inputBytes("trace_no_trailing_line.txt"))}"\\ü😀\t`,
  }),
);

const files: [string, Uint8Array][] = [
  ["text", text],
  ["a page", page],
  ["gzip", gzipSync(text)],
  ["Perfetto", protobuf],
  ["JSON", json],
];

describe.each(files)("%s", (_what, bytes) => {
  test("gives the same wherever its pieces end", async () => {
    const whole = await readAll(bytes);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 40 }), async (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), bytes.length];
        const pieces = cuts.slice(1).map((cut, index) => bytes.slice(cuts[index], cut));
        const read = await readAll(pieces);
        expect(read.events).toEqual(whole.events);
        expect([...read.findings.skipped]).toEqual([...whole.findings.skipped]);
        expect(read.findings.lines).toBe(whole.findings.lines);
      }),
      { numRuns: 60 },
    );
  });

  test("gives the same byte by byte", async () => {
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect((await readAll(pieces)).events).toEqual((await readAll(bytes)).events);
  });

  test("ends with a message or with what there is, wherever it is cut off", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (length) => {
        await readOrComplain(bytes.subarray(0, length));
      }),
      { numRuns: 150 },
    );
  });

  test("ends with a message or with what there is, whatever bytes are damaged", async () => {
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(damage, async (places) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, byte] of places) damaged[place] = byte;
        await readOrComplain(damaged);
      }),
      { numRuns: 200 },
    );
  });
});

async function readOrComplain(bytes: Uint8Array): Promise<void> {
  try {
    const { events } = await readAll(bytes);
    for (const { timeNs } of events) expect(timeNs).toBe(Math.floor(timeNs));
  } catch (error) {
    expect(error).toBeInstanceOf(SchedlabError);
  }
}
