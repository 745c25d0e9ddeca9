/** Tasks and their phases as the file describes them, before anything is made of them. */
import { MAX_COUNT, MAX_TASKS } from "../../workload/limits.js";
import { nearest } from "../../workload/nearest.js";
import { quote } from "../../workload/source/tree.js";
import { checkName, EVENT_PREFIXES, eventKind, MAX_US, type RtAppEvent, readEvent } from "./events.js";
import type { Located, RtAppReader } from "./reader.js";
import { LEGACY_DEADLINE_KEYS, type RtAppPolicy, SCHEDULING_KEYS, type Scheduling } from "./scheduling.js";

export interface RtAppTask {
  /** What the file calls it: its threads have a number behind that. */
  readonly name: string;
  readonly located: Located;
  /** 0: only created by forks. */
  readonly instances: number;
  readonly delayUs: number;
  /** Rounds through all phases. */
  readonly loop: Rounds;
  readonly scheduling: Scheduling;
  readonly phases: readonly RtAppPhase[];
}

export interface RtAppPhase {
  readonly located: Located;
  readonly loop: Rounds;
  readonly scheduling: Scheduling;
  readonly events: readonly RtAppEvent[];
}

export type Rounds = number | "forever";

const TASK_KEYS = ["instance", "delay", "loop", "phases"];
const PHASE_KEYS = ["loop"];

/** @param defaultPolicy of the file, for tasks that name none */
export function readTask(located: Located, defaultPolicy: RtAppPolicy, reader: RtAppReader): RtAppTask | undefined {
  const members = reader.object(located, "a task");
  if (members === undefined || refuseOldGrammar(members, reader)) return undefined;
  const find = (key: string) => members.find((member) => member.key === key);
  const instanceMember = find("instance");
  const delayMember = find("delay");
  const name = checkName(located.key, located, reader, "the name of a task");
  const instances =
    instanceMember === undefined ? 1 : reader.whole(instanceMember, "a number of threads", 0, MAX_TASKS);
  const delayUs = delayMember === undefined ? 0 : reader.whole(delayMember, "a delay in microseconds", 0, MAX_US);
  const loop = readRounds(find("loop"), "forever", reader);
  const legacy = legacyKeys(members, defaultPolicy);
  const scheduling = readScheduling(members, legacy, reader);
  const phases = phasesOf(located, members, [...TASK_KEYS, ...legacy], reader);
  if (name === undefined || instances === undefined || delayUs === undefined || loop === undefined) return undefined;
  return { name, located, instances, delayUs, loop, scheduling, phases };
}

/** With one phase only, its events may stand in the task itself. `known`: keys of the task that are no events. */
function phasesOf(
  located: Located,
  members: readonly Located[],
  known: readonly string[],
  reader: RtAppReader,
): readonly RtAppPhase[] {
  const phases = members.find(({ key }) => key === "phases");
  if (phases === undefined) {
    return [{ located, loop: 1, scheduling: {}, events: readEvents(members, known, located.key, reader) }];
  }
  for (const member of members) {
    if (known.includes(member.key) || SCHEDULING_KEYS.has(member.key)) continue;
    if (eventKind(member.key) === undefined) remarkUnknown(member, [...known, ...SCHEDULING_KEYS.keys()], reader);
    else reader.remark(member, `the event ${quote(member.key)} stands beside "phases": ignored`);
  }
  return readPhases(phases, located.key, reader);
}

/** Before events there were `exec`, `period` and the resources to lock meanwhile. */
function refuseOldGrammar(members: readonly Located[], reader: RtAppReader): boolean {
  const old = members.find(({ key }) => key === "exec" || key === "lock_order");
  if (old === undefined) return false;
  const message = `"${old.key}" is of rt-app's grammar before 2014, which rt-app itself has given up`;
  reader.error(old, message, 'write events in their order, such as "run" and "timer", "lock" and "unlock"');
  return true;
}

function readPhases(located: Located, taskName: string, reader: RtAppReader): readonly RtAppPhase[] {
  const phases: RtAppPhase[] = [];
  for (const phase of reader.object(located, "the phases") ?? []) {
    const members = reader.object(phase, "a phase");
    if (members === undefined || refuseOldGrammar(members, reader)) continue;
    const loop = readRounds(
      members.find(({ key }) => key === "loop"),
      1,
      reader,
    );
    const scheduling: Scheduling = {};
    for (const member of members) SCHEDULING_KEYS.get(member.key)?.(scheduling, member, reader);
    const events = readEvents(members, PHASE_KEYS, taskName, reader);
    if (loop !== undefined) phases.push({ located: phase, loop, scheduling, events });
  }
  return phases;
}

function readScheduling(members: readonly Located[], legacy: readonly string[], reader: RtAppReader): Scheduling {
  const scheduling: Scheduling = {};
  for (const member of members) {
    SCHEDULING_KEYS.get(member.key)?.(scheduling, member, reader);
    if (legacy.includes(member.key)) LEGACY_DEADLINE_KEYS.get(member.key)?.(scheduling, member, reader);
  }
  return scheduling;
}

/** The keys that are parameters of SCHED_DEADLINE without a `dl-`; `runtime` would be an event otherwise. */
function legacyKeys(members: readonly Located[], defaultPolicy: RtAppPolicy): readonly string[] {
  const value = members.find(({ key }) => key === "policy")?.value;
  const isDeadline = (value?.kind === "string" ? value.value : defaultPolicy) === "SCHED_DEADLINE";
  const isNew = members.some(({ key }) => key.startsWith("dl-"));
  return isDeadline && !isNew ? [...LEGACY_DEADLINE_KEYS.keys()] : [];
}

function readEvents(members: readonly Located[], known: readonly string[], taskName: string, reader: RtAppReader) {
  const events: RtAppEvent[] = [];
  for (const member of members) {
    if (known.includes(member.key) || SCHEDULING_KEYS.has(member.key)) continue;
    const kind = eventKind(member.key);
    if (kind === undefined) {
      remarkUnknown(member, [...known, ...SCHEDULING_KEYS.keys()], reader);
      continue;
    }
    const event = readEvent(kind, member, taskName, reader);
    if (event !== undefined) events.push(event);
  }
  return events;
}

function remarkUnknown(member: Located, known: readonly string[], reader: RtAppReader): void {
  const original = member.key.replace(/\d+$/, "");
  if (known.includes(original) && original !== member.key) {
    reader.remark(member, `${quote(original)} has been said: of a property, the first value counts, as in workgen`);
    return;
  }
  const near = nearest(member.key, [...known, ...EVENT_PREFIXES]);
  const hint = near === undefined ? undefined : `did you mean "${near}"?`;
  reader.remark(member, `the key ${quote(member.key)} is neither a property nor an event: ignored`, hint);
}

function readRounds(located: Located | undefined, fallback: Rounds, reader: RtAppReader): Rounds | undefined {
  if (located === undefined) return fallback;
  const rounds = reader.whole(located, "a number of rounds, or -1 for no end", -1, MAX_COUNT);
  return rounds === -1 ? "forever" : rounds;
}
