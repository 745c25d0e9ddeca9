/** The events of the Chrome trace event format as text; which of them when is the affair of chrome.ts. */
import type { CpuId, Nanoseconds, SwitchState, TaskId } from "../engine/types.js";
import { ByteText, word } from "./byte-text.js";

export type Activity = "running" | "runnable" | "sleeping" | "blocked";
export type Instant = "wakeup" | "new" | "migrate" | "exit";

/** What tells a track from others, and its name, both as they stand in events. */
export interface Track {
  /** `"pid":…,"tid":…` */
  readonly ids: Uint8Array;
  readonly name: Uint8Array;
}

const separator = word(",\n");
const timestamp = word(',"ts":');
const duration = word(',"dur":');
const noArguments = word(',"args":{}}');
const endOfEvent = word("}}");

const activityHeads = {
  running: word('{"ph":"X","cat":"task","name":"running",'),
  runnable: word('{"ph":"X","cat":"task","name":"runnable",'),
  sleeping: word('{"ph":"X","cat":"task","name":"sleeping",'),
  blocked: word('{"ph":"X","cat":"task","name":"blocked",'),
};
const argumentCpu = word(',"args":{"cpu":');
const argumentPid = word(',"args":{"pid":');
const argumentPriority = word(',"priority":');

const runHead = word('{"ph":"X","cat":"cpu","name":');
const comma = word(",");
const runEndState = word(',"endState":"');
const endOfRun = word('"}}');

const instantHeads = {
  wakeup: word('{"ph":"i","s":"t","cat":"event","name":"wakeup",'),
  new: word('{"ph":"i","s":"t","cat":"event","name":"new",'),
  migrate: word('{"ph":"i","s":"t","cat":"event","name":"migrate",'),
  exit: word('{"ph":"i","s":"t","cat":"event","name":"exit",'),
};
/** What stands before each of the instant's numbers. */
const instantArguments: Readonly<Record<Instant, readonly [Uint8Array, Uint8Array?, Uint8Array?]>> = {
  wakeup: [word(',"args":{"wakingCpu":'), word(',"targetCpu":'), argumentPriority],
  new: [argumentCpu, argumentPriority],
  migrate: [word(',"args":{"fromCpu":'), word(',"toCpu":')],
  exit: [argumentCpu],
};

export class ChromeText extends ByteText {
  #first = true;

  begin(): void {
    this.put(word('{"traceEvents":[\n'));
  }

  /** Names a process and gives it its place. */
  process(pid: number, name: string, order: number): void {
    this.#metadata("process_name", `"pid":${pid}`, { name });
    this.#metadata("process_sort_index", `"pid":${pid}`, { sort_index: order });
  }

  /** Names a track and gives it its place, by number. */
  track(pid: number, thread: number, name: string): Track {
    const ids = `"pid":${pid},"tid":${thread}`;
    this.#metadata("thread_name", ids, { name });
    this.#metadata("thread_sort_index", ids, { sort_index: thread });
    return { ids: word(ids), name: word(JSON.stringify(name)) };
  }

  /** What a task did. A sleeper is on no CPU and has no use for a priority. */
  activity(
    activity: Activity,
    ids: Uint8Array,
    sinceNs: Nanoseconds,
    lengthNs: Nanoseconds,
    cpu: CpuId,
    priority: number,
  ): void {
    this.#separate();
    this.put(activityHeads[activity]);
    this.put(ids);
    this.#extent(sinceNs, lengthNs);
    if (activity === "sleeping" || activity === "blocked") {
      this.put(noArguments);
    } else {
      this.#number(argumentCpu, cpu);
      this.#number(argumentPriority, priority);
      this.put(endOfEvent);
    }
  }

  /** What a CPU did. */
  run(
    name: Uint8Array,
    ids: Uint8Array,
    sinceNs: Nanoseconds,
    lengthNs: Nanoseconds,
    pid: TaskId,
    priority: number,
    endState: SwitchState,
  ): void {
    this.#separate();
    this.put(runHead);
    this.put(name);
    this.put(comma);
    this.put(ids);
    this.#extent(sinceNs, lengthNs);
    this.#number(argumentPid, pid);
    this.#number(argumentPriority, priority);
    this.put(runEndState);
    this.putCharacter(endState.charCodeAt(0));
    this.put(endOfRun);
  }

  /** What happened to a task; the numbers are those of its kind of event, in their order. */
  instant(instant: Instant, ids: Uint8Array, timeNs: Nanoseconds, first: number, second = 0, third = 0): void {
    this.#separate();
    this.put(instantHeads[instant]);
    this.put(ids);
    this.put(timestamp);
    this.putThousandths(timeNs);
    const [beforeFirst, beforeSecond, beforeThird] = instantArguments[instant];
    this.#number(beforeFirst, first);
    if (beforeSecond !== undefined) this.#number(beforeSecond, second);
    if (beforeThird !== undefined) this.#number(beforeThird, third);
    this.put(endOfEvent);
  }

  /** A task passed a mark of its program. */
  mark(name: string, ids: Uint8Array, timeNs: Nanoseconds, cpu: CpuId): void {
    this.#separate();
    this.put(word(`{"ph":"i","s":"t","cat":"mark","name":${JSON.stringify(name)},`));
    this.put(ids);
    this.put(timestamp);
    this.putThousandths(timeNs);
    this.#number(argumentCpu, cpu);
    this.put(endOfEvent);
  }

  #metadata(name: string, ids: string, args: object): void {
    this.#separate();
    this.put(word(`{"ph":"M","name":"${name}",${ids},"args":${JSON.stringify(args)}}`));
  }

  #extent(sinceNs: Nanoseconds, lengthNs: Nanoseconds): void {
    this.put(timestamp);
    this.putThousandths(sinceNs);
    this.put(duration);
    this.putThousandths(lengthNs);
  }

  #number(before: Uint8Array, value: number): void {
    this.put(before);
    this.putNumber(value);
  }

  #separate(): void {
    if (this.#first) this.#first = false;
    else this.put(separator);
  }
}
