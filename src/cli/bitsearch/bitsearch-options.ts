/** The options of `schedlab bitsearch`, as they are typed and as they are meant. */
import { type BitsearchVariant, bitsearchInputs, type ListCount, listCounts } from "../../bitsearch/index.js";
import { matchesPattern } from "../../scheduler-patterns.js";
import { UsageError } from "../errors.js";
import { duration } from "../option-values.js";
import { didYouMean } from "../suggestions.js";

/** As the command line parser hands them over: texts. */
export interface TypedBitsearchOptions {
  readonly bits?: string;
  readonly variants?: string;
  readonly inputs?: string;
  readonly mode: "throughput" | "latency" | "both";
  readonly fromRun?: string;
  readonly scheduler?: string;
  readonly time?: string;
  readonly check?: boolean;
  readonly list?: boolean;
  readonly format: "table" | "json" | "csv";
  readonly svg?: string;
  readonly quiet?: boolean;
}

export interface BitsearchCommand {
  /** undefined: not said. */
  readonly bits: ListCount | undefined;
  readonly timeNs: number | undefined;
}

const leastTimeNs = 1e6;
const mostTimeNs = 60e9;

/** Throws UsageError for values that are none, and for options that do not go together. */
export function checkBitsearchOptions(typed: TypedBitsearchOptions): BitsearchCommand {
  const timeNs = typed.time === undefined ? undefined : duration(typed.time, "--time");
  if (timeNs !== undefined && (timeNs < leastTimeNs || timeNs > mostTimeNs)) {
    throw new UsageError(`--time ${typed.time}: expected 1ms to 60s`);
  }
  if (typed.check && typed.list) throw new UsageError("--check and --list: expected one of them");
  const without = typed.check ? "--check" : typed.list ? "--list" : null;
  if (without !== null) {
    for (const [option, value] of Object.entries(onlyForMeasuring(typed))) {
      if (value !== undefined) throw new UsageError(`${option}: ${without} measures nothing`);
    }
    if (typed.format === "csv") throw new UsageError(`--format csv: ${without} prints table or json`);
  }
  return { bits: listCounts.find((count) => String(count) === typed.bits), timeNs };
}

function onlyForMeasuring({ inputs, fromRun, scheduler, time, svg }: TypedBitsearchOptions) {
  return { "--inputs": inputs, "--from-run": fromRun, "--scheduler": scheduler, "--time": time, "--svg": svg };
}

/** The variants that any of the patterns (`plain-*,two-level`) matches. */
export function chooseVariants(patterns: string, known: readonly BitsearchVariant[]): string[] {
  const wanted = names(patterns);
  const ids = known.map(({ id }) => id);
  for (const pattern of wanted) {
    if (ids.some((id) => matchesPattern(id, pattern))) continue;
    throw new UsageError(
      `--variants ${pattern}: matches none${didYouMean(pattern, ids)}; \`schedlab bitsearch --list\` shows all`,
    );
  }
  if (wanted.length === 0) throw new UsageError("--variants: expected names or patterns, such as 'plain-*'");
  return ids.filter((id) => wanted.some((pattern) => matchesPattern(id, pattern)));
}

export function chooseInputs(list: string, bits: ListCount): string[] {
  const wanted = names(list);
  const known = bitsearchInputs(bits);
  for (const name of wanted) {
    if (known.includes(name)) continue;
    const other = listCounts.find((count) => bitsearchInputs(count).includes(name));
    const hint = other === undefined ? didYouMean(name, known) : ` with ${bits} lists; use --bits ${other}`;
    throw new UsageError(`--inputs ${name}: no such input${hint}; expected ${known.join(", ")}`);
  }
  if (wanted.length === 0) throw new UsageError(`--inputs: expected some of ${known.join(", ")}`);
  return [...new Set(wanted)];
}

function names(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
