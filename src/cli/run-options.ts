/**
 * The options of `schedlab run`, as they are typed and as they are meant; some of them are those of whatever simulates.
 */
import type { Override } from "../workload/index.js";
import { UsageError } from "./errors.js";
import { assignment, cpuCount, duration, longWidth, seedValue, tickRate, tunableValue } from "./option-values.js";
import { parseTracePath, type TraceTarget } from "./trace-file.js";

/** What to simulate, as the command line parser hands it over: texts. */
export interface TypedSimulationOptions {
  readonly scheduler?: readonly string[];
  readonly cpus?: string;
  readonly hz?: string;
  readonly duration?: string;
  readonly seed?: string;
  readonly long?: string;
  readonly set?: readonly string[];
  readonly tunable?: readonly string[];
}

export interface TypedRunOptions extends TypedSimulationOptions {
  readonly format: OutputFormat;
  readonly trace?: string;
  readonly timeline?: boolean;
  readonly quiet?: boolean;
}

export type OutputFormat = "table" | "json" | "csv";

export interface SimulationChoice {
  readonly schedulers: readonly string[];
  /** Changes to the document, those of --cpus, --hz and --duration among them, so that all is checked together. */
  readonly overrides: readonly Override[];
  readonly seed: number | bigint | undefined;
  readonly long: 32 | 64 | undefined;
  readonly tunables: ReadonlyMap<string, number>;
}

export interface RunOptions extends SimulationChoice {
  readonly format: OutputFormat;
  readonly trace: TraceTarget | undefined;
  readonly timeline: boolean;
  readonly quiet: boolean;
}

/** Throws UsageError for the first value that is none. */
export function checkRunOptions(typed: TypedRunOptions): RunOptions {
  if (typed.timeline && typed.format !== "table") {
    throw new UsageError(`--timeline is drawn beside the table; it does not go with --format ${typed.format}`);
  }
  return {
    ...checkSimulationChoice(typed),
    format: typed.format,
    trace: typed.trace === undefined ? undefined : parseTracePath(typed.trace),
    timeline: typed.timeline === true,
    quiet: typed.quiet === true,
  };
}

/** Throws UsageError for the first value that is none. */
export function checkSimulationChoice(typed: TypedSimulationOptions): SimulationChoice {
  const overrides: Override[] = (typed.set ?? []).map((text) => {
    const { name, value } = assignment("--set", text, "PATH=VALUE, such as tasks.intr.count=20");
    return { path: name, value };
  });
  if (typed.cpus !== undefined) overrides.push({ path: "machine.cpus", value: cpuCount(typed.cpus) });
  if (typed.hz !== undefined) overrides.push({ path: "machine.hz", value: tickRate(typed.hz) });
  if (typed.duration !== undefined) overrides.push({ path: "duration", value: duration(typed.duration) });
  return {
    schedulers: typed.scheduler ?? [],
    overrides,
    seed: typed.seed === undefined ? undefined : seedValue(typed.seed),
    long: typed.long === undefined ? undefined : longWidth(typed.long),
    tunables: new Map((typed.tunable ?? []).map(tunableValue).map(({ name, number }) => [name, number])),
  };
}
