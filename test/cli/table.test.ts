import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { horizontalBar } from "../../src/cli/bar.js";
import { columnsLeftOut, renderTable, type Table, tableFits } from "../../src/cli/table.js";
import { cutText, padText, printable, textWidth, wrapPhrases, wrapText } from "../../src/cli/text-width.js";

const plain = picocolors.createColors(false);

const table: Table = {
  columns: [
    { title: "task", cutTo: 6 },
    { title: "CPU", align: "right" },
    { title: "", bar: { min: 4, max: 10 } },
    { title: "max wait", align: "right", block: "a long heading over one column" },
    { title: "extra", align: "right", importance: 1 },
  ],
  rows: [
    ["a-rather-long-name", "50.0%", { bar: 0.5 }, "1ms", "7"],
    ["b", "100.0%", { bar: 1 }, { text: "12ms" }, "123456"],
  ],
};

describe("a table", () => {
  it("is laid out with all columns where there is room", () => {
    expect(renderTable(table, 100, plain)).toEqual([
      "                                        a long heading over one column",
      "task                   CPU                                    max wait   extra",
      "─".repeat(78),
      "a-rather-long-name   50.0%  █████                                  1ms       7",
      "b                   100.0%  ██████████                            12ms  123456",
    ]);
    expect(columnsLeftOut(table, 100)).toEqual([]);
  });

  it("gives up gaps, bars, names and then columns, and never grows wider than it may", () => {
    for (let width = 49; width <= 100; width += 1) {
      for (const line of renderTable(table, width, plain)) expect(textWidth(line)).toBeLessThanOrEqual(width);
    }
    const narrow = renderTable(table, 55, plain);
    expect(narrow.at(-1)).toMatch(/^b\s+100\.0%\s+█+\s+12ms$/);
    expect(narrow.at(-2)).toContain("…");
    expect(columnsLeftOut(table, 55)).toEqual(["extra"]);
  });

  it("says where what must stay does not fit", () => {
    expect(tableFits(table, 55)).toBe(true);
    expect(tableFits(table, 30)).toBe(false);
  });
});

describe("a bar", () => {
  it("is exact to an eighth of a column, and shows anything above 0", () => {
    expect(horizontalBar(0, 8)).toBe("");
    expect(horizontalBar(1e-9, 8)).toBe("▏");
    expect(horizontalBar(0.5, 8)).toBe("████");
    expect(horizontalBar(0.5625, 8)).toBe("████▌");
    expect(horizontalBar(3, 8)).toBe("████████");
  });

  it("stands full only for all of it", () => {});
});

describe("text", () => {
  it("is measured in columns, not in characters", () => {
    expect(["abc", "é", "e\u0301", "日本", "👍"].map(textWidth)).toEqual([3, 1, 1, 4, 2]);
    expect(cutText("日本語", 5)).toBe("日本…");
    expect(padText("日", 4, "right")).toBe("  日");
  });

  it("from a file cannot steer the terminal", () => {
    expect(printable("\u001b[2Jhog\n\u202e")).toBe("�[2Jhog��");
  });

  it("is wrapped between words and between phrases", () => {
    expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapPhrases(["\u001b[1mabc\u001b[22m", "def", "ghi"], 9)).toEqual(["\u001b[1mabc\u001b[22m · def", "ghi"]);
  });
});
