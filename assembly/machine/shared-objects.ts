/**
 * What tasks share: channels and synchronisers, in tables whose entries are of one size. The first table is that of the
 * whole machine; each instance of a document with private names has one of its own, which its descendants share.
 */
import { Channel } from "./channel";
import { machine } from "./machine";
import { FLAG_OWN, Instruction, ObjectSpec } from "./program";
import { Synchroniser } from "./synchroniser";
import { Task } from "./task";

/** A Synchroniser is no larger. */
export const OBJECT_SIZE: usize = offsetof<Channel>();

/** Sets up a table as the specifications from `first` on say. */
export function openObjects(table: usize, first: u32, count: u32): void {
  assert(offsetof<Synchroniser>() <= OBJECT_SIZE);
  for (let index: u32 = 0; index < count; index++) {
    const spec = changetype<ObjectSpec>(machine.objectSpecs + <usize>(first + index) * offsetof<ObjectSpec>());
    // The two kinds of record begin alike.
    const object = changetype<Synchroniser>(table + <usize>index * OBJECT_SIZE);
    object.amount = spec.amount;
    object.limit = spec.limit;
  }
}

function objectAt(task: Task, index: u32, isOwn: bool): usize {
  return (isOwn ? task.ownObjects : machine.objects) + <usize>index * OBJECT_SIZE;
}

export function channelOf(task: Task, instruction: Instruction): Channel {
  return changetype<Channel>(objectAt(task, instruction.argument, (instruction.flags & FLAG_OWN) != 0));
}

/** Number `index` of the task's own synchronisers, or of those that all share. */
export function synchroniserAt(task: Task, index: u32, isOwn: bool): Synchroniser {
  return changetype<Synchroniser>(objectAt(task, index, isOwn));
}

export function synchroniserOf(task: Task, instruction: Instruction): Synchroniser {
  return synchroniserAt(task, instruction.argument, (instruction.flags & FLAG_OWN) != 0);
}
