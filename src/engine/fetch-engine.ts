/** Fetches the engine's wasm wherever `fetch` can reach it: no Node in here. */
import { SchedlabError } from "../errors.js";

/**
 * The answer is not read yet, so that it can be compiled while it streams (the server must send it as
 * `application/wasm`).
 *
 * @throws SchedlabError where the server has no such file.
 */
export async function fetchEngine(url: URL): Promise<Response | Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new SchedlabError(
      `cannot load the engine: ${url.href} answers ${response.status} ${response.statusText}. ` +
        `Serve ${url.pathname.split("/").at(-1)} beside the library, or pass another source.`,
    );
  }
  return response;
}
