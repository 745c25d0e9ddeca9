/** "Did you mean …": the nearest valid name, and lists of names as messages print them. */
import { distance } from "fastest-levenshtein";
import { quote } from "./source/tree.js";

/** The candidate that differs from `name` in the fewest letters, if it is near enough to be meant. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 100).toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const letters = distance(wanted, candidate.slice(0, 100).toLowerCase());
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) * 0.4));
    if (letters <= allowed && letters < bestDistance) {
      best = candidate;
      bestDistance = letters;
    }
  }
  return best;
}

/** A hint for an unknown name: the nearest valid one, else all of them (shortened). */
export function nameHint(name: string, candidates: readonly string[]): string | undefined {
  const near = nearest(name, candidates);
  if (near !== undefined) return `did you mean ${quote(near)}?`;
  if (candidates.length === 0) return undefined;
  return `valid here: ${listNames(candidates)}`;
}

export function listNames(names: readonly string[], most = 32): string {
  const shown = names.slice(0, most).map((name) => (/^[\p{L}\p{N}_.[\]-]{1,60}$/u.test(name) ? name : quote(name)));
  return shown.join(", ") + (names.length > most ? ", …" : "");
}
