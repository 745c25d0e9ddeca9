/** The digest of a trace by its definition (assembly/machine/trace.ts), from decoded events. */
import type { SchedulingEvent, TraceEvent } from "../../src/engine/types.js";

const start = 0x5c4ed1ab00000001n;
const factor = 0x9e3779b97f4a7c15n;
const wordFactors = [0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn, 0xd6e8feb86659fd93n] as const;
const kinds = { switch: 0n, wakeup: 1n, new: 2n, migrate: 3n, exit: 4n };

/** 16 hexadecimal digits. */
export function traceDigest(events: Iterable<TraceEvent>): string {
  let digest = start;
  for (const event of events) {
    if (event.kind === "fork" || event.kind === "mark") continue;
    const words = wordsOf(event);
    const mixed = words.reduce((sum, word, index) => sum + word * wordFactors[index]!, 0n);
    const product = BigInt.asUintN(64, (digest ^ BigInt.asUintN(64, mixed)) * factor);
    digest = product ^ (product >> 32n);
  }
  return digest.toString(16).padStart(16, "0");
}

function wordsOf(event: SchedulingEvent): [bigint, bigint, bigint] {
  const common = kinds[event.kind] << 32n;
  const time = BigInt(event.timeNs);
  switch (event.kind) {
    case "switch":
      return [
        time,
        word32(event.previous) | (word32(event.next) << 32n),
        word16(event.previousPriority) |
          (word16(event.nextPriority) << 16n) |
          common |
          (BigInt(event.cpu) << 40n) |
          (BigInt(event.previousState.charCodeAt(0)) << 48n),
      ];
    case "wakeup":
      return [
        time,
        word32(event.pid),
        word16(event.priority) | common | (BigInt(event.cpu) << 40n) | (BigInt(event.targetCpu) << 56n),
      ];
    case "new":
      return [time, word32(event.pid), word16(event.priority) | common | (BigInt(event.cpu) << 40n)];
    case "migrate":
      return [time, word32(event.pid), common | (BigInt(event.fromCpu) << 40n) | (BigInt(event.toCpu) << 56n)];
    case "exit":
      return [time, word32(event.pid), common | (BigInt(event.cpu) << 40n)];
  }
}

const word16 = (value: number) => BigInt.asUintN(16, BigInt(value));
const word32 = (value: number) => BigInt.asUintN(32, BigInt(value));
