/** Which state an inspection shows of which scheduler. The core's own description is the measure: test/engine/inspection-types.test.ts. */
import type { BfsState } from "./bfs.js";
import type { CfsFairClockState, CfsVruntimeState } from "./cfs-2.6.js";
import type { CfsLinux519State } from "./cfs-5.19.js";
import type { EevdfState } from "./eevdf-6.12.js";
import type { GoodnessState } from "./goodness.js";
import type { NickschedState } from "./nicksched.js";
import type { O1Linux25State } from "./o1-2.5.js";
import type { O1Linux26State } from "./o1-2.6.js";
import type { SpaState } from "./spa.js";
import type { StaircaseState } from "./staircase.js";
import type { StaircaseDeadlineState } from "./staircase-deadline.js";
import type { AnySchedulerState, Inspection } from "./types.js";

export interface SchedulerStates {
  readonly "vanilla-2.4.17": GoodnessState;
  readonly "vanilla-2.4.27": GoodnessState;
  readonly "vanilla-2.5.2-pre9": GoodnessState;
  readonly hamq: GoodnessState;
  readonly "o1-2.5.2-pre10": O1Linux25State;
  readonly "o1-swapcnt": O1Linux25State;
  readonly "o1-g1": O1Linux25State;
  readonly "o1-2.5.2-pre11": O1Linux25State;
  readonly "o1-2.5.2": O1Linux25State;
  readonly "o1-2.5.3-pre1": O1Linux25State;
  readonly "o1-2.5.2.1.1": O1Linux25State;
  readonly "o1-2.5.3": O1Linux25State;
  readonly "o1-2.6.0": O1Linux26State;
  readonly "o1-2.6.6": O1Linux26State;
  readonly "o1-2.6.9": O1Linux26State;
  readonly "o1-2.6.12": O1Linux26State;
  readonly "o1-2.6.18": O1Linux26State;
  readonly "o1-2.6.22": O1Linux26State;
  readonly "nicksched-v13": NickschedState;
  readonly "staircase-v13": StaircaseState;
  readonly "staircase-v16": StaircaseState;
  readonly "sd-2.6.21": StaircaseDeadlineState;
  readonly "spa-nofrills": SpaState;
  readonly "spa-ws": SpaState;
  readonly "spa-svr": SpaState;
  readonly zaphod: SpaState;
  readonly ebs: SpaState;
  readonly "cfs-2.6.23": CfsFairClockState;
  readonly "cfs-2.6.24": CfsVruntimeState;
  readonly "cfs-5.19": CfsLinux519State;
  readonly "bfs-2.6.35": BfsState;
  readonly "eevdf-6.12": EevdfState;
}

export interface SchedulerAliases {
  readonly vanilla: "vanilla-2.4.17";
  readonly "o1-d2": "o1-2.5.2-pre10";
  readonly "o1-e1": "o1-2.5.2-pre10";
  readonly o1: "o1-2.6.22";
  readonly nicksched: "nicksched-v13";
  readonly staircase: "staircase-v16";
  readonly sd: "sd-2.6.21";
  readonly cfs: "cfs-2.6.24";
  readonly bfs: "bfs-2.6.35";
  readonly eevdf: "eevdf-6.12";
}

export type SchedulerId = keyof SchedulerStates;

/** The id that a name stands for: itself, an alias's, or any. */
export type IdOf<Name extends string> = Name extends keyof SchedulerAliases ? SchedulerAliases[Name] : Name;

type StateOf<Name extends string> =
  IdOf<Name> extends SchedulerId ? SchedulerStates[IdOf<Name> & SchedulerId] : AnySchedulerState;

/** An inspection of the scheduler with this id or alias; with fields by any name where that is not known. */
export type InspectionOf<Name extends string> = Name extends string ? Inspection<StateOf<Name>, IdOf<Name>> : never;
