/** The default engine of the single-file build: inlined by esbuild's binary loader (see default-source.ts). */
import lab from "../../build/bitsearch.wasm";
import engine from "../../build/engine.wasm";
import recorder from "../../build/recorder.wasm";

export { fetchEngine } from "./fetch-engine.js";

export function defaultEngineSource(): URL | Uint8Array<ArrayBuffer> {
  return engine;
}

export function defaultLabSource(): URL | Uint8Array<ArrayBuffer> {
  return lab;
}

export function defaultRecorderSource(): URL | Uint8Array<ArrayBuffer> {
  return recorder;
}
