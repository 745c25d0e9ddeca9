/** Moving load from one CPU to another under early CFS. Source: cfs-2.6.24.md, section 9; cfs-2.6.23.md, section 9. */
import { NO_NODE } from "../../structures/ordered-tree";
import { CfsCpu, CfsTask, taskOf } from "../cfs-2.6/records";
import { rules } from "../cfs-2.6/rules";
import { currentOf, pull } from "../cfs-2.6/runqueue";
import { REALTIME_LEVELS } from "../shared/realtime";

/** Slack, so that a task slightly heavier than what is left to move still moves. */
const FUZZ: u64 = 1024;
/** nr_balance_failed up to which hot tasks stay: cache_nice_tries. */
const PATIENCE: u32 = 1;

/** A round of moves under way, and what came of it; a scratch record, valid until the next call of moveTasks. */
@unmanaged
@final
export class Moves {
  to: CfsCpu;
  from: CfsCpu;
  /** Load moved so far. */
  moved: u64;
  /** Every task looked at in the class tried last may not run on `to`. */
  pinned: bool;
  /** The best priority on `to`: a better task moves whatever its weight. */
  bestHere: i32;
}

const MOVES = changetype<Moves>(memory.data(32, 8));

/** It ran so lately that its data may still be in the cache. By the CPU's own clock; signed, for clocks differ. */
export function isHot(task: CfsTask, cpu: CfsCpu): bool {
  return task.isFair && <i64>(cpu.clock - task.execStart) < rules.migrationCost;
}

/** Moves about `load` from one CPU to the other: real-time tasks first, then fair ones. */
export function moveTasks(to: CfsCpu, from: CfsCpu, load: u64): Moves {
  const round = MOVES;
  round.to = to;
  round.from = from;
  round.moved = 0;
  round.bestHere = currentOf(to).prio;
  moveClass(round, true, load);
  if (round.moved < load) moveClass(round, false, load - round.moved);
  return round;
}

function moveClass(round: Moves, realtime: bool, load: u64): void {
  round.pinned = load != 0;
  let left = <i64>load;
  let examined: u32 = 0;
  let task = load ? firstCandidate(round.from, realtime) : null;
  while (task != null && examined < rules.examinedTasks) {
    examined += 1;
    const next = nextCandidate(round.from, task, realtime);
    if (!isTooHeavy(round, task, left) && isMovable(round, task)) {
      pull(task, round.from, round.to);
      round.moved += task.weight;
      left -= <i64>task.weight;
      if (left <= 0) return;
      round.bestHere = min<i32>(round.bestHere, task.prio);
    }
    task = next;
  }
}

function isTooHeavy(round: Moves, task: CfsTask, left: i64): bool {
  return task.weight >> 1 > <u64>left + FUZZ && task.prio >= round.bestHere;
}

function isMovable(round: Moves, task: CfsTask): bool {
  if (!task.allows(round.to.id)) return false;
  round.pinned = false;
  return mayLeave(task, round.from, round.to);
}

/** 2.6.23 finds the running task in the tree; it is no longer pinned, but can't be moved either. */
function mayLeave(task: CfsTask, from: CfsCpu, to: CfsCpu): bool {
  if (task == from.current) return false;
  return !rules.regardsHeat || to.failed > PATIENCE || !isHot(task, from);
}

/** In the migration thread of `from`: one task, whatever its weight. */
export function pushOne(to: CfsCpu, from: CfsCpu): void {
  if (!pushOneOfClass(to, from, true)) pushOneOfClass(to, from, false);
}

function pushOneOfClass(to: CfsCpu, from: CfsCpu, realtime: bool): bool {
  let task = firstCandidate(from, realtime);
  while (task != null) {
    if (task.allows(to.id) && mayLeave(task, from, to)) {
      pull(task, from, to);
      return true;
    }
    task = nextCandidate(from, task, realtime);
  }
  return false;
}

/** Fair tasks in the order of the tree; real-time ones from the best list on, each list from its tail to its head. */
function firstCandidate(cpu: CfsCpu, realtime: bool): CfsTask | null {
  if (realtime) return lastFrom(cpu, 0);
  const first = cpu.tree.first;
  return first == NO_NODE ? null : taskOf(first);
}

function nextCandidate(cpu: CfsCpu, task: CfsTask, realtime: bool): CfsTask | null {
  if (!realtime) {
    const next = cpu.tree.next(task.node);
    return next == NO_NODE ? null : taskOf(next);
  }
  const previous = task.previous;
  if (previous != cpu.realtime.head(task.prio)) return changetype<CfsTask>(previous);
  return lastFrom(cpu, task.prio + 1);
}

/** The tail of the first list that is not empty, from this priority on. */
function lastFrom(cpu: CfsCpu, prio: i32): CfsTask | null {
  const found = cpu.realtime.firstFrom(prio);
  return found < REALTIME_LEVELS ? changetype<CfsTask>(cpu.realtime.head(found).previous) : null;
}
