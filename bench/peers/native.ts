/** The model in C++, compiled where there is a compiler. It is a process of its own and times its own loop. */
import { spawnSync } from "node:child_process";
import type { Counts } from "./counts.js";

export interface NativeRun {
  readonly counts: Counts;
  readonly wallNs: number;
  readonly cpuNs: number;
}

const SOURCE = "bench/peers/o1.cpp";
const PROGRAM = "build/bench/peers-o1";
const FLAGS = ["-O3", "-march=native", "-std=c++20", "-fno-exceptions"];

/** Compiles it. @returns null where there is no g++. @throws where it does not compile. */
export function buildNative(): ((seconds: number, tasks: number, mixed: boolean) => NativeRun) | null {
  const { status, stderr, error } = spawnSync("g++", [...FLAGS, "-o", PROGRAM, SOURCE], { encoding: "utf8" });
  if (error !== undefined && "code" in error && error.code === "ENOENT") return null;
  if (status !== 0) throw new Error(`g++ failed on ${SOURCE}:\n${stderr ?? error?.message}`);
  return (seconds, tasks, mixed) => {
    const run = spawnSync(PROGRAM, [String(seconds), String(tasks), mixed ? "1" : "0"], { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`${PROGRAM} failed: ${run.stderr}`);
    return JSON.parse(run.stdout);
  };
}
