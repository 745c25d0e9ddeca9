/** The bit-search lab as the library shows it. */
export type { BitsearchCheck, VariantCheck, WrongAnswer } from "./check.js";
export type { Clock } from "./clock.js";
export { bitsearchCsv } from "./csv.js";
export type { Environment } from "./environment.js";
export { bitsearchHeatMap } from "./heat-map.js";
export { type RecordSequenceOptions, recordSequence } from "./record-sequence.js";
export type * from "./report.js";
export {
  type BitsearchChoice,
  type BitsearchOptions,
  type BitsearchVariant,
  bitsearchInputs,
  bitsearchVariants,
  checkBitsearch,
  runBitsearch,
} from "./run.js";
export { bitsearchSchema } from "./schema.js";
export type { RecordedOperation, Recording } from "./sequence.js";
export type { RoundTimes } from "./spread.js";
export { type ListCount, listCounts, type OperationKind } from "./subject.js";
