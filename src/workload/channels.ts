/**
 * Channels: the optional `channels` section, and who sends to and receives from which. A name that
 * starts with `.` stands for one channel per instance of a workload task, shared with the children
 * that descend from it; all others are shared by everybody.
 */
import type { ChannelSpec } from "../engine/image.js";
import { MAX_COUNT } from "./limits.js";
import { nearest } from "./nearest.js";
import type { ProblemList } from "./problem.js";
import { checkKeys, checkName, optional, readMap, readWhole } from "./read.js";
import { type MapNode, quote, type TreeNode } from "./source/tree.js";

export const CHANNEL_KEYS = ["capacity", "initial"] as const;

export function isPrivate(name: string): boolean {
  return name.startsWith(".");
}

/** What a channel is that the document does not describe. */
export function plainChannel(name: string): ChannelSpec {
  return { name, capacity: null, initial: 0 };
}

export function readChannels(node: TreeNode | undefined, problems: ProblemList): readonly ChannelSpec[] {
  if (node === undefined) return [];
  const map = readMap(node, problems, "channels: a mapping from names to {capacity, initial}");
  if (map === undefined) return [];
  const channels: ChannelSpec[] = [];
  for (const [name, entry] of map.entries) {
    if (!checkName(name, problems, entry.value, "the name of a channel")) continue;
    channels.push(readChannel(name, entry.value, problems));
  }
  return channels;
}

function readChannel(name: string, node: TreeNode, problems: ProblemList): ChannelSpec {
  if (node.kind === "null") return plainChannel(name);
  const map = readMap(node, problems, "a channel: a mapping with capacity, initial");
  if (map === undefined) return plainChannel(name);
  checkKeys(map, CHANNEL_KEYS, problems, "a channel");
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

type Direction = "send" | "recv";

interface Use {
  readonly name: string;
  /** First places of each. */
  send?: TreeNode;
  recv?: TreeNode;
}

/** Collects the uses of channels while programs are read, and warns of those that cannot work. */
export class ChannelUses {
  /** By name, and for private channels by the task that they belong to. */
  readonly #uses = new Map<string, Use>();

  /** `family`: index of the workload task to whose program, or descendants' programs, the use belongs. */
  record(direction: Direction, name: string, family: number, node: TreeNode): void {
    const key = isPrivate(name) ? `${family}:${name}` : `:${name}`;
    let use = this.#uses.get(key);
    if (use === undefined) {
      use = { name };
      this.#uses.set(key, use);
    }
    use[direction] ??= node;
  }

  warn(channels: readonly ChannelSpec[], section: TreeNode | undefined, problems: ProblemList): void {
    const described = new Map(channels.map((channel) => [channel.name, channel]));
    const sent = [...this.#uses.values()].filter((use) => use.send !== undefined).map((use) => use.name);
    for (const use of this.#uses.values()) {
      const channel = described.get(use.name) ?? plainChannel(use.name);
      if (use.recv !== undefined && use.send === undefined && channel.initial === 0) {
        const near = nearest(use.name, sent);
        const hint = near === undefined || near === use.name ? undefined : `did you mean ${quote(near)}?`;
        problems.warning(use.recv, `nobody sends to the channel ${quote(use.name)}: receivers wait for ever`, hint);
      }
      if (use.send !== undefined && use.recv === undefined && channel.capacity !== null) {
        const message = `nobody receives from the channel ${quote(use.name)}: senders wait for ever once it is full`;
        problems.warning(use.send, message);
      }
    }
    this.#warnUnused(channels, section, problems);
  }

  #warnUnused(channels: readonly ChannelSpec[], section: TreeNode | undefined, problems: ProblemList): void {
    const used = new Set([...this.#uses.values()].map((use) => use.name));
    for (const { name } of channels) {
      const node = section?.kind === "map" ? section.entries.get(name)?.value : undefined;
      if (used.has(name) || node === undefined) continue;
      const near = nearest(name, used);
      const hint = near === undefined ? undefined : `did you mean ${quote(near)}?`;
      problems.warning(node, `no task uses the channel ${quote(name)}`, hint);
    }
  }
}
