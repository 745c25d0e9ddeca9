/**
 * Real rt-app files, run as they are: every task runs as long as its file says, so often as its timers and wakers let
 * it.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { simulate } from "../../src/index.js";

/** With a CPU for each task nobody waits, and a round is over before the next begins. */
const expectations: readonly {
  readonly file: string;
  readonly cpus: number;
  /** Rounds within the file's duration, and the microseconds of all runs of one, added up by hand. */
  readonly rounds: Readonly<Record<string, readonly [rounds: number, us: number]>>;
}[] = [
  {
    file: "mp3-short.json",
    cpus: 5,
    // 6 s; the tick resumes AudioOut in one of five periods of 6 ms.
    rounds: {
      "AudioTick-0": [200, 0],
      "AudioOut-1": [200, 275 + 4725],
      "AudioTrack-2": [200, 300],
      "mp3.decoder-3": [200, 1000 + 150],
      "OMXCall-4": [200, 300],
    },
  },
  {
    file: "spreading-tasks.json",
    cpus: 2,
    // 60 s in periods of 10 ms: ten rounds of 600; two rounds of 2400, and 900 and 300 of the third.
    rounds: {
      "thread1-0": [10, 300 * 1000 + 300 * 7000],
      "thread2-1": [1, 2 * (900 * 1000 + 600 * 7000 + 300 * 1000 + 600 * 7000) + 900 * 1000 + 300 * 7000],
    },
  },
  {
    file: "video-short.json",
    cpus: 17,
    // 6 s; the display is refreshed every 16.667 ms, the player's waker comes every 33.333 ms.
    rounds: {
      "hwc_eventmon-2": [360, 115],
      "waker-5": [180, 0],
      "NuPlayerDriver1-7": [179, 100 + 50 + 80 + 370 + 135],
      "NuPlayerDriver2-8": [179, 110 + 80 + 50 + 70 + 35],
      "CodecLooper1-9": [179, 230 + 150 + 330 + 170 + 125],
      "OMXCallbackDisp2-11": [179, 180],
      "CodecLooper3-12": [179, 1000],
    },
  },
];

describe.each(expectations)("$file", ({ file, cpus, rounds }) => {
  it.each(["o1-2.6.22", "bfs-2.6.35"])("runs for as long as it says under %s", async (scheduler) => {
    const text = readFileSync(inProject(`test/inputs/${file}`), "utf8");
    const { tasks, warnings } = await simulate(text, { scheduler, cpus });
    const times = Object.fromEntries(tasks.map(({ name, cpuTimeNs }) => [name, cpuTimeNs / 1000]));
    const expected = Object.entries(rounds).map(([name, [count, us]]) => [name, count * us]);
    expect(times).toMatchObject(Object.fromEntries(expected));
    expect(warnings.filter((warning) => warning.includes("for ever"))).toEqual([]);
  });
});
