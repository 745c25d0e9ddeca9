/**
 * Channels: counted messages, and the tasks that wait for one (or, where there is a capacity, for room), first come first
 * served. A sender takes the receiver that it wakes off the wait list, but the message stays in the channel: the
 * woken receiver looks again when it runs. Source: machine-model, "Tasks".
 */
import { Task } from "./task";

@unmanaged
@final
export class WaitList {
  first: Task | null;
  last: Task | null;

  append(task: Task): void {
    const last = this.last;
    task.waitNext = null;
    task.waitPrevious = last;
    if (last == null) this.first = task;
    else last.waitNext = task;
    this.last = task;
  }

  /** Takes the longest-waiting task off the list; null if nobody waits. */
  take(): Task | null {
    const task = this.first;
    if (task == null) return null;
    const next = task.waitNext;
    this.first = next;
    if (next == null) this.last = null;
    else next.waitPrevious = null;
    return task;
  }
}

/**
 *   offset  0          8          12              20
 *           | messages | capacity | receivers (8) | senders (8) |
 */
@unmanaged
@final
export class Channel {
  messages: u64;
  /** UNLIMITED (program.ts), or the number of messages that fit. */
  capacity: u32;
  private receiversFirst: usize;
  private receiversLast: usize;
  private sendersFirst: usize;
  private sendersLast: usize;

  get receivers(): WaitList {
    return changetype<WaitList>(changetype<usize>(this) + offsetof<Channel>("receiversFirst"));
  }

  get senders(): WaitList {
    return changetype<WaitList>(changetype<usize>(this) + offsetof<Channel>("sendersFirst"));
  }
}
