/**
 * Punctuality: the rounds of a task that has a `deadline`, and the periods of one that waits `until` points of a
 * timer's grid. Only such tasks pay for it. Source: docs/workload-format.md, "Deadlines" and "Periodic timers".
 *
 * A round is released when the task starts, and when it is woken from an operation that starts rounds (FLAG_RELEASES;
 * the host decides which do). It is complete when the task comes to the next such operation, or exits, after having
 * run. For `until` the release is the point of the grid.
 */
import { machine } from "./machine";
import { FLAG_RELEASES, FLAG_TASK_TIMER, Instruction, Opcode } from "./program";
import { synchroniserOf } from "./shared-objects";
import { NEVER, Task, TaskState } from "./task";

export const enum TimerPhase {
  /** Its grid begins at the first use. */
  Unused = 0,
  /** Its grid begins at a given time; it has not been used. */
  Given = 1,
  /** It is in use. */
  Begun = 2,
}

/** A grid of points. A Synchroniser that is a timer begins like this. */
@unmanaged
@final
class Timer {
  /** The last point that a task waited for, or where the grid begins; ns. */
  point: u64;
  phase: u32;
}

/**
 *   its own timer 16 | the present round 16 | rounds 16 | periods 16
 */
@unmanaged
@final
export class Timekeeping {
  /** Timer, until … without a name. */
  private timerPoint: u64;
  private timerPhase: u32;
  /** When the present round was released; while it waits for a point of its grid, that point. */
  releasedAt: u64;
  /** CPU time of the task at that moment. */
  cpuTimeAtRelease: u64;
  /** Complete rounds, and those of them that were complete after their deadline. */
  rounds: u32;
  missedRounds: u32;
  roundLatenessMax: u64;
  /** Points of the grid, and those of them that were past when the task came to wait for them. */
  periods: u32;
  missedPeriods: u32;
  periodLatenessMax: u64;

  get timer(): Timer {
    return changetype<Timer>(this);
  }
}

export const TIMEKEEPING_SIZE: usize = offsetof<Timekeeping>();

/** Of a task that is `timed`. */
export function timekeepingOf(task: Task): Timekeeping {
  return changetype<Timekeeping>(task.counters - TIMEKEEPING_SIZE);
}

export function openTimekeeping(task: Task): void {
  task.timed = true;
  const start = task.document.timerStart;
  if (start == NEVER) return;
  const timer = timekeepingOf(task).timer;
  timer.point = start;
  timer.phase = TimerPhase.Given;
}

/** The task starts. */
export function releaseFirstRound(task: Task): void {
  timekeepingOf(task).releasedAt = machine.now;
}

/** A timed task wakes up. `byTimer`: from the operation before its present one. */
export function noteRelease(task: Task, byTimer: bool): void {
  // One that was moved to another CPU has not waited for anything.
  if (task.state != TaskState.Sleeping) return;
  const instruction = machine.instruction(byTimer ? task.counter - 1 : task.counter);
  if ((instruction.flags & FLAG_RELEASES) == 0 || instruction.opcode == <u8>Opcode.Until) return;
  timekeepingOf(task).releasedAt = machine.now;
}

/** An operation that starts a round ends the one before. */
export function startRound(task: Task, instruction: Instruction): void {
  if (instruction.flags & FLAG_RELEASES) completeRound(task);
}

/** The running task comes to an operation that starts rounds, or exits: if it has run, a round is complete. */
export function completeRound(task: Task): void {
  const keeping = timekeepingOf(task);
  const cpuTime = task.cpuTime + (machine.now - task.since);
  if (cpuTime == keeping.cpuTimeAtRelease) return;
  const due = keeping.releasedAt + task.document.deadline;
  keeping.rounds += 1;
  if (machine.now > due) {
    keeping.missedRounds += 1;
    keeping.roundLatenessMax = max<u64>(keeping.roundLatenessMax, machine.now - due);
  }
  keeping.releasedAt = machine.now;
  keeping.cpuTimeAtRelease = cpuTime;
}

/**
 * The next point of the timer: the running task is to sleep until then. If it is past, or now, the task goes on at
 * once. A timer that rebases begins a new grid at a moment that comes too late; the points in between are lost, and
 * missed.
 */
export function nextPoint(task: Task, instruction: Instruction, rebases: bool): u64 {
  const now = machine.now;
  const period = instruction.value;
  const keeping = timekeepingOf(task);
  const timer =
    instruction.flags & FLAG_TASK_TIMER ? keeping.timer : changetype<Timer>(synchroniserOf(task, instruction));
  let point = timer.point + period;
  if (timer.phase != TimerPhase.Begun) {
    if (timer.phase == TimerPhase.Unused) point = now + period;
    else if (timer.point > now) point = timer.point;
    timer.phase = TimerPhase.Begun;
  }
  let points: u64 = 1;
  if (point < now) {
    if (rebases) points = (now - point + period - 1) / period;
    keeping.missedPeriods += <u32>points;
    keeping.periodLatenessMax = max<u64>(keeping.periodLatenessMax, now - point);
    if (rebases) point = now;
  }
  keeping.periods += <u32>points;
  timer.point = point;
  if (instruction.flags & FLAG_RELEASES) keeping.releasedAt = point;
  return point;
}
