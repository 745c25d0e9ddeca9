/** EEVDF: of those who have had no more than their share, the earliest virtual deadline. */
import type { EevdfState } from "../../engine/inspection/eevdf-6.12.js";
import { formatSpan } from "../../spans.js";
import { difference } from "./numbers.js";
import type { NamedTask, Reason, SchedulerRules } from "./rules.js";

export const eevdfRules: SchedulerRules<EevdfState> = {
  sharedQueue: false,

  whyWaits({ running, waiting }) {
    const deadlines = { "running.deadline": running.fields.deadline, "waiting.deadline": waiting.fields.deadline };
    if (waiting.derived?.eligible === false) return notEligible(waiting);
    const later = difference(waiting.fields.deadline, running.fields.deadline);
    if (later > 0) return earlierDeadline(running.name, later, deadlines);
    if (running.derived?.protected === true) {
      return {
        rule: "request-protected",
        sentence: `${running.name} had been given its request, and nobody takes the CPU from it before that is used up`,
        facts: { ...deadlines, "running.protected": true },
      };
    }
    if (later === 0) {
      const sentence = `${running.name} had the same virtual deadline, and only an earlier one gets somebody the CPU`;
      return { rule: "same-deadline", sentence, facts: deadlines };
    }
    return {
      rule: "not-preempted-yet",
      sentence: `its virtual deadline was earlier by ${formatSpan(-later, " ")} than that of ${running.name}, but the scheduler had not been asked to choose again`,
      facts: { ...deadlines, "running.needResched": running.fields.needResched },
    };
  },

  whyLeft({ before, after, running }) {
    if (difference(after.fields.deadline, before.fields.deadline) > 0) {
      const sentence = `its request was used up: it got a new one, with a virtual deadline ${formatSpan(difference(after.fields.deadline, before.fields.deadline), " ")} later`;
      const facts = { "before.deadline": before.fields.deadline, "after.deadline": after.fields.deadline };
      return { rule: "request-used-up", sentence, facts };
    }
    if (after.derived?.eligible === false) return notEligible(after);
    if (running === null) return null;
    const later = difference(after.fields.deadline, running.fields.deadline);
    const facts = { "running.deadline": running.fields.deadline, "waiting.deadline": after.fields.deadline };
    return later > 0 ? earlierDeadline(running.name, later, facts) : null;
  },
};

function notEligible({ derived }: NamedTask<EevdfState>): Reason {
  const lagTime = derived?.lagTime ?? 0;
  return {
    rule: "not-eligible",
    sentence: `it was not eligible: it had had ${formatSpan(-Number(lagTime), " ")} more than its share`,
    facts: { "waiting.eligible": false, "waiting.lagTime": lagTime },
  };
}

function earlierDeadline(name: string, later: number, facts: Reason["facts"]): Reason {
  const sentence = `${name} had the earlier virtual deadline, by ${formatSpan(later, " ")}`;
  return { rule: "earlier-deadline", sentence, facts };
}
