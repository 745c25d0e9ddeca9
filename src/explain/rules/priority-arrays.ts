/**
 * What the schedulers with priority arrays have in common: the best list runs, and each list is served from head to
 * tail.
 */
import type { SchedulerState } from "../../engine/inspection/types.js";
import type { Moment, NamedTask, Reason, Turn } from "./rules.js";

interface Queued extends SchedulerState {
  readonly task: { readonly prio: number };
}

/** @param what the priority is called in this family */
export function byPriority<State extends Queued>({ running, waiting }: Moment<State>, what: string): Reason {
  if (waiting.array === null) {
    const sentence = "it was on no runqueue, but on its way to another CPU";
    return { rule: "on-its-way", sentence, facts: { "waiting.array": null } };
  }
  const priorities = { "running.prio": running.fields.prio, "waiting.prio": waiting.fields.prio };
  if (running.fields.prio < waiting.fields.prio) {
    return {
      rule: "better-priority",
      sentence: `${running.name} had the better ${what}, ${running.fields.prio} against ${waiting.fields.prio}`,
      facts: priorities,
    };
  }
  if (running.fields.prio === waiting.fields.prio) {
    return {
      rule: "its-turn-in-the-list",
      sentence: `${running.name} had the same ${what}, ${running.fields.prio}, and it was its turn in their list`,
      facts: priorities,
    };
  }
  return {
    rule: "not-preempted-yet",
    sentence: `${running.name} had the worse ${what}, ${running.fields.prio} against ${waiting.fields.prio}, but the scheduler had not been asked to choose again`,
    facts: { ...priorities, "running.needResched": running.fields.needResched },
  };
}

/** Why it left its CPU for one of its own array. */
export function leftByPriority<State extends Queued>(
  after: NamedTask<State>,
  running: NamedTask<State> | null,
  what: string,
): Reason | null {
  if (running === null || running.fields.prio > after.fields.prio) return null;
  const facts = { "running.prio": running.fields.prio, "waiting.prio": after.fields.prio };
  if (running.fields.prio < after.fields.prio) {
    return {
      rule: "better-priority",
      sentence: `${running.name} had the better ${what}, ${running.fields.prio} against ${after.fields.prio}`,
      facts,
    };
  }
  return {
    rule: "its-turn-in-the-list",
    sentence: `it made way for ${running.name}, which has the same ${what}, ${after.fields.prio}`,
    facts,
  };
}

/** It waits in an array that is not looked at before the active one is empty. */
export function expiredReason(
  waiting: NamedTask<Queued & SchedulerState>,
  running: NamedTask<Queued & SchedulerState>,
): Reason {
  return {
    rule: "expired-array",
    sentence: `it was in the expired array, which is not looked at before the active one is empty, and ${running.name} was in the active one`,
    facts: { "waiting.array": waiting.array, "running.array": running.array, "running.prio": running.fields.prio },
  };
}

/** It waited in the expired array, and that has become the active one. */
export function swapped(before: NamedTask<SchedulerState>, after: NamedTask<SchedulerState>): Turn | null {
  const changed = before.array === "expired" && after.array === "active" && before.fields.cpu === after.fields.cpu;
  if (!changed) return null;
  return { rule: "arrays-swapped", sentence: "the active array was empty, so that the two were swapped" };
}
