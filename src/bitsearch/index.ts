/** The bit-search lab as the library shows it. */
export type {
  BitsearchCheck,
  VariantCheck as BitsearchVariantCheck,
  WrongAnswer as BitsearchWrongAnswer,
} from "./check.js";
export type { Clock as BitsearchClock } from "./clock.js";
export { bitsearchCsv } from "./csv.js";
export type { Environment as BitsearchEnvironment } from "./environment.js";
export { bitsearchHeatMap } from "./heat-map.js";
export { type RecordSequenceOptions, recordSequence } from "./record-sequence.js";
export type {
  BitsearchReport,
  Figure as BitsearchFigure,
  InputReport as BitsearchInputReport,
  Measure as BitsearchMeasure,
  MeasuredVariant as BitsearchMeasuredVariant,
  Noise as BitsearchNoise,
  Ranking as BitsearchRanking,
} from "./report.js";
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
export type { BitmapRecording, RecordedOperation as BitmapOperation } from "./sequence.js";
export type { RoundTimes as BitsearchTimes } from "./spread.js";
export { type ListCount, listCounts } from "./subject.js";
