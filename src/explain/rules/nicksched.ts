/** nicksched: active and expired array, slices by priority. */
import type { NickschedState } from "../../engine/inspection/nicksched.js";
import { byPriority, expiredReason, leftByPriority, swapped } from "./priority-arrays.js";
import { type SchedulerRules, ticks } from "./rules.js";

const priority = "dynamic priority";

export const nickschedRules: SchedulerRules<NickschedState> = {
  sharedQueue: false,

  whyWaits(moment) {
    const { running, waiting } = moment;
    if (waiting.array === "expired" && running.array === "active") return expiredReason(waiting, running);
    return byPriority(moment, priority);
  },

  whyLeft({ before, after, running }) {
    if (before.array === "active" && after.array === "expired") {
      const { usedSlice } = before.fields;
      const sentence = `its time slice was used up (${ticks(usedSlice)} before this one), and it went to the expired array, with ${priority} ${after.fields.prio}`;
      const facts = { "before.usedSlice": usedSlice, "after.array": "expired", "after.prio": after.fields.prio };
      return { rule: "slice-used-up", sentence, facts };
    }
    return leftByPriority(after, running, priority);
  },

  turned: swapped,
};
