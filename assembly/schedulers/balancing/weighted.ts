/**
 * The load balancer of the smpnice era (2.6.17 … 2.6.22): one flat scheduling domain, tasks weighed by their nice, so that niceness
 * counts across CPUs. What is the scheduler's own stands behind WeightedHost. Source: smp-balancing.md; o1-2.6.md, sections 11
 * and 12.
 */
import { machine } from "../../machine/machine";
import { Kind, MAX_INTERVAL, setInterval } from "./domain";
import { AVERAGE_WEIGHT, findBusiest, sourceLoad, targetLoad } from "./weighted-busiest";
import { move } from "./weighted-move";
import { WeightedCpu, WeightedHost, WeightedTask, weightedCpu } from "./weighted-records";

/** Failures in a row beyond cache_nice_tries + 2 bring in the migration thread. */
const PUSH_AFTER: u32 = 3;
/** ms: how far the interval of a CPU grows that finds pinned tasks only. */
const MAX_PINNED_INTERVAL: u32 = 512;

/** The CPU on which a woken task is to be queued: the one that it slept on, or the waker's if that is no more loaded. */
export function chooseWakeCpu(task: WeightedTask, waker: WeightedCpu, sync: bool): WeightedCpu {
  const last = weightedCpu(task.cpu);
  if (last == waker || !task.allows(waker.id)) return last;
  const load = sourceLoad(last, 1);
  const perTask = waker.running ? waker.weighted / waker.running : AVERAGE_WEIGHT;
  // On a sync wake-up the waker itself is taken off; unsigned, as in the kernel.
  const wakerLoad = targetLoad(waker, 1) - (sync ? <u64>changetype<WeightedTask>(waker.current).weight : 0);
  if (wakerLoad <= load && wakerLoad + targetLoad(last, 1) <= perTask) return waker;
  return 100 * (wakerLoad + task.weight) <= 112 * load ? waker : last;
}

/** In the choosing step of a CPU that has nothing to run. True: it has now. */
export function balanceNewlyIdle<H extends WeightedHost>(host: H, me: WeightedCpu): bool {
  let candidates = machine.allCpus;
  let found = findBusiest(me, Kind.NewlyIdle, candidates, host.imbalancePercent());
  while (found.cpu != null) {
    const busiest = found.cpu!;
    if (move<H>(host, me, busiest, busiest.running - 1, found.load).count) {
      me.failed = 0;
      return true;
    }
    if (!host.retriesPastPinned()) return false;
    candidates &= ~busiest.bit;
    found = findBusiest(me, Kind.NewlyIdle, candidates, host.imbalancePercent());
  }
  me.failed = 0;
  return false;
}

/** Periodic balancing: pulls from the busiest CPU, past those whose tasks are all pinned where the scheduler does so. */
export function balance<H extends WeightedHost>(host: H, me: WeightedCpu, kind: Kind): void {
  let candidates = machine.allCpus;
  let pinned = false;
  let found = findBusiest(me, kind, candidates, host.imbalancePercent());
  while (found.cpu != null) {
    const busiest = found.cpu!;
    // It has two tasks at least.
    const moved = move<H>(host, me, busiest, busiest.running - 1, found.load);
    pinned = moved.pinned;
    if (!pinned) {
      if (moved.count) succeedToMove(me);
      else failToMove<H>(host, me, busiest);
      return;
    }
    if (!host.retriesPastPinned()) break;
    candidates &= ~busiest.bit;
    found = findBusiest(me, kind, candidates, host.imbalancePercent());
  }
  me.failed = 0;
  backOff(me, pinned);
}

function succeedToMove(me: WeightedCpu): void {
  me.failed = 0;
  setInterval(me, 1);
}

/** Nothing to do for now: look more rarely. */
function backOff(me: WeightedCpu, pinned: bool): void {
  if ((pinned && me.interval < MAX_PINNED_INTERVAL) || me.interval < MAX_INTERVAL) {
    setInterval(me, me.interval * 2);
  }
}

/** After some failures in a row, the busiest CPU's migration thread is to push a task over. */
function failToMove<H extends WeightedHost>(host: H, me: WeightedCpu, busiest: WeightedCpu): void {
  me.failed += 1;
  if (me.failed <= PUSH_AFTER) {
    setInterval(me, 1);
    return;
  }
  if (!busiest.current.allows(me.id)) {
    backOff(me, true);
    return;
  }
  const active = !busiest.pushPending;
  if (active) {
    busiest.pushPending = true;
    busiest.pushCpu = me.id;
    host.wakeThread(busiest, me);
  }
  me.failed = 2;
  if (!active) setInterval(me, 1);
  else if (me.interval < MAX_INTERVAL) setInterval(me, me.interval * 2);
}

/** In the migration thread, if it has been asked to: one task, whatever its weight, for the CPU that asked. */
export function pushToRequester<H extends WeightedHost>(host: H, cpu: WeightedCpu): void {
  if (!cpu.pushPending) return;
  // The thread counts itself.
  if (cpu.running > 1) move<H>(host, weightedCpu(cpu.pushCpu), cpu, 1, host.heaviest());
  cpu.pushPending = false;
}
