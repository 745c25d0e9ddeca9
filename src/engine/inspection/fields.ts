/** Reads the fields of a record as they are shown: numbers exactly, tasks by pid, sets and lists as arrays. */
import type { CoreMemory, CoreRecord } from "../core-memory.js";
import type { FieldType, RecordLayout } from "../description.js";
import type { TaskId } from "../types.js";
import type { FieldValue, SingleValue } from "./types.js";

/** Fields that are addresses inside the core and say nothing outside of it. */
const addresses = new Set([
  "document",
  "marks",
  "counters",
  "ownObjects",
  "waitNext",
  "latencyHistogram",
  "otherWaitHistogram",
  "counter",
]);
/** What says nothing by itself, or is shown in its own way: a past `expiry` is a timer no more. */
const hiddenFields = new Set(["waitsFor", "timed", "expiry"]);
const hiddenTypes: ReadonlySet<FieldType> = new Set(["Array", "Cpu", "Tree", "TreeNode", "Row"]);

const neverInstant = 2n ** 64n - 1n;
const nothing = -(2n ** 63n);
const nothingSmall = -(2 ** 31);

const sizes: Partial<Record<FieldType, number>> = { u8: 1, bool: 1, u16: 2, u64: 8, i64: 8, "i64?": 8 };

/** Whether the field is one of those that an inspection shows as a value. */
export function isShown(name: string, [, type]: RecordLayout[string]): boolean {
  return !hiddenTypes.has(type) && !addresses.has(name) && !hiddenFields.has(name);
}

const bits = range(32);

export class FieldReader {
  constructor(
    private readonly memory: CoreMemory,
    private readonly taskLayout: RecordLayout,
    private readonly cpus: number,
  ) {}

  /** All that are shown. */
  fieldsOf(record: CoreRecord): Record<string, FieldValue> {
    const fields: Record<string, FieldValue> = {};
    for (const name of record.fields) {
      if (isShown(name, record.layoutOf(name))) fields[name] = this.fieldOf(record, name);
    }
    return fields;
  }

  /** null for no task. */
  pidAt(address: number): TaskId | null {
    return address === 0 ? null : this.memory.record(address, this.taskLayout).get("pid");
  }

  private fieldOf(record: CoreRecord, name: string): FieldValue {
    const [offset, type, further, count = 0] = record.layoutOf(name);
    if (further === undefined) return this.valueOf(record, name, type);
    const address = record.address + offset;
    if (type === "Set") return this.setAt(address, further);
    if (type === "Sets") return range(count).map((index) => this.setAt(address + index * 8, further));
    const elements = this.memory.record(address, { element: [0, type] });
    const size = sizes[type] ?? 4;
    return range(further || this.cpus).map((index) =>
      this.valueOf(elements.at(address + index * size), "element", type),
    );
  }

  private valueOf(record: CoreRecord, name: string, type: FieldType): SingleValue {
    if (sizes[type] === 8) return exact(record.getBits(name), type);
    const value = record.get(name);
    if (type === "Task") return this.pidAt(value);
    if (type === "bool") return value !== 0;
    return type === "i32?" && value === nothingSmall ? null : value;
  }

  private setAt(address: number, first: number): number[] {
    const words = [this.memory.view.getUint32(address, true), this.memory.view.getUint32(address + 4, true)];
    return words.flatMap((word, index) =>
      word === 0 ? [] : bits.flatMap((bit) => ((word >>> bit) & 1 ? [first + index * 32 + bit] : [])),
    );
  }
}

/** A number where that is exact, null for an instant that never came, and for nothing. */
function exact(bits: bigint, type: FieldType): SingleValue {
  if (type === "u64" ? bits === neverInstant : type === "i64?" && bits === nothing) return null;
  const number = Number(bits);
  return Number.isSafeInteger(number) ? number : bits;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
