/** Recordings of scheduling events: real traces read into one vocabulary, and simulated runs told in it. */
export { CpuLanes } from "./cpu-lanes.js";
export type * from "./event.js";
export type * from "./findings.js";
export { type ForeignFormat, foreignFormat, foreignText, HOW_TO_RECORD } from "./foreign.js";
export { createSimulatedKernelTrace, createSimulatedRecording, type SimulatedRun } from "./from-simulation.js";
export { type Recording, type RecordingOptions, RecordingReader, readRecording } from "./read-recording.js";
export type { RecordingSource } from "./source/pieces.js";
export { frameOfStack } from "./text/remarks.js";
