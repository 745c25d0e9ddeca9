/** Keys that stand twice in a mapping; told of when the whole tree stands, since only then paths are complete. */
import type { ProblemList } from "../problem.js";
import { type MapNode, type Place, quote } from "./tree.js";

export class DuplicateKeys {
  readonly #found: { map: MapNode; key: string; earlier: Place | null }[] = [];

  /** The later entry is the one in `map`. */
  add(map: MapNode, key: string, earlier: Place | null): void {
    this.#found.push({ map, key, earlier });
  }

  report(problems: ProblemList): void {
    for (const { map, key, earlier } of this.#found) {
      const first = earlier !== null && earlier.override === undefined ? ` (first in line ${earlier.line})` : "";
      problems.keyError(map, key, `the key ${quote(key)} stands here twice${first}`, "remove one of them");
    }
  }
}
