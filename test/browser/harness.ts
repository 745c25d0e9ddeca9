/** Serves a page and what it needs on this machine alone, and opens it in headless Chromium. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { build } from "esbuild";
import { chromium, type Page } from "playwright-core";
import { inProject } from "../../scripts/build/files.mjs";
import { ensureChromium } from "../../scripts/chromium.mjs";

export interface OpenPage {
  readonly page: Page;
  /** What the page asked the server for, in order. */
  readonly requests: readonly string[];
  /** Everything that went wrong in the page: uncaught errors and console errors. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};

/** No network but this machine's, no first-run windows, no GPU that a server lacks; root needs --no-sandbox. */
const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * @param files what the server has, by path ("/" is the page)
 */
export async function openPage(files: ReadonlyMap<string, string | Uint8Array>): Promise<OpenPage> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    const file = files.get(path);
    const type = contentTypes[path === "/" ? ".html" : extname(path)] ?? "application/octet-stream";
    response.writeHead(file === undefined ? 404 : 200, { "content-type": type }).end(file);
  });
  await listen(server);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: browserArguments });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    requests,
    errors,
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}

/** A page's script as its author would bundle it: the package is found by its name, through its `exports`. */
export async function bundlePage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: inProject("."),
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // Without the project's own tsconfig, whose `paths` lead to the sources.
    tsconfigRaw: {},
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

/** What the library looks for beside itself. */
const filesBeside = ["engine.wasm", "bitsearch.wasm", "recorder.wasm", "sweep-worker.browser.js"];

/**
 * The page with its script, and beside it what the library looks for.
 *
 * @param policy the page's content security policy; none if left out
 */
export async function libraryPage(entry: string, policy?: string): Promise<OpenPage> {
  const meta = policy === undefined ? "" : `<meta http-equiv="content-security-policy" content="${policy}">`;
  return openPage(
    new Map<string, string | Uint8Array>([
      ["/", `<!doctype html>${meta}<link rel="icon" href="data:,"><script type="module" src="./page.js"></script>`],
      ["/page.js", await bundlePage(entry)],
      ...filesBeside.map((file) => [`/${file}`, readFileSync(inProject(`dist/${file}`))] as const),
    ]),
  );
}
