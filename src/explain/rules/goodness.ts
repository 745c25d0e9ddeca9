/** Vanilla and haMQ: the best goodness runs, and new slices come when all that could run have used up theirs. */
import type { GoodnessState } from "../../engine/inspection/goodness.js";
import type { CpuId } from "../../engine/types.js";
import { type NamedTask, type Reason, type SchedulerRules, ticks } from "./rules.js";

export const vanillaRules: SchedulerRules<GoodnessState> = rules(true);
export const hamqRules: SchedulerRules<GoodnessState> = rules(false);

function rules(sharedQueue: boolean): SchedulerRules<GoodnessState> {
  return {
    sharedQueue,

    whyWaits({ cpu: { cpu }, running, waiting }) {
      const [ran, waited] = [goodnessOn(running, cpu), goodnessOn(waiting, cpu)];
      const facts = { "running.goodness": ran, "waiting.goodness": waited };
      if (waited === null) return cannotRunThere(cpu, facts);
      if (waiting.derived?.priority === 0) {
        const sentence = `its slice was used up, and new ones come only when all that can run have used up theirs; ${running.name} had ${ticks(running.derived?.presentSlice ?? 0)} left`;
        const slices = { "waiting.priority": 0, "running.presentSlice": running.derived?.presentSlice ?? null };
        return { rule: "slice-used-up", sentence, facts: { ...facts, ...slices } };
      }
      return (
        byGoodness(running.name, ran, waited, facts) ?? {
          rule: "not-preempted-yet",
          sentence: `${running.name} had the lower goodness, ${ran} against ${waited}, but keeps the CPU until its slice is used up or somebody is woken`,
          facts: { ...facts, "running.needResched": running.fields.needResched },
        }
      );
    },

    whyLeft({ before, after, running }) {
      if ((before.derived?.priority ?? 0) > 0 && after.derived?.priority === 0) {
        const sentence = "its slice was used up";
        const facts = { "before.presentSlice": before.derived?.presentSlice ?? null, "after.priority": 0 };
        return { rule: "slice-used-up", sentence, facts };
      }
      if (running === null) return null;
      const [ran, waited] = [goodnessOn(running, after.fields.cpu), goodnessOn(after, after.fields.cpu)];
      return byGoodness(running.name, ran, waited, { "running.goodness": ran, "waiting.goodness": waited });
    },

    turned(before, after) {
      if (after.fields.recalculations <= before.fields.recalculations) return null;
      return { rule: "recalculation", sentence: "all had used up their slices, so that everybody got new ticks" };
    },
  };
}

function byGoodness(name: string, ran: number | null, waited: number | null, facts: Reason["facts"]): Reason | null {
  if (ran === null || waited === null || ran < waited) return null;
  if (ran === waited) {
    return { rule: "first-in-the-list", sentence: `${name} had the same goodness, ${ran}, and was met first`, facts };
  }
  return { rule: "better-goodness", sentence: `${name} had the better goodness, ${ran} against ${waited}`, facts };
}

function cannotRunThere(cpu: CpuId, facts: Reason["facts"]): Reason {
  return { rule: "not-for-this-cpu", sentence: `CPU ${cpu} could not choose it`, facts };
}

function goodnessOn({ derived }: NamedTask<GoodnessState>, cpu: CpuId): number | null {
  return derived?.goodness[cpu] ?? null;
}
