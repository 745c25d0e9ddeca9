/**
 * Who meets whom at which channel, mutex, condition and so on: collected while programs are read, and checked once all
 * have been. A name that starts with `.` stands for one thing per instance of a workload task, shared with the children
 * that descend from it; all others are shared by everybody. Names of one kind say nothing of those of another.
 */
import type { ObjectKind } from "../engine/image.js";
import { nearest } from "./nearest.js";
import type { ProblemList } from "./problem.js";
import { type MapNode, quote, type TreeNode } from "./source/tree.js";

export function isPrivate(name: string): boolean {
  return name.startsWith(".");
}

/** Keywords of the operations that name something. */
export type Role =
  | "send"
  | "recv"
  | "lock"
  | "unlock"
  | "wait"
  | "signal"
  | "broadcast"
  | "down"
  | "up"
  | "barrier"
  | "suspend"
  | "resume"
  | "until";

/** Whose program an operation stands in. */
export interface User {
  /** Index of the workload task that the program, or its forking ancestor, belongs to. */
  readonly family: number;
  /** The task document. */
  readonly document: MapNode;
  readonly problems: ProblemList;
}

/** What a document says of a thing of this name, as far as it bears on who has to wait. */
export interface Described {
  readonly name: string;
  /** Messages or units at the start. */
  readonly initial: number;
  /** null: no limit. */
  readonly capacity: number | null;
}

/** What all operations on one thing have to agree on. */
interface Agreed {
  readonly value: number;
  readonly text: string;
}

class Use {
  /** First places of each role. */
  readonly places = new Map<Role, TreeNode>();
  /** Task documents that lock the mutex, and those that release it, with the first place where they do. */
  readonly lockers = new Set<MapNode>();
  readonly releasers = new Map<MapNode, TreeNode>();
  agreed: Agreed | null = null;

  constructor(
    readonly kind: ObjectKind,
    readonly name: string,
  ) {}

  first(...roles: readonly Role[]): TreeNode | undefined {
    return roles.map((role) => this.places.get(role)).find((node) => node !== undefined);
  }
}

/** Waiting without anybody who ends it, and the reverse. */
const EXPECTATIONS: readonly {
  readonly kind: ObjectKind;
  readonly does: readonly Role[];
  readonly wants: readonly Role[];
  message(name: string): string;
}[] = [
  {
    kind: "channel",
    does: ["recv"],
    wants: ["send"],
    message: (name) => `nobody sends to the channel ${name}: receivers wait for ever`,
  },
  {
    kind: "condition",
    does: ["wait"],
    wants: ["signal", "broadcast"],
    message: (name) => `nobody signals the condition ${name}: tasks wait for ever`,
  },
  {
    kind: "condition",
    does: ["signal", "broadcast"],
    wants: ["wait"],
    message: (name) => `nobody waits for the condition ${name}: the signal has no effect`,
  },
  {
    kind: "semaphore",
    does: ["down"],
    wants: ["up"],
    message: (name) => `nobody does "up" on the semaphore ${name}: tasks wait for ever`,
  },
  {
    kind: "suspension",
    does: ["suspend"],
    wants: ["resume"],
    message: (name) => `nobody resumes ${name}: tasks are suspended for ever`,
  },
  {
    kind: "suspension",
    does: ["resume"],
    wants: ["suspend"],
    message: (name) => `nobody is suspended at ${name}: resuming has no effect`,
  },
];

export class ObjectUses {
  /** By kind and name, and for private names by the task that they belong to. */
  readonly #uses = new Map<string, Use>();

  record(kind: ObjectKind, role: Role, name: string, user: User, node: TreeNode): void {
    const { places } = this.#use(kind, name, user);
    if (!places.has(role)) places.set(role, node);
  }

  /** An operation on a mutex: who releases one must have locked it. */
  recordMutex(role: "lock" | "unlock" | "wait", name: string, user: User, node: TreeNode): void {
    const use = this.#use("mutex", name, user);
    if (role === "lock") use.lockers.add(user.document);
    else if (!use.releasers.has(user.document)) use.releasers.set(user.document, node);
    if (!use.places.has(role)) use.places.set(role, node);
  }

  /** A number that is the same wherever the thing is used; a message where it is not. `text` is how it was said. */
  agree(kind: ObjectKind, name: string, value: number, text: string, user: User, node: TreeNode): void {
    const use = this.#use(kind, name, user);
    use.agreed ??= { value, text };
    if (use.agreed.value === value) return;
    user.problems.error(node, `found ${text}; the ${kind} ${quote(name)} has ${use.agreed.text} elsewhere`);
  }

  #use(kind: ObjectKind, name: string, { family }: User): Use {
    const key = `${kind}:${isPrivate(name) ? family : ""}:${name}`;
    let use = this.#uses.get(key);
    if (use === undefined) {
      use = new Use(kind, name);
      this.#uses.set(key, use);
    }
    return use;
  }

  /** Errors and warnings that only show when everything has been read. */
  check(channels: readonly Described[], semaphores: readonly Described[], problems: ProblemList): void {
    const described = new Map<ObjectKind, ReadonlyMap<string, Described>>([
      ["channel", byName(channels)],
      ["semaphore", byName(semaphores)],
    ]);
    for (const use of this.#uses.values()) {
      const description = described.get(use.kind)?.get(use.name);
      if (use.kind === "mutex") this.#checkReleases(use, problems);
      this.#warnOfLoners(use, description, problems);
      if (use.kind === "channel") warnIfNeverEmptied(use, description, problems);
    }
  }

  /** What is described but not used. `section` is the mapping from names to descriptions. */
  warnUnused(kind: "channel" | "semaphore", section: TreeNode | undefined, problems: ProblemList): void {
    if (section?.kind !== "map") return;
    const used = new Set([...this.#uses.values()].filter((use) => use.kind === kind).map((use) => use.name));
    for (const [name, { value }] of section.entries) {
      if (used.has(name)) continue;
      problems.warning(value, `no task uses the ${kind} ${quote(name)}`, didYouMean(name, used));
    }
  }

  #checkReleases(use: Use, problems: ProblemList): void {
    for (const [document, node] of use.releasers) {
      if (use.lockers.has(document)) continue;
      const locked = this.#named("mutex", ({ lockers }) => lockers.has(document));
      const message = `the task never locks the mutex ${quote(use.name)}, and only who holds a mutex can release it`;
      problems.error(node, message, didYouMean(use.name, locked));
    }
  }

  #warnOfLoners(use: Use, description: Described | undefined, problems: ProblemList): void {
    for (const { kind, does, wants, message } of EXPECTATIONS) {
      const node = use.kind === kind ? use.first(...does) : undefined;
      if (node === undefined || use.first(...wants) !== undefined || (description?.initial ?? 0) > 0) continue;
      const others = this.#named(kind, (other) => other !== use && other.first(...wants) !== undefined);
      problems.warning(node, message(quote(use.name)), didYouMean(use.name, others));
    }
  }

  #named(kind: ObjectKind, fits: (use: Use) => boolean): string[] {
    return [...this.#uses.values()].filter((use) => use.kind === kind && fits(use)).map((use) => use.name);
  }
}

function warnIfNeverEmptied(use: Use, description: Described | undefined, problems: ProblemList): void {
  const sender = use.first("send");
  if (sender === undefined || use.first("recv") !== undefined || (description?.capacity ?? null) === null) return;
  const message = `nobody receives from the channel ${quote(use.name)}: senders wait for ever once it is full`;
  problems.warning(sender, message);
}

function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(name, candidates);
  return near === undefined || near === name ? undefined : `did you mean ${quote(near)}?`;
}

function byName(descriptions: readonly Described[]): ReadonlyMap<string, Described> {
  return new Map(descriptions.map((description) => [description.name, description]));
}
