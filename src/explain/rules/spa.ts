/** The single-priority-array schedulers: slots by bonuses or usage, and promotions of all that wait. */
import type { SpaState } from "../../engine/inspection/spa.js";
import { type NamedTask, type Reason, type SchedulerRules, ticks } from "./rules.js";

const slotOf = ({ derived, fields }: NamedTask<SpaState>) => derived?.slot ?? fields.queuedSlot;

export const spaRules: SchedulerRules<SpaState> = {
  sharedQueue: false,

  whyWaits({ running, waiting }) {
    const slots = { "running.slot": slotOf(running), "waiting.slot": slotOf(waiting) };
    return (
      bySlot(running, waiting) ?? {
        rule: "not-preempted-yet",
        sentence: `${running.name} was in the worse slot, ${slotOf(running)} against ${slotOf(waiting)}, but the scheduler had not been asked to choose again`,
        facts: { ...slots, "running.needResched": running.fields.needResched },
      }
    );
  },

  whyLeft({ before, after, running }) {
    if (after.fields.timeSlice > before.fields.timeSlice) {
      const sentence = `its time slice was used up: it got a new one of ${ticks(after.fields.timeSlice)} and went to the end of slot ${slotOf(after)}`;
      const facts = { "before.timeSlice": before.fields.timeSlice, "after.timeSlice": after.fields.timeSlice };
      return { rule: "slice-used-up", sentence, facts: { ...facts, "after.slot": slotOf(after) } };
    }
    return running === null ? null : bySlot(running, after);
  },
};

function bySlot(running: NamedTask<SpaState>, waiting: NamedTask<SpaState>): Reason | null {
  const [ran, waited] = [slotOf(running), slotOf(waiting)];
  const facts = { "running.slot": ran, "waiting.slot": waited };
  if (ran < waited) {
    return { rule: "better-slot", sentence: `${running.name} was in the better slot, ${ran} against ${waited}`, facts };
  }
  if (ran > waited) return null;
  const sentence = `${running.name} was in the same slot, ${ran}, and it was its turn in the list`;
  return { rule: "its-turn-in-the-list", sentence, facts };
}
