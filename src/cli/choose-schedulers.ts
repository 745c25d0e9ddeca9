/** From what stands after --scheduler (ids, aliases, patterns, lists with commas) to schedulers. */
import type { SchedulerInfo } from "../engine/types.js";
import { SchedlabError } from "../errors.js";
import { refusalReason } from "../scheduler-choice.js";
import { isPattern, matchesPattern } from "../scheduler-patterns.js";
import type { Workload } from "../workload/index.js";
import { didYouMean } from "./suggestions.js";

/** Where nothing is asked for. */
export const defaultScheduler = "o1";

/** The same as `*`, without a shell to mind. */
const everyScheduler = "all";

export interface ChosenScheduler {
  readonly scheduler: SchedulerInfo;
  /** By its id or alias, and not only by a pattern that it happens to match. */
  readonly byName: boolean;
}

/** In the order asked for, none twice. Throws SchedlabError for a name that is no scheduler's. */
export function chooseSchedulers(asked: readonly string[], known: readonly SchedulerInfo[]): ChosenScheduler[] {
  const names = asked.flatMap((text) => text.split(",").map((name) => name.trim())).filter((name) => name !== "");
  if (names.length === 0 && asked.length > 0) {
    throw new SchedlabError("--scheduler: expected the id of a scheduler; `schedlab list` shows them");
  }
  const chosen = new Map<SchedulerInfo, boolean>();
  for (const name of names.length === 0 ? [defaultScheduler] : names) {
    for (const scheduler of find(name, known)) {
      chosen.set(scheduler, chosen.get(scheduler) === true || !isWildcard(name));
    }
  }
  return [...chosen].map(([scheduler, byName]) => ({ scheduler, byName }));
}

export interface AbleSchedulers {
  readonly able: readonly SchedulerInfo[];
  /** Who was left out and why, in a sentence; null where nobody was. */
  readonly note: string | null;
}

/**
 * Leaves out those that cannot run the workload, unless they were asked for by name: the run then refuses
 * with the reason.
 *
 * @throws SchedlabError where none is left.
 */
export function leaveOutUnable(
  chosen: readonly ChosenScheduler[],
  workload: Workload,
  longBits: number | undefined,
): AbleSchedulers {
  const able: SchedulerInfo[] = [];
  const idsByReason = new Map<string, string[]>();
  for (const { scheduler, byName } of chosen) {
    const reason = byName ? null : refusalReason(scheduler, workload, longBits);
    if (reason === null) able.push(scheduler);
    else idsByReason.set(reason, [...(idsByReason.get(reason) ?? []), scheduler.id]);
  }
  if (idsByReason.size === 0) return { able, note: null };
  const reasons = [...idsByReason].map(([reason, ids]) => `${ids.join(", ")} ${reason}`).join("; ");
  if (able.length === 0) throw new SchedlabError(`--scheduler: none is left to run ${workload.name}: ${reasons}`);
  return { able, note: `left out: ${reasons}` };
}

export function namesOf(scheduler: SchedulerInfo): string[] {
  return [scheduler.id, ...scheduler.aliases];
}

function isWildcard(name: string): boolean {
  return name === everyScheduler || isPattern(name);
}

function find(name: string, known: readonly SchedulerInfo[]): readonly SchedulerInfo[] {
  if (name === everyScheduler) return known;
  const found = isPattern(name)
    ? known.filter(({ id }) => matchesPattern(id, name))
    : known.filter((scheduler) => namesOf(scheduler).includes(name));
  if (found.length > 0) return found;
  const hint = isPattern(name) ? "" : didYouMean(name, [...known.flatMap(namesOf), everyScheduler]);
  throw new SchedlabError(`--scheduler ${name}: no such scheduler${hint}; \`schedlab list\` shows all`);
}
