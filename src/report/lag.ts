/**
 * How far tasks fall behind an equal share. Whoever is runnable is entitled, at every moment, to as much of a CPU as everybody
 * else who is: to min(1, CPUs / runnable tasks). Lag is what a task was entitled to since it became runnable, less what it
 * got; it begins anew with each sleep. Nice levels, policies and affinities are not asked for: so it tells what a policy does
 * of them, too.
 *
 * All entitlements grow at one rate, so that one running sum serves every task.
 */
import type { Nanoseconds } from "../engine/types.js";

/** What is kept for each runnable task. */
export interface Entitlement {
  /** The running sum when the task became runnable, plus what it has got since: what is above that is lag. */
  metNs: number;
}

export class LagMeter {
  #cpus: number;
  #runnable = 0;
  #sumNs = 0;
  #sinceNs: Nanoseconds = 0;

  constructor(cpus: number) {
    this.#cpus = cpus;
  }

  /** The machine has turned out to have more CPUs. */
  widen(cpus: number, nowNs: Nanoseconds): void {
    if (cpus <= this.#cpus) return;
    this.#advance(nowNs);
    this.#cpus = cpus;
  }

  becomesRunnable(nowNs: Nanoseconds): Entitlement {
    this.#advance(nowNs);
    this.#runnable += 1;
    return { metNs: this.#sumNs };
  }

  sleeps(nowNs: Nanoseconds): void {
    this.#advance(nowNs);
    this.#runnable -= 1;
  }

  /** It has run for so long, up to now. */
  ran(task: Entitlement, runNs: Nanoseconds): void {
    task.metNs += runNs;
  }

  lagNs(task: Entitlement, nowNs: Nanoseconds): number {
    this.#advance(nowNs);
    return this.#sumNs - task.metNs;
  }

  #advance(nowNs: Nanoseconds): void {
    if (this.#runnable > 0) {
      this.#sumNs += (nowNs - this.#sinceNs) * Math.min(1, this.#cpus / this.#runnable);
    }
    this.#sinceNs = nowNs;
  }
}
