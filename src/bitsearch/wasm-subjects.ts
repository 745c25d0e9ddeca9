/** The variants of the lab's wasm (assembly/bitsearch.ts), as it lists them itself. */
import type { LabExports } from "../engine/load.js";
import type { LoopName, Subject } from "./subject.js";

/** The control's name, in all languages. */
export const controlId = "empty-loop";

const pageSize = 65536;

/** All variants for this number of lists. */
export function wasmSubjects(lab: LabExports, lists: number): Subject[] {
  const memory = new LabMemory(lab);
  const subjects: Subject[] = [];
  for (let address = lab.lastVariant(); address !== 0; address = memory.u32(address)) {
    const variant = readVariant(memory, address);
    if (variant.lists === lists) subjects.unshift(new WasmSubject(memory, variant));
  }
  return subjects;
}

/** The record Variant of assembly/bitsearch/catalogue.ts. */
function readVariant(memory: LabMemory, address: number) {
  const field = (index: number) => memory.u32(address + 4 * index);
  return {
    id: memory.text(field(1)),
    idea: memory.text(field(2)),
    source: memory.text(field(3)),
    lists: field(4),
    logStride: field(5),
    capacity: field(6),
    fill: memory.callable(field(7)),
    insert: memory.callable(field(8)),
    remove: memory.callable(field(9)),
    search: memory.callable(field(10)),
    isUndefined: memory.callable(field(11)),
    loops: {
      throughput: memory.callable(field(12)),
      latency: memory.callable(field(13)),
      update: memory.callable(field(14)),
      replayThroughput: memory.callable(field(15)),
      replayLatency: memory.callable(field(16)),
    } satisfies Record<LoopName, Callable>,
  };
}

type Callable = (...args: number[]) => number;
type WasmVariant = ReturnType<typeof readVariant>;

/** Offsets in the record Run of assembly/bitsearch/measuring-loops.ts. */
const run = { state: 0, fold: 4, result: 8, previous: 12, spares: 16, operations: 20, operationCount: 24 };

/** The memory of one lab. What the host needs in it is taken from its end, a cache line at a time. */
class LabMemory {
  readonly #lab: LabExports;
  readonly #run: number;
  #end: number;
  #view: DataView;

  constructor(lab: LabExports) {
    this.#lab = lab;
    this.#run = lab.runAddress();
    this.#end = lab.memory.buffer.byteLength;
    this.#view = new DataView(lab.memory.buffer);
  }

  u32(address: number): number {
    return this.#view.getUint32(address, true);
  }

  setU32(address: number, value: number): void {
    this.#view.setUint32(address, value, true);
  }

  runField(field: keyof typeof run): number {
    return this.u32(this.#run + run[field]);
  }

  setRunField(field: keyof typeof run, value: number): void {
    this.setU32(this.#run + run[field], value);
  }

  /** A text of AssemblyScript. */
  text(address: number): string {
    const length = this.u32(address - 4);
    return new TextDecoder("utf-16le").decode(new Uint8Array(this.#lab.memory.buffer, address, length));
  }

  callable(index: number): Callable {
    return this.#lab.table.get(index) as Callable;
  }

  allocate(bytes: number): number {
    const address = this.#end;
    this.#end += (bytes + 63) & ~63;
    const missing = this.#end - this.#lab.memory.buffer.byteLength;
    if (missing > 0) {
      this.#lab.memory.grow(Math.ceil(missing / pageSize));
      this.#view = new DataView(this.#lab.memory.buffer);
    }
    return address;
  }

  /** A copy of the numbers, behind `before`'s copy if that is large enough. */
  copy(numbers: Uint16Array | Uint32Array, before: Copied): Copied {
    const { byteLength } = numbers;
    const copied =
      byteLength <= before.capacity ? before : { address: this.allocate(byteLength), capacity: byteLength };
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, byteLength);
    new Uint8Array(this.#lab.memory.buffer).set(bytes, copied.address);
    return copied;
  }
}

interface Copied {
  readonly address: number;
  readonly capacity: number;
}

class WasmSubject implements Subject {
  readonly language = "wasm";
  readonly #memory: LabMemory;
  readonly #variant: WasmVariant;
  #maps = 0;
  #reserved = 0;
  #list: Copied = { address: 0, capacity: 0 };
  #spares: Copied = this.#list;
  #operations: Copied = this.#list;
  #operationCount = 0;

  constructor(memory: LabMemory, variant: WasmVariant) {
    this.#memory = memory;
    this.#variant = variant;
  }

  get id(): string {
    return this.#variant.id;
  }

  get idea(): string {
    return this.#variant.idea;
  }

  get source(): string {
    return this.#variant.source;
  }

  get lists(): number {
    return this.#variant.lists;
  }

  get capacity(): number {
    return this.#variant.capacity;
  }

  get isControl(): boolean {
    return this.id === controlId;
  }

  reserve(logMaps: number): void {
    const bytes = 1 << (logMaps + this.#variant.logStride);
    if (bytes > this.#reserved) {
      this.#maps = this.#memory.allocate(bytes);
      this.#reserved = bytes;
    }
  }

  fill(map: number, priorities: readonly number[], answer: number): void {
    this.#list = this.#memory.copy(new Uint16Array(priorities), this.#list);
    this.#variant.fill(this.#at(map), this.#list.address, priorities.length);
    if (this.isControl) this.#memory.setU32(this.#at(map), answer);
  }

  insert(map: number, priority: number): void {
    this.#variant.insert(this.#at(map), priority);
  }

  remove(map: number, priority: number): void {
    this.#variant.remove(this.#at(map), priority);
  }

  search(map: number): number {
    return this.#variant.search(this.#at(map));
  }

  isUndefined(map: number): boolean {
    return this.#variant.isUndefined(this.#at(map)) !== 0;
  }

  setSpares(spares: Uint16Array): void {
    this.#spares = this.#memory.copy(spares, this.#spares);
  }

  setOperations(operations: Uint32Array): void {
    this.#operations = this.#memory.copy(operations, this.#operations);
    this.#operationCount = operations.length;
  }

  begin(state: number): void {
    const memory = this.#memory;
    memory.setRunField("state", state >>> 0);
    memory.setRunField("fold", 0);
    memory.setRunField("result", 0);
    memory.setRunField("previous", 0);
    memory.setRunField("spares", this.#spares.address);
    memory.setRunField("operations", this.#operations.address);
    memory.setRunField("operationCount", this.#operationCount);
  }

  run(loop: LoopName, rounds: number): void {
    this.#variant.loops[loop](this.#maps, rounds);
  }

  fold(): number {
    return this.#memory.runField("fold") | 0;
  }

  lastUpdated(): number {
    return this.#memory.runField("previous");
  }

  #at(map: number): number {
    return this.#maps + (map << this.#variant.logStride);
  }
}
