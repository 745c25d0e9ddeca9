/**
 * The measuring loops. Each is compiled for each variant, so that the search is inlined and nothing is called; the
 * host calls them in slices, for V8 replaces baseline code only between calls. What goes on from slice to slice
 * stands in RUN.
 *
 * A loop draws the next map with a linear congruential generator of 32 bits (Numerical Recipes: full period 2^32, of
 * which the top bits are taken), and folds what comes out, so that nothing can be left out and every variant that is
 * right ends with the same fold. For latency the result of a search also decides which map is next, as sum with what
 * is drawn: the next search cannot begin before, and yet the generator itself cannot fall into a short cycle.
 */
import { Lists } from "./geometry";
import { PriorityMap } from "./priority-map";

@unmanaged
@final
export class Run {
  /** The generator. */
  state: u32;
  fold: u32;
  /** Of `latency`: what the last search found. */
  result: i32;
  /** Of `update`: the map that the last insert went to. Of the replays: operations done. */
  previous: u32;
  /** For each map a priority that is not in it (u16 each). */
  spares: usize;
  /** What `replay…` plays: operations (u32 each), see below, and how many. */
  operations: usize;
  operationCount: u32;
  /** 0, which no compiler knows. */
  zero: i32;
}

export const RUN = changetype<Run>(memory.data(40, 8));

/** What a replayed operation does, in its lowest two bits; above them 14 bits for the map, then the priority. */
export const enum Operation {
  Insert,
  Remove,
  Search,
}

/** Independent searches: the CPU may overlap them as far as it can. */
export function throughput<V extends PriorityMap, L extends Lists>(maps: usize, rounds: u32): void {
  let state = RUN.state;
  let fold = RUN.fold;
  for (let round: u32 = 0; round < rounds; round++) {
    state = draw(state);
    fold = rotl(fold, 5) + mapAt<V, L>(maps, drawn<L>(state)).search();
  }
  RUN.state = state;
  RUN.fold = fold;
}

/** Each search waits for the one before. */
export function latency<V extends PriorityMap, L extends Lists>(maps: usize, rounds: u32): void {
  let state = RUN.state;
  let fold = RUN.fold;
  let result = RUN.result;
  for (let round: u32 = 0; round < rounds; round++) {
    state = draw(state);
    result = mapAt<V, L>(maps, (drawn<L>(state) + result) & lastMap<L>()).search();
    fold = rotl(fold, 5) + result;
  }
  RUN.state = state;
  RUN.fold = fold;
  RUN.result = result;
}

/** In each round a priority comes into one map, and the one that came before leaves its own. */
export function update<V extends PriorityMap, L extends Lists>(maps: usize, rounds: u32): void {
  const spares = RUN.spares;
  let state = RUN.state;
  let fold = RUN.fold;
  let previous = RUN.previous;
  let leaving = spareOf(spares, previous);
  for (let round: u32 = 0; round < rounds; round++) {
    state = draw(state);
    const index = drawn<L>(state);
    const coming = spareOf(spares, index);
    mapAt<V, L>(maps, index).insert(coming);
    mapAt<V, L>(maps, previous).remove(leaving);
    fold = rotl(fold, 5) + coming;
    previous = index;
    leaving = coming;
  }
  RUN.state = state;
  RUN.fold = fold;
  RUN.previous = previous;
}

/** The recorded operations from RUN.previous on, `count` of them, over again from the first when they end. */
export function replayThroughput<V extends PriorityMap, L extends Lists>(maps: usize, count: u32): void {
  replay<V, L>(maps, count, 0);
}

/** The same, but after a search the CPU cannot know before its end where the next operation stands. */
export function replayLatency<V extends PriorityMap, L extends Lists>(maps: usize, count: u32): void {
  replay<V, L>(maps, count, RUN.zero);
}

function replay<V extends PriorityMap, L extends Lists>(maps: usize, count: u32, zero: i32): void {
  const operations = RUN.operations;
  let next = RUN.previous;
  let fold = RUN.fold;
  for (let done: u32 = 0; done < count; done++) {
    const operation = load<u32>(operations + ((<usize>next) << 2));
    const map = mapAt<V, L>(maps, (operation >> 2) & 0x3fff);
    const priority = <i32>(operation >> 16);
    const kind = operation & 3;
    next++;
    if (kind == Operation.Search) {
      const result = map.search();
      fold = rotl(fold, 5) + result;
      next += result & zero;
    } else if (kind == Operation.Insert) map.insert(priority);
    else map.remove(priority);
    if (next == RUN.operationCount) next = 0;
  }
  RUN.previous = next;
  RUN.fold = fold;
}

function mapAt<V extends PriorityMap, L extends Lists>(maps: usize, index: u32): V {
  return changetype<V>(maps + ((<usize>index) << changetype<L>(0).logStride()));
}

function spareOf(spares: usize, index: u32): i32 {
  return load<u16>(spares + ((<usize>index) << 1));
}

function draw(state: u32): u32 {
  return state * 1664525 + 1013904223;
}

/** Its top bits. A shift by a number that is known costs one instruction; by another one, several. */
function drawn<L extends Lists>(state: u32): u32 {
  return state >> <u32>(32 - changetype<L>(0).logMaps());
}

function lastMap<L extends Lists>(): u32 {
  return ((<u32>1) << (<u32>changetype<L>(0).logMaps())) - 1;
}
