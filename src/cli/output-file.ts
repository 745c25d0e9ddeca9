/**
 * A file that appears only when it is complete: written under a temporary name in the same folder,
 * renamed at the end, removed if the process ends before. What is there already and is no regular
 * file (a device, a named pipe) is written to directly.
 */
import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SchedlabError } from "../errors.js";
import { fileError } from "./errors.js";
import { onProcessEnd } from "./process-life.js";

export class OutputFile {
  readonly #path: string;
  readonly #target: string;
  readonly #temporary: string | null;
  readonly #descriptor: number;
  readonly #forget: () => void;
  #open = true;

  /** Throws SchedlabError where the file cannot be created. */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#target = existsSync(path) ? realpathSync(path) : path;
      const isThere = existsSync(this.#target) ? statSync(this.#target) : undefined;
      if (isThere?.isDirectory()) {
        throw new SchedlabError(`cannot write ${path}: it is a directory`);
      }
      const replaceable = isThere === undefined || isThere.isFile();
      this.#temporary = replaceable ? temporaryName(this.#target) : null;
      this.#descriptor = openSync(this.#temporary ?? this.#target, this.#temporary === null ? "w" : "wx");
    } catch (error) {
      throw error instanceof SchedlabError ? error : fileError("write", path, error);
    }
    this.#forget = onProcessEnd(() => this.abandon());
  }

  /** Appends; throws SchedlabError where the disk is full and the like. */
  write(bytes: Uint8Array): void {
    try {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#descriptor, bytes, written);
      }
    } catch (error) {
      throw fileError("write", this.#path, error);
    }
  }

  /** Makes the file appear under its name. */
  commit(): void {
    try {
      this.#close();
      if (this.#temporary !== null) renameSync(this.#temporary, this.#target);
    } catch (error) {
      throw fileError("write", this.#path, error);
    }
  }

  /** Leaves nothing behind. Without effect once committed. */
  abandon(): void {
    if (!this.#open) return;
    this.#close();
    if (this.#temporary !== null) rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    this.#forget();
    this.#open = false;
    closeSync(this.#descriptor);
  }
}

function temporaryName(target: string): string {
  return join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
}
