/**
 * What the lab measures: a map of the priorities whose lists hold something, and the search for the best (lowest)
 * one. The record is the map; how it keeps its bits is its own business.
 *
 * To add a variant: a file in variants/ with a class, whose head comment tells source and idea, and a line in
 * ../bitsearch.ts. Most extend one of the maps of words (words-32.ts …) and write only `search`.
 */
@unmanaged
export abstract class PriorityMap {
  /** Makes an empty map of a place in memory, whatever stood there. */
  abstract clear(): void;
  /** The list of this priority has got its first task; it may have been there before. */
  abstract insert(priority: i32): void;
  /** The list of this priority has lost its last task; it may not have been there. */
  abstract remove(priority: i32): void;
  /** The lowest priority in the map; the number of lists if there is none. */
  abstract search(): i32;
  /** Priorities below this can be inserted: stale bits behind the delimiter too. */
  abstract capacity(): i32;
}
