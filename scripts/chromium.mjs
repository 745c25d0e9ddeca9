/** Finds the Chromium that the browser tests drive, and installs Debian's where that is allowed. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** @returns {string | undefined} the path: `CHROMIUM` if set, else the first one found in PATH */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @throws Error with one line that says what is missing and how to get it */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    console.log("installing Chromium for the browser tests by apt-get …");
    aptGet("update");
    aptGet("install", "--yes", "--no-install-recommends", "chromium");
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    "the browser tests need Chromium and there is none in PATH: " +
      "install it (Debian, Ubuntu: sudo apt-get install chromium) or name it by CHROMIUM=/path/to/chromium",
  );
}

/** @param {string[]} args */
function aptGet(...args) {
  const { status, stdout, stderr, error } = spawnSync("apt-get", args, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status === 0) return;
  const said = error?.message ?? `${stdout}${stderr}`.trim();
  throw new Error(`the browser tests need Chromium, and apt-get ${args[0]} failed:\n${said}`);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
