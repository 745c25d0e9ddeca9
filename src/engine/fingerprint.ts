/** Which engine a compiled module is: equal fingerprints decide alike, to the last event. */
import { SchedlabError } from "../errors.js";

/**
 * SHA-256 of the wasm in hexadecimal digits, which the build puts into a section of its own.
 *
 * @throws SchedlabError where the module has none
 */
export function engineFingerprint(module: WebAssembly.Module): string {
  const [section] = WebAssembly.Module.customSections(module, "fingerprint");
  if (section === undefined) {
    throw new SchedlabError("the engine carries no fingerprint: take an engine.wasm that `npm run build` made");
  }
  return Array.from(new Uint8Array(section), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
