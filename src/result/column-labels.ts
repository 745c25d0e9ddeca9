/** Short headings that tell results apart: the scheduler, and only what else differs. */
import type { SimulationResult } from "./types.js";

/** Results with the same scheduler are told apart by the width of `long`, tunables, machine and seed; else numbered. */
export function columnLabels(results: readonly SimulationResult[]): string[] {
  const labels = results.map((result) => {
    const rivals = results.filter((other) => other.scheduler === result.scheduler);
    return [markedName(result), ...distinctions(result, rivals)].join(" ");
  });
  return labels.map((label, index) => {
    if (labels.indexOf(label) === labels.lastIndexOf(label)) return label;
    return `${label} #${labels.slice(0, index + 1).filter((earlier) => earlier === label).length}`;
  });
}

/** A reconstructed scheduler carries a mark wherever it appears. */
export const reconstructedMark = "†";

function markedName({ scheduler, provenance }: SimulationResult): string {
  return provenance === "reconstructed" ? scheduler + reconstructedMark : scheduler;
}

function distinctions(result: SimulationResult, rivals: readonly SimulationResult[]): string[] {
  const own = attributes(result);
  const others = rivals.map(attributes);
  return [...own]
    .filter(([name, value]) => others.some((other) => other.get(name) !== value))
    .map(([name, value]) => {
      return `${name}=${value}`;
    });
}

function attributes(result: SimulationResult): Map<string, string> {
  return new Map([
    ["long", String(result.longBits)],
    ...Object.entries(result.tunables).map(([name, value]) => [name, String(value)] as const),
    ["workload", result.workload],
    ["cpus", String(result.machine.cpus)],
    ["hz", String(result.machine.hz)],
    ["timers", result.machine.timers],
    ["context-switch cost", `${result.costs.contextSwitchNs}ns`],
    ["migration cost", `${result.costs.migrationNs}ns`],
    ["duration", `${result.durationNs}ns`],
    ["seed", String(result.seed)],
  ]);
}
