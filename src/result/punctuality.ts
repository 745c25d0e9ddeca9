/**
 * How many rounds or periods there were, how many came late, and how late the latest was: of one task, or of several
 * taken together.
 */
import type { Nanoseconds, PunctualityStatistics } from "../engine/types.js";
import type { Punctuality } from "./types.js";

export class PunctualityBuilder {
  #any = false;
  #count = 0;
  #missed = 0;
  #maxLatenessNs: Nanoseconds = 0;

  /** null: of a task that has none. */
  add(figures: PunctualityStatistics | Punctuality | null): void {
    if (figures === null) return;
    this.#any = true;
    this.#count += figures.count;
    this.#missed += figures.missed;
    this.#maxLatenessNs = Math.max(this.#maxLatenessNs, figures.maxLatenessNs ?? 0);
  }

  /** null where no task has any. */
  build(): Punctuality | null {
    if (!this.#any) return null;
    const maxLatenessNs = this.#missed === 0 ? null : this.#maxLatenessNs;
    return { count: this.#count, missed: this.#missed, maxLatenessNs };
  }

  /** Of several builders. */
  static sum(builders: Iterable<PunctualityBuilder>): Punctuality | null {
    const total = new PunctualityBuilder();
    for (const builder of builders) total.add(builder.build());
    return total.build();
  }
}

export function punctuality(figures: PunctualityStatistics | null): Punctuality | null {
  const builder = new PunctualityBuilder();
  builder.add(figures);
  return builder.build();
}
