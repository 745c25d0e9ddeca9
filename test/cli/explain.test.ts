/** `schedlab explain`: sentences, JSON, recordings, and what is no question. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import type { Explanation } from "../../src/index.js";
import { schedlab, shell, temporaryFolder } from "./schedlab.js";

const massiveIntr = "examples/02-massive-intr.yaml";
const recording = "test/inputs/perf_script_hackbench_6.18.txt";

function explained(args: readonly string[]): Explanation {
  const { status, stdout, stderr } = schedlab(["explain", ...args, "--format", "json"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("schedlab explain", () => {
  /** `npx vitest run -u` writes the present output into the page. */
  it("prints what its page shows", async () => {
    const path = inProject("docs/explain.md");
    const page = readFileSync(path, "utf8");
    const first = /^```sh\n(?<command>.*)\n```\n\n```text\n(?<text>.*?)^```\n/ms.exec(page);
    const { status, stdout } = shell(first?.groups?.command ?? "");
    expect(status).toBe(0);
    const renewed = page.replace(
      first![0],
      () => `\`\`\`sh\n${first!.groups!.command}\n\`\`\`\n\n\`\`\`text\n${stdout}\`\`\`\n`,
    );
    await expect(renewed).toMatchFileSnapshot(path);
  });

  it("explains the wait at an instant under a scheduler of choice", () => {
    const { scheduler, waits } = explained([massiveIntr, "--task", "1", "--at", "0.05", "-s", "cfs"]);
    expect(scheduler).toBe("cfs-2.6.24");
    expect(waits.length).toBe(1);
    expect(waits[0]!.fromNs).toBeLessThanOrEqual(50e6);
    expect(waits[0]!.toNs).toBeGreaterThan(50e6);
    expect(waits[0]!.reasons[0]?.rule).toBe("smaller-vruntime");
  });

  it("changes a run as `run` does", () => {
    const args = [massiveIntr, "--task", "intr", "--duration", "500ms", "--set", "tasks.intr.count=2", "--waits", "1"];
    const [wait] = explained(args).waits;
    expect(wait?.toNs).toBeLessThanOrEqual(500e6);
    expect(wait?.ran.map(({ name }) => name)).toEqual([wait?.name === "intr/0" ? "intr/1" : "intr/0"]);
  });

  it("explains a recording as it was, without rules", () => {
    const { scheduler, name, waits } = explained([recording, "--task", "hackbench", "--waits", "2"]);
    expect(scheduler).toBeNull();
    expect(name).toBe(recording);
    expect(waits.length).toBe(2);
    expect(waits.every(({ reasons, ran }) => reasons.length === 0 && ran.length > 0)).toBe(true);
  });

  it("simulates a recording under a scheduler that is named", () => {
    const { scheduler, waits } = explained([recording, "--task", "hackbench-12009", "-s", "o1", "-q"]);
    expect(scheduler).toBe("o1-2.6.22");
    expect(waits[0]!.reasons.length).toBeGreaterThan(0);
  });

  it("reads back what a run wrote for a kernel's tools, with the same waits", () => {
    const path = join(temporaryFolder(), "t.ftrace.txt.gz");
    schedlab(["run", massiveIntr, "--trace", path, "--quiet"]);
    const written = explained([path, "--task", "intr/0"]);
    const simulated = explained([massiveIntr, "--task", "intr/0"]);
    const whole = ({ waits }: Explanation) =>
      waits.filter(({ ranAgain }) => ranAgain).map(({ fromNs, toNs, ran, moves }) => ({ fromNs, toNs, ran, moves }));
    expect(whole(written)).toEqual(whole(simulated));
  });

  it("replaces what could steer the terminal", () => {
    const path = join(temporaryFolder(), "t.txt");
    const switchAt = (seconds: number, previous: string, next: string) =>
      `  x-1  [000]  ${seconds}.000000: sched_switch: prev_comm=${previous} prev_prio=120 prev_state=R ==> next_comm=${next} next_prio=120\n`;
    const [red, blue] = ["\u001b[31mred prev_pid=1", "\u001b[34mblue"];
    const name = "\u001b[34mblue prev_pid=2";
    writeFileSync(
      path,
      switchAt(1, red, `${blue} next_pid=2`) +
        switchAt(2, name, "\u001b[31mred next_pid=1") +
        switchAt(3, red, `${blue} next_pid=2`),
    );
    const { status, stdout } = schedlab(["explain", path, "--task", "1"]);
    expect(status).toBe(0);
    expect(stdout).toContain("blue 1 s (100.0%)");
    expect(stdout).not.toContain("\u001b");
  });
});

describe("schedlab explain refuses", () => {
  const refusals: readonly (readonly [args: readonly string[], message: string])[] = [
    [[massiveIntr], "required option '-t, --task <name|pid>' not specified"],
    [[massiveIntr, "--task", "hog"], "no task hog in massive-intr: it has intr/0, intr/1"],
    [[massiveIntr, "--task", "intr/0", "--at", "soon"], '--at soon: found "soon"'],
    [[massiveIntr, "--task", "intr/0", "--at", "3ms"], "intr/0 was running then"],
    [[massiveIntr, "--task", "intr/0", "--at", "99"], "no wait of intr/0 at 99 s"],
    [[massiveIntr, "--task", "intr/0", "--waits", "0"], "--waits 0: expected a whole number from 1 to 99999"],
    [[massiveIntr, "--task", "intr/0", "-s", "o1,cfs"], "--scheduler o1,cfs: expected one scheduler"],
    [[massiveIntr, "--task", "intr/0", "-s", "o2"], "--scheduler o2: no such scheduler"],
    [["no-such-file", "--task", "1"], "cannot read no-such-file: no such file"],
    [[recording, "--task", "nobody"], `no task nobody in ${recording}: it has`],
    [["package.json", "--task", "1"], "package.json"],
  ];
  for (const [args, message] of refusals) {
    it(`${args.slice(1).join(" ") || "a file alone"}: ${message}`, () => {
      const { status, stdout, stderr } = schedlab(["explain", ...args]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(message);
      expect(stderr).not.toMatch(/^ +at /m);
    });
  }
});
