import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SchedlabError } from "../../src/errors.js";
import { createTsvWriter, formatEvent, linesOf, parseEventLine } from "../../src/trace/index.js";
import { anyEvent, recordedTrace, recordedTraces } from "./fixtures.js";

describe("the golden trace format", () => {
  it("is what the machine model shows", () => {
    expect(
      formatEvent({
        kind: "switch",
        timeNs: 80000000,
        cpu: 0,
        previous: 10,
        previousPriority: 125,
        previousState: "S",
        next: 1,
        nextPriority: 118,
      }),
    ).toBe("switch\t80000000\t0\t10\t125\tS\t1\t118");
    expect(formatEvent({ kind: "wakeup", timeNs: 81000000, cpu: 0, pid: 10, priority: 125, targetCpu: 0 })).toBe(
      "wakeup\t81000000\t0\t10\t125\t0",
    );
  });

  it("is read and written back without loss, whatever the event", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(parseEventLine(formatEvent(event))).toEqual(event);
      }),
    );
  });

  for (const name of recordedTraces) {
    it(`gives ${name} back to the last byte, line by line and in batches`, () => {
      const text = recordedTrace(name);
      const events = [...linesOf(text)].map(parseEventLine);
      expect(events.length).toBeGreaterThan(50);
      expect(events.map((event) => `${formatEvent(event)}\n`).join("")).toBe(text);
      const writer = createTsvWriter();
      let written = "";
      for (let at = 0; at < events.length; at += 7) written += writer.write(events.slice(at, at + 7));
      expect(written + writer.end()).toBe(text);
    });
  }

  it("is written in bulk exactly as line by line", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 50 }), (events) => {
        const expected = events.map((event) => `${formatEvent(event)}\n`).join("");
        expect(createTsvWriter().write(events)).toBe(expected);
        expect(new TextDecoder().decode(createTsvWriter().encode(events))).toBe(expected);
      }),
    );
  });

  it("is written in batches larger than any buffer, and encoded batches stay as they are", () => {
    const events = [...linesOf(recordedTrace("o1-2.6.22-ops-io-dd"))].map(parseEventLine);
    const many = Array.from({ length: 40 }, () => events).flat();
    const writer = createTsvWriter();
    const first = writer.encode(events);
    expect(writer.write(many)).toBe(recordedTrace("o1-2.6.22-ops-io-dd").repeat(40));
    expect(new TextDecoder().decode(first)).toBe(recordedTrace("o1-2.6.22-ops-io-dd"));
  });
});

describe("a line that is no event", () => {
  const badLines: readonly (readonly [line: string, complaint: RegExp])[] = [
    ["", /begins with neither switch/],
    ["toString\t1\t2\t3", /begins with neither/],
    ["exit\t5\t0", /exit has 3 fields \(time, cpu, pid\), not 2/],
    ["exit\t5\t0\t1\t2", /not 4/],
    ["exit\t-5\t0\t1", /field 1 \(time\) is negative: -5/],
    ["exit\t5\tx\t1", /field 2 \(cpu\) is no whole number: "x"/],
    ["exit\t5\t0\t01", /field 3 \(pid\)/],
    ["exit\t5\t0\t1\r", /field 3 \(pid\) is no whole number: "1\\r"/],
    ["exit\t5\t0\t-0", /no whole number/],
    ["exit\t5.5\t0\t1", /no whole number/],
    ["exit\t9007199254740992\t0\t1", /no whole number/],
    ["switch\t5\t0\t1\t2\tQ\t3\t4", /field 5 \(its state\) is none of R, S, D, X: "Q"/],
  ];

  for (const [line, complaint] of badLines) {
    it(`is refused with what is wrong: ${JSON.stringify(line)}`, () => {
      expect(() => parseEventLine(line)).toThrow(SchedlabError);
      expect(() => parseEventLine(line)).toThrow(complaint);
    });
  }

  it("is refused or reproduced, never misread", () => {
    const nearly = fc
      .tuple(anyEvent.map(formatEvent), fc.nat(), fc.string({ maxLength: 2 }))
      .map(([line, at, inserted]) => {
        const place = at % (line.length + 1);
        return line.slice(0, place) + inserted + line.slice(place);
      });
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (line) => {
        try {
          expect(formatEvent(parseEventLine(line))).toBe(line);
        } catch (error) {
          expect(error).toBeInstanceOf(SchedlabError);
        }
      }),
    );
  });
});
