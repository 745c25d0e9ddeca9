/** Whatever bytes come in, as pieces of moderate length. */

export type RecordingSource =
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | ReadableStream<Uint8Array>
  | Blob
  | Uint8Array;

/** Between two pieces events are handed out, so that memory stays bounded even if all bytes are there already. */
const PIECE_LENGTH = 1 << 18;

export async function* piecesOf(source: RecordingSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    yield* cut(source);
  } else if (source instanceof Blob) {
    yield* piecesOf(source.stream());
  } else if (source instanceof ReadableStream) {
    yield* readStream(source);
  } else {
    for await (const bytes of source) yield* cut(bytes);
  }
}

/** By its reader: not every browser's streams can be iterated. */
async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield* cut(next.value);
  } finally {
    // Who stops early wants no more bytes; without effect at the end.
    await reader.cancel();
  }
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_LENGTH) yield bytes.subarray(start, start + PIECE_LENGTH);
}
