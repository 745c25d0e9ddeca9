/**
 * The state of a task that leaves a CPU, as letters and as the kernel's raw number.
 *
 * Of the raw numbers only part is the same in all kernels. Bits 1, 2, 4 and 8 are; above them kernels before 4.14 and
 * after disagree, and "preempted" has been 256, 1024, 2048 and 4096. The last three mean nothing else when they stand
 * alone; 256 does in old kernels, so it is read only where the kernel is known to be new. Some recordings hold numbers
 * of another making altogether: they show an idle task that is not runnable, which no kernel has.
 */
import type { StateLetter } from "./event.js";
import { integer, PLUS } from "./text/ascii.js";

/** What the last call of a reader found. */
export class TaskState {
  letter: StateLetter = "?";
  preempted: boolean | null = null;
  /** Whether the kernel is known to be 4.14 or newer. */
  isNewKernel = false;
  /**
   * Whether numbers come from the kernel without a detour; then idle tasks of odd states make none of them doubtful.
   */
  isKernelsOwn = false;
  /** Whether an idle task was seen in a state that idle tasks do not have. */
  #numbersAreForeign = false;

  /** `R`, `R+`, `D|W`, `S|K`, `x`: the first letter that says where the task is; `+`: it was preempted. */
  readLetters(bytes: Uint8Array, start: number, end: number): void {
    this.letter = "?";
    const isMarked = bytes[end - 1] === PLUS;
    for (let at = start; at < end && this.letter === "?"; at++) this.letter = letterOf(bytes[at] as number);
    this.#setPreempted(isMarked);
  }

  readNumber(value: number, isIdle: boolean): void {
    if (isIdle) {
      const isOdd = value !== 0 && !isPreempted(value, this.isNewKernel);
      if (isOdd && !this.isKernelsOwn) this.#numbersAreForeign = true;
      this.letter = "R";
      this.#setPreempted(false);
      return;
    }
    this.letter = this.#numbersAreForeign ? "?" : letterOfNumber(value, this.isNewKernel);
    this.#setPreempted(value !== 0 && this.letter === "R");
  }

  /** Letters or a number in any of its spellings, by the first character. */
  read(bytes: Uint8Array, start: number, end: number, isIdle: boolean): void {
    const first = bytes[start] as number;
    if (first < 0x30 || first > 0x39) this.readLetters(bytes, start, end);
    else this.readNumber(rawNumber(bytes, start, end), isIdle);
  }

  #setPreempted(isMarked: boolean): void {
    if (isMarked) this.preempted = true;
    else this.preempted = this.letter === "R" || this.letter === "?" ? null : false;
  }
}

function letterOf(byte: number): StateLetter {
  switch (byte) {
    case 0x52:
      return "R";
    case 0x53:
      return "S";
    case 0x44:
      return "D";
    case 0x54:
      return "T";
    case 0x74:
      return "t";
    case 0x58:
    case 0x78:
      return "X";
    case 0x5a:
      return "Z";
    case 0x50:
      return "P";
    case 0x49:
      return "I";
    default:
      return "?";
  }
}

function letterOfNumber(value: number, isNewKernel: boolean): StateLetter {
  if (value === 0 || isPreempted(value, isNewKernel)) return "R";
  if (value > 0xffff) return "?";
  switch (value & 15) {
    case 1:
      return "S";
    case 2:
      return "D";
    case 4:
      return "T";
    case 8:
      return "t";
    case 0:
      return isNewKernel ? newLetter(value) : "?";
    default:
      return "?";
  }
}

function newLetter(value: number): StateLetter {
  switch (value) {
    case 0x10:
      return "X";
    case 0x20:
      return "Z";
    case 0x40:
      return "P";
    case 0x80:
      return "I";
    default:
      return "?";
  }
}

function isPreempted(value: number, isNewKernel: boolean): boolean {
  return value === 1024 || value === 2048 || value === 4096 || (isNewKernel && value === 256);
}

function rawNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 3 || bytes[start + 1] !== 0x78) return integer(bytes, start, end);
  let value = 0;
  for (let at = start + 2; at < end; at++) value = value * 16 + hexadecimal(bytes[at] as number);
  return value;
}

function hexadecimal(byte: number): number {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}
