/** The rules of each scheduler: one that the table lacks is an error of the types. */
import type { SchedulerStates } from "../../engine/inspection/schedulers.js";
import type { AnySchedulerState } from "../../engine/inspection/types.js";
import { bfsRules } from "./bfs.js";
import { fairClockRules, vruntimeRules } from "./cfs.js";
import { eevdfRules } from "./eevdf.js";
import { hamqRules, vanillaRules } from "./goodness.js";
import { nickschedRules } from "./nicksched.js";
import { o1Rules } from "./o1.js";
import type { SchedulerRules } from "./rules.js";
import { spaRules } from "./spa.js";
import { staircaseRules } from "./staircase.js";
import { staircaseDeadlineRules } from "./staircase-deadline.js";

const rules: { readonly [Id in keyof SchedulerStates]: SchedulerRules<SchedulerStates[Id]> } = {
  "vanilla-2.4.17": vanillaRules,
  "vanilla-2.4.27": vanillaRules,
  "vanilla-2.5.2-pre9": vanillaRules,
  hamq: hamqRules,
  "o1-2.5.2-pre10": o1Rules,
  "o1-swapcnt": o1Rules,
  "o1-g1": o1Rules,
  "o1-2.5.2-pre11": o1Rules,
  "o1-2.5.2": o1Rules,
  "o1-2.5.3-pre1": o1Rules,
  "o1-2.5.2.1.1": o1Rules,
  "o1-2.5.3": o1Rules,
  "o1-2.6.0": o1Rules,
  "o1-2.6.6": o1Rules,
  "o1-2.6.9": o1Rules,
  "o1-2.6.12": o1Rules,
  "o1-2.6.18": o1Rules,
  "o1-2.6.22": o1Rules,
  "nicksched-v13": nickschedRules,
  "staircase-v13": staircaseRules,
  "staircase-v16": staircaseRules,
  "sd-2.6.21": staircaseDeadlineRules,
  "spa-nofrills": spaRules,
  "spa-ws": spaRules,
  "spa-svr": spaRules,
  zaphod: spaRules,
  ebs: spaRules,
  "cfs-2.6.23": fairClockRules,
  "cfs-2.6.24": vruntimeRules,
  "cfs-5.19": vruntimeRules,
  "bfs-2.6.35": bfsRules,
  "eevdf-6.12": eevdfRules,
};

/** @param id of a scheduler; its inspections are those that its rules are written for */
export function rulesOf(id: string): SchedulerRules<AnySchedulerState> {
  const found = rules[id as keyof SchedulerStates];
  if (found === undefined) throw new Error(`no rules are known of ${id}`);
  return found as unknown as SchedulerRules<AnySchedulerState>;
}
