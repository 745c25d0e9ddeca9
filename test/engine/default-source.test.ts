/** Where the engine's wasm is found, and what is said where it is not. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultEngineSource, fetchEngine } from "../../src/engine/default-source.js";
import { SchedlabError } from "../../src/errors.js";

const empty = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
let folder: string;
let server: Server;
let base: URL;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "schedlab engine #1 "));
  server = createServer((request, response) => {
    const found = request.url === "/engine.wasm";
    response.writeHead(found ? 200 : 404, { "content-type": "application/wasm" }).end(found ? empty : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  server.close();
});

test("in the source tree the default engine is the built one", async () => {
  const source = defaultEngineSource();
  expect(source).toBeInstanceOf(URL);
  const bytes = await fetchEngine(source as URL);
  expect(WebAssembly.validate(bytes as Uint8Array<ArrayBuffer>)).toBe(true);
});

test("a file is read whatever its path contains", async () => {
  const path = join(folder, "engine.wasm");
  writeFileSync(path, empty);
  expect(await fetchEngine(pathToFileURL(path))).toEqual(empty);
});

test("an answer of a server is handed on unread, to be compiled while it streams", async () => {
  const response = await fetchEngine(new URL("engine.wasm", base));
  expect(response).toBeInstanceOf(Response);
  expect((response as Response).bodyUsed).toBe(false);
  await WebAssembly.compileStreaming(response as Response);
});

test("a missing file is a message that names it", async () => {
  const missing = fetchEngine(pathToFileURL(join(folder, "missing.wasm")));
  await expect(missing).rejects.toThrow(SchedlabError);
  await expect(missing).rejects.toThrow(/^cannot load the engine: .*missing\.wasm/);
});

test("a server without the file is a message that names the address and the answer", async () => {
  const missing = fetchEngine(new URL("elsewhere.wasm", base));
  await expect(missing).rejects.toThrow(SchedlabError);
  await expect(missing).rejects.toThrow(`cannot load the engine: ${base.href}elsewhere.wasm answers 404`);
});
