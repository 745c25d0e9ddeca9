/**
 * The default engine of the browser build: the file beside the bundle (see default-source.ts). Bundlers
 * know the pattern `new URL("…", import.meta.url)` and carry the file along.
 */
export { fetchEngine } from "./fetch-engine.js";

export function defaultEngineSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("./engine.wasm", import.meta.url);
}

export function defaultLabSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("./bitsearch.wasm", import.meta.url);
}

export function defaultRecorderSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("./recorder.wasm", import.meta.url);
}
