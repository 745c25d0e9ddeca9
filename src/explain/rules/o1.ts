/**
 * The O(1) schedulers, of 2.5 and of 2.6: active and expired array, and interactive tasks that stay in the active
 * one.
 */
import type { O1Linux25State } from "../../engine/inspection/o1-2.5.js";
import type { O1Linux26State } from "../../engine/inspection/o1-2.6.js";
import { byPriority, expiredReason, leftByPriority, swapped } from "./priority-arrays.js";
import {
  type Departure,
  type Moment,
  type NamedTask,
  type Reason,
  type SchedulerRules,
  type Turn,
  ticks,
} from "./rules.js";

type O1State = O1Linux25State | O1Linux26State;

const priority = "dynamic priority";

export const o1Rules = {
  sharedQueue: false,

  whyWaits(moment: Moment<O1State>): Reason {
    const { running, waiting } = moment;
    if (waiting.array === "expired" && running.array === "active") return expiredReason(waiting, running);
    return byPriority(moment, priority);
  },

  whyLeft({ before, after, running }: Departure<O1State>): Reason | null {
    const { timeSlice, prio } = after.fields;
    const facts = { "before.timeSlice": before.fields.timeSlice, "after.timeSlice": timeSlice, "after.prio": prio };
    if (before.array === "active" && after.array === "expired") {
      const sentence = `its time slice was used up: it got a new one of ${ticks(timeSlice)} and went to the expired array, with ${priority} ${prio}`;
      return { rule: "slice-used-up", sentence, facts: { ...facts, "after.array": "expired" } };
    }
    if (timeSlice > before.fields.timeSlice) {
      const sentence = `its time slice was used up: it got a new one of ${ticks(timeSlice)} and went to the end of its list in the active array, with ${priority} ${prio}`;
      return { rule: "slice-used-up", sentence, facts: { ...facts, "after.array": after.array } };
    }
    return leftByPriority(after, running, priority);
  },

  turned: swapped,

  wentRound(before: NamedTask<O1State>, after: NamedTask<O1State>): Turn | null {
    const stayed = before.array === "active" && after.array === "active";
    if (!stayed || after.fields.timeSlice <= before.fields.timeSlice) return null;
    return {
      rule: "back-to-active",
      sentence:
        "at the end of their slices these went back to the active array, as interactive tasks do, so that it did not get empty",
    };
  },
} satisfies SchedulerRules<O1State>;
