/** Explains waits in a recording: who ran instead. By which rule, it does not tell. */
import type { Nanoseconds } from "../engine/types.js";
import { SchedlabError } from "../errors.js";
import type { RecordedEvent } from "../recording/event.js";
import { formatSpan } from "../spans.js";
import type { Beginning, ExplainedWait, Explanation, Runner } from "./explanation.js";
import { type CollectedWait, type Doing, WaitCollector, type WaitQuery } from "./wait-collector.js";

export interface ExplainQuery {
  /** A pid, a task's name, or the name that several tasks have before their numbers (`intr` for `intr/3`). */
  readonly task: string;
  /** Only waits that this instant lies in. */
  readonly atNs?: Nanoseconds;
  /** So many waits, the longest. Default 3. */
  readonly waits?: number;
}

const defaultWaits = 3;

/**
 * @param name of the recording, for the explanation
 * @throws SchedlabError where no such task is in it, or it did not wait then
 */
export async function explainRecording(
  events: AsyncIterable<Iterable<RecordedEvent>> | Iterable<Iterable<RecordedEvent>>,
  query: ExplainQuery,
  name = "recording",
): Promise<Explanation> {
  const collector = new WaitCollector(waitQuery(query));
  let endNs = 0;
  for await (const batch of events) {
    for (const event of batch) {
      collector.add(event);
      endNs = event.timeNs;
    }
  }
  const waits = collector.end(endNs);
  checkFound(collector, query, waits, name);
  return {
    scheduler: null,
    name,
    task: query.task,
    waitCount: collector.count,
    waitNs: collector.totalNs,
    waits: waits.map((wait) => {
      const ended = wait.ranAgain ? "it ran again" : "the recording ended";
      return explainedWait(wait, { ended, began: beginning(wait), reasons: [], notes: [] });
    }),
  };
}

export function waitQuery({ task, atNs, waits = defaultWaits }: ExplainQuery): WaitQuery {
  if (!Number.isSafeInteger(waits) || waits < 1) {
    throw new SchedlabError(`waits is ${waits}; expected a whole number, 1 or more`);
  }
  return { task, keep: waits, ...(atNs === undefined ? {} : { atNs }) };
}

/** Throws SchedlabError where there is nothing to explain. */
export function checkFound(
  collector: WaitCollector,
  { task, atNs }: ExplainQuery,
  waits: readonly CollectedWait[],
  name: string,
): void {
  if (waits.length > 0) return;
  if (collector.meant.size === 0) {
    const known = [...collector.names].slice(0, 10).join(", ");
    const more = collector.names.size > 10 ? ", …" : "";
    const hint = known === "" ? "it has no tasks" : `it has ${known}${more}`;
    throw new SchedlabError(
      atNs === undefined
        ? `no task ${task} in ${name}: ${hint}; give a name or a pid`
        : `no task ${task} in ${name} up to ${formatSpan(atNs, " ")}: ${hint}; give a name or a pid`,
    );
  }
  if (atNs === undefined) throw new SchedlabError(`${task} never waited in ${name}: it ran whenever it could`);
  const doing = [...collector.meant.values()].slice(0, 5).map((each) => `${each.name} ${inWords[each.doing]}`);
  throw new SchedlabError(`no wait of ${task} at ${formatSpan(atNs, " ")} in ${name}: ${doing.join(", ")} then`);
}

const inWords: Readonly<Record<Doing, string>> = {
  waiting: "had just come to wait or was about to run",
  running: "was running",
  asleep: "was asleep",
  gone: "had ended",
  unknown: "was not heard of",
};

export function explainedWait(
  wait: CollectedWait,
  told: Pick<ExplainedWait, "ended" | "began" | "reasons" | "notes">,
): ExplainedWait {
  const { pid, name, fromNs, toNs, ranAgain, cpus, moves } = wait;
  return { pid, name, fromNs, toNs, ranAgain, cpus, moves, ran: runners(wait), ...told };
}

/** Without what rules say. */
export function beginning({ how, by, inInterrupt, fromNs }: CollectedWait): Beginning {
  return { how, by, rule: null, sentence: beginningInWords(how, by, inInterrupt, fromNs), facts: {} };
}

function beginningInWords(
  how: CollectedWait["how"],
  by: string | null,
  inInterrupt: boolean | null,
  fromNs: Nanoseconds,
): string {
  if (how === "started") return by === null ? "it started" : `${by} forked it`;
  if (how === "left") return by === null ? "it left the CPU, though it could go on" : `it had to make way for ${by}`;
  if (inInterrupt === true) return "a timer woke it";
  return by === null ? "it was woken" : `${by} ${fromNs === 0 ? "had woken" : "woke"} it`;
}

function runners({ ran, cpus, fromNs, toNs }: CollectedWait): Runner[] {
  const wholeNs = (toNs - fromNs) * Math.max(1, new Set(cpus).size);
  // One CPU after the other, or all at once: in the first case the wait is no longer for having several.
  const together = [...ran.values()].reduce((sum, { ranNs }) => sum + ranNs, 0);
  const timeNs = together > toNs - fromNs ? wholeNs : toNs - fromNs;
  return [...ran]
    .filter(([, { ranNs }]) => ranNs > 0)
    .map(([pid, { name, ranNs, times }]) => ({ pid, name, ranNs, share: ranNs / timeNs, times }))
    .sort((a, b) => b.ranNs - a.ranNs || a.pid - b.pid);
}
