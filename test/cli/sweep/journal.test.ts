import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Entries, JournalWriter, readJournal } from "../../../src/cli/sweep/journal.js";
import { temporaryFolder } from "../schedlab.js";

const header = { format: "schedlab-journal/1", plan: "p", measures: ["a", "b"] } as const;

function entries(first: number, count: number): Entries {
  const points = Array.from({ length: count }, (_, index) => first + index);
  return {
    points,
    digests: Uint8Array.from({ length: count * 16 }, (_, index) => (first + index) % 256),
    figures: Float64Array.from({ length: count * 2 }, (_, index) => (index === 1 ? Number.NaN : first / 3 + index)),
    errors: new Map(first === 0 ? [[1, "why: “so”"]] : []),
  };
}

function read(path: string): { points: number[]; end: number } | null {
  const points: number[] = [];
  const journal = readJournal(path, (batch) => points.push(...batch.points));
  return journal === null ? null : { points, end: journal.end };
}

function written(): { path: string; batches: Entries[]; bytes: Buffer } {
  const path = join(temporaryFolder(), "j.journal");
  const batches = [entries(0, 3), entries(3, 1), entries(4, 40)];
  const writer = new JournalWriter(path, header, 0);
  for (const batch of batches) writer.append(batch);
  writer.close();
  return { path, batches, bytes: readFileSync(path) };
}

describe("a journal", () => {
  it("gives back what was appended, to the last bit", () => {
    const { path, batches } = written();
    const back: Entries[] = [];
    expect(readJournal(path, (batch) => back.push(batch))?.header).toEqual(header);
    expect(back.map(({ points, errors }) => ({ points, errors }))).toEqual(
      batches.map(({ points, errors }) => ({ points, errors })),
    );
    for (const [index, { digests, figures }] of back.entries()) {
      expect(Buffer.from(digests)).toEqual(Buffer.from(batches[index]!.digests));
      expect(Buffer.from(figures.buffer)).toEqual(Buffer.from(batches[index]!.figures.buffer));
    }
  });

  it("ends at the last whole frame, wherever it was cut off, and goes on from there", () => {
    const { path, bytes } = written();
    const ends = new Set<number>();
    for (let length = bytes.length; length >= 0; length--) {
      truncateSync(path, length);
      const found = read(path);
      const count = found?.points.length ?? 0;
      expect([0, 3, 4, 44]).toContain(count);
      expect(found?.points ?? []).toEqual(Array.from({ length: count }, (_, point) => point));
      expect(found?.end ?? 0).toBeLessThanOrEqual(length);
      ends.add(found?.end ?? 0);
    }
    expect(ends.size).toBe(5);
    writeFileSync(path, bytes.subarray(0, bytes.length - 1));
    const writer = new JournalWriter(path, header, read(path)!.end);
    writer.append(entries(4, 40));
    writer.close();
    expect(readFileSync(path)).toEqual(bytes);
  });

  it("does not believe a byte that has changed, and nothing behind it", () => {
    const { path, bytes } = written();
    for (let at = 0; at < bytes.length; at++) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = spoilt[at]! ^ 0x10;
      writeFileSync(path, spoilt);
      const points = read(path)?.points ?? [];
      expect([0, 3, 4]).toContain(points.length);
    }
  });
});
