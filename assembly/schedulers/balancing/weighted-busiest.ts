/** Which CPU a balancing CPU should pull from, and how much load. Source: smp-balancing.md, "Loads", "find_busiest". */
import { machine } from "../../machine/machine";
import { Kind, nextInRing } from "./domain";
import { WeightedCpu } from "./weighted-records";

/** The load of a task of nice 0, about. */
export const AVERAGE_WEIGHT: u64 = 128;

/** At the tick: the averages follow the load, rounded up while it rises. */
export function averageLoads(cpu: WeightedCpu): void {
  const load = cpu.weighted;
  cpu.load0 = load;
  cpu.load1 = averaged(cpu.load1, load, 1);
  cpu.load2 = averaged(cpu.load2, load, 2);
}

/** The mean over 2^shift ticks. */
function averaged(old: u64, now: u64, shift: u64): u64 {
  const weight = ((<u64>1) << shift) - 1;
  return (old * weight + (now > old ? now + weight : now)) >> shift;
}

/** An averaged load: 1 is the one of the last tick, 2 a mean over two ticks. */
function averageLoad(cpu: WeightedCpu, index: u32): u64 {
  return index == 1 ? cpu.load0 : cpu.load1;
}

/** Low guess of a CPU's load: nothing is taken from one that is only busy for the moment. */
export function sourceLoad(cpu: WeightedCpu, index: u32): u64 {
  return min<u64>(averageLoad(cpu, index), cpu.weighted);
}

/** High guess: nothing is given to one that is only idle for the moment. */
export function targetLoad(cpu: WeightedCpu, index: u32): u64 {
  return max<u64>(averageLoad(cpu, index), cpu.weighted);
}

/** What findBusiest found; a scratch record, valid until its next call. */
@unmanaged
@final
export class Imbalance {
  /** Null: the load is even enough. */
  cpu: WeightedCpu | null;
  /** Weighted load to move. */
  load: i64;
}

const IMBALANCE = changetype<Imbalance>(memory.data(16, 8));

function imbalance(cpu: WeightedCpu | null, load: u64): Imbalance {
  IMBALANCE.cpu = cpu;
  IMBALANCE.load = <i64>load;
  return IMBALANCE;
}

/**
 * `candidates`: CPUs to regard, bit by bit, `me` always among them; the others count as empty. `percent`: see
 * WeightedHost.imbalancePercent.
 */
export function findBusiest(me: WeightedCpu, kind: Kind, candidates: u64, percent: u64): Imbalance {
  const index: u32 = kind == Kind.Idle ? 1 : 2;
  const mine = targetLoad(me, index);
  let busiest: WeightedCpu | null = null;
  let most: u64 = 0;
  let total = mine;
  for (let cpu = nextInRing(me); cpu != me; cpu = nextInRing(cpu)) {
    if ((candidates & cpu.bit) == 0) continue;
    const load = sourceLoad(cpu, index);
    total += load;
    if (load > most && cpu.running > 1) {
      busiest = cpu;
      most = load;
    }
  }
  if (busiest == null || mine >= most) return imbalance(null, 0);
  const average = total / machine.cpuCount;
  if (mine >= average || 100 * most <= percent * mine) return imbalance(null, 0);
  const perTask = busiest.weighted / busiest.running;
  if (most <= perTask) return imbalance(null, 0);
  if (most >= average) {
    const surplus = min<u64>(min<u64>(most - average, most - perTask), average - mine);
    if (surplus >= perTask) return imbalance(busiest, surplus);
  }
  return weighSmall(me, busiest, perTask, most, mine);
}

/** The imbalance is below one task: is it still worth while to move one? */
function weighSmall(me: WeightedCpu, busiest: WeightedCpu, perTask: u64, most: u64, mine: u64): Imbalance {
  let factor: u64 = 2;
  let myPerTask = AVERAGE_WEIGHT;
  if (me.running > 0) {
    myPerTask = me.weighted / me.running;
    if (perTask > myPerTask) factor = 1;
  }
  if (most - mine >= perTask * factor) return imbalance(busiest, perTask);
  const before = min<u64>(perTask, most) + min<u64>(myPerTask, mine);
  const left = most > perTask ? min<u64>(perTask, most - perTask) : 0;
  const after = left + min<u64>(myPerTask, mine + min<u64>(most, perTask));
  return after > before ? imbalance(busiest, perTask) : imbalance(null, 0);
}
