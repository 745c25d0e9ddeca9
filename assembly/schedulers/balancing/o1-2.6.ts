/** The three generations of load balancers of the 2.6 O(1) scheduler behind one door. */
import { machine } from "../../machine/machine";
import { allocate } from "../../machine/memory";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { Balancing, rules } from "../o1-2.6/rules";
import { o1Cpu } from "../o1-2.6/runqueue";
import { initDomain } from "./domain";
import { balanceLengths, balanceLengthsAtTick } from "./lengths";
import { balanceDomainAtTick, balanceDomainNewlyIdle, chooseDomainWakeCpu, pushToIdleCpus } from "./o1-domains";
import { lengths, O1Lengths } from "./o1-lengths";
import {
  balanceWeightedAfterTimers,
  balanceWeightedAtTick,
  balanceWeightedNewlyIdle,
  O1Weighted,
  weighted,
} from "./o1-weighted";
import { chooseWakeCpu as chooseWeightedWakeCpu, pushToRequester } from "./weighted";

export function initBalancing(cpu: O1Cpu): void {
  cpu.previousLengths = allocate(<usize>machine.cpuCount * sizeof<u32>());
  initDomain(cpu, rules.busyFactor);
}

/** The last part of the tick, on more than one CPU. */
export function balanceAtTick(cpu: O1Cpu, wasIdle: bool): void {
  if (rules.balancing == Balancing.Lengths) balanceLengthsAtTick<O1Lengths>(lengths, cpu);
  else if (rules.balancing == Balancing.Domains) balanceDomainAtTick(cpu, wasIdle);
  else balanceWeightedAtTick(cpu, wasIdle);
}

/** After the timers of an instant with a tick (2.6.22). */
export function balanceAfterTimers(cpu: O1Cpu): void {
  if (cpu.balanceRequested) balanceWeightedAfterTimers(cpu);
}

/** The CPU is about to become idle: the choosing step looks for work elsewhere first. */
export function balanceNewlyIdle(cpu: O1Cpu): void {
  if (rules.balancing == Balancing.Lengths) balanceLengths<O1Lengths>(lengths, cpu, true);
  else if (rules.balancing == Balancing.Domains) balanceDomainNewlyIdle(cpu);
  else balanceWeightedNewlyIdle(cpu);
}

/** The CPU on which a woken task is to be queued: the one that it slept on, or the waker's. */
export function chooseWakeCpu(task: O1Task, waker: O1Cpu, sync: bool): O1Cpu {
  const last = o1Cpu(task.cpu);
  if (last == waker || !task.allows(waker.id)) return last;
  if (rules.balancing == Balancing.Lengths) return sync ? waker : last;
  if (rules.balancing == Balancing.Domains) return chooseDomainWakeCpu(task, last, waker, sync);
  return changetype<O1Cpu>(chooseWeightedWakeCpu(task, waker, sync));
}

/** A pending active balance, in the migration thread of `cpu`. */
export function pushAway(cpu: O1Cpu): void {
  if (rules.balancing == Balancing.Domains) pushToIdleCpus(cpu);
  else pushToRequester<O1Weighted>(weighted, cpu);
}
