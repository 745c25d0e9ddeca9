/**
 * Gzip written piece by piece and at once, so that a producer that cannot wait (the engine hands over
 * its events between two slices) keeps no more than one piece in memory. Every piece is deflated on its
 * own and ends on a byte boundary (a full flush), so the pieces together are one deflate stream: one
 * member, which every reader accepts, browsers' DecompressionStream included. RFC 1951, RFC 1952.
 */
import { constants, deflateRawSync } from "node:zlib";

/** No name and no time: the same text always gives the same bytes. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** An empty last block with fixed codes. */
const lastBlock = Uint8Array.of(3, 0);

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

export class GzipWriter {
  readonly #write: (bytes: Uint8Array) => void;
  #crc = 0xffffffff;
  #length = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
    write(header);
  }

  write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#count(bytes);
    this.#write(deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH }));
  }

  end(): void {
    const trailer = new DataView(new ArrayBuffer(8));
    trailer.setUint32(0, ~this.#crc, true);
    trailer.setUint32(4, this.#length, true);
    this.#write(lastBlock);
    this.#write(new Uint8Array(trailer.buffer));
  }

  #count(bytes: Uint8Array): void {
    let crc = this.#crc;
    for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
    this.#crc = crc;
    this.#length = (this.#length + bytes.length) % 2 ** 32;
  }
}
