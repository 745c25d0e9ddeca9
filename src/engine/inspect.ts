/**
 * What a debugger wants to see: each CPU's current task and runqueue, priority arrays with their bitmap words and lists in
 * order, trees in order, and every field of every record by its name.
 */
import type { CoreMemory, CoreRecord } from "./core-memory.js";
import type { CoreDescription, CoreScheduler, FieldType } from "./description.js";
import type { WorkloadImage } from "./image.js";
import type { StatisticsReader } from "./statistics.js";
import type { CpuId, TaskId } from "./types.js";

/** A field of a record: a number, a flag, bits that do not fit a number, a task's pid, or nothing. */
export type FieldValue = number | boolean | bigint | null;

export interface PriorityList {
  readonly priority: number;
  /** From head to tail. */
  readonly pids: readonly TaskId[];
}

export interface PriorityArrayInspection {
  /** Queued tasks, the running one included. */
  readonly count: number;
  /** Number of priorities; bit `levels` of the bitmap is the delimiter, at which a search of an empty array ends. */
  readonly levels: number;
  /** The bitmap as the original stored it, in 32-bit words: bit p set means that list p holds something, or is empty if `bitmapInverted`. */
  readonly words: readonly number[];
  /**
   * The bitmap has the polarity of the O(1) schedulers up to 2.5.3-pre3: its search is one for the first zero, and the delimiter
   * (bit `levels`) is a zero. The bits behind the delimiter are zero in either polarity.
   */
  readonly bitmapInverted: boolean;
  /** The lists that are not empty, best priority first. */
  readonly lists: readonly PriorityList[];
}

export interface CpuInspection {
  readonly cpu: CpuId;
  /** 0: the idle task. */
  readonly current: TaskId;
  /** Priority arrays by the scheduler's own names, such as `active` and `expired`. */
  readonly arrays: Readonly<Record<string, PriorityArrayInspection>>;
  /** Ordered trees by the scheduler's own names: the pids of their tasks, the first to run first. */
  readonly trees: Readonly<Record<string, readonly TaskId[]>>;
  /** All other fields that the machine and the scheduler keep of it. */
  readonly fields: Readonly<Record<string, FieldValue>>;
}

export interface TaskInspection {
  readonly pid: TaskId;
  /** Index into WorkloadImage.documents. */
  readonly document: number;
  readonly instance: number;
  /** Name of the priority array in which it is queued on its CPU; null: in none. */
  readonly array: string | null;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** Fields that are addresses inside the core and say nothing outside of it. */
const addresses = new Set(["document", "marks", "latencyHistogram", "otherWaitHistogram", "counter"]);
const noInstant = 2n ** 64n - 1n;
/** What says nothing by itself, or is shown in its own way. */
const hiddenTypes = new Set(["Array", "Cpu", "Tree", "TreeNode"]);

export class Inspector {
  constructor(
    private readonly memory: CoreMemory,
    private readonly description: CoreDescription,
    private readonly scheduler: CoreScheduler,
    private readonly image: WorkloadImage,
    private readonly statistics: StatisticsReader,
  ) {}

  cpus(): CpuInspection[] {
    return Array.from({ length: this.image.cpus }, (_, cpu) => {
      const address = this.statistics.cpuAddress(cpu);
      const own = this.memory.record(address, this.scheduler.cpuLayout);
      const common = this.memory.record(address, this.description.Cpu);
      const arrays: Record<string, PriorityArrayInspection> = {};
      for (const name of this.arrayNames()) arrays[name] = this.array(own.get(name));
      const trees: Record<string, TaskId[]> = {};
      for (const name of this.cpuFieldsOf("Tree")) trees[name] = this.tree(own.get(name));
      const fields = { ...this.fieldsOf(common), ...this.fieldsOf(own) };
      return { cpu, current: this.pidAt(common.get("current")) ?? 0, arrays, trees, fields };
    });
  }

  tasks(): TaskInspection[] {
    const { taskCount } = this.statistics.read();
    return Array.from({ length: taskCount }, (_, index) => this.task(index + 1));
  }

  private task(pid: TaskId): TaskInspection {
    const address = this.statistics.taskAddress(pid);
    const common = this.memory.record(address, this.description.Task);
    const own = this.memory.record(address, this.scheduler.taskLayout);
    return {
      pid,
      ...this.statistics.identify(pid),
      array: this.arrayOf(common, own),
      fields: { ...this.fieldsOf(common), ...this.fieldsOf(own) },
    };
  }

  private arrayNames(): string[] {
    return this.cpuFieldsOf("Array");
  }

  private cpuFieldsOf(wanted: FieldType): string[] {
    return Object.entries(this.scheduler.cpuLayout).flatMap(([name, [, type]]) => (type === wanted ? [name] : []));
  }

  private arrayOf(common: CoreRecord, own: CoreRecord): string | null {
    if (!own.fields.includes("array")) return null;
    const address = own.get("array");
    const cpu = this.memory.record(this.statistics.cpuAddress(common.get("cpu")), this.scheduler.cpuLayout);
    return this.arrayNames().find((name) => address !== 0 && cpu.get(name) === address) ?? null;
  }

  private fieldsOf(record: CoreRecord): Record<string, FieldValue> {
    const fields: Record<string, FieldValue> = {};
    for (const name of record.fields) {
      const type = record.typeOf(name);
      if (hiddenTypes.has(type) || addresses.has(name)) continue;
      if (type === "Task") fields[name] = this.pidAt(record.get(name));
      else if (type === "bool") fields[name] = record.get(name) !== 0;
      else if (type === "u64" || type === "i64") fields[name] = exact(record.getBits(name));
      else fields[name] = record.get(name);
    }
    return fields;
  }

  private pidAt(address: number): TaskId | null {
    return address === 0 ? null : this.memory.record(address, this.description.Task).get("pid");
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

  /** See the drawing in assembly/structures/ordered-tree.ts. */
  private tree(address: number): TaskId[] {
    const { view } = this.memory;
    const none = this.description.constants.noTreeNode ?? 0;
    const nodeOffset = Object.values(this.scheduler.taskLayout).find(([, type]) => type === "TreeNode")?.[0] ?? 0;
    const pids: TaskId[] = [];
    const above: number[] = [];
    let node = view.getUint32(address, true);
    while (node !== none || above.length > 0) {
      while (node !== none) {
        above.push(node);
        node = view.getUint32(node + 12, true);
      }
      node = above.pop() ?? none;
      pids.push(this.pidAt(node - nodeOffset) ?? 0);
      node = view.getUint32(node + 16, true);
    }
    return pids;
  }

  private list(head: number): TaskId[] {
    const pids: TaskId[] = [];
    for (
      let node = this.memory.view.getUint32(head, true);
      node !== head;
      node = this.memory.view.getUint32(node, true)
    ) {
      pids.push(this.pidAt(node) ?? 0);
    }
    return pids;
  }
}

/** The same word in the other polarity. `levels`: so many of its bits, from bit 0 on, stand for lists; 32 or more: all of them. */
function invertedWord(word: number, levels: number): number {
  const lists = levels >= 32 ? 0xffffffff : 2 ** levels - 1;
  return (~word & lists) >>> 0;
}

/** A number where that is exact, null for an instant that never came. */
function exact(bits: bigint): FieldValue {
  if (bits === noInstant) return null;
  const number = Number(bits);
  return Number.isSafeInteger(number) ? number : bits;
}
