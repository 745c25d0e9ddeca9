/** The default engine of the Node builds: the file beside the bundle (see default-source.ts). */
export { fetchEngine } from "./read-engine.node.js";

export function defaultEngineSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("./engine.wasm", import.meta.url);
}

export function defaultLabSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("./bitsearch.wasm", import.meta.url);
}

export function defaultRecorderSource(): URL | Uint8Array<ArrayBuffer> {
  return new URL("./recorder.wasm", import.meta.url);
}
