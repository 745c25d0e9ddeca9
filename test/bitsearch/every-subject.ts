/** Everything that the lab measures for one number of lists, for tests. */
import { javascriptSubjects } from "../../src/bitsearch/javascript/subjects.js";
import type { Subject } from "../../src/bitsearch/subject.js";
import { wasmSubjects } from "../../src/bitsearch/wasm-subjects.js";
import { loadLab } from "../../src/engine/load.js";

export async function everySubject(lists: number): Promise<Subject[]> {
  return [...wasmSubjects(await loadLab(), lists), ...javascriptSubjects(lists).subjects];
}
