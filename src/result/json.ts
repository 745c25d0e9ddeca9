/**
 * Writes results as JSON in chunks, because a result of a million tasks is longer than the longest
 * string there can be. One line for each CPU, group and task: a person can read it, `grep` can
 * find in it, and it is a third of the size of the usual indentation.
 */
import { eachTask } from "./lazy-result.js";
import type { SimulationResult } from "./types.js";

/** Chunks are handed on when they are at least this long, in characters. */
const chunkLength = 1 << 16;

/**
 * The text of one result (an object) or of several (an array), in chunks of some 64 KB, with a
 * newline at the end. Parsed and gone through again it gives the same text.
 */
export function* resultJsonChunks(
  results: SimulationResult | readonly SimulationResult[],
): Generator<string, void, undefined> {
  let chunk = "";
  for (const piece of isList(results) ? listPieces(results) : resultPieces(results, "")) {
    chunk += piece;
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = "";
    }
  }
  yield `${chunk}\n`;
}

/** Hands the same text to `write`, chunk by chunk. */
export function writeResultJson(
  results: SimulationResult | readonly SimulationResult[],
  write: (chunk: string) => void,
): void {
  for (const chunk of resultJsonChunks(results)) write(chunk);
}

function isList(results: SimulationResult | readonly SimulationResult[]): results is readonly SimulationResult[] {
  return Array.isArray(results);
}

function* listPieces(results: readonly SimulationResult[]): Generator<string, void, undefined> {
  if (results.length === 0) {
    yield "[]";
    return;
  }
  let separator = "[\n  ";
  for (const result of results) {
    yield separator;
    yield* resultPieces(result, "  ");
    separator = ",\n  ";
  }
  yield "\n]";
}

function* resultPieces(result: SimulationResult, indent: string): Generator<string, void, undefined> {
  const inner = `${indent}  `;
  const field = (name: string, value: unknown) => `${inner}"${name}": ${JSON.stringify(value)}`;
  yield "{\n";
  yield [
    field("schema", result.schema),
    field("schedlab", result.schedlab),
    field("scheduler", result.scheduler),
    field("provenance", result.provenance),
    field("longBits", result.longBits),
    field("tunables", result.tunables),
    field("workload", result.workload),
    field("machine", result.machine),
    field("costs", result.costs),
    field("seed", result.seed),
    field("durationNs", result.durationNs),
    field("simulatedNs", result.simulatedNs),
    field("finished", result.finished),
    field("traceDigest", result.traceDigest),
    field("traceEvents", result.traceEvents),
    field("warnings", result.warnings),
    "",
  ].join(",\n");
  yield `${inner}"totals": ${JSON.stringify(result.totals, null, 2).replaceAll("\n", `\n${inner}`)},\n`;
  yield* arrayPieces("cpus", result.cpus, inner);
  yield* arrayPieces("groups", result.groups, inner);
  yield* arrayPieces("tasks", eachTask(result), inner);
  yield `${field("marks", result.marks)}\n${indent}}`;
}

function* arrayPieces(name: string, elements: Iterable<unknown>, indent: string): Generator<string, void, undefined> {
  yield `${indent}"${name}": [`;
  let any = false;
  for (const element of elements) {
    yield `${any ? "," : ""}\n${indent}  ${JSON.stringify(element)}`;
    any = true;
  }
  yield any ? `\n${indent}],\n` : "],\n";
}
