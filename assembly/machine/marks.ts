/** Marks: iterations that a program counts by name, and the intervals between them. Source: workload.md, "Operations". */
import { Cpu } from "./cpu";
import { addToHistogram, newHistogram } from "./histogram";
import { machine } from "./machine";
import { TaskDocument } from "./program";
import { Task } from "./task";
import { traceMark } from "./trace";

/** How often a mark was passed: by one task, or by all. Intervals are between two passes of one task. */
@unmanaged
@final
export class Mark {
  count: u32;
  intervals: u32;
  /** A Histogram; 0 while empty, or where the task keeps none of its own. */
  histogram: usize;
  firstAt: u64;
  lastAt: u64;
  intervalTotal: u64;
  intervalMax: u64;
}

export function markAt(table: usize, index: u32): Mark {
  return changetype<Mark>(table + <usize>index * offsetof<Mark>());
}

/** The task passes the mark that is number `index` of its document. */
export function passMark(cpu: Cpu, task: Task, index: u32): void {
  const now = machine.now;
  const number = globalMark(task.document, index);
  traceMark(cpu, task, number);
  const own = markAt(task.marks, index);
  const all = markAt(machine.marks, number);
  if (own.count > 0) {
    const interval = now - own.lastAt;
    addInterval(own, interval, task.pid > 0 && <u32>task.pid <= machine.ownHistograms);
    addInterval(all, interval, true);
  }
  pass(own, now);
  pass(all, now);
}

function globalMark(document: TaskDocument, index: u32): u32 {
  return load<u32>(machine.documentMarks + ((<usize>(document.firstMark + index)) << 2));
}

function pass(mark: Mark, now: u64): void {
  if (mark.count == 0) mark.firstAt = now;
  mark.count += 1;
  mark.lastAt = now;
}

function addInterval(mark: Mark, interval: u64, withHistogram: bool): void {
  mark.intervals += 1;
  mark.intervalTotal += interval;
  if (interval > mark.intervalMax) mark.intervalMax = interval;
  if (!withHistogram) return;
  if (mark.histogram == 0) mark.histogram = newHistogram();
  if (mark.histogram != 0) addToHistogram(mark.histogram, interval);
}
