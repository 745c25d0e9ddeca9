import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { schedlab, temporaryFolder } from "./schedlab.js";

/** A folder with two recorded traces of o1-2.6.22. */
function goldenFolder(): { readonly root: string; readonly folder: string; readonly trace: string } {
  const root = temporaryFolder();
  cpSync(inProject("test/cli/golden/o1-2.6.22"), join(root, "o1-2.6.22"), { recursive: true });
  const folder = join(root, "o1-2.6.22");
  return { root, folder, trace: join(folder, "smp4-imbalance.trace.tsv.gz") };
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(path)).toString())));
}

function verified(args: readonly string[]) {
  const { status, stdout, stderr } = schedlab(["verify", ...args, "--format", "json"]);
  return { status, stderr, ...JSON.parse(stdout) };
}

describe("schedlab verify", () => {
  it("agrees with what was recorded from the kernel", () => {
    const { root } = goldenFolder();
    expect(schedlab(["verify", root])).toEqual({
      status: 0,
      stdout: "✓ o1-2.6.22            2 of 2 traces agree\n2 traces agree\n",
      stderr: "",
    });
    expect(verified([root])).toEqual({
      status: 0,
      stderr: "",
      problems: [],
      passed: 2,
      failed: 0,
      results: [
        { scheduler: "o1-2.6.22", workload: "exits", ok: true },
        { scheduler: "o1-2.6.22", workload: "smp4-imbalance", ok: true },
      ],
    });
  });

  it("takes one such folder as well, by any path, and unpacked traces", () => {
    const { folder, trace } = goldenFolder();
    writeFileSync(trace.slice(0, -".gz".length), gunzipSync(readFileSync(trace)));
    rmSync(trace);
    expect(verified([folder])).toMatchObject({ status: 0, passed: 2 });
    const { status, stdout } = schedlab(["verify", "."], { cwd: folder });
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("2 traces agree") });
  });

  it("shows the first line that differs, with three lines before it", () => {
    const { root, trace } = goldenFolder();
    const lines = gunzipSync(readFileSync(trace)).toString().split("\n");
    const wrong = `${lines[9]}0`;
    edit(trace, () => lines.map((line, index) => (index === 9 ? wrong : line)).join("\n"));
    const answer = verified([root]);
    expect(answer).toMatchObject({ status: 1, passed: 1, failed: 1 });
    expect(answer.results[1]).toEqual({
      scheduler: "o1-2.6.22",
      workload: "smp4-imbalance",
      ok: false,
      line: 10,
      before: lines.slice(6, 9),
      expected: wrong,
      actual: lines[9],
    });
    const { status, stdout } = schedlab(["verify", root]);
    expect(status).toBe(1);
    expect(stdout).toContain("✗ o1-2.6.22            1 of 2 traces agree\n");
    expect(stdout).toContain(`o1-2.6.22/smp4-imbalance differs in line 10`);
    for (const line of [...lines.slice(6, 10), wrong]) expect(stdout).toContain(line);
    expect(stdout).toMatch(/1 trace agree.*, 1 differ\n$/);
  });

  it("sees a trace that is too short, too long, or lacks its last newline", () => {
    const { root, trace } = goldenFolder();
    const whole = gunzipSync(readFileSync(trace)).toString();
    const lines = whole.split("\n");
    const last = lines.length - 2;

    edit(trace, () => lines.slice(0, last).join("\n").concat("\n"));
    expect(verified([root]).results[1]).toMatchObject({ line: last + 1, expected: null, actual: lines[last] });
    edit(trace, () => `${whole}extra\n`);
    expect(verified([root]).results[1]).toMatchObject({ line: last + 2, expected: "extra", actual: null });
    edit(trace, () => whole.trimEnd());
    expect(verified([root])).toMatchObject({ status: 1, failed: 1, results: [{ ok: true }, { line: last + 1 }] });
  });

  it("reports what cannot be compared, and compares the rest", () => {
    const { root, folder, trace } = goldenFolder();
    truncateSync(trace, 60);
    writeFileSync(join(folder, "alone.workload.json"), "{}");
    writeFileSync(join(folder, "orphan.trace.tsv.gz"), "");
    writeFileSync(join(folder, "wrong.workload.json"), '{"tasks": 7}');
    writeFileSync(join(folder, "wrong.trace.tsv"), "");
    mkdirSync(join(root, "o1-2.6.21"));
    mkdirSync(join(root, "o1-2.6.0"));
    mkdirSync(join(root, ".hidden"));
    const { status, stderr, passed, failed, problems } = verified([root]);
    expect({ status, passed, failed }).toEqual({ status: 2, passed: 1, failed: 0 });
    expect(stderr).toBe(problems.map((problem: string) => `schedlab: ${problem}\n`).join(""));
    expect(stderr).toMatch(/smp4-imbalance\.trace\.tsv\.gz: cannot be decompressed \(it is cut off\)/);
    expect(stderr).toMatch(/alone\.workload\.json: its trace alone\.trace\.tsv\.gz is missing/);
    expect(stderr).toMatch(/orphan\.trace\.tsv\.gz: its workload orphan\.workload\.json is missing/);
    expect(stderr).toMatch(/wrong\.workload\.json:1:/);
    expect(stderr).toMatch(/o1-2\.6\.21 is no scheduler that is known here \(did you mean o1-2\.6\.\d+\?\)/);
    expect(stderr).toMatch(/o1-2\.6\.0: holds no NAME\.workload\.json/);
    expect(stderr).not.toContain("hidden");
  });

  it("leaves folders out that the pattern does not match", () => {
    const { root } = goldenFolder();
    mkdirSync(join(root, "cfs-99"));
    expect(verified([root]).status).toBe(2);
    expect(verified([root, "--scheduler", "o1-*"])).toMatchObject({ status: 0, passed: 2 });
    const none = schedlab(["verify", root, "--scheduler", "bfs*"]);
    expect(none).toMatchObject({ status: 2, stdout: "" });
    expect(none.stderr).toContain("matches no folder");
  });

  it("takes -32bit behind a name for a long of 32 bits", () => {
    const golden = inProject("test/cli/golden");
    expect(verified([golden, "--scheduler", "*-32bit"])).toMatchObject({ status: 0, passed: 1 });
    const root = temporaryFolder();
    cpSync(join(golden, "o1-2.6.22-32bit"), join(root, "o1-2.6.22"), { recursive: true });
    expect(verified([root])).toMatchObject({ status: 1, failed: 1 });
  });

  it("is no success where there was nothing to compare", () => {
    const empty = temporaryFolder();
    expect(schedlab(["verify", empty])).toMatchObject({ status: 2, stdout: "" });
    mkdirSync(join(empty, "o1-2.6.22"));
    expect(schedlab(["verify", empty])).toMatchObject({ status: 2 });
    expect(schedlab(["verify", join(empty, "nowhere")])).toMatchObject({ status: 2, stdout: "" });
  });
});
