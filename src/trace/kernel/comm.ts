/**
 * Names and pids as kernels have them. A kernel's name of a task has at most 15 bytes. The number of a task of several
 * stays: `interactive-worker/12` becomes `interactive-/12`. Names need not be unique, in kernels neither; pids are.
 */
import { firstKernelThread } from "../../recording/task-pids.js";

export const longestComm = 15;
/** Of a task of which nothing is known. */
export const unknownName = "<...>";
/** Nice 0, where a recording has no priorities. */
export const unknownPriority = 120;

const encoder = new TextEncoder();

export function commOf(name: string): string {
  const printable = name.replace(/\p{Cc}/gu, "?");
  if (byteLength(printable) <= longestComm) return printable;
  const number = /\/\d+$/.exec(printable)?.[0] ?? "";
  const room = longestComm - number.length;
  return room <= 0
    ? cut(printable, longestComm)
    : cut(printable.slice(0, printable.length - number.length), room) + number;
}

/** A pid for readers who know none below 0. */
export function kernelPid(pid: number): number {
  return pid >= 0 ? pid : firstKernelThread - 1 - pid;
}

/** At most so many bytes, no character in halves. */
function cut(text: string, bytes: number): string {
  let kept = "";
  let length = 0;
  for (const character of text) {
    length += byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
