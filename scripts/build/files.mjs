/** What the steps of the build share: paths, stamps that tell whether a step is up to date, whole-or-nothing writes. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string} path relative to the project */
export const inProject = (path) => join(root, path);

/**
 * One hash over the names and contents of files and of everything in folders. Contents, not times: a fresh
 * clone, a restored cache and a deleted file all tell the truth, and the whole project takes some milliseconds.
 *
 * @param {readonly string[]} paths relative to the project; what does not exist counts as missing
 * @returns {string}
 */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesIn(inProject(path))).sort()) {
    hash.update(relative(root, path).split(sep).join("/")).update("\0");
    hash.update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

/**
 * A step is up to date if its stamp holds the fingerprint of its inputs and all that it made is there.
 *
 * @param {string} stamp
 * @param {string} inputs fingerprint
 * @param {readonly string[]} outputs
 */
export function isUpToDate(stamp, inputs, outputs) {
  return (
    existsSync(inProject(stamp)) &&
    readFileSync(inProject(stamp), "utf8") === inputs &&
    outputs.every((output) => existsSync(inProject(output)))
  );
}

/**
 * Writes under another name first, so that whoever reads meanwhile sees the old file or the new one.
 *
 * @param {string} path relative to the project
 * @param {string | Uint8Array} contents
 * @param {{ mode?: number }} [options]
 */
export function writeWhole(path, contents, options = {}) {
  const target = inProject(path);
  const temporary = `${target}.${process.pid}.tmp`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(temporary, contents, options);
  renameSync(temporary, target);
}

/**
 * Puts a finished folder in the place of an older one.
 *
 * @param {string} from
 * @param {string} to
 */
export function replaceFolder(from, to) {
  rmSync(inProject(to), { recursive: true, force: true });
  renameSync(inProject(from), inProject(to));
}
