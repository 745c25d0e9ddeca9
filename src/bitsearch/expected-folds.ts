/**
 * What the measuring loops must end with. The host plays them itself on the answers of the naive reference, slice by
 * slice, as far as the fastest variant goes; whoever ends with another fold has searched wrongly or left something
 * out.
 */
import type { PreparedInput } from "./inputs.js";
import type { RecordedSequence } from "./sequence.js";
import { foldIn, type LoopName, nextState } from "./subject.js";

/** Rounds in one call of a loop: long enough to cost nothing, short enough for V8 to replace its baseline code soon. */
export const sliceRounds = 4096;

export class ExpectedFolds {
  readonly #folds: number[] = [0];
  readonly #oneRound: (fold: number) => number;

  /** `oneRound` folds in the next value, if its round has one. */
  private constructor(oneRound: (fold: number) => number) {
    this.#oneRound = oneRound;
  }

  static ofInput(loop: LoopName, input: PreparedInput, answers: readonly number[], seed: number): ExpectedFolds {
    const shift = 32 - input.logMaps;
    const mask = (1 << input.logMaps) - 1;
    let state = seed;
    let result = 0;
    const draw = () => {
      state = nextState(state);
      return state >>> shift;
    };
    if (loop === "throughput") return new ExpectedFolds((fold) => foldIn(fold, answers[draw()] ?? 0));
    if (loop === "update") return new ExpectedFolds((fold) => foldIn(fold, input.spares[draw()] ?? 0));
    return new ExpectedFolds((fold) => {
      result = answers[(draw() + result) & mask] ?? 0;
      return foldIn(fold, result);
    });
  }

  static ofSequence({ operations, answers }: RecordedSequence): ExpectedFolds {
    let next = 0;
    return new ExpectedFolds((fold) => {
      const answer = answers[next] ?? -1;
      next = (next + 1) % operations.length;
      return answer < 0 ? fold : foldIn(fold, answer);
    });
  }

  /** After so many slices. */
  after(slices: number): number {
    while (this.#folds.length <= slices) {
      let fold = this.#folds.at(-1) ?? 0;
      for (let round = 0; round < sliceRounds; round++) fold = this.#oneRound(fold);
      this.#folds.push(fold);
    }
    return this.#folds[slices] ?? 0;
  }
}
