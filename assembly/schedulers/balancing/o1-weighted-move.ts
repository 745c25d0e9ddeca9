/** Moving load from one CPU to another in 2.6.18 and 2.6.22. Source: o1-2.6.md, section 11. */
import { PriorityArray } from "../../structures/priority-array";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { currentOf, flagIfPreempted, pull } from "../o1-2.6/runqueue";
import { isHot } from "./domain";
import { firstCandidate, nextCandidate } from "./scan";

/** A round of moves under way, and what came of it; a scratch record, valid until the next call of move. */
@unmanaged
@final
export class Move {
  to: O1Cpu;
  from: O1Cpu;
  /** The CPU whose failures count. */
  domain: O1Cpu;
  /** Tasks and load that may still move. */
  tasksLeft: u32;
  loadLeft: i64;
  /** Tasks moved. */
  count: u32;
  /** Every task looked at may not run on `to`. */
  pinned: bool;
  /** The best priorities on both sides: a task better than all of `to` moves despite its weight … */
  bestHere: i32;
  bestThere: i32;
  /** … unless it is the best one there and no other of that priority has been seen. */
  seenBest: bool;
}

const MOVE = changetype<Move>(memory.data(64, 8));

export function move(to: O1Cpu, from: O1Cpu, tasks: u32, load: i64, domain: O1Cpu): Move {
  const round = MOVE;
  round.count = 0;
  round.pinned = false;
  if (tasks == 0 || load == 0) return round;
  round.to = to;
  round.from = from;
  round.domain = domain;
  round.tasksLeft = tasks;
  round.loadLeft = load;
  round.pinned = true;
  round.bestHere = bestPrio(to);
  round.bestThere = bestPrio(from);
  round.seenBest = round.bestThere == currentOf(from).prio;
  const finished = from.expired.count > 0 && moveFromArray(round, from.expired, to.expired);
  if (!finished) moveFromArray(round, from.active, to.active);
  return round;
}

function bestPrio(cpu: O1Cpu): i32 {
  return min<i32>(currentOf(cpu).prio, cpu.bestExpiredPrio);
}

/** True when the round is over. */
function moveFromArray(round: Move, array: PriorityArray, target: PriorityArray): bool {
  let task = firstCandidate(array);
  while (task != null) {
    const next = nextCandidate(array, task);
    if (!isTooHeavy(round, task) && isMovable(round, task)) {
      const prio = task.prio;
      moveTask(round, task, target);
      if (round.tasksLeft == 0 || round.loadLeft <= 0) return true;
      if (prio < round.bestHere) round.bestHere = prio;
    } else if (task.prio == round.bestThere) {
      round.seenBest = true;
    }
    task = next;
  }
  return false;
}

function isTooHeavy(round: Move, task: O1Task): bool {
  if (<i64>task.weight <= round.loadLeft) return false;
  if (task.prio >= round.bestHere) return true;
  return !round.seenBest && task.prio == round.bestThere;
}

function isMovable(round: Move, task: O1Task): bool {
  if (!task.allows(round.to.id)) return false;
  round.pinned = false;
  if (task == round.from.current) return false;
  return round.domain.failed > 1 || !isHot(task, round.from.lastTick);
}

function moveTask(round: Move, task: O1Task, target: PriorityArray): void {
  const from = round.from;
  const to = round.to;
  pull(task, from, to, target);
  task.timestamp = task.timestamp - from.lastTick + to.lastTick;
  flagIfPreempted(task, to);
  round.count += 1;
  round.tasksLeft -= 1;
  round.loadLeft -= <i64>task.weight;
}
