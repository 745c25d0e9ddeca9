/** The nearest valid name for one that is unknown. */
import { nearest } from "../workload/nearest.js";

/** ` (did you mean x?)`, or nothing where no name is near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const found = nearest(name, names);
  return found === undefined ? "" : ` (did you mean ${found}?)`;
}
