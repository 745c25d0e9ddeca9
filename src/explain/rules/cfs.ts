/** The completely fair schedulers: whoever has had least, by weight, is first in the tree. */
import type { CfsFairClockState, CfsVruntimeState } from "../../engine/inspection/cfs-2.6.js";
import type { CfsLinux519State } from "../../engine/inspection/cfs-5.19.js";
import { formatSpan } from "../../spans.js";
import { difference } from "./numbers.js";
import type { Departure, Moment, Reason, SchedulerRules } from "./rules.js";

type VruntimeState = CfsVruntimeState | CfsLinux519State;

/** Of 2.6.24 and 5.19. */
export const vruntimeRules = {
  sharedQueue: false,

  whyWaits({ running, waiting }: Moment<VruntimeState>): Reason {
    const ahead = difference(waiting.fields.vruntime, running.fields.vruntime);
    const facts = { "running.vruntime": running.fields.vruntime, "waiting.vruntime": waiting.fields.vruntime };
    if (ahead > 0) return smallerVruntime(running.name, ahead, facts);
    if (ahead === 0) {
      const sentence = `${running.name} had the same vruntime, and only a smaller one gets somebody the CPU`;
      return { rule: "same-vruntime", sentence, facts };
    }
    return {
      rule: "not-due-yet",
      sentence: `it had had ${formatSpan(-ahead, " ")} of vruntime less than ${running.name}, which keeps the CPU, though, until a tick finds its slice used up or a task is woken that is far enough behind it`,
      facts: {
        ...facts,
        "running.slice": running.derived?.slice ?? null,
        "running.sliceExec": running.fields.sliceExec,
      },
    };
  },

  whyLeft({ after, running }: Departure<VruntimeState>): Reason | null {
    if (running === null) return null;
    const ahead = difference(after.fields.vruntime, running.fields.vruntime);
    const facts = { "running.vruntime": running.fields.vruntime, "waiting.vruntime": after.fields.vruntime };
    return ahead > 0 ? smallerVruntime(running.name, ahead, facts) : null;
  },
} satisfies SchedulerRules<VruntimeState>;

function smallerVruntime(name: string, ahead: number, facts: Reason["facts"]): Reason {
  const sentence = `${name} had had less of the CPU, by its weight: its vruntime was smaller by ${formatSpan(ahead, " ")}`;
  return { rule: "smaller-vruntime", sentence, facts };
}

/** Of 2.6.23. */
export const fairClockRules: SchedulerRules<CfsFairClockState> = {
  sharedQueue: false,

  whyWaits({ running, waiting }) {
    const facts = { "running.fairKey": running.fields.fairKey, "waiting.fairKey": waiting.fields.fairKey };
    const behind = difference(waiting.fields.fairKey, running.fields.fairKey);
    if (behind > 0) return smallerKey(running.name, behind, facts);
    if (behind === 0) {
      const sentence = `${running.name} came to the CPU with the same key, and only a smaller one gets somebody the CPU`;
      return { rule: "same-key", sentence, facts };
    }
    return {
      rule: "not-due-yet",
      sentence: `its key was smaller by ${formatSpan(-behind, " ")} than that with which ${running.name} came to the CPU, which keeps it, though, until it is far enough behind at a tick or a wake-up`,
      facts: { ...facts, "running.presentKey": running.derived?.presentKey ?? null },
    };
  },

  whyLeft({ after, running }) {
    if (running === null) return null;
    const behind = difference(after.fields.fairKey, running.fields.fairKey);
    const facts = { "running.fairKey": running.fields.fairKey, "waiting.fairKey": after.fields.fairKey };
    return behind > 0 ? smallerKey(running.name, behind, facts) : null;
  },
};

function smallerKey(name: string, behind: number, facts: Reason["facts"]): Reason {
  const sentence = `${name} was owed more: its key was smaller by ${formatSpan(behind, " ")} of fair time`;
  return { rule: "smaller-key", sentence, facts };
}
