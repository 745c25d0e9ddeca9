/** The rows of a scheduling history as `perf sched timehist` (6.1) prints them, to the character. */
import { milliseconds, type ShownTask, seconds, taskLabel, threadLabel } from "./spelling.js";
import type { MigrationRow, SwitchRow, TimehistRow, WakeupRow } from "./timehist.js";

export interface TimehistColumns {
  readonly wakeups?: boolean;
  readonly migrations?: boolean;
  readonly next?: boolean;
  readonly state?: boolean;
  readonly priority?: boolean;
  /** A column for each CPU, with an `s` where somebody leaves it, an `i` where its idle task does: so many CPUs. */
  readonly visualCpus?: number;
}

const taskWidth = 30;
const priorityWidth = 8;
/** What `next:` and the name after it take; rows without it are filled up where other rows have more to tell. */
const nextWidth = 24;

export class TimehistText {
  readonly #columns: TimehistColumns;
  readonly #visualWidth: number;

  constructor(columns: TimehistColumns = {}) {
    this.#columns = columns;
    // perf has a column more than there are CPUs.
    this.#visualWidth = columns.visualCpus === undefined ? 0 : columns.visualCpus + 1;
  }

  /** The head, without the newline after its last line. */
  head(): string {
    const { state, priority } = this.#columns;
    const width = this.#visualWidth;
    const visual = (text: string) => (width === 0 ? "" : `${text.padEnd(width)}  `);
    const digits = Array.from({ length: width }, (_, cpu) => (cpu % 16).toString(16)).join("");
    const prioritized = (text: string) => (priority ? `${text.padEnd(priorityWidth)}  ` : "");
    const line = (...cells: readonly string[]) => cells.join("");
    return [
      line(
        `${"time".padStart(15)} ${"cpu".padStart(6)}  `,
        visual(digits),
        `${"task name".padEnd(taskWidth)}  `,
        prioritized("prio"),
        `${"wait time".padStart(9)}  ${"sch delay".padStart(9)}  ${"run time".padStart(9)}`,
        state ? "  state" : "",
      ),
      line(
        " ".repeat(24),
        visual(""),
        `${"[tid/pid]".padEnd(taskWidth)}  `,
        prioritized(""),
        `${"(msec)".padStart(9)}  ${"(msec)".padStart(9)}  ${"(msec)".padStart(9)}`,
        state ? " ".repeat(7) : "",
      ),
      line(
        `${"-".repeat(15)} ${"-".repeat(6)}  `,
        width === 0 ? "" : `${"-".repeat(width)}  `,
        `${"-".repeat(taskWidth)}  `,
        priority ? `${"-".repeat(priorityWidth)}  ` : "",
        Array(3).fill("-".repeat(9)).join("  "),
        state ? "  -----" : "",
      ),
    ].join("\n");
  }

  /** The row's line without its newline; null where the columns do not include rows of its kind. */
  line(row: TimehistRow): string | null {
    switch (row.kind) {
      case "switch":
        return this.#switchLine(row);
      case "wakeup":
        return this.#columns.wakeups ? this.#wakeupLine(row) : null;
      case "migrate":
        return this.#columns.migrations ? this.#migrationLine(row) : null;
    }
  }

  #switchLine(row: SwitchRow): string {
    const { wakeups, next, state } = this.#columns;
    const idle = row.task.pid === 0;
    const times = `${milliseconds(row.waitNs)} ${milliseconds(row.delayNs)} ${milliseconds(row.runNs)} `;
    const began = `${this.#begin(row, taskLabel(row.task), idle ? "i" : "s", 2)}${this.#priority(row)}${times}`;
    const withState = state ? `${began} ${row.state.padStart(5)} ` : began;
    if (next) return `${withState} next: ${threadLabel(row.next.name, row.next.pid).padEnd(nextWidth)}`;
    return wakeups ? withState + " ".repeat(32) : withState;
  }

  #wakeupLine(row: WakeupRow): string {
    const text = `awakened: ${threadLabel(row.woken.name, row.woken.pid)}`;
    return `${this.#begin(row, bystanderLabel(row.task), "", 2)}${this.#blankTimes()}${text}`;
  }

  #migrationLine(row: MigrationRow): string {
    const visual = this.#visualWidth > 0;
    const text = `migrated: ${threadLabel(row.moved.name, row.moved.pid)} cpu ${row.fromCpu} => ${row.toCpu}`;
    // With the visual columns perf puts everything behind them a column further to the right on either side.
    return `${this.#begin(row, bystanderLabel(row.task), "m", visual ? 3 : 2)}${this.#blankTimes()}${text}`;
  }

  /** Time, CPU, the visual columns and who runs. `gap` stands before and behind the visual columns. */
  #begin(row: TimehistRow, label: string, sign: string, gap: number): string {
    const blanks = " ".repeat(gap);
    const cpu = `[${String(row.cpu).padStart(4, "0")}]`;
    const width = this.#visualWidth;
    const visual = width === 0 ? "" : `${(" ".repeat(sign === "" ? 0 : row.cpu) + sign).padEnd(width)}${blanks}`;
    return `${seconds(row.timeNs).padStart(15)} ${cpu}${blanks}${visual}${label.padEnd(taskWidth)} `;
  }

  #priority({ priority, priorityBefore }: SwitchRow): string {
    if (!this.#columns.priority) return "";
    const changed = priorityBefore !== null && priorityBefore !== priority;
    const text = priority === null ? "" : changed ? `${priorityBefore}->${priority}` : String(priority);
    return ` ${text.padEnd(priorityWidth)} `;
  }

  #blankTimes(): string {
    return " ".repeat(this.#columns.priority ? 34 + priorityWidth + 2 : 34);
  }
}

/** Who runs while others are woken and moved: an idle task is called otherwise than where it leaves its CPU. */
function bystanderLabel(task: ShownTask): string {
  return task.pid === 0 ? "swapper" : taskLabel(task);
}
