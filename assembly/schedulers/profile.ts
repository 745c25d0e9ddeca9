/**
 * A scheduler's profile: what it is, where it comes from, and the numbers that tune it, told in one place. The same calls serve twice:
 * describing, they write what `schedlab list schedulers` and the docs show; configuring, `tunable` returns
 * what the user set instead of the default.
 */
import { JsonWriter } from "../machine/json";

/** Room for the values that the host sets; UNSET where it keeps the default. */
export const MAX_TUNABLES: u32 = 48;
export const UNSET: i64 = i64.MIN_VALUE;

@unmanaged
@final
export class Profile {
  /** Null while configuring. */
  writer: JsonWriter | null;
  /** MAX_TUNABLES × i64, in the order of the calls of `tunable`. */
  values: usize;
  private next: u32;

  begin(writer: JsonWriter | null, values: usize): void {
    this.writer = writer;
    this.values = values;
    this.next = 0;
  }

  /** First of all. `aliases`: further ids, separated by blanks. */
  identity(id: string, aliases: string, name: string, year: i32): void {
    const writer = this.writer;
    if (writer == null) return;
    writer.textEntry("id", id);
    writer.textEntry("aliases", aliases);
    writer.textEntry("name", name);
    writer.numberEntry("year", year);
  }

  character(goodAt: string, badAt: string): void {
    const writer = this.writer;
    if (writer == null) return;
    writer.textEntry("goodAt", goodAt);
    writer.textEntry("badAt", badAt);
  }

  /** Its decisions are proven by traces recorded from the original's own code. */
  recorded(source: string): void {
    this.provenance("recorded", source);
  }

  /** No code of the original ran: rebuilt from what is told of it. */
  reconstructed(source: string): void {
    this.provenance("reconstructed", source);
  }

  /** `policies`: those it knows, separated by blanks; a task of another one is a normal task. */
  limits(policies: string, minHz: i32, maxHz: i32, maxCpus: i32): void {
    const writer = this.writer;
    if (writer == null) return;
    writer.textEntry("policies", policies);
    writer.numberEntry("minHz", minHz);
    writer.numberEntry("maxHz", maxHz);
    writer.numberEntry("maxCpus", maxCpus);
  }

  /** The original stored the bitmaps of its priority arrays inverted: a set bit means an empty list. For inspection alone. */
  invertedBitmap(): void {
    const writer = this.writer;
    if (writer != null) writer.numberEntry("bitmapInverted", 1);
  }

  /** Widths of the kernel's `long` that can be chosen, separated by blanks; the first is the default. Then the tunables follow. */
  longBits(widths: string): void {
    const writer = this.writer;
    if (writer == null) return;
    writer.textEntry("longBits", widths);
    writer.key("tunables");
    writer.open("[");
  }

  /** A number that tunes the scheduler: its value. Default and bounds are in `unit`; bounds are inclusive. */
  tunable(name: string, unit: string, fallback: i64, least: i64, most: i64, about: string): i64 {
    const writer = this.writer;
    if (writer == null) {
      const value = load<i64>(this.values + ((<usize>this.next) << 3));
      this.next += 1;
      return value == UNSET ? fallback : value;
    }
    writer.open("{");
    writer.textEntry("name", name);
    writer.textEntry("unit", unit);
    writer.numberEntry("default", fallback);
    writer.numberEntry("min", least);
    writer.numberEntry("max", most);
    writer.textEntry("about", about);
    writer.close("}");
    return fallback;
  }

  /** Last of all. */
  end(): void {
    const writer = this.writer;
    if (writer != null) writer.close("]");
  }

  private provenance(kind: string, source: string): void {
    const writer = this.writer;
    if (writer == null) return;
    writer.key("provenance");
    writer.open("{");
    writer.textEntry("kind", kind);
    writer.textEntry("source", source);
    writer.close("}");
  }
}
