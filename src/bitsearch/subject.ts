/**
 * One thing that is measured: a variant for one number of lists, in whichever language. It has a row of maps, and
 * loops that search and change them; assembly/bitsearch/measuring-loops.ts tells what the loops do.
 */

/** How many priority lists a map is for. */
export const listCounts = [140, 168, 256, 2048] as const;
export type ListCount = (typeof listCounts)[number];

export type Language = "wasm" | "javascript";

export type LoopName = "throughput" | "latency" | "update" | "replayThroughput" | "replayLatency";

export interface Subject {
  readonly id: string;
  readonly language: Language;
  /** In a few words. */
  readonly idea: string;
  /** Where it was seen. */
  readonly source: string;
  readonly lists: number;
  /** Priorities below this can be inserted; those from `lists` on are stale bits behind the delimiter. */
  readonly capacity: number;
  /** The empty loop of its language: it knows the answers. */
  readonly isControl: boolean;
  /** Makes room for the maps, 2^log of them. To be called before anything else; the maps are not filled. */
  reserve(logMaps: number): void;
  /** Makes the map hold these priorities; `answer` is the right one, for the control. */
  fill(map: number, priorities: readonly number[], answer: number): void;
  insert(map: number, priority: number): void;
  remove(map: number, priority: number): void;
  search(map: number): number;
  /** Whether the search would hang on an instruction that has no defined answer for the word it is given. */
  isUndefined(map: number): boolean;
  /** A priority for each map, that is not in it: what `update` inserts and removes. */
  setSpares(spares: Uint16Array): void;
  /** What the replays play (see `encodeOperation`). */
  setOperations(operations: Uint32Array): void;
  /** The next loop begins afresh with this state of the generator. */
  begin(state: number): void;
  /** Goes on with the loop for so many rounds. */
  run(loop: LoopName, rounds: number): void;
  /** What has come out since `begin`, folded. */
  fold(): number;
  /** After `update`: the map that still has its spare. */
  lastUpdated(): number;
}

export const operationKinds = ["insert", "remove", "search"] as const;
export type OperationKind = (typeof operationKinds)[number];

/** Maps that a replay can tell apart. */
export const mostReplayedMaps = 1 << 14;

/** One step of a replay in 32 bits: kind, map, priority. */
export function encodeOperation(kind: OperationKind, map: number, priority: number): number {
  return ((priority << 16) | (map << 2) | operationKinds.indexOf(kind)) >>> 0;
}

/** The generator of the loops: the next state. Its top bits are what is drawn. */
export function nextState(state: number): number {
  return (Math.imul(state, 1664525) + 1013904223) | 0;
}

/** What the loops make of one more value. */
export function foldIn(fold: number, value: number): number {
  return (((fold << 5) | (fold >>> 27)) + value) | 0;
}
