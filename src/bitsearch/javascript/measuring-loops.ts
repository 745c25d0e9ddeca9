/**
 * The loops of assembly/bitsearch/measuring-loops.ts, in JavaScript. Compiled anew for every variant from the text of
 * this function, which must therefore stand alone, like the variants.
 */
import type { LoopName } from "../subject.js";
import type { Maps } from "./variant.js";

/** What goes on from slice to slice, and what the loops work on. */
export interface LoopState {
  state: number;
  fold: number;
  result: number;
  previous: number;
  logMaps: number;
  spares: Uint16Array;
  operations: Uint32Array;
  /** 0, which no compiler knows. */
  zero: number;
}

export type MeasuringLoops = Readonly<Record<LoopName, (rounds: number) => void>>;

export function createLoops(maps: Maps, run: LoopState): MeasuringLoops {
  const replay = (count: number, zero: number) => {
    const { operations } = run;
    const operationCount = operations.length;
    let next = run.previous;
    let fold = run.fold;
    for (let done = 0; done < count; done++) {
      const operation = operations[next] as number;
      const map = (operation >>> 2) & 0x3fff;
      const kind = operation & 3;
      next++;
      if (kind === 2) {
        const result = maps.search(map);
        fold = (((fold << 5) | (fold >>> 27)) + result) | 0;
        next += result & zero;
      } else if (kind === 0) maps.insert(map, operation >>> 16);
      else maps.remove(map, operation >>> 16);
      if (next === operationCount) next = 0;
    }
    run.previous = next;
    run.fold = fold;
  };
  return {
    throughput(rounds) {
      const shift = 32 - run.logMaps;
      let { state, fold } = run;
      for (let round = 0; round < rounds; round++) {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        fold = (((fold << 5) | (fold >>> 27)) + maps.search(state >>> shift)) | 0;
      }
      run.state = state;
      run.fold = fold;
    },
    latency(rounds) {
      const shift = 32 - run.logMaps;
      const mask = (1 << run.logMaps) - 1;
      let { state, fold, result } = run;
      for (let round = 0; round < rounds; round++) {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        result = maps.search(((state >>> shift) + result) & mask);
        fold = (((fold << 5) | (fold >>> 27)) + result) | 0;
      }
      run.state = state;
      run.fold = fold;
      run.result = result;
    },
    update(rounds) {
      const shift = 32 - run.logMaps;
      const { spares } = run;
      let { state, fold, previous } = run;
      let leaving = spares[previous] as number;
      for (let round = 0; round < rounds; round++) {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        const index = state >>> shift;
        const coming = spares[index] as number;
        maps.insert(index, coming);
        maps.remove(previous, leaving);
        fold = (((fold << 5) | (fold >>> 27)) + coming) | 0;
        previous = index;
        leaving = coming;
      }
      run.state = state;
      run.fold = fold;
      run.previous = previous;
    },
    replayThroughput(count) {
      replay(count, 0);
    },
    replayLatency(count) {
      replay(count, run.zero);
    },
  };
}
