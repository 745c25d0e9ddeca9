/** Finds what `schedlab verify` has to run: folders named after schedulers, workloads and traces in them. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { SchedulerInfo } from "../engine/types.js";
import { SchedlabError } from "../errors.js";
import { matchesPattern } from "../scheduler-patterns.js";
import { namesOf } from "./choose-schedulers.js";
import { fileError } from "./errors.js";
import { didYouMean } from "./suggestions.js";

/** One workload and the trace that it must give. */
export interface GoldenCase {
  /** The folder's name. */
  readonly folder: string;
  readonly scheduler: SchedulerInfo;
  readonly longBits: 32 | 64 | undefined;
  /** NAME of NAME.workload.json. */
  readonly workload: string;
  readonly workloadPath: string;
  readonly tracePath: string;
}

export interface GoldenSet {
  readonly cases: readonly GoldenCase[];
  /** What is wrong with the folders; the rest can be run all the same. */
  readonly problems: readonly string[];
}

const workloadEnding = ".workload.json";
/** In the order of preference. */
const traceEndings = [".trace.tsv.gz", ".trace.tsv"];
/** Behind a scheduler's id: the same scheduler with a `long` of 32 bits. */
const narrowSuffix = "-32bit";

/**
 * @param pattern a shell pattern that the names of the folders must match; undefined: all
 * @throws SchedlabError where `directory` cannot be read or nothing in it can be verified
 */
export function findGoldenCases(
  directory: string,
  pattern: string | undefined,
  schedulers: readonly SchedulerInfo[],
): GoldenSet {
  const wanted = (name: string) => pattern === undefined || matchesPattern(name, pattern);
  const files = listFolder(directory);
  const folders = files.some(isGoldenFile)
    ? [resolve(directory)]
    : files
        .filter((name) => !name.startsWith(".") && isFolder(join(directory, name)))
        .map((name) => join(directory, name));
  if (folders.length === 0) {
    throw new SchedlabError(
      `${directory}: expected folders named after schedulers with NAME${workloadEnding} and NAME${traceEndings[0]} in them, found none`,
    );
  }
  const chosen = folders.filter((folder) => wanted(basename(folder)));
  if (chosen.length === 0) {
    const names = folders.map((folder) => basename(folder)).join(", ");
    throw new SchedlabError(`--scheduler ${pattern}: matches no folder in ${directory} (there are: ${names})`);
  }
  const sets = chosen.map((folder) => readGoldenFolder(folder, schedulers));
  return { cases: sets.flatMap(({ cases }) => cases), problems: sets.flatMap(({ problems }) => problems) };
}

function readGoldenFolder(path: string, schedulers: readonly SchedulerInfo[]): GoldenSet {
  const folder = basename(path);
  const narrow = folder.endsWith(narrowSuffix);
  const id = narrow ? folder.slice(0, -narrowSuffix.length) : folder;
  const scheduler = schedulers.find((candidate) => namesOf(candidate).includes(id));
  if (scheduler === undefined) {
    const hint = didYouMean(id, schedulers.flatMap(namesOf));
    return noCases(`${path}: ${id} is no scheduler that is known here${hint}; --scheduler GLOB leaves folders out`);
  }
  if (narrow && !scheduler.longBits.includes(32)) return noCases(`${path}: ${id} has no variant with 32-bit long`);

  const files = listFolder(path);
  const present = new Set(files);
  const problems: string[] = [];
  const cases: GoldenCase[] = [];
  for (const file of files) {
    const traceEnding = traceEndings.find((ending) => file.endsWith(ending));
    if (traceEnding !== undefined && !present.has(file.slice(0, -traceEnding.length) + workloadEnding)) {
      problems.push(
        `${join(path, file)}: its workload ${file.slice(0, -traceEnding.length)}${workloadEnding} is missing`,
      );
    }
    if (!file.endsWith(workloadEnding)) continue;
    const workload = file.slice(0, -workloadEnding.length);
    const trace = traceEndings.map((ending) => workload + ending).find((name) => present.has(name));
    if (trace === undefined) {
      problems.push(`${join(path, file)}: its trace ${workload}${traceEndings[0]} is missing`);
      continue;
    }
    cases.push({
      folder,
      scheduler,
      longBits: narrow ? 32 : undefined,
      workload,
      workloadPath: join(path, file),
      tracePath: join(path, trace),
    });
  }
  if (cases.length === 0 && problems.length === 0) problems.push(`${path}: holds no NAME${workloadEnding}`);
  return { cases, problems };
}

function noCases(problem: string): GoldenSet {
  return { cases: [], problems: [problem] };
}

function isGoldenFile(name: string): boolean {
  return name.endsWith(workloadEnding) || traceEndings.some((ending) => name.endsWith(ending));
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Sorted by code units, so that the order is the same everywhere. */
function listFolder(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    throw fileError("read", path, error);
  }
}
