/** Where an import reads from: pieces of bytes, out of gzip where they are in it, with the beginning looked at. */
import { SchedlabError } from "../errors.js";
import { HEAD_BYTES, headOf, type Recognised, recognise } from "./recognise.js";

/** A whole text or file, or its pieces in order. */
export type ImportSource = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface OpenedSource {
  readonly recognised: Exclude<Recognised, { readonly kind: "gzip" }>;
  /** Decompressed. To be read once. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Tells what `source` is.
 *
 * @param file named in messages
 */
export async function openSource(source: ImportSource, file: string | undefined): Promise<OpenedSource> {
  const { head, complete, pieces } = await readHead(piecesOf(source));
  const recognised = recognise(headOf(head, complete));
  // An archive inside an archive is opened as well; each level has to be shorter than what is in it.
  if (recognised.kind === "gzip") return openSource(decompressed(pieces, file), file);
  return { recognised, pieces };
}

/** All pieces as one. */
export async function wholeOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return joined(all);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

async function* piecesOf(source: ImportSource): AsyncGenerator<Uint8Array> {
  if (typeof source === "string") yield new TextEncoder().encode(source);
  else if (source instanceof Uint8Array) yield source;
  else yield* source;
}

/** Enough to tell the kind; `pieces` begins with it. */
async function readHead(source: AsyncGenerator<Uint8Array>) {
  const taken: Uint8Array[] = [];
  let length = 0;
  let complete = false;
  while (length < HEAD_BYTES && !complete) {
    const next = await source.next();
    complete = next.done === true;
    if (next.done) break;
    taken.push(next.value);
    length += next.value.length;
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield* taken;
    yield* source;
  }
  return { head: joined(taken), complete, pieces: pieces() };
}

async function* decompressed(pieces: AsyncGenerator<Uint8Array>, file = "the text"): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  const source = new ReadableStream<BufferSource>({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      } catch (error) {
        failure = error;
        controller.error(error);
      }
    },
  });
  const reader = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      const message = `${file}: the file is compressed with gzip, but its data is damaged or cut off`;
      throw failure ?? new SchedlabError(message);
    });
    if (done) return;
    yield value;
  }
}
