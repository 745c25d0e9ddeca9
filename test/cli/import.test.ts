import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { schedlab, shell, temporaryFolder } from "./schedlab.js";

const spreading = "test/inputs/spreading-tasks.json";
/** Long enough for some switches, short enough to look at. */
const small = '{"tasks": {"a": {"loop": 3, "run": 5000, "sleep": 10000, "run": 7000}}, "global": {"duration": 1}}';

describe("schedlab import", () => {
  it("writes a workload, and says on stderr what it understood", () => {
    const { status, stdout, stderr } = schedlab(["import", spreading]);
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "name: spreading-tasks
      about: Imported from the rt-app workload spreading-tasks.json.
      machine: { cpus: 1 }
      duration: 60s
      tasks:
        - name: thread1-0
          mm: rt-app
          loop: true
          program:
            - repeat:
                count: 300
                program:
                  - run: 1ms
                  - until: { period: 10ms, mode: relative, start: 0ns }
            - repeat:
                count: 300
                program:
                  - run: 7ms
                  - until: { period: 10ms, mode: relative }
        - name: thread2-1
          mm: rt-app
          loop: true
          program:
            - repeat:
                count: 900
                program:
                  - run: 1ms
                  - until: { period: 10ms, mode: relative, start: 0ns }
            - repeat:
                count: 600
                program:
                  - run: 7ms
                  - until: { period: 10ms, mode: relative }
            - repeat:
                count: 300
                program:
                  - run: 1ms
                  - until: { period: 10ms, mode: relative }
            - repeat:
                count: 600
                program:
                  - run: 7ms
                  - until: { period: 10ms, mode: relative }
      "
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "schedlab: test/inputs/spreading-tasks.json: understood as rt-app
        tasks           2, as 2 threads
        phases          6
        events          run 6, timer 6
        run time        24000 us in one pass over each phase
        CPUs            1, by the highest that the file names (schedlab run --cpus)
        duration        60s
        without effect  calibration
      schedlab: test/inputs/spreading-tasks.json:38:33: warning: the key "heavy1" stands here again: numbered and kept, as workgen does
        hint: json-c alone would keep the last value only: --last-wins
      "
    `);
  });

  it("says nothing when it is quiet", () => {
    expect(schedlab(["import", spreading, "--quiet"])).toMatchObject({ status: 0, stderr: "" });
  });

  it("writes to a file, in the notation of its ending", () => {
    const folder = temporaryFolder();
    const [yaml, json] = [join(folder, "out.yaml"), join(folder, "out.json")];
    for (const path of [yaml, json]) {
      const { status, stdout } = schedlab(["import", spreading, "-q", "-o", path]);
      expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    }
    expect(readFileSync(yaml, "utf8")).toMatch(/^name: spreading-tasks\n/);
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ name: "spreading-tasks", duration: "60s" });
    expect(readdirSync(folder).sort()).toEqual(["out.json", "out.yaml"]);
  });

  it("gives what runs as the file itself does", () => {
    const folder = temporaryFolder();
    const [file, packed] = [join(folder, "small.json"), join(folder, "small.json.gz")];
    writeFileSync(file, small);
    writeFileSync(packed, gzipSync(small));
    const run = (path: string, input = "") => schedlab(["run", path, "--format", "csv", "-q"], { input }).stdout;
    const direct = run(file);
    expect(direct).toMatch(/\ba-0\b/);
    expect(run(packed)).toBe(direct);
    expect(run("-", schedlab(["import", file, "-q"]).stdout)).toBe(direct);
    expect(run("-", small)).toContain("a-0");
  });

  it("reads keys that stand twice as json-c does, if asked to", () => {
    const runs = (args: string[]) => schedlab(["import", "-", ...args], { input: small }).stdout.match(/run: .*/g);
    expect(runs([])).toEqual(["run: 5ms", "run: 7ms"]);
    expect(runs(["--last-wins"])).toEqual(["run: 7ms"]);
  });

  it("takes only the tasks that it is asked for", () => {
    const { stdout, stderr } = schedlab(["import", spreading, "--tasks", "thread2*", "--tasks", "x"]);
    expect(stdout.match(/name: thread.*/g)).toEqual(["name: thread2-1"]);
    expect(stderr).toMatch(/tasks +1 of 2, as 1 thread\n/);
  });

  it("names the mistakes of a file, with their places", () => {
    const path = join(temporaryFolder(), "broken.json");
    writeFileSync(path, '{"tasks": {"a": {"run": 1.5,\n"sleep": -1}}}');
    expect(schedlab(["import", path])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/broken\.json:1:25: error: tasks\.a\.run: .*\n.*broken\.json:2:10: error: /),
    });
  });

  it.each([
    [["import", "nowhere.json"], "cannot read nowhere.json: no such file"],
    [["import", "examples/01-one-hog.yaml"], "needs no import: run it"],
    [["import", spreading, "--as", "yaml"], "Allowed choices are rt-app"],
    [["import", spreading, "--window", "1..2"], "has no times to choose a window of"],
    [["import", spreading, "--window", "5"], "--window 5: expected A..B"],
    [["import", spreading, "--window", "2..1"], "--window 2..1: it ends before it begins"],
    [["import", spreading, "--window", "x..1"], '--window x..1: found "x"'],
    [["import", spreading, "--tasks", "nobody"], 'there are "thread1", "thread2"'],
    [["import", spreading, "-o", "no/such/folder.yaml"], "no such file or directory"],
    [["import", "build/engine.wasm"], "not recognised"],
  ])("refuses %j", (args, message) => {
    const { status, stdout, stderr } = schedlab(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("names a foreign file, and the way to what is in it", () => {
    const { status, stderr } = schedlab(["run", "-"], { input: "PERFILE2abcdefgh" });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^schedlab: standard input: this is a binary recording of perf .*\n {2}hint: .*perf script/);
  });

  it("says how to convert a text in UTF-16", () => {
    const { status, stderr } = schedlab(["run", "-"], { input: Buffer.from("\ufeffname: a", "utf16le") });
    expect(status).toBe(2);
    expect(stderr).toContain("this is a text in UTF-16, which cannot be read\n  hint: convert it (iconv");
  });

  it("says that gzip data is cut off", () => {
    const { status, stderr } = schedlab(["run", "-"], { input: gzipSync(small).subarray(0, -9) });
    expect(status).toBe(2);
    expect(stderr).toBe(
      "schedlab: standard input: the file is compressed with gzip, but its data is damaged or cut off\n",
    );
  });
});

describe("the page on importing", () => {
  const page = readFileSync(inProject("docs/import.md"), "utf8");

  it("has commands that work", () => {
    const commands = [...page.matchAll(/^schedlab .*$/gm)].map(([line]) => line);
    expect(commands.length).toBeGreaterThanOrEqual(3);
    for (const command of commands) expect(shell(command), command).toMatchObject({ status: 0 });
  });

  it("has a program that prints what it says", () => {
    const [, program = "", output] = /^```js\n(.*?)^```\n\n```text\n(.*?)^```\n/ms.exec(page) ?? [];
    const folder = temporaryFolder();
    writeFileSync(join(folder, "program.mjs"), program.replace('"schedlab"', `"${inProject("dist/index.js")}"`));
    expect(shell(`'${process.execPath}' '${join(folder, "program.mjs")}'`)).toEqual({
      status: 0,
      stdout: output,
      stderr: "",
    });
  });
});
