/**
 * 2.6.18 and 2.6.22 as tenants of the weighted balancer, and when they balance: 2.6.18 in the tick, 2.6.22 in a softirq after the timers.
 * Source: o1-2.6.md, sections 11 and 12.
 */
import { machine, SCHEDULER } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { wakeMigrationThread } from "../o1-2.6/migration-thread";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { rules } from "../o1-2.6/rules";
import { currentOf, flagIfPreempted, isHot, pull } from "../o1-2.6/runqueue";
import { intervalTicks, Kind } from "./domain";
import { balance, balanceNewlyIdle } from "./weighted";
import { averageLoads } from "./weighted-busiest";
import { WeightedCpu, WeightedHost, WeightedTask } from "./weighted-records";

/** Seconds: the longest time between two looks. */
const LONGEST_PAUSE: u64 = 60;

@unmanaged
@final
export class O1Weighted extends WeightedHost {
  first(cpu: WeightedCpu): PriorityArray {
    return changetype<O1Cpu>(cpu).expired;
  }

  second(cpu: WeightedCpu): PriorityArray | null {
    return changetype<O1Cpu>(cpu).active;
  }

  bestPrio(cpu: WeightedCpu): i32 {
    const queue = changetype<O1Cpu>(cpu);
    return min<i32>(currentOf(queue).prio, queue.bestExpiredPrio);
  }

  isHot(task: WeightedTask, from: WeightedCpu): bool {
    return isHot(changetype<O1Task>(task), changetype<O1Cpu>(from).lastTick);
  }

  /** To the array of the same kind. */
  pull(task: WeightedTask, from: WeightedCpu, to: WeightedCpu): void {
    const pulled = changetype<O1Task>(task);
    const source = changetype<O1Cpu>(from);
    const target = changetype<O1Cpu>(to);
    pull(pulled, source, target, pulled.array == source.expired ? target.expired : target.active);
    pulled.timestamp = pulled.timestamp - source.lastTick + target.lastTick;
    flagIfPreempted(pulled, target);
  }

  wakeThread(cpu: WeightedCpu, waker: WeightedCpu): void {
    wakeMigrationThread(changetype<O1Cpu>(cpu), changetype<O1Cpu>(waker), true);
  }

  heaviest(): i64 {
    return <i64>rules.weight(100) + (100 * 128) / <i64>rules.averageSlice;
  }

  imbalancePercent(): u64 {
    return rules.imbalancePercent;
  }

  retriesPastPinned(): bool {
    return rules.retriesPastPinned;
  }
}

export const weighted = changetype<O1Weighted>(SCHEDULER);

export function balanceWeightedAtTick(cpu: O1Cpu, wasIdle: bool): void {
  averageLoads(cpu);
  if (rules.balancesAfterTimers) {
    cpu.idleAtTick = wasIdle;
    if (machine.jiffies >= cpu.nextBalance) cpu.balanceRequested = true;
    return;
  }
  const interval = intervalTicks(cpu, wasIdle);
  if (machine.jiffies + cpu.stagger - cpu.lastBalance < interval) return;
  balance<O1Weighted>(weighted, cpu, wasIdle ? Kind.Idle : Kind.Busy);
  cpu.lastBalance += interval;
}

/** The softirq that a tick asked for. */
export function balanceWeightedAfterTimers(cpu: O1Cpu): void {
  cpu.balanceRequested = false;
  const interval = intervalTicks(cpu, cpu.idleAtTick);
  if (machine.jiffies >= cpu.lastBalance + interval) {
    balance<O1Weighted>(weighted, cpu, cpu.idleAtTick ? Kind.Idle : Kind.Busy);
    cpu.lastBalance = machine.jiffies;
  }
  // By the interval as it was before the balancing.
  setNextBalance(cpu, interval);
}

export function balanceWeightedNewlyIdle(cpu: O1Cpu): void {
  const moved = balanceNewlyIdle<O1Weighted>(weighted, cpu);
  if (!moved && rules.balancesAfterTimers) setNextBalance(cpu, intervalTicks(cpu, true));
}

function setNextBalance(cpu: O1Cpu, interval: u64): void {
  cpu.nextBalance = min<u64>(machine.jiffies + LONGEST_PAUSE * machine.hz, cpu.lastBalance + interval);
}
