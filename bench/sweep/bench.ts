/** What does a sweep cost beside its points: workers, handing out, the disk, and a million points at once? */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEngine, loadWorkload, simulate } from "../../src/index.js";
import { createPool } from "../../src/sweep/default-workers.js";
import { handOut } from "../../src/sweep/hand-out.js";
import { readPlan } from "../../src/sweep/read-plan.js";
import { type Contender, compete, roundsOr, type Sample } from "../harness/measure.js";
import { fixed, printTable, ratio, timeCells, timeColumns } from "../harness/table.js";

const folder = mkdtempSync(join(tmpdir(), "sweep-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** About 10 ms a point on a machine of 2020. */
const workload = {
  name: "ten milliseconds",
  machine: { cpus: 2 },
  duration: "4s",
  tasks: [
    { name: "sleeper", count: 50, program: [{ run: "100us" }, { sleep: { uniform: ["1ms", "9ms"] } }] },
    { name: "hog", count: 10, program: [{ run: "10ms" }] },
  ],
};
const POINTS = 100;
const engine = await loadEngine();
const plan = await readPlan({ workload, seed: { count: POINTS } }, engine);

await poolAndLoop();
endToEnd();
aMillion();
peer();

/** The same points in a bare loop and in pools. */
async function poolAndLoop(): Promise<void> {
  const points = Array.from({ length: POINTS }, (_, point) => point);
  const loaded = loadWorkload(workload);
  const inLoop = async () => {
    for (let seed = 1; seed <= POINTS; seed++) await simulate(loaded, { seed, engine, ownHistograms: 0 });
  };
  const contenders: Contender[] = [{ name: "a bare loop", sample: () => timedRun(inLoop) }];
  const pools = [];
  for (const workers of [1, 2]) {
    const pool = await createPool({ plan, engine, memoryLimit: 2 ** 30 }, workers);
    pools.push(pool);
    const run = () => handOut(points, pool, { measures: plan.measures.length, onBatch: () => {} });
    contenders.push({ name: `${workers} worker${workers === 1 ? "" : "s"}`, sample: () => timedRun(run) });
  }
  const figures = await compete(contenders, roundsOr(7));
  for (const pool of pools) await pool.close();
  const [loop, one, two] = figures;
  if (loop === undefined || one === undefined || two === undefined) return;
  const speedup = (one.wall.min / two.wall.min).toFixed(2);
  printTable({
    title: `Points of ${fixed(loop.wall.min / 1e6)} ms, ${POINTS} a round: µs for each point`,
    columns: ["", ...timeColumns, "points/s", "× CPU", "noise"],
    rows: figures.map((it) => {
      const inMicroseconds = timeCells(it).map((cell) => fixed(Number(cell) / 1000));
      return [it.name, ...inMicroseconds, fixed(1e9 / it.wall.min), ratio(it, loop), it.noise];
    }),
    notes: [`Two workers are ${speedup} times as fast as one (two free cores should give 1.8).`],
  });
}

async function timedRun(run: () => Promise<void>): Promise<Sample> {
  const cpu = process.cpuUsage();
  const begin = process.hrtime.bigint();
  await run();
  const wallNs = Number(process.hrtime.bigint() - begin);
  const { user, system } = process.cpuUsage(cpu);
  return { units: POINTS, wallNs, cpuNs: (user + system) * 1000 };
}

/** The command, with journal and results. */
function endToEnd(): void {
  const path = join(folder, "plan.json");
  const short = { ...workload, duration: "40ms" };
  writeFileSync(
    path,
    JSON.stringify({ workload: short, vary: { "machine.hz": [100, 250, 500, 1000] }, seed: { count: 2500 } }),
  );
  const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
  const rows = ["the first time", "again, all there"].map((name) => {
    const begin = performance.now();
    const args = [cli, "sweep", path, "-o", join(folder, "out"), "--quiet"];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: folder });
    if (status !== 0) throw new Error(stderr);
    const seconds = (performance.now() - begin) / 1000;
    return [name, fixed(seconds), fixed(10_000 / seconds), ""];
  });
  printTable({
    title: "10,000 short points end to end: `schedlab sweep` with journal, Parquet, summary",
    columns: ["", "s", "points/s", ""],
    rows,
  });
}

interface ChildReport {
  readonly points: number;
  readonly readyMs: number;
  readonly readyCpuMs: number;
  readonly resultsMs: number;
  readonly resultsCpuMs: number;
  readonly parquetBytes: number;
  readonly maxRssBytes: number;
}

/** Made-up figures, real files. */
function aMillion(): void {
  const million = join(folder, "million");
  const child = (task: string): ChildReport => {
    const script = new URL("./sweep-child.mjs", import.meta.url).pathname;
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, million, task], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  child("write");
  const resumes = [1, 2, 3].map(() => child("resume"));
  const resume = resumes.reduce((best, it) => (it.readyMs < best.readyMs ? it : best));
  const results = child("results");
  const journal = readdirSync(million).find((name) => name.endsWith(".journal")) ?? "";
  printTable({
    title: `${resume.points.toLocaleString("en")} finished points with 8 figures each (made up, as noisy as real ones)`,
    columns: ["", "figure", "target", ""],
    rows: [
      [
        "resume: plan and journal read, ready to go on",
        `${fixed(resume.readyMs / 1000)} s`,
        "2 s",
        "the best of three",
      ],
      ["most memory until then", megabytes(resume.maxRssBytes), "1000 MB", ""],
      [
        "Parquet, summary and all: time",
        `${fixed(results.resultsMs / 1000)} s`,
        "",
        `${fixed(results.resultsCpuMs / 1000)} s of CPU`,
      ],
      ["most memory with results", megabytes(results.maxRssBytes), "1000 MB", ""],
      ["points.parquet", megabytes(results.parquetBytes), "150 MB", ""],
      ["the journal", megabytes(statSync(join(million, journal)).size), "", ""],
    ],
  });
}

/** One point of the peers' model (bench/README.md) and the same tasks under a whole O(1) scheduler. */
function peer(): void {
  const seconds = 60;
  const script = new URL("../../bench/sweep/o1_simpy.py", import.meta.url).pathname;
  const { status, stdout } = spawnSync("/usr/bin/python3", [script, String(seconds), "1000", "1"], {
    encoding: "utf8",
  });
  const simpy = /E=(\d+).*wall=([\d.]+)/.exec(stdout ?? "");
  if (status !== 0 || simpy === null) {
    console.log("\nSimPy is left out: it is not installed (Debian: python3-simpy3).");
    return;
  }
  const own = join(folder, "peer.json");
  const tasks = [
    { name: "hog", count: 500, program: [{ run: "1s" }] },
    { name: "sleeper", count: 500, nice: -5, program: [{ run: "2ms" }, { sleep: "8ms" }] },
  ];
  writeFileSync(own, JSON.stringify({ machine: { cpus: 8 }, duration: `${seconds}s`, tasks }));
  const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
  const begin = performance.now();
  const { stdout: text } = spawnSync(process.execPath, [cli, "run", own, "--format", "json"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const wall = (performance.now() - begin) / 1000;
  const { traceEvents } = JSON.parse(text);
  const rate = (events: number, of: number) => fixed(events / of / 1000);
  const simpyWall = Number(simpy[2]);
  const simpyRate = Number(simpy[1]) / simpyWall;
  printTable({
    title: `One point: 500 hogs and 500 sleepers on 8 CPUs, ${seconds} simulated seconds`,
    columns: ["", "wall s", "1000 events/s", "× SimPy", ""],
    rows: [
      ["SimPy, a simple O(1) model", fixed(simpyWall), rate(Number(simpy[1]), simpyWall), "1.00", "without its start"],
      [
        "schedlab, o1-2.6.22",
        fixed(wall),
        rate(traceEvents, wall),
        fixed(traceEvents / wall / simpyRate),
        "with the start of the process",
      ],
    ],
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
