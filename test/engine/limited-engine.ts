/** The engine as it is shipped, but with a memory that can't grow beyond a limit, as on a small machine. */
import { readFile } from "node:fs/promises";
import { inProject } from "../../scripts/build/files.mjs";
import { type EngineModule, loadEngine } from "../../src/engine/load.js";

const memorySection = 5;
const headerLength = 8;

/** @param pages of 64 KiB */
export async function engineWithMemory(pages: number): Promise<EngineModule> {
  return loadEngine(withMaximum(await readFile(inProject("build/engine.wasm")), pages));
}

/** Rewrites the section that describes the memory; everything else stays as it is. */
function withMaximum(wasm: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  let at = headerLength;
  while (at < wasm.length) {
    const size = readNumber(wasm, at + 1);
    const end = size.end + size.value;
    if (wasm[at] === memorySection) {
      const [memories, limits] = wasm.subarray(size.end);
      if (memories !== 1 || limits !== 0) throw new Error("the engine has another memory than one without a maximum");
      const minimum = readNumber(wasm, size.end + 2).value;
      const body = [1, 1, ...number(minimum), ...number(pages)];
      return Uint8Array.from([
        ...wasm.subarray(0, at),
        memorySection,
        ...number(body.length),
        ...body,
        ...wasm.subarray(end),
      ]);
    }
    at = end;
  }
  throw new Error("the engine has no memory");
}

/** An unsigned number in LEB128, seven bits to a byte. */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from, shift = 1; ; at++, shift *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * shift;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function number(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...number(Math.floor(value / 128))];
}
