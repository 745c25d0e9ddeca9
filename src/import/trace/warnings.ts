/** What of a recording was passed over, does not fit together, or could not be kept, and what was done about it. */
import type { Finding } from "../../recording/index.js";
import type { Problem } from "../../workload/index.js";
import { attributesOf } from "./attributes.js";
import { type Found, seconds } from "./facts.js";

export function conversionWarnings(found: Found, file: string | undefined): Problem[] {
  return [...readingRemarks(found), ...conversionRemarks(found)].map(({ finding, ...rest }) => ({
    severity: "warning" as const,
    ...(file === undefined ? {} : { file }),
    ...(finding?.place.unit === "line" ? { line: finding.place.number, column: 1 } : {}),
    path: "",
    ...rest,
  }));
}

interface Remark {
  readonly message: string;
  readonly hint?: string;
  /** Where it was found first. */
  readonly finding?: Finding;
}

/** What the reader came across. */
function readingRemarks({ findings, recording }: Found): Remark[] {
  const { lost, buffer, clockSteps, reordered, tooLate, truncated } = findings;
  const remarks: Remark[] = [];
  const add = (finding: Finding | null, message: (finding: Finding) => string, hint?: string) => {
    if (finding === null) return;
    const { unit, number } = finding.place;
    const place = unit === "line" ? "" : ` (${unit} ${number})`;
    remarks.push({
      finding,
      message: `${message(finding)}; first: ${finding.example}${place}`,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  for (const [reason, finding] of findings.skipped) add(finding, ({ count }) => `passed over ${count} ×: ${reason}`);
  for (const [what, finding] of findings.notes) add(finding, ({ count }) => `${count} ×: ${what}`);
  if (lost.first !== null) {
    const unknown = lost.unknown > 0 ? `, and ${lost.unknown} times it does not say how many` : "";
    add(
      lost.first,
      () => `the recorder lost ${lost.events} events${unknown}`,
      "record fewer events, or with larger buffers (perf record -m, trace-cmd record -b)",
    );
  }
  if (buffer !== null && buffer.entriesWritten > buffer.entriesInBuffer) {
    const { entriesInBuffer, entriesWritten } = buffer;
    remarks.push({
      message: `only the last ${entriesInBuffer} of ${entriesWritten} entries are here: the others were overwritten`,
    });
  }
  add(clockSteps, ({ count }) => `times go back on a CPU ${count} ×, by at most ${clockSteps?.largestNs} ns`);
  add(reordered, ({ count }) => `${count} events stood behind later ones, and were put in order`);
  add(tooLate, ({ count }) => `${count} events stood too far behind later ones, and were left out`);
  add(truncated, () => "the last record is cut off");
  const { chainBreaks } = recording.counts;
  if (chainBreaks > 0) {
    add(
      findings.chainBreaks,
      () => `${chainBreaks} switches away from a task that was not seen to come: slices without both ends do not count`,
      "a recording of some processes only, or one that lost events, has such gaps; perf record -a records all",
    );
  }
  return remarks;
}

/** What the conversion decided. */
function conversionRemarks({ findings, recording, built, cpus }: Found): Remark[] {
  const { counts } = recording;
  const { taken } = built;
  const remarks: Remark[] = [];
  const add = (count: number, message: string) => {
    if (count > 0) remarks.push({ message: `${count} ${message}` });
  };
  const seen = Math.max(recording.highestCpu + 1, findings.machineCpus ?? 0);
  if (seen > cpus) {
    remarks.push({
      message: `the recorded machine has ${seen} CPUs; the workload's has ${cpus}, the most there can be`,
    });
  }
  add(
    counts.untoldStates,
    "slices ended in a state that is not told: taken for sleeps until the task was woken or ran",
  );
  add(counts.sleepsWithoutWakeup, "sleeps have no recorded wake-up: taken to last until the task ran again");
  add(
    counts.untoldCauses,
    "wake-ups do not tell an interrupt from the task that it interrupted: that task is taken for the cause",
  );
  add(
    counts.uninterruptibleCauses,
    "uninterruptible sleeps were ended by another task: their messages sleep interruptibly",
  );
  add(counts.contradictoryWakers, "wake-ups name a waker that was running elsewhere: their sleeps are timed");
  add(
    taken.filter((task) => task.changedPriority).length,
    "tasks changed their priority: the most frequent one is taken",
  );
  const attributes = taken.map(({ priority }) => attributesOf(priority));
  add(attributes.filter(({ unknown }) => unknown).length, "tasks have no priority of a kernel's: taken for nice 0");
  add(
    attributes.filter(({ policy }) => policy === "fifo").length,
    "tasks are real-time: fifo is taken, as the priority does not tell it from rr or deadline",
  );
  const lost = recording.tasks.length > 0 && counts.completeSlices + counts.cutByWindow === 0;
  if (lost) remarks.push({ message: `no slice is complete in ${seconds(recording.endNs - recording.beginNs)} s` });
  return remarks;
}
