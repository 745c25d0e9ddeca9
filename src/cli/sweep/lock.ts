/** Keeps a second process out of a folder or journal that one writes to. A lock whose process is gone is taken over. */
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { SchedlabError } from "../../errors.js";
import { errorCode, fileError } from "../errors.js";
import { onProcessEnd } from "../process-life.js";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, in the system's own count: a pid comes again, the two together do not. null: unknown. */
  readonly started: string | null;
}

/**
 * Takes the lock, until `release` is called or the process ends.
 *
 * @throws SchedlabError where somebody has it
 */
export function lock(path: string, what: string): () => void {
  const own = `${path}.${process.pid}`;
  try {
    const descriptor = openSync(own, "w");
    writeSync(descriptor, JSON.stringify(thisProcess()));
    closeSync(descriptor);
    // A link appears with its content at once, or not at all: nobody reads a lock that is half written.
    while (!link(own, path)) {
      const holder = readHolder(path);
      if (holder !== null && isAlive(holder)) throw held(path, what, holder);
      takeAway(path);
    }
  } catch (error) {
    throw error instanceof SchedlabError ? error : fileError("write", path, error);
  } finally {
    rmSync(own, { force: true });
  }
  const remove = () => rmSync(path, { force: true });
  const forget = onProcessEnd(remove);
  return () => {
    forget();
    remove();
  };
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Under another name first: of two that find the same stale lock only one gets it. */
function takeAway(path: string): void {
  const stale = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, stale);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
  rmSync(stale, { force: true });
}

function held(path: string, what: string, { pid, host }: Holder): SchedlabError {
  const where = host === hostname() ? "" : ` on ${host}`;
  const advice =
    host === hostname()
      ? "wait for it, or end it"
      : `from here nobody can tell whether it still runs; if it does not, remove ${path}`;
  return new SchedlabError(`${what} is in use by process ${pid}${where}: ${advice}`);
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function thisProcess(): Holder {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** One on another machine counts as alive. */
function isAlive({ pid, host, started }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  return started === null || startOf(pid) === started;
}

/** Field 22 of /proc/PID/stat; the name in field 2 may hold blanks and parentheses. null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
