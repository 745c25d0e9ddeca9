/**
 * Mutexes, condition variables, semaphores, barriers, points of suspension, and the timers that tasks share: one record
 * for all of them, the beginning of which is that of a Channel.
 *
 *   offset  0        8       12            20
 *           | amount | limit | waiters (8) | holder |
 *
 *   kind          amount              limit          waiters                        holder
 *   mutex         -                   -              tasks that will get it, in order   who holds it
 *   condition     -                   -              tasks before the signal        -
 *   semaphore     units               -              tasks that will get a unit     -
 *   barrier       tasks that came     parties        the same tasks                 -
 *   suspension    -                   -              tasks that are suspended       -
 *   timer         its last point      a TimerPhase   -                              -
 */
import { WaitList } from "./channel";
import { Task } from "./task";

@unmanaged
@final
export class Synchroniser {
  amount: u64;
  limit: u32;
  private waitersFirst: usize;
  private waitersLast: usize;
  /** It may have exited. */
  holder: Task | null;

  get waiters(): WaitList {
    return changetype<WaitList>(changetype<usize>(this) + offsetof<Synchroniser>("waitersFirst"));
  }
}
