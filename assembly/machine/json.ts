/**
 * Writes JSON for the host, as UTF-16 behind the arena: what the wasm tells of itself (schedulers, tunables, record layouts).
 * Nothing is escaped: all texts are literals of this source without quotes or backslashes.
 */
import { machine, Status } from "./machine";

const PAGE: usize = 65536;
const QUOTE: u16 = 0x22;

/** The text begins at `memoryEnd` as it is now; it has no place in a snapshot. */
@unmanaged
@final
export class JsonWriter {
  start: usize;
  end: usize;
  private needsComma: bool;

  open(bracket: string): void {
    this.separate();
    this.raw(bracket);
    this.needsComma = false;
  }

  close(bracket: string): void {
    this.raw(bracket);
    this.needsComma = true;
  }

  key(name: string): void {
    this.text(name);
    this.raw(":");
    this.needsComma = false;
  }

  text(value: string): void {
    this.separate();
    this.unit(QUOTE);
    this.raw(value);
    this.unit(QUOTE);
    this.needsComma = true;
  }

  number(value: i64): void {
    this.separate();
    if (value < 0) this.raw("-");
    this.digits(<u64>(value < 0 ? -value : value));
    this.needsComma = true;
  }

  textEntry(name: string, value: string): void {
    this.key(name);
    this.text(value);
  }

  numberEntry(name: string, value: i64): void {
    this.key(name);
    this.number(value);
  }

  private separate(): void {
    if (this.needsComma) this.raw(",");
  }

  private digits(value: u64): void {
    if (value >= 10) this.digits(value / 10);
    this.unit(0x30 + <u16>(value % 10));
  }

  private raw(value: string): void {
    const bytes = (<usize>value.length) << 1;
    if (!this.reserve(bytes)) return;
    memory.copy(this.end, changetype<usize>(value), bytes);
    this.end += bytes;
  }

  private unit(value: u16): void {
    if (!this.reserve(2)) return;
    store<u16>(this.end, value);
    this.end += 2;
  }

  private reserve(bytes: usize): bool {
    const available = <usize>memory.size() * PAGE;
    if (this.end + bytes <= available || memory.grow(1 + <i32>(bytes / PAGE)) >= 0) return true;
    machine.fail(Status.OutOfMemory);
    return false;
  }
}

const WRITER: usize = memory.data(16, 8);

/** Begins a text; there is one at a time. */
export function beginJson(): JsonWriter {
  const writer = changetype<JsonWriter>(WRITER);
  memory.fill(WRITER, 0, 16);
  writer.start = (machine.memoryEnd + 1) & ~1;
  if (writer.start == 0) writer.start = (__heap_base + 1) & ~1;
  writer.end = writer.start;
  return writer;
}

/** Erases the text: the bytes behind the arena are zero again. */
export function endJson(): void {
  const writer = changetype<JsonWriter>(WRITER);
  memory.fill(writer.start, 0, writer.end - writer.start);
}

export function currentJson(): JsonWriter {
  return changetype<JsonWriter>(WRITER);
}
