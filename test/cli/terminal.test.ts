import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { textWidth } from "../../src/cli/text-width.js";
import { openTerminal, shell, temporaryFolder, terminal } from "./schedlab.js";

const massiveIntr = "examples/02-massive-intr.yaml";
const escapeCode = "\u001b[";
/** Longer than anybody waits. */
const endless = `schedlab run ${massiveIntr} --duration 9000000s`;

describe("colour", () => {
  it("is for terminals", () => {
    expect(terminal(`schedlab run ${massiveIntr}`, 80).stdout).toContain(escapeCode);
    expect(shell(`schedlab run ${massiveIntr}`).stdout).not.toContain(escapeCode);
    expect(shell(`schedlab run ${massiveIntr}`, { CI: "true" }).stdout).not.toContain(escapeCode);
  });

  it("is left out where NO_COLOR is set, and kept where FORCE_COLOR is", () => {
    const { stdout } = terminal(`schedlab run ${massiveIntr}`, 80, { NO_COLOR: "1" });
    expect(stdout).not.toContain(escapeCode);
    const forced = shell(`schedlab run ${massiveIntr}`, { FORCE_COLOR: "1" }).stdout;
    expect(forced).toContain(escapeCode);
    expect(stripVTControlCharacters(forced)).toBe(shell(`schedlab run ${massiveIntr}`).stdout);
  });

  it("never gets into JSON and CSV", () => {
    for (const format of ["json", "csv"]) {
      const { stdout } = shell(`schedlab run ${massiveIntr} --format ${format}`, { FORCE_COLOR: "1" });
      expect(stdout).not.toContain(escapeCode);
    }
  });
});

describe("a table", () => {
  it.each([50, 80, 120, 200])("fits a terminal of %d columns", (columns) => {
    for (const schedulers of ["o1", "o1-2.6.0,o1", "'o1-2.6.*'"]) {
      const { status, stdout } = terminal(`schedlab run ${massiveIntr} --timeline -s ${schedulers}`, columns);
      expect(status).toBe(0);
      for (const line of stripVTControlCharacters(stdout).split("\n")) {
        expect(textWidth(line), `${schedulers}: ${line}`).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("uses the room that there is", () => {
    const widest = (columns: number) => {
      const lines = stripVTControlCharacters(terminal(`schedlab run ${massiveIntr}`, columns).stdout).split("\n");
      return Math.max(...lines.map(textWidth));
    };
    expect(widest(120)).toBeGreaterThan(widest(80));
  });
});

describe("a long run in a terminal", () => {
  it("shows how far it is, and ends at Ctrl-C without leaving anything behind", async () => {
    const folder = temporaryFolder();
    const { output, status } = await pressControlC(`${endless} --trace '${join(folder, "t.json.gz")}'`);
    expect(output).toMatch(/o1-2\.6\.22 {2}[\d.<]+% of massive-intr/);
    expect(status).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
    expect(output).not.toMatch(/error|at /);
  });

  it("shows nothing where it is quiet", async () => {
    const { output, status } = await pressControlC(`${endless} --quiet`, 1500);
    expect(output).not.toContain("% of");
    expect(status).toBe(130);
  });
});

describe("a long run in pipes", () => {
  it.each([
    ["INT", 130],
    ["TERM", 143],
    ["HUP", 129],
  ])("ends at SIG%s with status %d, without a partial file and without a word", (signal, expected) => {
    const folder = temporaryFolder();
    const trace = join(folder, "t.tsv");
    // Waits until the trace has begun; then it is certain that there is something to leave behind.
    const { status, stdout, stderr } = shell(
      `schedlab run ${massiveIntr} --duration 9000000s --trace '${trace}' & pid=$!
       until [ -n "$(ls -A '${folder}')" ]; do sleep 0.05; done
       kill -${signal} $pid; wait $pid`,
    );
    expect({ status, stdout, stderr }).toEqual({ status: expected, stdout: "", stderr: "" });
    expect(existsSync(trace)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** Types Ctrl-C once progress shows, or after `afterMs`. */
function pressControlC(command: string, afterMs?: number): Promise<{ output: string; status: number | null }> {
  return new Promise((resolve) => {
    const opened = openTerminal(command, 80);
    let output = "";
    const press = () => opened.stdin?.write("\u0003");
    let pressed = false;
    if (afterMs !== undefined) setTimeout(press, afterMs);
    opened.stdout?.on("data", (data: Buffer) => {
      output += data.toString();
      if (afterMs === undefined && !pressed && output.includes("% of")) {
        pressed = true;
        press();
      }
    });
    opened.on("close", (status) => resolve({ output: stripVTControlCharacters(output), status }));
  });
}
