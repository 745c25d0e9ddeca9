/**
 * Who runs where, a line for each switch and a column for each CPU, as `perf sched map` (6.1) prints it: `*` marks the CPU
 * of the switch, two characters stand for a task from when it is first seen, and a dot for an idle CPU.
 *
 * Memory depends on the numbers of tasks and CPUs.
 */
import type { CpuId, Nanoseconds } from "../engine/types.js";
import type { RecordedEvent, RecordedSwitch } from "../recording/event.js";
import { type ReportFilter, showsCpu } from "./filter.js";
import { lineSafe, seconds } from "./spelling.js";

export interface MapOptions extends Pick<ReportFilter, "cpus" | "fromNs" | "toNs"> {
  /** CPUs of the machine where that is known: each has a column from the first line on. */
  readonly cpuCount?: number | undefined;
  /** Only CPUs on which something has happened have a column, in the order in which it did. */
  readonly compact?: boolean;
  readonly colour?: MapColours;
}

export interface MapColours {
  task(symbol: string, pid: number): string;
  cpu(symbol: string, cpu: CpuId): string;
}

/** A task comes to a CPU. */
export interface MapRow {
  readonly timeNs: Nanoseconds;
  readonly cpu: CpuId;
  readonly symbol: string;
  readonly pid: number;
  readonly name: string;
  /** Symbols of all CPUs with a column, in their order; null for one on which nothing has happened yet. */
  readonly columns: readonly { readonly cpu: CpuId; readonly pid: number; readonly symbol: string | null }[];
  /** The symbol stands for a name that it has not stood for before. */
  readonly introduced: boolean;
  /** The CPU has had no switch before. */
  readonly newCpu: boolean;
}

interface Symbolised {
  readonly symbol: string;
  name: string;
}

const idleSymbol = ".";

export class MapReport {
  readonly #options: MapOptions;
  /** What runs where; CPUs in the order in which they have been seen. */
  readonly #current = new Map<CpuId, number>();
  readonly #symbols = new Map<number, Symbolised>();
  #named = 0;
  #highestCpu: CpuId;

  constructor(options: MapOptions = {}) {
    this.#options = options;
    this.#highestCpu = (options.cpuCount ?? 0) - 1;
  }

  /** The row that an event makes, or null. Events come in the order of time. */
  add(event: RecordedEvent): MapRow | null {
    if (event.kind !== "switch" || !showsCpu(this.#options, event.cpu)) return null;
    const { timeNs, nextPid } = event;
    const cpu = event.cpu ?? 0;
    const newCpu = !this.#current.has(cpu);
    this.#current.set(cpu, nextPid);
    this.#highestCpu = Math.max(this.#highestCpu, cpu);
    const { symbol, name, introduced } = this.#symbolise(event);
    if (timeNs < (this.#options.fromNs ?? 0) || timeNs > (this.#options.toNs ?? Infinity)) return null;
    return { timeNs, cpu, symbol, pid: nextPid, name, columns: this.#columns(), introduced, newCpu };
  }

  #columns(): MapRow["columns"] {
    const column = (cpu: CpuId) => {
      const pid = this.#current.get(cpu);
      return { cpu, pid: pid ?? 0, symbol: pid === undefined ? null : (this.#symbols.get(pid)?.symbol ?? null) };
    };
    if (this.#options.compact === true) return [...this.#current.keys()].map(column);
    const wanted = this.#options.cpus;
    if (wanted !== undefined) return [...wanted].sort((left, right) => left - right).map(column);
    return Array.from({ length: this.#highestCpu + 1 }, (_, cpu) => column(cpu));
  }

  #symbolise({ nextPid, nextName }: RecordedSwitch): Symbolised & { readonly introduced: boolean } {
    const name = nextPid === 0 ? "swapper" : nextName;
    const known = this.#symbols.get(nextPid);
    if (known !== undefined) {
      const introduced = known.name !== name;
      known.name = name;
      return { ...known, introduced };
    }
    const symbolised = { symbol: nextPid === 0 ? idleSymbol : this.#nextSymbol(), name };
    this.#symbols.set(nextPid, symbolised);
    return { ...symbolised, introduced: true };
  }

  /** A0 … Z0, A1 … */
  #nextSymbol(): string {
    const letter = String.fromCharCode(65 + (this.#named % 26));
    const symbol = `${letter}${Math.floor(this.#named / 26)}`;
    this.#named += 1;
    return symbol;
  }
}

/** The row's line, without its newline. */
export function mapLine(row: MapRow, { compact = false, colour }: MapOptions = {}): string {
  const cells = row.columns.map(({ cpu, pid, symbol }) => {
    if (symbol === null) return "    ";
    const text = `${cpu === row.cpu ? "*" : " "}${symbol.padEnd(2)} `;
    return colour === undefined ? text : colour.cpu(colour.task(text, pid), cpu);
  });
  const introduction = row.introduced ? `${row.symbol.padEnd(2)} => ${lineSafe(row.name)}:${row.pid}` : "";
  const cpu = compact && row.newCpu ? ` (CPU ${row.cpu})` : "";
  return `  ${cells.join("")}  ${seconds(row.timeNs).padStart(12)} secs ${introduction}${cpu}`;
}
