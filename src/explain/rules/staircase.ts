/** The staircase: one array, and a step down for each interval of a slice. */
import type { StaircaseState } from "../../engine/inspection/staircase.js";
import { byPriority, leftByPriority } from "./priority-arrays.js";
import type { SchedulerRules } from "./rules.js";

const priority = "priority (step)";

export const staircaseRules: SchedulerRules<StaircaseState> = {
  sharedQueue: false,

  whyWaits: (moment) => byPriority(moment, priority),

  whyLeft({ before, after, running }) {
    if (after.fields.prio > before.fields.prio) {
      const sentence = `its interval was used up: it came down from step ${before.fields.prio} to ${after.fields.prio}`;
      return {
        rule: "step-down",
        sentence,
        facts: { "before.prio": before.fields.prio, "after.prio": after.fields.prio },
      };
    }
    if (after.fields.prio < before.fields.prio) {
      const sentence = `its whole slice was used up: it starts again from step ${after.fields.prio}`;
      return {
        rule: "slice-used-up",
        sentence,
        facts: { "before.prio": before.fields.prio, "after.prio": after.fields.prio },
      };
    }
    return leftByPriority(after, running, priority);
  },
};
