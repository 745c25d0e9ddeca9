/**
 * Deadlocks: tasks that wait for each other in a circle, for mutexes and for children to exit, can never go on. A
 * circle closes when the last of them begins to wait, so that is when it is looked for, and only there: what does not
 * wait for a mutex that somebody holds pays nothing.
 *
 * Who waits for a mutex waits for one task, its holder, and that chain is short. Who waits for children waits for each
 * of them. Nobody keeps a list of his children, so the whole table is searched; that is only done if a task in `join`
 * holds a mutex, without which there is no circle through it.
 */
import { machine } from "./machine";
import { taskAt } from "./population";
import { FLAG_OWN, FLAG_OWN_MUTEX, Instruction, Opcode } from "./program";
import { synchroniserAt } from "./shared-objects";
import { Synchroniser } from "./synchroniser";
import { Task, TaskState, WaitsFor } from "./task";

/** The mutex of a `lock` or a `wait`. */
export function mutexAwaitedBy(task: Task, instruction: Instruction): Synchroniser {
  const flags = instruction.flags;
  if (instruction.opcode == <u8>Opcode.Lock) return synchroniserAt(task, instruction.argument, (flags & FLAG_OWN) != 0);
  return synchroniserAt(task, <u32>instruction.value, (flags & FLAG_OWN_MUTEX) != 0);
}

/** `task` begins to wait for a mutex or for its children: whether they wait for it already, directly or not. */
export function closesCycle(task: Task): bool {
  const parents = changetype<Search>(SEARCH);
  parents.first = null;
  parents.last = null;
  let found = false;
  if (task.waitsFor == <u8>WaitsFor.Mutex) found = leadsTo(holderAwaitedBy(task), task);
  else if (mayBeAwaited(task)) note(task);
  let parent = parents.first;
  while (parent != null && !found) {
    found = childLeadsTo(parent, task);
    parent = parent.waitNext;
  }
  parent = parents.first;
  while (parent != null) {
    parent.waitsFor = <u8>WaitsFor.Children;
    parent = parent.waitNext;
  }
  return found;
}

/**
 * Parents in `join` whose children are to be followed: scratch memory. Linked by `waitNext`, as they stand on no wait
 * list.
 */
@unmanaged
@final
class Search {
  first: Task | null;
  last: Task | null;
}

const SEARCH: usize = memory.data(8, 8);

function holderAwaitedBy(task: Task): Task {
  return mutexAwaitedBy(task, machine.instruction(task.counter)).holder!;
}

/** Whether `from` is `target`, or waits for it by way of mutexes. A parent in `join` on the way is noted. */
function leadsTo(from: Task, target: Task): bool {
  while (from != target && from.waitsFor == <u8>WaitsFor.Mutex) from = holderAwaitedBy(from);
  if (from != target && from.waitsFor == <u8>WaitsFor.Children) note(from);
  return from == target;
}

function note(parent: Task): void {
  const search = changetype<Search>(SEARCH);
  const last = search.last;
  parent.waitsFor = <u8>WaitsFor.ChildrenSearched;
  parent.waitNext = null;
  if (last == null) search.first = parent;
  else last.waitNext = parent;
  search.last = parent;
}

function childLeadsTo(parent: Task, target: Task): bool {
  for (let index: u32 = 0; index < machine.taskCount; index++) {
    const child = taskAt(index);
    if (child.parent != parent || child.state == TaskState.Exited) continue;
    if (leadsTo(child, target)) return true;
  }
  return false;
}

/** A task that joins is waited for by those that want a mutex of it, or of an ancestor that waits for it. */
function mayBeAwaited(task: Task): bool {
  let ancestor = task;
  while (ancestor.mutexes == 0) {
    const parent = ancestor.parent;
    if (parent == null || parent.waitsFor != <u8>WaitsFor.Children) return false;
    ancestor = parent;
  }
  return true;
}
