/** Moving weighted load from one CPU to another. Source: smp-balancing.md, "move". */
import { PriorityArray } from "../../structures/priority-array";
import { firstCandidate, nextCandidate } from "../shared/candidates";
import { WeightedCpu, WeightedHost, WeightedTask } from "./weighted-records";

/** A round of moves under way, and what came of it; a scratch record, valid until the next call of move. */
@unmanaged
@final
export class Move {
  to: WeightedCpu;
  from: WeightedCpu;
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

export function move<H extends WeightedHost>(host: H, to: WeightedCpu, from: WeightedCpu, tasks: u32, load: i64): Move {
  const round = MOVE;
  round.count = 0;
  round.pinned = false;
  if (tasks == 0 || load == 0) return round;
  round.to = to;
  round.from = from;
  round.tasksLeft = tasks;
  round.loadLeft = load;
  round.pinned = true;
  round.bestHere = host.bestPrio(to);
  round.bestThere = host.bestPrio(from);
  round.seenBest = round.bestThere == changetype<WeightedTask>(from.current).prio;
  const finished = moveFromArray<H>(host, round, host.first(from));
  const second = host.second(from);
  if (!finished && second != null) moveFromArray<H>(host, round, second);
  return round;
}

/** True when the round is over. */
function moveFromArray<H extends WeightedHost>(host: H, round: Move, array: PriorityArray): bool {
  let candidate = firstCandidate(array);
  while (candidate != null) {
    const task = changetype<WeightedTask>(candidate);
    const next = nextCandidate(array, task);
    // Its list there; the move may give it another one here.
    const prio = task.prio;
    if (!isTooHeavy(round, task) && isMovable<H>(host, round, task)) {
      host.pull(task, round.from, round.to);
      round.count += 1;
      round.tasksLeft -= 1;
      round.loadLeft -= <i64>task.weight;
      if (round.tasksLeft == 0 || round.loadLeft <= 0) return true;
      if (prio < round.bestHere) round.bestHere = prio;
    } else if (prio == round.bestThere) {
      round.seenBest = true;
    }
    candidate = next;
  }
  return false;
}

function isTooHeavy(round: Move, task: WeightedTask): bool {
  if (<i64>task.weight <= round.loadLeft) return false;
  if (task.prio >= round.bestHere) return true;
  return !round.seenBest && task.prio == round.bestThere;
}

function isMovable<H extends WeightedHost>(host: H, round: Move, task: WeightedTask): bool {
  if (!task.allows(round.to.id)) return false;
  round.pinned = false;
  if (task == round.from.current) return false;
  return round.to.failed > 1 || !host.isHot(task, round.from);
}
