/**
 * rt-app's timers: one for all that name it, or one for each thread where the name begins with `unique`. The grid of a
 * timer begins when the first thread that uses it does, as rt-app's logs show: the first period has the first run in it.
 */
import type { UntilDocument } from "../document.js";
import { durationText } from "../durations.js";
import type { RtAppTask } from "./tasks.js";

const nsPerUs = 1000;

export const microseconds = (us: number) => durationText(us * nsPerUs);

const isUnique = (name: string) => name.startsWith("unique");

/** When the grids of shared timers begin: with the earliest of the threads that use them. */
export function sharedTimerStarts(threads: readonly RtAppTask[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const { phases, delayUs } of new Set(threads)) {
    for (const event of phases.flatMap(({ events }) => events)) {
      if (event.kind !== "timer" || isUnique(event.timer)) continue;
      starts.set(event.timer, Math.min(delayUs, starts.get(event.timer) ?? delayUs));
    }
  }
  return starts;
}

/** What the timers of one task's program are called. */
export class TimerNames {
  readonly #startUs: number | null;
  readonly #prefix: string;
  readonly #sharedStartsUs: ReadonlyMap<string, number>;
  /** The unique timer that is the task's own, which needs no name. */
  #own: string | null = null;

  /** @param fork name of the child that the program is for; its start is not known before */
  constructor({ delayUs }: RtAppTask, fork: string | null, sharedStartsUs: ReadonlyMap<string, number>) {
    this.#startUs = fork === null ? delayUs : null;
    // A child shares private names with its parent.
    this.#prefix = fork === null ? "." : `.${fork} `;
    this.#sharedStartsUs = sharedStartsUs;
  }

  /** Name and start for the next use of a timer. */
  use(name: string): Pick<UntilDocument, "start" | "timer"> {
    if (!isUnique(name)) return { ...start(this.#sharedStartsUs.get(name) ?? null), timer: name };
    if (this.#own === name) return {};
    if (this.#own !== null) return { ...start(this.#startUs), timer: this.#prefix + name };
    this.#own = name;
    return start(this.#startUs);
  }
}

function start(us: number | null): Pick<UntilDocument, "start"> {
  return us === null ? {} : { start: microseconds(us) };
}
