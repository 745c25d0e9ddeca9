/** Real processes that are killed, run out of room, or are interrupted; and what they leave behind. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Generator } from "../../../src/sweep/spacing.js";
import { cli, environment, schedlab, shell } from "../schedlab.js";
import { planFolder, resultsIn, standardPlan } from "./sweeps.js";

/** 900 points, a second or so of work. */
const plan = standardPlan.replace("count: 6", "count: 60");

function start(folder: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [cli, "sweep", "plan.yaml", "-o", "out", ...args], {
    cwd: folder,
    env: environment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function ended(child: ChildProcess): Promise<{ status: number | null; signal: string | null; stderr: string }> {
  let stderr = "";
  child.stderr?.on("data", (piece) => {
    stderr += piece;
  });
  return new Promise((resolve) => child.on("close", (status, signal) => resolve({ status, signal, stderr })));
}

function journalBytes(folder: string): number {
  const journal = join(folder, "out/journal");
  if (!existsSync(journal)) return 0;
  return readdirSync(journal).reduce((sum, name) => sum + statSync(join(journal, name)).size, 0);
}

/** Until the journal has more than `bytes`: some points are on the disk. */
async function journalReaches(folder: string, bytes: number): Promise<void> {
  while (journalBytes(folder) <= bytes) await new Promise((resolve) => setTimeout(resolve, 5));
}

let undisturbed: Record<string, string>;
beforeAll(() => {
  const folder = planFolder(plan, mkdtempSync(join(tmpdir(), "sweep-test-")));
  try {
    expect(schedlab(["sweep", "plan.yaml", "-o", "out", "--quiet"], { cwd: folder }).status).toBe(0);
    undisturbed = resultsIn(join(folder, "out"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

describe("a sweep that is disturbed ends with the same bytes:", () => {
  it("killed again and again, at whatever moment, with other numbers of workers", async () => {
    const folder = planFolder(plan);
    const draw = new Generator(7);
    let kills = 0;
    for (let attempt = 0; attempt < 12; attempt++) {
      const before = journalBytes(folder);
      const child = start(folder, "--workers", String(1 + (attempt % 3)));
      const end = ended(child);
      // Some die while they start, some while they write, most while they run.
      await new Promise((resolve) => setTimeout(resolve, 100 + draw.next() * 700));
      child.kill("SIGKILL");
      const { signal, status } = await end;
      if (signal === "SIGKILL") kills += 1;
      else expect(status).toBe(0);
      expect(journalBytes(folder)).toBeGreaterThanOrEqual(before);
      if (status === 0) break;
      expect(existsSync(join(folder, "out/points.parquet"))).toBe(false);
    }
    expect(kills).toBeGreaterThan(0);
    const last = schedlab(["sweep", "plan.yaml", "-o", "out"], { cwd: folder });
    expect(last.status, last.stderr).toBe(0);
    expect(resultsIn(join(folder, "out"))).toEqual(undisturbed);
  });

  it("interrupted with Ctrl-C, which says how to go on", async () => {
    const folder = planFolder(plan);
    const child = start(folder, "--workers", "1");
    const end = ended(child);
    await journalReaches(folder, 1000);
    child.kill("SIGINT");
    const { status, stderr } = await end;
    expect(status).toBe(130);
    expect(stderr).toMatch(/stopped: \d+ of 900 points are safe in out; the same command goes on from there\n$/);
    expect(existsSync(join(folder, "out/.lock"))).toBe(false);
    const rest = schedlab(["sweep", "plan.yaml", "-o", "out"], { cwd: folder });
    expect(rest.stderr).toMatch(/going on: \d+ of 900 points are there already\n/);
    expect(resultsIn(join(folder, "out"))).toEqual(undisturbed);
  });

  it("without room left, which says so and keeps what there was room for", () => {
    const folder = planFolder(plan);
    // No file may have more than 12 blocks of 1024 bytes: what a full disk does to the journal, without one.
    const limited = shell(
      `cd '${folder}' && trap '' XFSZ && ulimit -f 12 && schedlab sweep plan.yaml -o out --workers 1`,
    );
    expect(limited.stderr).toMatch(
      /schedlab: cannot write out\/journal\/.*: the file is too large\n\d+ of 900 points are safe in out; make room and give the same command again \(plan.yaml\)\n$/,
    );
    expect(limited.status).toBe(2);
    expect(existsSync(join(folder, "out/points.parquet"))).toBe(false);
    const safe = Number(/(\d+) of 900/.exec(limited.stderr)?.[1]);
    expect(safe).toBeGreaterThan(0);
    const rest = schedlab(["sweep", "plan.yaml", "-o", "out"], { cwd: folder });
    expect(rest.stderr).toContain(`going on: ${safe} of 900 points are there already`);
    expect(resultsIn(join(folder, "out"))).toEqual(undisturbed);
  });

  it("while a second one wants the same folder, and is refused", async () => {
    const folder = planFolder(plan);
    const child = start(folder, "--workers", "1");
    const end = ended(child);
    await journalReaches(folder, 0);
    const second = schedlab(["sweep", "plan.yaml", "-o", "out"], { cwd: folder });
    expect(second.status).toBe(2);
    expect(second.stderr).toBe(`schedlab: out is in use by process ${child.pid}: wait for it, or end it\n`);
    expect((await end).status).toBe(0);
    expect(resultsIn(join(folder, "out"))).toEqual(undisturbed);
  });

  it("with a journal that lost its end, or has garbage behind it", async () => {
    const folder = planFolder(plan);
    const child = start(folder, "--workers", "2");
    const end = ended(child);
    await journalReaches(folder, 3000);
    child.kill("SIGKILL");
    await end;
    const [name] = readdirSync(join(folder, "out/journal")).filter((file) => file.endsWith(".journal"));
    writeFileSync(join(folder, "out/journal", name!), "SLJ1 and then nothing that makes sense", { flag: "a" });
    expect(schedlab(["sweep", "plan.yaml", "-o", "out"], { cwd: folder }).status).toBe(0);
    expect(resultsIn(join(folder, "out"))).toEqual(undisturbed);
  });
});
