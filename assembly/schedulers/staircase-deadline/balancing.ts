/** The staircase deadline scheduler as the tenant of its load balancer, and when it balances. Source: smp-balancing.md. */
import { machine, SCHEDULER } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { PriorityArray } from "../../structures/priority-array";
import { intervalTicks, Kind } from "../balancing/domain";
import { balance, balanceNewlyIdle } from "../balancing/weighted";
import { averageLoads } from "../balancing/weighted-busiest";
import { WeightedCpu, WeightedHost, WeightedTask } from "../balancing/weighted-records";
import { heaviestLoad } from "./quota";
import { DeadlineCpu, DeadlineTask } from "./records";
import { flagIfPreempted, put, remove, wakeMigrationThread } from "./runqueue";
import { tuning } from "./tuning";

/** Seconds: the longest time between two looks. */
const LONGEST_PAUSE: u64 = 60;

@unmanaged
@final
export class DeadlineBalancing extends WeightedHost {
  first(cpu: WeightedCpu): PriorityArray {
    return changetype<DeadlineCpu>(cpu).expired;
  }

  second(cpu: WeightedCpu): PriorityArray | null {
    return changetype<DeadlineCpu>(cpu).active;
  }

  bestPrio(cpu: WeightedCpu): i32 {
    const queue = changetype<DeadlineCpu>(cpu);
    return min<i32>(queue.active.first(), queue.expired.first());
  }

  isHot(task: WeightedTask, from: WeightedCpu): bool {
    return <i64>(changetype<DeadlineCpu>(from).recent - changetype<DeadlineTask>(task).lastRan) < tuning.cacheHot;
  }

  pull(task: WeightedTask, from: WeightedCpu, to: WeightedCpu): void {
    const pulled = changetype<DeadlineTask>(task);
    const target = changetype<DeadlineCpu>(to);
    remove(pulled, changetype<DeadlineCpu>(from));
    machine.moveTask(pulled, target);
    traceMigrate(pulled, from, to);
    put(pulled, target);
    flagIfPreempted(pulled, target);
  }

  wakeThread(cpu: WeightedCpu, waker: WeightedCpu): void {
    wakeMigrationThread(changetype<DeadlineCpu>(cpu));
  }

  heaviest(): i64 {
    return heaviestLoad();
  }

  imbalancePercent(): u64 {
    return tuning.imbalancePercent;
  }

  retriesPastPinned(): bool {
    return true;
  }
}

export const balancing = changetype<DeadlineBalancing>(SCHEDULER);

export function balanceAtTick(cpu: DeadlineCpu): void {
  averageLoads(cpu);
  if (<i64>(machine.jiffies - cpu.nextBalance) < 0) return;
  const idle = cpu.running == 0;
  const interval = intervalTicks(cpu, idle);
  if (machine.jiffies >= cpu.lastBalance + interval) {
    balance<DeadlineBalancing>(balancing, cpu, idle ? Kind.Idle : Kind.Busy);
    cpu.lastBalance = machine.jiffies;
  }
  // By the interval as it was before the balancing.
  setNextBalance(cpu, interval);
}

/** In the choosing step of a CPU that has nothing to run. */
export function balanceBeforeIdle(cpu: DeadlineCpu): void {
  if (!balanceNewlyIdle<DeadlineBalancing>(balancing, cpu)) setNextBalance(cpu, cpu.idleIntervalTicks);
}

function setNextBalance(cpu: DeadlineCpu, interval: u64): void {
  cpu.nextBalance = min<u64>(machine.jiffies + LONGEST_PAUSE * machine.hz, cpu.lastBalance + interval);
}
