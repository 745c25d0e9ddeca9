/** The channels of a recording: one for each pair of tasks of which one woke the other. */
import type { RecordedTask } from "./recorded-task.js";

export interface RecordedChannel {
  readonly from: RecordedTask;
  readonly to: RecordedTask;
}

/** More tasks than any machine's pids can name. */
const MAX_TASKS = 2 ** 26;

export class ChannelTable {
  readonly channels: RecordedChannel[] = [];
  readonly #indices = new Map<number, number>();

  index(from: RecordedTask, to: RecordedTask): number {
    const key = from.index * MAX_TASKS + to.index;
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.channels.push({ from, to }) - 1;
      this.#indices.set(key, index);
    }
    return index;
  }
}
