/**
 * The order of things: from instant to instant, and within one instant. This is machine-model, "The order of
 * things at one instant", told in code.
 *
 * Only CPUs that have something to do are served. That changes nothing: serving a CPU without work does
 * nothing, and a pass over the pending ones in ascending order, live, is a full pass over all.
 */
import { Scheduler } from "../schedulers/scheduler";
import { Cpu } from "./cpu";
import { machine, Status } from "./machine";
import { rescheduleIfFlagged, runOperations } from "./operations";
import { startTask } from "./population";
import { TaskState } from "./task";
import { deferToCpu, nextExpiry, takeDue, takeExpired } from "./timers";
import { wantsDraining } from "./trace";
import { wakeTask } from "./wakeup";

/** Serves all instants up to and including `until`, at most `limit` of them. Returns a Status. */
export function advance<S extends Scheduler>(scheduler: S, until: u64, limit: u32): u32 {
  while (limit > 0) {
    if (machine.failure) return machine.failure;
    const next = nextInstant();
    if (next > until) {
      machine.reached = until;
      return Status.Reached;
    }
    if (wantsDraining()) return Status.Paused;
    serveInstant<S>(scheduler, next);
    machine.reached = next;
    limit -= 1;
  }
  return machine.failure ? machine.failure : <u32>Status.Paused;
}

/** The next time at which anything is due. */
export function nextInstant(): u64 {
  return min<u64>(machine.nextTick, min<u64>(nextExpiry(), machine.runEnds.first()));
}

function serveInstant<S extends Scheduler>(scheduler: S, now: u64): void {
  machine.now = now;
  machine.operations = 0;
  startAndCollect<S>(scheduler);
  collectRunEnds(now);
  if (now == machine.nextTick) {
    machine.nextTick = now + machine.tickNs;
    machine.ticks += 1;
    machine.pending = machine.allCpus;
  }
  while (machine.pending && !machine.failure) servePass<S>(scheduler);
}

/** Step 0, the starts; due timers are left to their CPUs. */
function startAndCollect<S extends Scheduler>(scheduler: S): void {
  for (;;) {
    const task = takeExpired();
    if (task == null) return;
    if (task.state == TaskState.New) startTask<S>(scheduler, task);
    else deferToCpu(task);
  }
}

/** CPUs whose current `run` ends now have an operation to do. */
function collectRunEnds(now: u64): void {
  if (machine.runEnds.first() == now) machine.pending |= machine.runEnds.takeAt(now);
}

/** One pass over the CPUs, 0 … n-1. A CPU that gets work from a later one waits for the next pass. */
function servePass<S extends Scheduler>(scheduler: S): void {
  let behind: u64 = 0;
  for (;;) {
    const ahead = machine.pending & ~behind;
    if (ahead == 0 || machine.failure) return;
    const cpu = machine.cpu(<i32>ctz(ahead));
    machine.pending &= ~cpu.bit;
    behind = (cpu.bit << 1) - 1;
    serveCpu<S>(scheduler, cpu);
  }
}

function serveCpu<S extends Scheduler>(scheduler: S, cpu: Cpu): void {
  const ticks = cpu.ticks < machine.ticks;
  if (ticks) {
    cpu.ticks += 1;
    if (cpu.id == 0) machine.jiffies += 1;
    scheduler.tick(cpu);
  }
  for (;;) {
    const task = takeDue(cpu);
    if (task == null) break;
    wakeTask<S>(scheduler, task, cpu, false, true);
  }
  if (ticks) scheduler.afterTimers(cpu);
  rescheduleIfFlagged<S>(scheduler, cpu);
  runOperations<S>(scheduler, cpu);
}
