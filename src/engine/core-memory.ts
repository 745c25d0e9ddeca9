/**
 * Reads and writes the core's records by the names of their fields. Views on wasm memory die when it grows, so they are looked up
 * anew after every call that may grow it (`refresh`).
 */
import type { FieldLayout, RecordLayout } from "./description.js";

export class CoreMemory {
  #view: DataView;

  constructor(private readonly memory: WebAssembly.Memory) {
    this.#view = new DataView(memory.buffer);
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer);
  }

  get view(): DataView {
    return this.#view;
  }

  /** To be called after the core ran. */
  refresh(): void {
    if (this.#view.buffer !== this.memory.buffer) this.#view = new DataView(this.memory.buffer);
  }

  /** Makes room up to `end` (bytes). @returns false where memory cannot grow. */
  grow(end: number): boolean {
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.memory.grow(Math.ceil(missing / 65536));
      } catch {
        return false;
      }
    }
    this.refresh();
    return true;
  }

  record(address: number, layout: RecordLayout): CoreRecord {
    return new CoreRecord(this, address, layout);
  }
}

/** One record in the core's memory. */
export class CoreRecord {
  constructor(
    private readonly memory: CoreMemory,
    readonly address: number,
    private readonly layout: RecordLayout,
  ) {}

  /** The same kind of record elsewhere. */
  at(address: number): CoreRecord {
    return new CoreRecord(this.memory, address, this.layout);
  }

  get fields(): string[] {
    return Object.keys(this.layout);
  }

  layoutOf(name: string): FieldLayout {
    return this.field(name);
  }

  /** Up to 53 bits; `u64` fields with instants, spans and counts. */
  get(name: string): number {
    const [offset, type] = this.field(name);
    const { view } = this.memory;
    const at = this.address + offset;
    switch (type) {
      case "u8":
      case "bool":
        return view.getUint8(at);
      case "u16":
        return view.getUint16(at, true);
      case "i32":
      case "i32?":
        return view.getInt32(at, true);
      case "i64":
      case "i64?":
        return view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
      case "u64":
        return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
      default:
        return view.getUint32(at, true);
    }
  }

  /** A `u64` field bit by bit, or a signed one with its sign. */
  getBits(name: string): bigint {
    const [offset, type] = this.field(name);
    const bits = this.memory.view.getBigUint64(this.address + offset, true);
    return type === "u64" ? bits : BigInt.asIntN(64, bits);
  }

  /** An instant, or null where it never came. */
  getInstant(name: string): number | null {
    const value = this.get(name);
    return value > Number.MAX_SAFE_INTEGER ? null : value;
  }

  set(name: string, value: number | bigint): void {
    const [offset, type] = this.field(name);
    const { view } = this.memory;
    const at = this.address + offset;
    if (type === "u64" || type === "i64") view.setBigUint64(at, BigInt(value), true);
    else if (type === "u8" || type === "bool") view.setUint8(at, checked(value, 0xff, name));
    else if (type === "u16") view.setUint16(at, checked(value, 0xffff, name), true);
    else view.setInt32(at, Number(value), true);
  }

  private field(name: string): FieldLayout {
    const field = this.layout[name];
    if (field === undefined) throw new Error(`the engine has no field ${name}`);
    return field;
  }
}

/** What does not fit would be cut off without a word. */
function checked(value: number | bigint, most: number, name: string): number {
  if (value >= 0 && value <= most) return Number(value);
  throw new RangeError(`${value} does not fit the engine's field ${name}`);
}
