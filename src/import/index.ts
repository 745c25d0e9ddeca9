/** Importing: workloads out of files that were made for something else. Nothing here touches files or knows of Node. */
export type { WorkloadDocument } from "./document.js";
export { type ImportWorkloadOptions, importWorkload } from "./import.js";
export type {
  Imported,
  ImportFact,
  ImportKind,
  ImportOptions,
  ImportWindow,
  RecordedBehaviour,
  TaskBehaviour,
} from "./importer.js";
export { loadWorkload, loadWorkloadBytes } from "./load.js";
export type { ImportSource } from "./source.js";
export { formatWorkload } from "./write.js";
