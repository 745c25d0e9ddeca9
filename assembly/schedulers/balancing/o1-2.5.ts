/** The two load balancers of the early O(1) schedulers behind one door. */
import { machine } from "../../machine/machine";
import { allocate } from "../../machine/memory";
import { jiffies } from "../o1-2.5/history";
import { O1Cpu } from "../o1-2.5/records";
import { Balancing, rules } from "../o1-2.5/rules";
import { balanceFairly } from "./o1-fairness";
import { balanceWholeDifference } from "./o1-whole-difference";

export function initBalancing(cpu: O1Cpu): void {
  cpu.previousLengths = allocate(<usize>machine.cpuCount * sizeof<i32>());
}

/** The last part of the tick; pre10 balances in every single one. */
export function balancePeriodically(cpu: O1Cpu, idle: bool): void {
  const period = idle ? rules.idlePeriod : rules.busyPeriod;
  if (period == 0 || machine.cpuCount == 1) return;
  if (period == 1 || jiffies() % period == 0) balance(cpu, idle);
}

/** The CPU is about to become idle: the choosing step looks for work elsewhere first. */
export function balanceNewlyIdle(cpu: O1Cpu): void {
  if (machine.cpuCount > 1) balance(cpu, true);
}

function balance(cpu: O1Cpu, idle: bool): void {
  if (rules.balancing == Balancing.WholeDifference) balanceWholeDifference(cpu);
  else balanceFairly(cpu, idle);
}
