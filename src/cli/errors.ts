/** Turns what went wrong into one clear message; a stack trace is never part of it. */
import { SchedlabError } from "../errors.js";
import { WorkloadError } from "../workload/problem.js";
import { exitCodes } from "./exit-codes.js";

/** A mistake on the command line itself; the message ends in a pointer to the command's help. */
export class UsageError extends SchedlabError {
  override readonly name = "UsageError";
}

/** The words that people know for the errors of the operating system. */
const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "the file is in use",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file is too large",
  EIO: "input/output error",
  EISDIR: "it is a directory",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or directory",
  ENOSPC: "no space is left on the device",
  EEXIST: "a file of this name is there",
  ENOTDIR: "a part of the path is not a directory",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ERR_FS_FILE_TOO_LARGE: "the file is too large (over 2 GiB)",
};

/** The error's code where the operating system or Node gave one, else undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * Says what could not be done with a file and why. An error that is not the operating system's is a
 * mistake of ours and is thrown on as it is.
 */
export function fileError(action: string, path: string, error: unknown): SchedlabError {
  const code = errorCode(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  return new SchedlabError(`cannot ${action} ${path}: ${systemErrors[code] ?? error.message}`);
}

/** What to print on stderr for an error, and the exit status that goes with it. */
export function describeFailure(error: unknown): { readonly text: string; readonly status: number } {
  // These name file, line and column, one line or more for each mistake.
  if (error instanceof WorkloadError) return { text: error.message, status: exitCodes.badInput };
  if (error instanceof SchedlabError) {
    return { text: `schedlab: ${error.message}`, status: exitCodes.badInput };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error && process.env.SCHEDLAB_DEBUG ? `\n${error.stack}` : "";
  const advice = stack === "" ? "\n(SCHEDLAB_DEBUG=1 prints where it happened)" : stack;
  return {
    text: `schedlab: internal error, please report it: ${reason}${advice}`,
    status: exitCodes.internalError,
  };
}
