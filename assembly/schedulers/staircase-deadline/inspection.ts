/** What an inspection shows of the staircase deadline scheduler, beyond its records: the priority matrix, and a task's way through it. */
import { INSPECTION, NOTHING_SMALL } from "../../machine/inspection";
import { LayoutWriter } from "../../machine/layout";
import { isRealtime } from "../../machine/program";
import { DeadlineCpu, DeadlineTask, deadlineCpu, MAX_PRIO, MAX_RT_PRIO } from "./records";
import { entitledSlots, LEVELS_SIZE, nextSlot } from "./slots";
import { ALL_SLOTS, tuning } from "./tuning";

const NICE_LEVELS: i32 = 40;

@unmanaged
@final
class DerivedTask {
  entitledSlots: u64;
  nextSlot: i32;
  expired: bool;
}

/** Of a CPU: the levels, a byte each, then the rows of the matrix, 64 bits each. */
const LEVELS: usize = 0;
const MATRIX: usize = LEVELS + LEVELS_SIZE;

export function describeDeadlineInspection(writer: LayoutWriter): void {
  writer.record("DerivedTask");
  writer.set("entitledSlots", offsetof<DerivedTask>("entitledSlots"), MAX_RT_PRIO);
  writer.field("nextSlot", offsetof<DerivedTask>("nextSlot"), "i32?");
  writer.field("expired", offsetof<DerivedTask>("expired"), "bool");
  writer.end();
  writer.record("DerivedCpu");
  writer.list("levels", LEVELS, "u8", NICE_LEVELS);
  writer.sets("matrix", MATRIX, MAX_RT_PRIO, NICE_LEVELS);
  writer.end();
}

export function inspectDeadlineTask(task: DeadlineTask): void {
  const cpu = deadlineCpu(task.cpu);
  const isNormal = !isRealtime(task.policy);
  const isActive = task.array == cpu.active;
  const derived = changetype<DerivedTask>(INSPECTION);
  derived.entitledSlots = isNormal ? entitledSlots(task) : 0;
  derived.expired = task.array == cpu.expired;
  derived.nextSlot = NOTHING_SMALL;
  if (!isNormal || !isActive) return;
  const slot = nextSlot(task, cpu);
  if (slot < MAX_PRIO) derived.nextSlot = slot;
}

export function inspectDeadlineCpu(cpu: DeadlineCpu): void {
  memory.copy(INSPECTION + LEVELS, cpu.levels, LEVELS_SIZE);
  for (let level: i32 = 0; level < NICE_LEVELS; level++) {
    store<u64>(INSPECTION + MATRIX + ((<usize>level) << 3), ALL_SLOTS & ~tuning.blocked(MAX_RT_PRIO + level));
  }
}
