/**
 * Undoes gzip and zlib. By a library rather than the platform's DecompressionStream, which gives up at the second
 * member of a file and throws away what it has of a truncated one; it works at once, too, as all stages do.
 */
import { Gunzip, Unzlib } from "fflate";
import type { FindingLog } from "../finding-log.js";
import type { ByteSink } from "./byte-sink.js";

export class Inflater implements ByteSink {
  readonly #log: FindingLog;
  readonly #inner: ByteSink;
  readonly #stream: Gunzip | Unzlib;
  #isBroken = false;

  constructor(wrapping: "gzip" | "zlib", log: FindingLog, inner: ByteSink) {
    this.#log = log;
    this.#inner = inner;
    const write = (bytes: Uint8Array) => inner.write(bytes);
    this.#stream = wrapping === "gzip" ? new Gunzip(write) : new Unzlib(write);
    log.wrappings.push(wrapping);
  }

  write(bytes: Uint8Array): void {
    this.#push(bytes, false);
  }

  end(): void {
    this.#push(new Uint8Array(), true);
    this.#inner.end();
  }

  /** What came before the place where the data ends or makes no sense is still worth reading. */
  #push(bytes: Uint8Array, isLast: boolean): void {
    if (this.#isBroken) return;
    try {
      this.#stream.push(bytes, isLast);
    } catch (error) {
      if (!isOfLibrary(error)) throw error;
      this.#isBroken = true;
      this.#log.truncated ??= {
        count: 1,
        place: { unit: "byte", number: this.#log.bytesRead },
        example: `the compressed data ends early or is damaged (${error.message})`,
      };
    }
  }
}

/** Its errors have a numeric code; whatever the inner stages throw has none. */
function isOfLibrary(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}
