/** The staircase as the tenant of its load balancer, and v16's periodic balancing. Source: smp-balancing.md. */
import { machine, SCHEDULER } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { PriorityArray } from "../../structures/priority-array";
import { Kind } from "../balancing/domain";
import { balance } from "../balancing/weighted";
import { averageLoads } from "../balancing/weighted-busiest";
import { WeightedCpu, WeightedHost, WeightedTask } from "../balancing/weighted-records";
import { currentOf, StairCpu, StairTask } from "./records";
import { rules } from "./rules";
import { flagIfPreempted, put, remove, wakeMigrationThread } from "./runqueue";

/** What the heaviest task has above one interval: rtprio 100 and 20. */
const HEAVIEST_REALTIME: u32 = 120;

@unmanaged
@final
export class StairBalancing extends WeightedHost {
  first(cpu: WeightedCpu): PriorityArray {
    return changetype<StairCpu>(cpu).queue;
  }

  second(cpu: WeightedCpu): PriorityArray | null {
    return null;
  }

  bestPrio(cpu: WeightedCpu): i32 {
    return currentOf(changetype<StairCpu>(cpu)).prio;
  }

  isHot(task: WeightedTask, from: WeightedCpu): bool {
    return <i64>(changetype<StairCpu>(from).lastTick - changetype<StairTask>(task).timestamp) < rules.cacheHot;
  }

  pull(task: WeightedTask, from: WeightedCpu, to: WeightedCpu): void {
    const pulled = changetype<StairTask>(task);
    const source = changetype<StairCpu>(from);
    const target = changetype<StairCpu>(to);
    remove(pulled, source);
    machine.moveTask(pulled, target);
    traceMigrate(pulled, source, target);
    put(pulled, target);
    pulled.timestamp = pulled.timestamp + target.lastTick - source.lastTick;
    flagIfPreempted(pulled, target);
  }

  wakeThread(cpu: WeightedCpu, waker: WeightedCpu): void {
    wakeMigrationThread(changetype<StairCpu>(cpu), changetype<StairCpu>(waker));
  }

  heaviest(): i64 {
    return <i64>rules.weigh(rules.interval + HEAVIEST_REALTIME);
  }

  imbalancePercent(): u64 {
    return rules.imbalancePercent;
  }

  retriesPastPinned(): bool {
    return false;
  }
}

export const balancing = changetype<StairBalancing>(SCHEDULER);

/**
 * A busy CPU balances at every tick, and moves its stamp on by an interval each time. So the stamp overtakes the time, the unsigned difference wraps,
 * and an idle CPU balances at every tick from then on too.
 */
export function balanceAtTick(cpu: StairCpu, wasIdle: bool): void {
  averageLoads(cpu);
  // By the interval as it was before the balancing.
  const interval = cpu.idleIntervalTicks;
  if (wasIdle && machine.jiffies + cpu.stagger - cpu.lastBalance < interval) return;
  balance<StairBalancing>(balancing, cpu, wasIdle ? Kind.Idle : Kind.Busy);
  cpu.lastBalance += interval;
}
