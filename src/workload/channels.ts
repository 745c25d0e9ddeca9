/** The optional sections `channels` and `semaphores`: what does not begin empty, or has a limit. */
import { MAX_COUNT } from "./limits.js";
import type { ProblemList } from "./problem.js";
import { checkKeys, checkName, optional, readMap, readWhole } from "./read.js";
import type { MapNode, TreeNode } from "./source/tree.js";
import type { ChannelDescription, SemaphoreDescription } from "./workload.js";

export const CHANNEL_KEYS = ["capacity", "initial"] as const;
export const SEMAPHORE_KEYS = ["initial"] as const;

export function readChannels(node: TreeNode | undefined, problems: ProblemList): readonly ChannelDescription[] {
  return readSection(node, "channels", CHANNEL_KEYS, problems, readChannel);
}

export function readSemaphores(node: TreeNode | undefined, problems: ProblemList): readonly SemaphoreDescription[] {
  return readSection(node, "semaphores", SEMAPHORE_KEYS, problems, (name, map) => {
    return { name, initial: (map && readNumber(map, "initial", 0, "the number of units at the start", problems)) ?? 0 };
  });
}

/** `read` gets the description of each name, if there is one. */
function readSection<Description>(
  node: TreeNode | undefined,
  section: string,
  keys: readonly string[],
  problems: ProblemList,
  read: (name: string, map: MapNode | undefined, problems: ProblemList) => Description,
): readonly Description[] {
  if (node === undefined) return [];
  const map = readMap(node, problems, `${section}: a mapping from names to {${keys.join(", ")}}`);
  if (map === undefined) return [];
  const descriptions: Description[] = [];
  const one = `a ${section.slice(0, -1)}`;
  for (const [name, { value }] of map.entries) {
    if (!checkName(name, problems, value, `the name of ${one}`)) continue;
    const description =
      value.kind === "null" ? undefined : readMap(value, problems, `${one}: a mapping with ${keys.join(", ")}`);
    if (description !== undefined) checkKeys(description, keys, problems, one);
    descriptions.push(read(name, description, problems));
  }
  return descriptions;
}

function readChannel(name: string, map: MapNode | undefined, problems: ProblemList): ChannelDescription {
  if (map === undefined) return { name, capacity: null, initial: 0 };
  const capacity = readNumber(map, "capacity", 1, "the number of messages that fit", problems) ?? null;
  const initial = readNumber(map, "initial", 0, "the number of messages at the start", problems) ?? 0;
  if (capacity !== null && initial > capacity) {
    problems.keyError(map, "initial", `found ${initial}; expected at most the capacity, ${capacity}`);
  }
  return { name, capacity, initial };
}

function readNumber(map: MapNode, key: string, min: number, what: string, problems: ProblemList) {
  const node = optional(map, key);
  return node && readWhole(node, problems, { what, min, max: MAX_COUNT });
}
