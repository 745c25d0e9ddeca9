/** Reads the queues of a runqueue in order: priority arrays with their bitmaps, trees, rows. */
import type { CoreMemory, CoreRecord } from "../core-memory.js";
import type { CoreDescription, CoreScheduler, FieldType, RecordLayout } from "../description.js";
import type { TaskId } from "../types.js";
import type { PriorityArrayInspection, PriorityList } from "./types.js";

export class StructureReader {
  /** Where in a task the node of a tree is. */
  private readonly nodeOffset: number;

  constructor(
    private readonly memory: CoreMemory,
    private readonly description: CoreDescription,
    private readonly scheduler: CoreScheduler,
  ) {
    const node = Object.values(scheduler.taskLayout).find(([, type]) => type === "TreeNode");
    this.nodeOffset = node?.[0] ?? 0;
  }

  /** All priority arrays that a record refers to, by the names of the fields. */
  arrays(record: CoreRecord, layout: RecordLayout): Record<string, PriorityArrayInspection> {
    return byName(layout, "Array", (name) => this.array(record.get(name)));
  }

  /** The same of ordered trees: pids. */
  trees(record: CoreRecord, layout: RecordLayout): Record<string, TaskId[]> {
    return byName(layout, "Tree", (name) => this.tree(record.get(name)));
  }

  /** The same of rows, whose addresses stand in the record itself. */
  rows(record: CoreRecord, layout: RecordLayout): Record<string, TaskId[]> {
    return byName(layout, "Row", (name) => this.row(record, name));
  }

  /** See the drawing in assembly/structures/priority-array.ts. */
  private array(address: number): PriorityArrayInspection {
    const { view } = this.memory;
    const count = view.getUint32(address, true);
    const levels = view.getUint32(address + 4, true);
    const { bitmapInverted } = this.scheduler;
    const words = Array.from({ length: Math.ceil((levels + 1) / 32) }, (_, index) => {
      const word = view.getUint32(address + 8 + index * 4, true);
      return bitmapInverted ? invertedWord(word, levels - index * 32) : word;
    });
    const lists: PriorityList[] = [];
    for (let priority = 0; priority < levels; priority++) {
      const pids = this.list(address + 32 + priority * 8);
      if (pids.length > 0) lists.push({ priority, pids });
    }
    return { count, levels, words, bitmapInverted, lists };
  }

  private list(head: number): TaskId[] {
    const { view } = this.memory;
    const pids: TaskId[] = [];
    for (let node = view.getUint32(head, true); node !== head; node = view.getUint32(node, true)) {
      pids.push(this.pidAt(node));
    }
    return pids;
  }

  /** See the drawing in assembly/structures/ordered-tree.ts. */
  private tree(address: number): TaskId[] {
    const { view } = this.memory;
    const none = this.description.constants.noTreeNode ?? 0;
    const pids: TaskId[] = [];
    const above: number[] = [];
    let node = view.getUint32(address, true);
    while (node !== none || above.length > 0) {
      while (node !== none) {
        above.push(node);
        node = view.getUint32(node + 12, true);
      }
      node = above.pop() ?? none;
      pids.push(this.pidAt(node - this.nodeOffset));
      node = view.getUint32(node + 16, true);
    }
    return pids;
  }

  private row(record: CoreRecord, name: string): TaskId[] {
    const { view } = this.memory;
    const [offset, , stride = 0, taskOffset = 0] = record.layoutOf(name);
    const end = view.getUint32(record.address + offset + 4, true);
    const pids: TaskId[] = [];
    for (let place = view.getUint32(record.address + offset, true); place < end; place += stride) {
      const task = view.getUint32(place + taskOffset, true);
      if (task !== 0) pids.push(this.pidAt(task));
    }
    return pids;
  }

  private pidAt(task: number): TaskId {
    return this.memory.record(task, this.description.Task).get("pid");
  }
}

function byName<T>(layout: RecordLayout, wanted: FieldType, read: (name: string) => T): Record<string, T> {
  const found = Object.entries(layout).filter(([, [, type]]) => type === wanted);
  return Object.fromEntries(found.map(([name]) => [name, read(name)]));
}

/** The same word in the other polarity. `levels`: so many of its bits, from bit 0 on, stand for lists; 32 or more: all of them. */
function invertedWord(word: number, levels: number): number {
  const lists = levels >= 32 ? 0xffffffff : 2 ** levels - 1;
  return (~word & lists) >>> 0;
}
