/** From what stands after --scheduler (ids, aliases, patterns, lists with commas) to schedulers. */
import type { SchedulerInfo } from "../engine/types.js";
import { SchedlabError } from "../errors.js";
import { isPattern, matchesPattern } from "./patterns.js";
import { didYouMean } from "./suggestions.js";

/** Where nothing is asked for. */
export const defaultScheduler = "o1";

/** In the order asked for, none twice. Throws SchedlabError for a name that is no scheduler's. */
export function chooseSchedulers(asked: readonly string[], known: readonly SchedulerInfo[]): SchedulerInfo[] {
  const names = asked.flatMap((text) => text.split(",").map((name) => name.trim())).filter((name) => name !== "");
  if (names.length === 0 && asked.length > 0) {
    throw new SchedlabError("--scheduler: expected the id of a scheduler; `schedlab list` shows them");
  }
  const chosen = names.length === 0 ? [defaultScheduler] : names;
  return [...new Set(chosen.flatMap((name) => find(name, known)))];
}

export function namesOf(scheduler: SchedulerInfo): string[] {
  return [scheduler.id, ...scheduler.aliases];
}

function find(name: string, known: readonly SchedulerInfo[]): SchedulerInfo[] {
  const found = isPattern(name)
    ? known.filter(({ id }) => matchesPattern(id, name))
    : known.filter((scheduler) => namesOf(scheduler).includes(name));
  if (found.length > 0) return found;
  const hint = isPattern(name) ? "" : didYouMean(name, known.flatMap(namesOf));
  throw new SchedlabError(`--scheduler ${name}: no such scheduler${hint}; \`schedlab list\` shows all`);
}
