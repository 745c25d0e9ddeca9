/**
 * The journal of a sweep: every point that has run, appended as it comes. A frame holds some points and the checksum of
 * its own bytes; it counts once it is on the disk. What a crash or a full disk tore is found by that checksum, and cut off
 * before the next frame is written.
 *
 *   frame:    "SLJ1" · length of the content (u32) · first 8 bytes of its SHA-256 · content, deflated
 *   content:  the first frame: the header, as JSON; every other:
 *             number of points (u32) · length of the errors (u32) · figures (f64 each) · numbers of the points (u32 each) ·
 *             digests (16 bytes each) · errors by place, as JSON
 */
import { createHash } from "node:crypto";
import { closeSync, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { BatchOutcome } from "../../sweep/batch.js";
import { DIGEST_BYTES } from "../../sweep/digest.js";
import { fileError } from "../errors.js";

export interface JournalHeader {
  readonly format: "schedlab-journal/1";
  /** See planDigest. */
  readonly plan: string;
  /** Paths of the figures, in their order. */
  readonly measures: readonly string[];
}

/** The part of an outcome that is kept. */
export type Entries = Pick<BatchOutcome, "points" | "digests" | "figures" | "errors">;

const MAGIC = Buffer.from("SLJ1");
const FRAME_HEAD = 16;

/** Calls `onEntries` for every whole frame, in order; null where the file has no whole header. */
export function readJournal(
  path: string,
  onEntries: (entries: Entries, header: JournalHeader) => void,
): { readonly header: JournalHeader; readonly end: number } | null {
  const descriptor = openSync(path, "r");
  try {
    let header: JournalHeader | null = null;
    let end = 0;
    for (const { content, next } of frames(descriptor)) {
      if (header === null) header = JSON.parse(content.toString()) as JournalHeader;
      else onEntries(decode(content, header.measures.length), header);
      end = next;
    }
    return header === null ? null : { header, end };
  } finally {
    closeSync(descriptor);
  }
}

/** The whole frames from the start; it ends at the first that is torn. */
function* frames(descriptor: number): Generator<{ readonly content: Buffer; readonly next: number }> {
  const { size } = fstatSync(descriptor);
  const head = Buffer.alloc(FRAME_HEAD);
  for (let at = 0; at + FRAME_HEAD <= size; ) {
    readFully(descriptor, head, at);
    const length = head.readUInt32LE(4);
    const next = at + FRAME_HEAD + length;
    if (!head.subarray(0, 4).equals(MAGIC) || next > size) return;
    const deflated = Buffer.allocUnsafe(length);
    readFully(descriptor, deflated, at + FRAME_HEAD);
    if (!checksum(deflated).equals(head.subarray(8))) return;
    yield { content: inflateRawSync(deflated), next };
    at = next;
  }
}

function readFully(descriptor: number, buffer: Buffer, position: number): void {
  for (let read = 0; read < buffer.length; ) {
    const count = readSync(descriptor, buffer, read, buffer.length - read, position + read);
    if (count === 0) throw new Error("a journal became shorter while it was read");
    read += count;
  }
}

export class JournalWriter {
  readonly #path: string;
  readonly #descriptor: number;
  /** Up to here everything is whole and on the disk. */
  #end: number;

  /** @param end what `readJournal` found; behind it the file is cut off. 0: a new journal */
  constructor(path: string, header: JournalHeader, end: number) {
    this.#path = path;
    this.#end = end;
    try {
      this.#descriptor = openSync(path, end === 0 ? "w" : "r+");
      if (end > 0) ftruncateSync(this.#descriptor, end);
    } catch (error) {
      throw fileError("write", path, error);
    }
    if (end > 0) return;
    this.#append(Buffer.from(JSON.stringify(header)));
    syncFolder(dirname(path));
  }

  /** When it returns, the points are on the disk. @throws SchedlabError where there is no room left */
  append(entries: Entries): void {
    this.#append(encode(entries));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #append(content: Buffer): void {
    const deflated = deflateRawSync(content, { level: 1 });
    const head = Buffer.alloc(FRAME_HEAD);
    MAGIC.copy(head);
    head.writeUInt32LE(deflated.length, 4);
    checksum(deflated).copy(head, 8);
    const frame = Buffer.concat([head, deflated]);
    try {
      for (let written = 0; written < frame.length; ) {
        written += writeSync(this.#descriptor, frame, written, frame.length - written, this.#end + written);
      }
      fdatasyncSync(this.#descriptor);
      this.#end += frame.length;
    } catch (error) {
      this.#cutOff();
      throw fileError("write", this.#path, error);
    }
  }

  /** A courtesy: the torn frame would be found without it, too. */
  #cutOff(): void {
    try {
      ftruncateSync(this.#descriptor, this.#end);
    } catch {
      // The disk that is full may be gone altogether.
    }
  }
}

/** A file that is new is only there after a power cut if its folder knows of it. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function checksum(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest().subarray(0, 8);
}

function encode({ points, digests, figures, errors }: Entries): Buffer {
  const texts = Buffer.from(JSON.stringify([...errors]));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(points.length, 0);
  head.writeUInt32LE(texts.length, 4);
  return Buffer.concat([head, bytesOf(figures), bytesOf(Uint32Array.from(points)), digests, texts]);
}

function decode(content: Buffer, columns: number): Entries {
  const count = content.readUInt32LE(0);
  const textLength = content.readUInt32LE(4);
  const figuresEnd = 8 + count * columns * 8;
  const pointsEnd = figuresEnd + count * 4;
  const digestsEnd = pointsEnd + count * DIGEST_BYTES;
  const texts = content.subarray(digestsEnd, digestsEnd + textLength).toString();
  return {
    // Copies, since typed arrays begin at multiples of their size.
    figures: new Float64Array(Uint8Array.from(content.subarray(8, figuresEnd)).buffer),
    points: Array.from(new Uint32Array(Uint8Array.from(content.subarray(figuresEnd, pointsEnd)).buffer)),
    digests: content.subarray(pointsEnd, digestsEnd),
    errors: new Map(JSON.parse(texts) as [number, string][]),
  };
}

/** As they lie in memory: little-endian on all machines that Node runs on. */
function bytesOf(array: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
