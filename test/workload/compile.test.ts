/** The tables that the engine runs: programs, loops, channels, marks, forks, random streams. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streamKey } from "../../src/workload/compile/stream-key.js";
import { compileWorkload, loadWorkload } from "../../src/workload/index.js";
import { anyWorkload } from "./arbitrary-workload.js";

function imageOf(document: object) {
  return compileWorkload(loadWorkload(document));
}

function instructionsOf(task: object) {
  return imageOf({ machine: { cpus: 4 }, tasks: [task] }).instructions;
}

const RUN = { op: "run", value: { ns: 5 } };

describe("programs", () => {
  it("jump back to their entry where they loop for ever", () => {
    expect(instructionsOf({ program: [{ run: 5 }, "yield"] })).toEqual([
      RUN,
      { op: "yield" },
      { op: "jump", target: 0 },
    ]);
  });

  it("end in an exit where they do not loop", () => {
    const ended = [RUN, { op: "exit" }];
    expect(instructionsOf({ loop: false, program: [{ run: 5 }] })).toEqual(ended);
    expect(instructionsOf({ loop: 1, program: [{ run: 5 }] })).toEqual(ended);
    expect(instructionsOf({ loop: 0, program: [{ run: 5 }] })).toEqual([{ op: "exit" }]);
    expect(instructionsOf({ loop: false, program: [] })).toEqual([{ op: "exit" }]);
  });

  it("count their rounds where they have a number of them", () => {
    expect(instructionsOf({ loop: 3, program: [{ run: 5 }] })).toEqual([
      { op: "begin", slot: 0, count: 3, target: 3 },
      RUN,
      { op: "end", slot: 0, target: 1 },
      { op: "exit" },
    ]);
  });

  it("nest loops in slots by depth, and reuse the slots side by side", () => {
    const inner = { repeat: { count: 2, program: [{ run: 5 }] } };
    const image = imageOf({ tasks: [{ loop: 9, program: [{ repeat: { count: 4, program: [inner] } }, inner] }] });
    expect(image.instructions).toEqual([
      { op: "begin", slot: 0, count: 9, target: 10 },
      { op: "begin", slot: 1, count: 4, target: 6 },
      { op: "begin", slot: 2, count: 2, target: 5 },
      RUN,
      { op: "end", slot: 2, target: 3 },
      { op: "end", slot: 1, target: 2 },
      { op: "begin", slot: 1, count: 2, target: 9 },
      RUN,
      { op: "end", slot: 1, target: 7 },
      { op: "end", slot: 0, target: 1 },
      { op: "exit" },
    ]);
    expect(image.documents[0]?.loopDepth).toBe(3);
  });

  it("repeat for ever by a jump, and leave out what is done no times", () => {
    const program = [
      { repeat: { count: 0, program: ["yield"] } },
      "yield",
      { repeat: { count: "forever", program: [{ run: 5 }] } },
    ];
    expect(instructionsOf({ loop: false, program })).toEqual([
      { op: "yield" },
      RUN,
      { op: "jump", target: 1 },
      { op: "exit" },
    ]);
  });

  it("compile each operation in each of its spellings", () => {
    const program = [
      { run: 5 },
      { sleep: "1us" },
      { io: { exponential: 7 } },
      { send: "c" },
      { send: "c", sync: true },
      { send: { to: "c", sync: true } },
      { recv: "c" },
      { recv: { from: "c" } },
      "yield",
      { yield: true },
      { yield: null },
      { nice: -3 },
      { policy: { policy: "rr", rtprio: 7 } },
      { policy: { policy: "batch" } },
      { affinity: [0, 2] },
      { affinity: null },
      { mark: "m" },
      "exit",
      { exit: true },
    ];
    const object = { shared: 0 };
    expect(instructionsOf({ loop: false, program }).slice(0, -1)).toEqual([
      RUN,
      { op: "sleep", value: { ns: 1000 } },
      { op: "io", value: { distribution: 0 } },
      { op: "send", object, sync: false },
      { op: "send", object, sync: true },
      { op: "send", object, sync: true },
      { op: "recv", object },
      { op: "recv", object },
      { op: "yield" },
      { op: "yield" },
      { op: "yield" },
      { op: "nice", nice: -3 },
      { op: "policy", policy: "rr", rtprio: 7 },
      { op: "policy", policy: "batch", rtprio: 0 },
      { op: "affinity", mask: 0b101n },
      { op: "affinity", mask: 0b1111n },
      { op: "mark", mark: 0 },
      { op: "exit" },
      { op: "exit" },
    ]);
  });

  it("compile what tasks do among each other, each kind of thing with names of its own", () => {
    const program = [
      { lock: "x" },
      { wait: { cond: "x", mutex: "x" } },
      { unlock: "x" },
      { signal: "x" },
      { broadcast: ".x" },
      { barrier: { name: "x", parties: 3 } },
      { down: "x" },
      { up: "x" },
      "suspend",
      { resume: "task0" },
      "join",
      { until: 5 },
      { until: { period: "1us", mode: "relative", start: 7, timer: ".t" } },
    ];
    const image = imageOf({ semaphores: { x: { initial: 2 } }, tasks: [{ loop: false, program }] });
    expect(image.instructions.slice(0, -1)).toEqual([
      { op: "lock", object: { shared: 0 } },
      { op: "wait", object: { shared: 1 }, mutex: { shared: 0 } },
      { op: "unlock", object: { shared: 0 } },
      { op: "signal", object: { shared: 1 } },
      { op: "broadcast", object: { own: 0 } },
      { op: "barrier", object: { shared: 2 } },
      { op: "down", object: { shared: 3 } },
      { op: "up", object: { shared: 3 } },
      { op: "suspend", object: { shared: 4 } },
      { op: "resume", object: { shared: 4 } },
      { op: "join" },
      { op: "until", object: null, periodNs: 5, rebases: false },
      { op: "until", object: { own: 1 }, periodNs: 1000, rebases: true },
    ]);
    expect(image.objects.map(({ kind, name, limit, initial }) => [kind, name, limit, initial])).toEqual([
      ["mutex", "x", null, 0],
      ["condition", "x", null, 0],
      ["barrier", "x", 3, 0],
      ["semaphore", "x", null, 2],
      ["suspension", "task0", null, 0],
    ]);
    expect(image.documents[0]).toMatchObject({ periodic: true, timerStartNs: null });
    expect(image.documents[0]?.privateObjects).toMatchObject([{ kind: "condition" }, { kind: "timer", startNs: 7 }]);
  });

  it.each([
    [["until", "recv", "sleep"], ["until"]],
    [
      ["recv", "sleep", "down"],
      ["recv", "down"],
    ],
    [["run", "sleep"], ["sleep"]],
  ])("with a deadline have rounds that start at the first kind of waiting: of %j at %j", (present, releasing) => {
    const all = [{ run: 5 }, { sleep: 5 }, { recv: "c" }, { down: "s" }, { until: 5 }];
    const program = all.filter((operation) => present.includes(Object.keys(operation)[0] ?? ""));
    const [of, none] = [{ deadline: 9 }, {}].map((deadline) =>
      instructionsOf({ ...deadline, program: [{ run: 5 }, { repeat: { count: 2, program } }] }).flatMap((each) =>
        each.releases ? [each.op] : [],
      ),
    );
    expect(new Set(of)).toEqual(new Set(releasing));
    expect(none).toEqual([]);
  });

  it("send and receive several messages by a loop round one", () => {
    const program = [{ recv: { from: "c", count: 3 } }, { send: { to: "c", count: 2 } }];
    expect(instructionsOf({ program })).toEqual([
      { op: "begin", slot: 0, count: 3, target: 3 },
      { op: "recv", object: { shared: 0 } },
      { op: "end", slot: 0, target: 1 },
      { op: "begin", slot: 0, count: 2, target: 6 },
      { op: "send", object: { shared: 0 }, sync: false },
      { op: "end", slot: 0, target: 4 },
      { op: "jump", target: 0 },
    ]);
  });
});

describe("documents", () => {
  it("stand in file order, forked ones after them, each with its own entry", () => {
    const grandchild = { name: "g", nice: 1, loop: false, program: [{ run: 5 }] };
    const child = { name: "c", policy: "fifo", rtprio: 4, affinity: [1], loop: false, program: [{ fork: grandchild }] };
    const image = imageOf({
      machine: { cpus: 2 },
      tasks: [
        { name: "a", program: [{ run: 5 }, { fork: child }, { fork: grandchild }] },
        { name: "b", count: 3, start: { uniform: [0, 9] }, cpu: 1, program: [{ run: 5 }] },
      ],
    });
    expect(image.documents.map(({ name, count, entry }) => [name, count, entry])).toEqual([
      ["a", 1, 0],
      ["b", 3, 4],
      ["c", 0, 6],
      ["g", 0, 8],
      ["g", 0, 10],
    ]);
    expect(image.instructions.filter(({ op }) => op === "fork")).toEqual([
      { op: "fork", document: 2 },
      { op: "fork", document: 4 },
      { op: "fork", document: 3 },
    ]);
    expect(image.instructions[5]).toEqual({ op: "jump", target: 4 });
    expect(image.documents[1]).toMatchObject({
      start: { distribution: 0 },
      cpu: 1,
      nice: 0,
      policy: "normal",
      rtprio: 0,
    });
    expect(image.documents[2]).toMatchObject({ nice: null, policy: "fifo", rtprio: 4, affinity: 2n, cpu: null });
    expect(image.documents[3]).toMatchObject({ nice: 1, policy: null, rtprio: null, affinity: null });
  });

  it("leave out tasks of which there are none", () => {
    const image = imageOf({
      tasks: [
        { name: "a", count: 0, program: [{ run: 5 }] },
        { name: "b", program: [{ run: 5 }] },
      ],
    });
    expect(image.documents.map(({ name }) => name)).toEqual(["b"]);
  });

  it("name what the document leaves nameless", () => {
    const image = imageOf({
      tasks: [{ program: [{ run: 5 }, { fork: { loop: false, program: [] } }] }, { program: [{ run: 5 }] }],
    });
    expect(image.documents.map(({ name }) => name)).toEqual(["task0", "task1", "task0-child"]);
    expect(image).toMatchObject({ name: "workload", cpus: 1, hz: 1000, timers: "hrtimer", durationNs: 1e10, seed: 1n });
  });
});

describe("channels, address spaces and marks", () => {
  it("are listed as they appear, with what the document says of them", () => {
    const image = imageOf({
      channels: { z: { capacity: 3, initial: 1 } },
      tasks: [{ program: [{ recv: "b" }, { send: "a" }, { send: "z" }, { send: "b" }, { recv: "z" }] }],
    });
    expect(image.objects).toEqual([
      { kind: "channel", name: "b", limit: null, initial: 0, startNs: null },
      { kind: "channel", name: "a", limit: null, initial: 0, startNs: null },
      { kind: "channel", name: "z", limit: 3, initial: 1, startNs: null },
    ]);
  });

  it("give each task its own private channels, shared with its descendants", () => {
    const child = { name: "k", loop: false, program: [{ send: ".y" }, { send: ".x" }] };
    const image = imageOf({
      channels: { ".y": { capacity: 2, initial: 0 } },
      tasks: [
        { name: "a", program: [{ recv: ".x" }, { fork: child }, { recv: ".y" }] },
        { name: "b", program: [{ recv: ".y" }, { send: ".y" }] },
      ],
    });
    const x = { kind: "channel", name: ".x", limit: null, initial: 0, startNs: null };
    const y = { kind: "channel", name: ".y", limit: 2, initial: 0, startNs: null };
    expect(image.objects).toEqual([]);
    expect(image.documents.map(({ name, privateObjects }) => [name, privateObjects])).toEqual([
      ["a", [x, y]],
      ["b", [y]],
      ["k", []],
    ]);
    expect(image.instructions.flatMap((each) => ("object" in each ? [each.object] : []))).toEqual(
      [0, 1, 0, 0, 1, 0].map((own) => ({ own })),
    );
  });

  it("number address spaces by name, and private ones for each task and its descendants", () => {
    const child = (mm: string | null) => ({ fork: { mm, loop: false, program: [] } });
    const image = imageOf({
      tasks: [
        { program: [{ run: 5 }, child(".t"), child("b"), child(null)] },
        { mm: ".t", program: [{ run: 5 }, child(".u"), child(".t")] },
        { mm: "b", program: [{ run: 5 }] },
        { mm: "c", program: [{ run: 5 }] },
      ],
    });
    expect(image.documents.map(({ mm }) => mm)).toEqual([
      null,
      { own: 0 },
      { shared: 0 },
      { shared: 1 },
      { own: 0 },
      { shared: 0 },
      null,
      { own: 1 },
      { own: 0 },
    ]);
    expect(image.documents.map(({ privateMms }) => privateMms)).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("number marks per document, and list them all in order of appearance", () => {
    const child = { loop: false, program: [{ mark: "c" }, { mark: "a" }] };
    const image = imageOf({
      tasks: [
        { program: [{ run: 5 }, { mark: "a" }, { fork: child }, { mark: ".b" }, { mark: "a" }] },
        { program: [{ run: 5 }, { mark: ".b" }] },
      ],
    });
    expect(image.marks).toEqual(["a", "c", ".b"]);
    expect(image.documents.map(({ marks }) => marks)).toEqual([[0, 2], [2], [1, 0]]);
    expect(image.instructions.flatMap((each) => (each.op === "mark" ? [each.mark] : []))).toEqual([0, 1, 0, 0, 0, 1]);
  });
});

describe("random streams", () => {
  const keysOf = (document: object) =>
    new Map(imageOf(document).documents.map(({ name, streamKey: key }) => [name, key]));
  const fork = (name: string) => ({ fork: { name, loop: false, program: [] } });
  const task = (name: string, ...more: object[]) => ({ name, program: [{ run: 5 }, ...more] });

  it("are named by 64-bit FNV-1a over parents, name and occurrence", () => {
    // Reference values: FNV-1a of "/a\\0" + "0", computed with the published offset basis and prime.
    let hash = 14695981039346656037n;
    for (const byte of [47, 97, 0, 48]) hash = ((hash ^ BigInt(byte)) * 1099511628211n) % 2n ** 64n;
    expect(streamKey("a", 0, null)).toBe(hash);
  });

  it("do not change when other tasks come, go or move", () => {
    const before = keysOf({ tasks: [task("a", fork("k")), task("b")] });
    const after = keysOf({ tasks: [task("x", fork("k2")), task("b"), task("y"), task("a", fork("j"), fork("k"))] });
    for (const name of ["a", "b", "k"]) expect(after.get(name)).toBe(before.get(name));
  });

  it("do not change when a namesake's count becomes 0", () => {
    const two = imageOf({ tasks: [task("a"), task("a")] }).documents[1]?.streamKey;
    const one = imageOf({ tasks: [{ ...task("a"), count: 0 }, task("a")] }).documents[0]?.streamKey;
    expect(one).toBe(two);
  });

  it("differ between namesakes, and between children of different parents", () => {
    const { documents } = imageOf({ tasks: [task("a", fork("k"), fork("k")), task("a", fork("k")), task("k")] });
    expect(new Set(documents.map(({ streamKey: key }) => key)).size).toBe(6);
  });
});

describe("images of any workload", { timeout: 60_000 }, () => {
  it("have targets, slots and indices that lead somewhere", () => {
    fc.assert(
      fc.property(anyWorkload, (document) => {
        const image = imageOf(document);
        const entries = [...image.documents.map(({ entry }) => entry), image.instructions.length];
        expect(entries).toEqual([...entries].sort((a, b) => a - b));
        for (const [index, compiled] of image.documents.entries()) {
          const end = entries[index + 1] ?? 0;
          const program = image.instructions.slice(compiled.entry, end);
          expect(["exit", "jump"]).toContain(program.at(-1)?.op);
          for (const instruction of program) {
            if ("target" in instruction) {
              expect(instruction.target).toBeGreaterThanOrEqual(compiled.entry);
              expect(instruction.target).toBeLessThan(end);
            }
            if ("slot" in instruction) expect(instruction.slot).toBeLessThan(compiled.loopDepth);
            if (compiled.mm?.own !== undefined && compiled.count > 0) {
              expect(compiled.mm.own).toBeLessThan(compiled.privateMms);
            }
            if (instruction.op === "mark") expect(compiled.marks[instruction.mark]).toBeDefined();
            if (instruction.op === "fork") expect(image.documents[instruction.document]?.count).toBe(0);
            if ("object" in instruction && instruction.object?.shared !== undefined) {
              expect(image.objects[instruction.object.shared]).toBeDefined();
            }
            if ("value" in instruction && instruction.value.distribution !== undefined) {
              expect(image.distributions[instruction.value.distribution]).toBeDefined();
            }
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
