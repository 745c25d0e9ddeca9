/**
 * Tasks that can never go on, though they wait in no circle: for a message that nobody will send, a mutex whose holder
 * has exited, and so on.
 *
 * Whoever runs, sleeps for a time or has yet to start lives, and may still do every operation of its program, and of
 * those of the children that it forks. What that ends the wait of lives as well, and so on; the others wait for ever.
 * So nobody is named who might go on.
 */
import { describeWait } from "./deadlock.js";
import type { Instruction, WorkloadImage } from "./image.js";
import type { StatisticsReader } from "./statistics.js";
import type { TaskId } from "./types.js";
import type { Wait, WaitReader } from "./waits.js";

/** Tasks named in one sentence. */
const MOST_NAMED = 5;

/** The operations that can end a wait in this one. */
const ENDED_BY: Readonly<Partial<Record<Instruction["op"], readonly Instruction["op"][]>>> = {
  recv: ["send"],
  send: ["recv"],
  wait: ["signal", "broadcast"],
  down: ["up"],
  barrier: ["barrier"],
  suspend: ["resume"],
};

/** A sentence for each thing that is waited for in vain. */
export function endlessWaits(
  image: WorkloadImage,
  waits: WaitReader,
  statistics: StatisticsReader,
  name: (pid: TaskId) => string,
): string[] {
  if (!image.instructions.some(({ op }) => op === "join" || op in ENDED_BY || op === "lock")) return [];
  const stuck = new Search(image, waits, statistics).stuck();
  const sentences = new Map<string, { readonly what: string; readonly pids: TaskId[] }>();
  for (const [pid, wait] of stuck) {
    const key = wait.object === null ? `join ${pid}` : `${wait.operation} ${wait.object}`;
    const entry = sentences.get(key) ?? { what: whatFor(wait, statistics, name), pids: [] };
    entry.pids.push(pid);
    sentences.set(key, entry);
  }
  return [...sentences.values()].map(({ what, pids }) => {
    const named = pids.slice(0, MOST_NAMED).map((pid) => `${name(pid)} (pid ${pid})`);
    const more = pids.length > named.length ? ` and ${pids.length - named.length} more` : "";
    return `${named.join(", ")}${more} ${pids.length === 1 ? "waits" : "wait"} for ever: ${what}`;
  });
}

function whatFor(wait: Wait, statistics: StatisticsReader, name: (pid: TaskId) => string): string {
  if (wait.kind === "children") return '"join", but a child never exits';
  const { holder } = wait;
  if (holder === null) return `"${wait.operation}" on the ${describeWait(wait)}`;
  const exited = statistics.attributes(holder).state === "exited" ? ", which has exited" : "";
  return `"${wait.operation}" on the ${describeWait(wait)}, held by ${name(holder)} (pid ${holder})${exited}`;
}

class Search {
  /** Waiting tasks that are not known to live. */
  readonly #waiting = new Map<TaskId, Wait>();
  /** By what can end their waits: an operation on a thing, or the life of another task. */
  readonly #hopes = new Map<string, TaskId[]>();
  /** Parents in `join`: how many of their children are not known to live. */
  readonly #childrenInDoubt = new Map<TaskId, number>();
  readonly #living: TaskId[] = [];
  /** Documents, with the task whose private names they use, that are counted already. */
  readonly #counted = new Set<string>();
  readonly #entries: readonly number[];

  constructor(
    private readonly image: WorkloadImage,
    private readonly waits: WaitReader,
    private readonly statistics: StatisticsReader,
  ) {
    this.#entries = image.documents.map(({ entry }) => entry).sort((a, b) => a - b);
  }

  stuck(): ReadonlyMap<TaskId, Wait> {
    for (const pid of this.statistics.unexited()) this.#sort(pid);
    if (this.#waiting.size === 0) return this.#waiting;
    for (const pid of this.#waiting.keys()) this.#countDoubtOf(pid);
    for (const pid of this.#living) this.#live(pid);
    return this.#waiting;
  }

  #sort(pid: TaskId): void {
    const wait = this.waits.waitOf(pid);
    if (wait === null) {
      this.#living.push(pid);
      return;
    }
    this.#waiting.set(pid, wait);
    if (wait.kind === "mutex") this.#hope(`life of ${wait.holder}`, pid);
    else for (const op of ENDED_BY[wait.operation as Instruction["op"]] ?? []) this.#hope(`${op} ${wait.object}`, pid);
  }

  #hope(key: string, pid: TaskId): void {
    const hoping = this.#hopes.get(key);
    if (hoping === undefined) this.#hopes.set(key, [pid]);
    else hoping.push(pid);
  }

  /** A child in doubt keeps its parent in doubt. */
  #countDoubtOf(child: TaskId): void {
    const parent = this.waits.parentOf(child);
    if (parent === null || this.#waiting.get(parent)?.kind !== "children") return;
    this.#childrenInDoubt.set(parent, (this.#childrenInDoubt.get(parent) ?? 0) + 1);
  }

  /** The task lives, and so do all whose waits it may end. */
  #live(pid: TaskId): void {
    this.#fulfil(`life of ${pid}`);
    const root = this.waits.rootOf(pid);
    this.#count(this.statistics.identify(pid).document, root);
    const parent = this.waits.parentOf(pid);
    if (parent === null || this.#waiting.get(parent)?.kind !== "children") return;
    if ((this.#childrenInDoubt.get(parent) ?? 0) === 0) this.#revive(parent);
  }

  #count(document: number, root: TaskId): void {
    // Without private names all tasks of a document do the same.
    const { document: family } = this.statistics.identify(root);
    const isPrivate = (this.image.documents[family]?.privateObjects.length ?? 0) > 0;
    const key = `${document} ${isPrivate ? root : ""}`;
    if (this.#counted.has(key)) return;
    this.#counted.add(key);
    for (const instruction of this.#programOf(document)) {
      if (instruction.op === "fork") this.#count(instruction.document, root);
      else if ("object" in instruction && instruction.object !== null) {
        this.#fulfil(`${instruction.op} ${this.waits.keyOf(instruction.object, root)}`);
      }
    }
  }

  /** Programs stand one after the other. */
  #programOf(document: number): readonly Instruction[] {
    const entry = this.image.documents[document]?.entry ?? 0;
    return this.image.instructions.slice(entry, this.#entries[this.#entries.indexOf(entry) + 1]);
  }

  #fulfil(hope: string): void {
    for (const pid of this.#hopes.get(hope) ?? []) this.#revive(pid);
    this.#hopes.delete(hope);
  }

  #revive(pid: TaskId): void {
    if (!this.#waiting.delete(pid)) return;
    this.#living.push(pid);
    const parent = this.waits.parentOf(pid);
    if (parent === null) return;
    const inDoubt = this.#childrenInDoubt.get(parent);
    if (inDoubt !== undefined) this.#childrenInDoubt.set(parent, inDoubt - 1);
  }
}
