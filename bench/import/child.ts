/** Reads a stream of so many bytes, alone in its process. Arguments: shape, bytes. */
import { readRecording } from "../../src/index.js";
import { type Shape, trace } from "./traces.js";

const [shape, bytes] = process.argv.slice(2);
const recording = readRecording(trace(shape as Shape, Number(bytes)));
let events = 0;
for await (const batch of recording) events += batch.length;
console.log(
  JSON.stringify({
    megabytes: recording.findings.bytesRead / 1e6,
    events,
    // Linux and Node count in KiB.
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
  }),
);
