/** Starts a tool and keeps what it says until it fails. */
import { spawn } from "node:child_process";
import { root } from "./files.mjs";

/** A tool of the build said no; its own words are the message. */
export class BuildError extends Error {}

/**
 * Runs a script of an installed package with this Node.
 *
 * @param {string} what for the message, e.g. "asc"
 * @param {readonly string[]} args the script and its arguments
 * @returns {Promise<void>}
 */
export function runNode(what, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new BuildError(`${what} failed:\n${said.trim()}`));
    });
  });
}
