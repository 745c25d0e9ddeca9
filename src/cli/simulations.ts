/** Which schedulers a command runs a workload under, and with which options. */
import type { SchedulerInfo } from "../engine/types.js";
import { SchedlabError } from "../errors.js";
import { type SimulationOptions, schedulers } from "../simulation.js";
import type { Workload } from "../workload/index.js";
import { chooseSchedulers, leaveOutUnable } from "./choose-schedulers.js";
import type { SimulationChoice } from "./run-options.js";
import { didYouMean } from "./suggestions.js";

export interface ChosenSimulations {
  readonly chosen: readonly SchedulerInfo[];
  /**
   * By what was asked for, and not by how many of them can run this workload: the shape of the output must not depend on
   * that.
   */
  readonly several: boolean;
  /** Who was left out and why, in a sentence; null where nobody was. */
  readonly note: string | null;
}

/** Throws SchedlabError for a scheduler or tunable that there is not, and where none can run the workload. */
export async function chooseSimulations(workload: Workload, choice: SimulationChoice): Promise<ChosenSimulations> {
  const asked = chooseSchedulers(choice.schedulers, await schedulers());
  const { able: chosen, note } = leaveOutUnable(asked, workload, choice.long);
  checkTunables(choice.tunables, chosen);
  return { chosen, several: asked.length > 1, note };
}

/** Of several schedulers each gets the tunables that it has. */
export function simulationOptions(scheduler: SchedulerInfo, choice: SimulationChoice): SimulationOptions {
  return {
    scheduler: scheduler.id,
    tunables: Object.fromEntries([...choice.tunables].filter(([name]) => hasTunable(scheduler, name))),
    ...(choice.seed === undefined ? {} : { seed: choice.seed }),
    ...(choice.long === undefined ? {} : { long: choice.long }),
  };
}

/** Throws SchedlabError for a tunable that none of the schedulers has. */
function checkTunables(tunables: ReadonlyMap<string, number>, chosen: readonly SchedulerInfo[]): void {
  const known = chosen.flatMap((scheduler) => scheduler.tunables.map(({ name }) => name));
  for (const name of tunables.keys()) {
    if (known.includes(name)) continue;
    const ids = chosen.map(({ id }) => id).join(", ");
    const list = known.length === 0 ? "it has none" : `\`schedlab list schedulers\` shows them`;
    throw new SchedlabError(`--tunable ${name}: ${ids} has no such tunable${didYouMean(name, known)}; ${list}`);
  }
}

function hasTunable(scheduler: SchedulerInfo, name: string): boolean {
  return scheduler.tunables.some((tunable) => tunable.name === name);
}
