/** Rules that all schedulers share: idle CPUs, kernel threads, and real-time tasks before all others. */
import type { AnySchedulerState, CpuInspection } from "../../engine/inspection/types.js";
import type { CpuId, Policy } from "../../engine/types.js";
import type { Moment, NamedTask, Reason } from "./rules.js";

/** Where CPUs share a queue, some of them may not take the task; null for one that may. */
export function leftOutByAffinity(cpu: CpuId, waiting: NamedTask<AnySchedulerState>): Reason | null {
  const { affinity } = waiting.fields;
  if ((BigInt(affinity) >> BigInt(cpu)) & 1n) return null;
  const facts = { "waiting.affinity": affinity };
  return { rule: "not-for-this-cpu", sentence: `its affinity leaves out CPU ${cpu}`, facts };
}

/** Why a task waits for a CPU that runs no task of the workload. */
export function whyWaitsForNobody({ cpu, current }: CpuInspection<AnySchedulerState>): Reason {
  if (current === 0) {
    return {
      rule: "cpu-idle",
      sentence: `CPU ${cpu} was idle: nobody had asked it to choose again`,
      facts: { "cpu.current": 0 },
    };
  }
  return {
    rule: "kernel-thread",
    sentence: `CPU ${cpu} ran its migration thread`,
    facts: { "cpu.current": current },
  };
}

/**
 * Where one of the two is a real-time task; null where none is.
 *
 * @param policies those that the scheduler knows: it takes others for normal ones
 */
export function byRealtime(
  { running, waiting }: Moment<AnySchedulerState>,
  policies: readonly Policy[],
): Reason | null {
  const runs = isRealtime(running, policies);
  const waits = isRealtime(waiting, policies);
  const facts = { "running.rtprio": running.fields.rtprio, "waiting.rtprio": waiting.fields.rtprio };
  if (!runs && !waits) return null;
  if (runs && !waits) {
    const sentence = `${running.name} was a real-time task (${running.policy}, priority ${running.fields.rtprio}), and these come before all others`;
    return { rule: "real-time", sentence, facts };
  }
  if (running.fields.rtprio > waiting.fields.rtprio) {
    const sentence = `${running.name} had the higher real-time priority, ${running.fields.rtprio} against ${waiting.fields.rtprio}`;
    return { rule: "higher-real-time-priority", sentence, facts };
  }
  if (runs && running.fields.rtprio === waiting.fields.rtprio) {
    const sentence = `${running.name} had the same real-time priority, ${running.fields.rtprio}, and it was its turn in their list`;
    return { rule: "its-turn-in-the-list", sentence, facts };
  }
  const sentence = `${running.name} had the lower priority, but the scheduler had not been asked to choose again`;
  return {
    rule: "not-preempted-yet",
    sentence,
    facts: { ...facts, "running.needResched": running.fields.needResched },
  };
}

function isRealtime({ policy }: NamedTask<AnySchedulerState>, known: readonly Policy[]): boolean {
  return (policy === "fifo" || policy === "rr") && known.includes(policy);
}
