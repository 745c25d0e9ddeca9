/**
 * Where the engine's wasm lies when nobody says, and how its bytes are fetched: the one point in which
 * the builds of the library differ. `load.ts` imports this file, and `scripts/build.mjs` swaps it for the
 * variant of each build:
 *
 *   default-source.ts            the source tree (tests, benches): build/engine.wasm, read from disk
 *   default-source.node.ts       dist/index.js and dist/cli.js: engine.wasm beside the bundle, read from disk
 *   default-source.browser.ts    dist/index.browser.js: engine.wasm beside the bundle, fetched, compiled as it streams
 *   default-source.embedded.ts   dist/schedlab.embedded.js: the bytes are inside the bundle
 *
 * All variants export the same functions.
 */
export { fetchEngine } from "./read-engine.node.js";

/** The engine that is taken when the caller names none. */
export function defaultEngineSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("../../build/engine.wasm", import.meta.url);
}

/** The bit-search lab's own wasm, likewise. */
export function defaultLabSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("../../build/bitsearch.wasm", import.meta.url);
}

/** The engine that records what is done to bitmaps, likewise. */
export function defaultRecorderSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("../../build/recorder.wasm", import.meta.url);
}
