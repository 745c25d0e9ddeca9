/**
 * What a scheduler really does to its bitmaps, recorded from a simulation, in a form that the measuring loops replay.
 */
import { SchedlabError } from "../errors.js";
import { encodeOperation, mostReplayedMaps, type OperationKind, operationKinds } from "./subject.js";

export interface RecordedOperation {
  readonly kind: OperationKind;
  /** Arrays are numbered in the order in which they come. */
  readonly map: number;
  /** What is inserted, removed or was found. */
  readonly priority: number;
}

export interface BitmapRecording {
  readonly scheduler: string;
  readonly workload: string;
  /** Of the scheduler's arrays. */
  readonly lists: number;
  readonly operations: readonly RecordedOperation[];
}

/** A recording for maps of this number of lists: it begins and ends with empty maps, and can so go round. */
export interface RecordedSequence {
  readonly logMaps: number;
  /** See `encodeOperation`. */
  readonly operations: Uint32Array;
  /** What each search must find; -1 for other operations. */
  readonly answers: Int32Array;
  readonly counts: Readonly<Record<OperationKind, number>>;
}

/** @throws SchedlabError where the recording does not fit. */
export function sequenceOf(recording: BitmapRecording, lists: number): RecordedSequence {
  if (recording.lists > lists) {
    throw new SchedlabError(
      `the sequence of ${recording.scheduler} has ${recording.lists} lists; expected at most ${lists}, as the maps`,
    );
  }
  const maps: Set<number>[] = [];
  const counts = { insert: 0, remove: 0, search: 0 };
  const operations: number[] = [];
  const answers: number[] = [];
  const add = ({ kind, map, priority }: RecordedOperation) => {
    maps[map] ??= new Set();
    const queued = maps[map];
    if (kind === "insert") queued.add(priority);
    if (kind === "remove") queued.delete(priority);
    counts[kind]++;
    operations.push(encodeOperation(kind, map, priority));
    answers.push(kind === "search" ? lowest(queued, lists) : -1);
  };
  for (const operation of recording.operations) {
    add(operation);
    const answer = answers.at(-1);
    if (
      operation.kind === "search" &&
      answer !== (operation.priority === recording.lists ? lists : operation.priority)
    ) {
      throw new Error(`the recording is not whole: operation ${answers.length} found ${operation.priority}`);
    }
  }
  maps.forEach((queued, map) => {
    for (const priority of [...queued]) add({ kind: "remove", map, priority });
  });
  if (counts.search === 0) {
    throw new SchedlabError(
      `${recording.scheduler} searched nothing in ${recording.workload}: there is nothing to replay`,
    );
  }
  if (maps.length > mostReplayedMaps) throw new SchedlabError(`expected at most ${mostReplayedMaps} priority arrays`);
  return {
    logMaps: Math.ceil(Math.log2(Math.max(2, maps.length))),
    operations: Uint32Array.from(operations),
    answers: Int32Array.from(answers),
    counts,
  };
}

/**
 * Decodes what `Engine.takeBitmapOperations` returns. Arrays that come into being, with their delimiter, are no
 * operations.
 */
export function decodeOperations(
  words: Uint32Array,
  arrays: Map<number, number>,
): { readonly lists: number; readonly operations: RecordedOperation[] } {
  const operations: RecordedOperation[] = [];
  let lists = 0;
  for (let at = 0; at < words.length; at += 2) {
    const [what = 0, array = 0] = [words[at], words[at + 1]];
    const kind = operationKinds[what & 0xff];
    const priority = (what >>> 8) & 0xfff;
    lists = Math.max(lists, what >>> 20);
    const map = arrays.get(array) ?? arrays.size;
    arrays.set(array, map);
    if (kind === undefined) throw new Error(`unknown bitmap operation ${what & 0xff}`);
    if (kind === "insert" && priority === what >>> 20) continue;
    operations.push({ kind, map, priority });
  }
  return { lists, operations };
}

function lowest(queued: ReadonlySet<number>, lists: number): number {
  let best = lists;
  for (const priority of queued) best = Math.min(best, priority);
  return best;
}
