/**
 * The variants in C, compiled where there is a gcc: a process for each sample, which fills its maps and times its own
 * loops.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { PreparedInput } from "../../src/bitsearch/inputs.js";
import type { Sample } from "../harness/measure.js";

export interface NativeSample extends Sample {
  readonly fold: number;
}

const SOURCE = "bench/bitsearch/native.c";
const FOLDER = "build/bench";
const FLAGS = ["-O3", "-march=native"];

/** Compiles it for so many lists. @returns null where there is no gcc. @throws where it does not compile. */
export function buildNative(lists: number): string | null {
  mkdirSync(FOLDER, { recursive: true });
  const program = `${FOLDER}/bitsearch-${lists}`;
  const args = [...FLAGS, `-DLISTS=${lists}`, "-o", program, SOURCE];
  const { status, stderr, error } = spawnSync("gcc", args, { encoding: "utf8" });
  if (error !== undefined && "code" in error && error.code === "ENOENT") return null;
  if (status !== 0) throw new Error(`gcc failed on ${SOURCE}:\n${stderr ?? error?.message}`);
  return program;
}

/** Where the program reads the maps. */
export function writeMaps({ name, maps, spares }: PreparedInput): string {
  const path = `${FOLDER}/bitsearch-${name}.txt`;
  const lines = maps.map((priorities, map) => [spares[map], priorities.length, ...priorities].join(" "));
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

export function runNative(
  program: string,
  maps: string,
  variant: string,
  loop: string,
  seed: number,
  slices: number,
  units: number,
): NativeSample {
  const args = [maps, variant.replaceAll("-", "_"), loop, String(seed), String(slices)];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
  return { units, ...(JSON.parse(stdout) as Omit<NativeSample, "units">) };
}
