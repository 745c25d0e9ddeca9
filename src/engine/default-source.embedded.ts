/** The default engine of the single-file build: inlined by esbuild's binary loader (see default-source.ts). */
import engine from "../../build/engine.wasm";

export { fetchEngine } from "./fetch-engine.js";

export function defaultEngineSource(): URL | Uint8Array<ArrayBuffer> {
  return engine;
}
