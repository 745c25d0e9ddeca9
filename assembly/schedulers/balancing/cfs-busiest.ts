/** Which CPU a balancing CPU should pull from under early CFS, and how much load. Source: cfs-2.6.24.md, section 9. */
import { machine } from "../../machine/machine";
import { CfsCpu } from "../cfs-2.6/records";
import { rules } from "../cfs-2.6/rules";
import { cfsCpu } from "../cfs-2.6/runqueue";

export const enum Kind {
  Busy = 0,
  Idle = 1,
  NewlyIdle = 2,
}

/** The load of one task of nice 0; also what the kernel takes for the slack of a comparison of loads. */
export const NICE_0_LOAD: u64 = 1024;
/** A CPU's load is compared modulo 2^22: multiplied by 1024, it overflows 32 bits in the kernel. */
const COMPARED_BITS: u64 = (1 << 22) - 1;

/** The load at the last tick (1), or its mean over 2 ticks (2). */
function averageLoad(cpu: CfsCpu, index: u32): u64 {
  return index == 1 ? cpu.load0 : cpu.load1;
}

/** Low guess of a CPU's load: nothing is taken from one that is only busy for the moment. Index 0: as it is now. */
export function sourceLoad(cpu: CfsCpu, index: u32): u64 {
  return index ? min<u64>(averageLoad(cpu, index), cpu.load) : cpu.load;
}

/** High guess: nothing is given to one that is only idle for the moment. */
export function targetLoad(cpu: CfsCpu, index: u32): u64 {
  return index ? max<u64>(averageLoad(cpu, index), cpu.load) : cpu.load;
}

/** What findBusiest found; a scratch record, valid until its next call. */
@unmanaged
@final
export class Imbalance {
  /** Null: the load is even enough. */
  cpu: CfsCpu | null;
  /** Weighted load to move; 0 if one task more would only turn the imbalance round. */
  load: u64;
}

const IMBALANCE = changetype<Imbalance>(memory.data(16, 8));

function imbalance(cpu: CfsCpu | null, load: u64): Imbalance {
  IMBALANCE.cpu = cpu;
  IMBALANCE.load = load;
  return IMBALANCE;
}

function loadIndex(kind: Kind): u32 {
  if (kind == Kind.Busy) return 2;
  return kind == Kind.Idle ? rules.idleLoadIndex : rules.newlyIdleLoadIndex;
}

/** `candidates`: CPUs to regard, bit by bit, `me` always among them; the others count as empty. */
export function findBusiest(me: CfsCpu, kind: Kind, candidates: u64): Imbalance {
  const index = loadIndex(kind);
  let total = targetLoad(me, index);
  const mine = total & COMPARED_BITS;
  let busiest: CfsCpu | null = null;
  let most: u64 = 0;
  for (let step = 1; step < machine.cpuCount; step++) {
    const cpu = inRing(me, step);
    if ((candidates & cpu.bit) == 0) continue;
    const load = sourceLoad(cpu, index);
    total += load;
    const compared = load & COMPARED_BITS;
    if (compared > most && cpu.running > 1) {
      busiest = cpu;
      most = compared;
    }
  }
  if (busiest == null || mine >= most) return imbalance(null, 0);
  const average = total / machine.cpuCount;
  if (mine >= average || 100 * most <= rules.imbalancePercent * mine) return imbalance(null, 0);
  const perTask = busiest.load / busiest.running;
  if (most <= perTask) return imbalance(null, 0);
  if (most < average) return weighSmall(me, busiest, 0, perTask, most, mine);
  const surplus = min<u64>(min<u64>(most - average, most - perTask), average - mine);
  if (surplus >= perTask) return imbalance(busiest, surplus);
  return weighSmall(me, busiest, surplus, perTask, most, mine);
}

/** Each CPU sees the groups of its domain from itself upwards, and round. */
function inRing(me: CfsCpu, step: i32): CfsCpu {
  const id = me.id + step;
  return cfsCpu(id < machine.cpuCount ? id : id - machine.cpuCount);
}

/**
 * The imbalance is below one task: is it worth while to move a whole one? If not, the busiest CPU is named all the same. `most` is
 * above `perTask`, so the kernel's cases for a lesser one, and for an overflow of perTask, can't occur.
 */
function weighSmall(me: CfsCpu, busiest: CfsCpu, surplus: u64, perTask: u64, most: u64, mine: u64): Imbalance {
  let factor: u64 = 2;
  let myPerTask = NICE_0_LOAD;
  if (me.running > 0) {
    myPerTask = me.load / me.running;
    if (perTask > myPerTask) factor = 1;
  }
  if (most - mine + NICE_0_LOAD >= perTask * factor) return imbalance(busiest, perTask);
  const before = perTask + min<u64>(myPerTask, mine);
  const after = min<u64>(perTask, most - perTask) + min<u64>(myPerTask, mine + perTask);
  return imbalance(busiest, after > before ? perTask : surplus);
}
