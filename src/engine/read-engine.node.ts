/** Reads the engine's wasm in Node, whose `fetch` knows no `file:` URLs. */
import { readFile } from "node:fs/promises";
import { SchedlabError } from "../errors.js";
import { fetchEngine as fetchFromNetwork } from "./fetch-engine.js";

/** @throws SchedlabError where the file cannot be read. */
export async function fetchEngine(url: URL): Promise<Response | Uint8Array<ArrayBuffer>> {
  if (url.protocol !== "file:") return fetchFromNetwork(url);
  try {
    return new Uint8Array(await readFile(url));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchedlabError(`cannot load the engine: ${reason}. Run \`npm run build\` first.`);
  }
}
