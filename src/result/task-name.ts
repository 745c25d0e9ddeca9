/** How tasks are called wherever they are shown: results, traces, timelines, inspection. */
import type { TaskDocument } from "../engine/image.js";
import type { TaskId } from "../engine/types.js";

/**
 * `hog` for the only task of its document, `intr/3` for an instance of several; forked documents
 * may have any number of instances, so theirs are always numbered.
 */
export function taskName(document: Pick<TaskDocument, "name" | "count">, instance: number): string {
  return document.count === 1 ? document.name : `${document.name}/${instance}`;
}

/** `idle` for pid 0, `migration/2` for the kernel thread of CPU 2; null for any other task. */
export function kernelTaskName(pid: TaskId): string | null {
  if (pid > 0) return null;
  return pid === 0 ? "idle" : `migration/${-1 - pid}`;
}
