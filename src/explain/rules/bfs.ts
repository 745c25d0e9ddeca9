/** BFS: one queue for all CPUs; of the best list the earliest virtual deadline, as each CPU sees it. */
import type { BfsState } from "../../engine/inspection/bfs.js";
import { formatSpan } from "../../spans.js";
import { difference } from "./numbers.js";
import { byPriority } from "./priority-arrays.js";
import type { SchedulerRules } from "./rules.js";

export const bfsRules: SchedulerRules<BfsState> = {
  sharedQueue: true,

  whyWaits(moment) {
    const { cpu, running, waiting } = moment;
    if (running.fields.prio !== waiting.fields.prio) return byPriority(moment, "list");
    const deadline = waiting.derived?.deadlines[cpu.cpu] ?? null;
    const facts = { "cpu.deadline": cpu.fields.deadline, "waiting.deadlines": deadline };
    if (deadline === null) {
      return { rule: "not-for-this-cpu", sentence: `CPU ${cpu.cpu} could not take it`, facts };
    }
    const later = difference(deadline, cpu.fields.deadline);
    if (later > 0) {
      const sticky =
        waiting.fields.sticky && waiting.fields.cpu !== cpu.cpu ? ", with what other CPUs than its own add to it" : "";
      const sentence = `${running.name} had the earlier virtual deadline, by ${formatSpan(later, " ")}${sticky}`;
      return { rule: "earlier-deadline", sentence, facts: { ...facts, "waiting.sticky": waiting.fields.sticky } };
    }
    if (later === 0) {
      const sentence = `${running.name} had the same virtual deadline, and only an earlier one gets somebody the CPU`;
      return { rule: "same-deadline", sentence, facts };
    }
    return {
      rule: "not-due-yet",
      sentence: `its virtual deadline was earlier by ${formatSpan(-later, " ")} than that of ${running.name}, which keeps the CPU, though, until its slice is used up or a better task is woken`,
      facts: { ...facts, "running.presentSlice": running.derived?.presentSlice ?? null },
    };
  },

  whyLeft({ before, after }) {
    const presentDeadline = before.derived?.presentDeadline ?? before.fields.deadline;
    const later = difference(after.fields.deadline, presentDeadline);
    if (later <= 0) return null;
    const sentence = `its slice was used up: it got a new one, with a virtual deadline ${formatSpan(later, " ")} later`;
    const facts = { "before.presentDeadline": presentDeadline, "after.deadline": after.fields.deadline };
    return { rule: "slice-used-up", sentence, facts };
  },
};
