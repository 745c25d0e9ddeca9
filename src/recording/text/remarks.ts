/** What stands in a trace besides its records: headers, the account of losses, frames of stacks. */
import { exampleOf, type FindingLog } from "../finding-log.js";
import {
  CLOSING_BRACKET,
  COLON,
  find,
  isDigit,
  natural,
  OPENING_BRACKET,
  skipBlanks,
  skipDigits,
  skipWord,
  standsAt,
  word,
} from "./ascii.js";

const tracer = word("# tracer:");
const entries = word("entries-in-buffer/entries-written:");
const version = word("version = ");
const cpusOf = word("cpus=");
const processorsOf = word("#P:");
const cpu = word("CPU");
const isEmpty = word(" is empty");
const lost = word("[LOST ");
const dropped = word("EVENTS DROPPED]");
const events = word(" EVENTS");
const perfLost = word("lost ");

/** A line of the kernel's header, or any other that begins with `#`. */
export function readComment(bytes: Uint8Array, start: number, end: number, log: FindingLog): boolean {
  if (standsAt(bytes, start, end, tracer)) log.kind ??= "ftrace";
  const at = find(bytes, start, end, entries);
  if (at === -1) return true;
  const inBuffer = skipBlanks(bytes, at + entries.length, end);
  const slash = skipDigits(bytes, inBuffer, end);
  const writtenEnd = skipDigits(bytes, slash + 1, end);
  const entriesInBuffer = natural(bytes, inBuffer, slash);
  const entriesWritten = natural(bytes, slash + 1, writtenEnd);
  const processors = find(bytes, writtenEnd, end, processorsOf);
  if (processors !== -1) readMachineCpus(bytes, processors + processorsOf.length, end, log);
  log.buffer = { entriesInBuffer, entriesWritten };
  return true;
}

function readMachineCpus(bytes: Uint8Array, start: number, end: number, log: FindingLog): void {
  const digitsEnd = skipDigits(bytes, start, end);
  if (digitsEnd > start) log.machineCpus = natural(bytes, start, digitsEnd);
}

/** `version = 6`, `cpus=8`, `CPU 3 is empty`. */
export function readPreambleOfTraceCmd(bytes: Uint8Array, start: number, end: number, log: FindingLog): boolean {
  if (standsAt(bytes, start, end, version)) return true;
  if (standsAt(bytes, start, end, cpusOf)) {
    readMachineCpus(bytes, start + cpusOf.length, end, log);
    return true;
  }
  return standsAt(bytes, start, end, cpu) && find(bytes, start, end, isEmpty) !== -1;
}

/**
 * `CPU:3 [LOST 12 EVENTS]`, `CPU:3 [12 EVENTS DROPPED]`, `CPU:3 [EVENTS DROPPED]`; `lost 12` behind perf's
 * PERF_RECORD_LOST.
 */
export function readLoss(bytes: Uint8Array, start: number, end: number, log: FindingLog): boolean {
  let at = find(bytes, start, end, lost);
  if (at !== -1) at += lost.length;
  else if (standsAt(bytes, start, end, perfLost)) at = start + perfLost.length;
  else if (find(bytes, start, end, dropped) !== -1) at = bytes.indexOf(OPENING_BRACKET, start) + 1;
  else return false;
  const digitsEnd = skipDigits(bytes, at, end);
  const count = digitsEnd > at ? natural(bytes, at, digitsEnd) : null;
  log.loss(count, exampleOf(bytes, start, end));
  return true;
}

export const frameOfStack = "frame of a stack";
/** Shorter ones may be names. */
const MIN_ADDRESS_LENGTH = 6;

/** An address and a symbol: most lines of a recording with stacks, so that it is worth telling them early. */
export function isFrame(bytes: Uint8Array, start: number, end: number): boolean {
  const at = skipBlanks(bytes, start, end);
  let addressEnd = at;
  while (addressEnd < end && isHexadecimal(bytes[addressEnd] as number)) addressEnd++;
  if (at === start || addressEnd - at < MIN_ADDRESS_LENGTH) return false;
  const symbol = skipBlanks(bytes, addressEnd, end);
  // Behind a name that looks like an address there is a pid, and behind such a pid a CPU.
  const next = bytes[symbol] === OPENING_BRACKET ? symbol + 1 : symbol;
  return symbol > addressEnd && next < end && !isDigit(bytes[next]);
}

function isHexadecimal(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

/** Why a line without a head may be there. */
export function reasonForNoHead(bytes: Uint8Array, start: number, end: number): string {
  const at = skipBlanks(bytes, start, end);
  const wordEnd = skipWord(bytes, at, end);
  if (standsAt(bytes, at, end, word("=>")) || (at > start && isAddress(bytes, at, wordEnd))) return frameOfStack;
  if (isDigit(bytes[at]) && find(bytes, at, end, word(")")) !== -1 && find(bytes, at, end, word("|")) !== -1) {
    return "line of the function graph";
  }
  if (bytes[wordEnd - 1] === COLON && find(bytes, start, end, events) !== -1) return "remark";
  if (bytes[at] === OPENING_BRACKET && bytes[end - 1] === CLOSING_BRACKET) return "remark";
  return "line without the columns of a record";
}

/** Any that is not followed by a symbol, or perfview's placeholder. */
function isAddress(bytes: Uint8Array, start: number, end: number): boolean {
  if (standsAt(bytes, start, end, word("address"))) return true;
  for (let at = start; at < end; at++) if (!isHexadecimal(bytes[at] as number)) return false;
  return end - start >= MIN_ADDRESS_LENGTH;
}
