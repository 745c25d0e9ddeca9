/** Recordings without a CPU column get CPUs from who leaves and who comes. */
import { expect, it } from "vitest";
import { CpuLanes, type RecordedEvent, type RecordedSwitch, type RecordedWakeup } from "../../src/recording/index.js";

function switchTo(timeNs: number, previous: [string, number], next: [string, number], cpu: number | null = null) {
  return {
    kind: "switch",
    timeNs,
    cpu,
    previousName: previous[0],
    previousPid: previous[1],
    previousPriority: 120,
    previousState: "S",
    preempted: false,
    nextName: next[0],
    nextPid: next[1],
    nextPriority: 120,
  } satisfies RecordedSwitch;
}

function wakeup(timeNs: number, wakerPid: number | null): RecordedWakeup {
  return {
    kind: "wakeup",
    timeNs,
    cpu: null,
    wakerPid,
    wakerName: "waker",
    inInterrupt: false,
    pid: 9,
    name: "woken",
    priority: 120,
    targetCpu: null,
  };
}

function placed(events: readonly RecordedEvent[]) {
  const lanes = new CpuLanes();
  return { cpus: events.map((event) => lanes.place(event).cpu), lanes };
}

it("a switch goes on where the task that leaves came to", () => {
  const { cpus, lanes } = placed([
    switchTo(1, ["a", 1], ["b", 2]),
    switchTo(2, ["c", 3], ["d", 4]),
    switchTo(3, ["b", 2], ["a", 1]),
    switchTo(4, ["d", 4], ["b", 2]),
    switchTo(5, ["b", 2], ["e", 5]),
  ]);
  expect(cpus).toEqual([0, 1, 0, 1, 1]);
  expect([lanes.cpus, lanes.inferred]).toEqual([2, 5]);
});

it("an idle task with a number tells its CPU, leaving or coming", () => {
  const { cpus, lanes } = placed([
    switchTo(1, ["swapper/2", 0], ["a", 1]),
    switchTo(2, ["b", 2], ["swapper/1", 0]),
    switchTo(3, ["a", 1], ["b", 2]),
  ]);
  expect(cpus).toEqual([2, 1, 2]);
  expect(lanes.cpus).toBe(3);
});

it("one without a number leaves a CPU that idles", () => {
  const { cpus } = placed([
    switchTo(1, ["a", 1], ["swapper", 0]),
    switchTo(2, ["b", 2], ["c", 3]),
    switchTo(3, ["swapper", 0], ["a", 1]),
  ]);
  expect(cpus).toEqual([0, 1, 0]);
});

it("a wake-up happened where its waker runs, and nowhere in particular if nobody knows", () => {
  const { cpus, lanes } = placed([
    switchTo(1, ["swapper/3", 0], ["a", 1]),
    wakeup(2, 1),
    wakeup(3, 7),
    wakeup(4, 0),
    wakeup(5, null),
  ]);
  expect(cpus).toEqual([3, 3, null, null, null]);
  expect(lanes.inferred).toBe(2);
});

it("events that tell their CPU stay as they are, and tell of others", () => {
  const told = switchTo(1, ["a", 1], ["b", 2], 5);
  const lanes = new CpuLanes();
  expect(lanes.place(told)).toBe(told);
  expect(lanes.place(switchTo(2, ["b", 2], ["a", 1])).cpu).toBe(5);
  expect(lanes.inferred).toBe(1);
});
