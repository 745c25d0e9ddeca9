/** Undoes base64: trace viewer's pages can hold their trace compressed, and spelled like that. */
import { decode } from "../text/ascii.js";
import type { ByteSink } from "./byte-sink.js";

export class Base64Decoder implements ByteSink {
  readonly #inner: ByteSink;
  /** Characters that do not make whole bytes yet. */
  #rest = "";

  constructor(inner: ByteSink) {
    this.#inner = inner;
  }

  write(bytes: Uint8Array): void {
    const text = this.#rest + decode(bytes, 0, bytes.length).replaceAll(/[^A-Za-z0-9+/]/g, "");
    const whole = text.length - (text.length % 4);
    this.#put(text.slice(0, whole));
    this.#rest = text.slice(whole);
  }

  end(): void {
    // A single character is less than a byte: the text was cut off.
    if (this.#rest.length > 1) this.#put(this.#rest);
    this.#inner.end();
  }

  #put(text: string): void {
    if (text !== "") this.#inner.write(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  }
}
