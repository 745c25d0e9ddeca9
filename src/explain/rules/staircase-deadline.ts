/**
 * The staircase deadline scheduler: slots with a quota each, and an expired array for those that have had all of
 * theirs.
 */
import type { StaircaseDeadlineState } from "../../engine/inspection/staircase-deadline.js";
import { byPriority, expiredReason, leftByPriority, swapped } from "./priority-arrays.js";
import type { SchedulerRules } from "./rules.js";

export const staircaseDeadlineRules: SchedulerRules<StaircaseDeadlineState> = {
  sharedQueue: false,

  whyWaits(moment) {
    const { running, waiting } = moment;
    if (waiting.array === "expired" && running.array === "active") return expiredReason(waiting, running);
    return byPriority(moment, "slot");
  },

  whyLeft({ before, after, running }) {
    const slots = {
      "before.prio": before.fields.prio,
      "after.prio": after.fields.prio,
      "before.timeSlice": before.fields.timeSlice,
    };
    if (before.array === "active" && after.array === "expired") {
      const sentence = `its quota was used up at slot ${before.fields.prio}, the last one that it could have in this rotation: it went to the expired array`;
      return { rule: "slots-used-up", sentence, facts: { ...slots, "after.array": "expired" } };
    }
    if (after.fields.prio > before.fields.prio) {
      const sentence = `its quota was used up at slot ${before.fields.prio}: it went on to slot ${after.fields.prio}`;
      return { rule: "quota-used-up", sentence, facts: slots };
    }
    return leftByPriority(after, running, "slot");
  },

  turned: swapped,
};
