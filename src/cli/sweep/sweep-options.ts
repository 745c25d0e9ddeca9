/** The options of `schedlab sweep`, as they are typed and as they are meant. */
import type { Shard } from "../../sweep/table.js";
import { UsageError } from "../errors.js";
import { wholeNumber } from "../option-values.js";

/** As the command line parser hands them over: texts. */
export interface TypedSweepOptions {
  readonly out?: string;
  readonly cache?: string;
  readonly from?: string;
  readonly workers?: string;
  readonly memory?: string;
  readonly shard?: string;
  readonly assert?: readonly string[];
  readonly by?: readonly string[];
  readonly csv?: boolean;
  readonly jsonl?: boolean;
  readonly dryRun?: boolean;
  readonly jsonProgress?: boolean;
  readonly quiet?: boolean;
}

export interface SweepOptions {
  readonly out: string | undefined;
  readonly cache: string | undefined;
  readonly workers: number | undefined;
  readonly memoryLimit: number | undefined;
  readonly shard: Shard | null;
  readonly assertions: readonly string[];
  readonly by: readonly string[] | undefined;
  readonly csv: boolean;
  readonly jsonl: boolean;
  readonly dryRun: boolean;
  readonly jsonProgress: boolean;
  readonly quiet: boolean;
}

/** Throws UsageError for the first value that is none. */
export function checkSweepOptions(typed: TypedSweepOptions): SweepOptions {
  return {
    out: typed.out,
    cache: typed.cache,
    workers: typed.workers === undefined ? undefined : wholeNumber("--workers", typed.workers, 1, 1024),
    memoryLimit: typed.memory === undefined ? undefined : wholeNumber("--memory", typed.memory, 1, 4096) * 2 ** 20,
    shard: typed.shard === undefined ? null : shard(typed.shard),
    assertions: typed.assert ?? [],
    by: pathList(typed.by),
    csv: typed.csv === true,
    jsonl: typed.jsonl === true,
    dryRun: typed.dryRun === true,
    jsonProgress: typed.jsonProgress === true,
    quiet: typed.quiet === true,
  };
}

/** `--by a,b --by c`. undefined: not given. */
export function pathList(typed: readonly string[] | undefined): readonly string[] | undefined {
  return typed?.flatMap((text) => text.split(",").map((path) => path.trim())).filter((path) => path !== "");
}

function shard(text: string): Shard {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const number = Number(match?.[1] ?? 0);
  const of = Number(match?.[2] ?? 0);
  if (number < 1 || number > of) {
    throw new UsageError(`--shard ${text}: expected I/N, such as 1/4 for the first of four parts`);
  }
  return { number, of };
}
