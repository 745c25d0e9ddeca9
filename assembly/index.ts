/**
 * The engine's exports, and the list of schedulers. A host describes() the engine once; for a simulation it calls reset(), sets
 * tunables, reserves tables and writes the workload into them, opens the machine, and advances it in slices.
 */
import { Cpu } from "./machine/cpu";
import { INSPECTION, INSPECTION_SIZE } from "./machine/inspection";
import { beginJson, currentJson, endJson } from "./machine/json";
import { describeCodes, describeConstants, describeRecords, LayoutWriter } from "./machine/layout";
import { machine, SCHEDULER, SCHEDULER_SIZE } from "./machine/machine";
import { openMachine, reserveTables as reserve, resetMachine } from "./machine/setup";
import { Task } from "./machine/task";
import { advance as advanceMachine, nextInstant as nextInstantOfMachine } from "./machine/timeline";
import { Bfs } from "./schedulers/bfs";
import { CfsLinux26 } from "./schedulers/cfs-2.6";
import { CfsLinux519 } from "./schedulers/cfs-5.19";
import { EevdfLinux612 } from "./schedulers/eevdf-6.12";
import { Hamq } from "./schedulers/hamq";
import { Nicksched } from "./schedulers/nicksched";
import { O1Linux25 } from "./schedulers/o1-2.5";
import { O1Linux26 } from "./schedulers/o1-2.6";
import { MAX_TUNABLES, Profile, UNSET } from "./schedulers/profile";
import { Scheduler } from "./schedulers/scheduler";
import { SinglePriorityArray } from "./schedulers/spa";
import { Staircase } from "./schedulers/staircase";
import { StaircaseDeadline } from "./schedulers/staircase-deadline";
import { Vanilla } from "./schedulers/vanilla";

/** What is asked of a scheduler from outside. */
const enum Call {
  Versions,
  Describe,
  Reset,
  Open,
  Advance,
  InspectTask,
  InspectCpu,
}

/** The schedulers, one line for each class. The switch stands outside all loops; behind it everything is monomorphic. */
function dispatch(family: u32, call: Call): u32 {
  if (isDefined(RECORD_BITMAPS)) return dispatchRecorded(family, call);
  switch (family) {
    case 0:
      return serve<Vanilla>(call);
    case 1:
      return serve<Hamq>(call);
    case 2:
      return serve<O1Linux25>(call);
    case 3:
      return serve<O1Linux26>(call);
    case 4:
      return serve<Nicksched>(call);
    case 5:
      return serve<SinglePriorityArray>(call);
    case 6:
      return serve<Staircase>(call);
    case 7:
      return serve<StaircaseDeadline>(call);
    case 8:
      return serve<CfsLinux26>(call);
    case 9:
      return serve<Bfs>(call);
    case 10:
      return serve<CfsLinux519>(call);
    case 11:
      return serve<EevdfLinux612>(call);
    default:
      return 0;
  }
}

/** Those that the recording engine has (recorder.ts): all that they search are the bitmaps of priority arrays. */
function dispatchRecorded(family: u32, call: Call): u32 {
  switch (family) {
    case 0:
      return serve<O1Linux25>(call);
    case 1:
      return serve<O1Linux26>(call);
    default:
      return 0;
  }
}

/** Arguments of a call, and its scratch memory: nothing of it outlives the call. */
@unmanaged
@final
class Arguments {
  version: u32;
  cpus: i32;
  hz: u32;
  jiffyTimers: bool;
  traceCapacity: u32;
  until: u64;
  limit: u32;
  task: Task;
  cpu: Cpu;
}

const ARGUMENTS = changetype<Arguments>(memory.data(64, 8));
const PROFILE = changetype<Profile>(memory.data(16, 8));
const LAYOUT = changetype<LayoutWriter>(memory.data(16, 8));
const TUNABLES: usize = memory.data(384, 8);

function serve<S extends Scheduler>(call: Call): u32 {
  const scheduler = changetype<S>(SCHEDULER);
  switch (call) {
    case Call.Versions:
      return scheduler.versions();
    case Call.Describe:
      // What a version does not set is off, whoever was asked before.
      memory.fill(SCHEDULER, 0, SCHEDULER_SIZE);
      PROFILE.begin(currentJson(), TUNABLES);
      scheduler.profile(ARGUMENTS.version, PROFILE);
      scheduler.layout(LAYOUT);
      return 0;
    case Call.Reset:
      resetMachine<S>(scheduler, ARGUMENTS.cpus, ARGUMENTS.hz, ARGUMENTS.jiffyTimers, ARGUMENTS.traceCapacity);
      return 0;
    case Call.Open:
      PROFILE.begin(null, TUNABLES);
      scheduler.profile(machine.version, PROFILE);
      openMachine<S>(scheduler);
      return machine.failure;
    case Call.InspectTask:
      scheduler.inspectTask(ARGUMENTS.task);
      return 0;
    case Call.InspectCpu:
      scheduler.inspectCpu(ARGUMENTS.cpu);
      return 0;
    default:
      return advanceMachine<S>(scheduler, ARGUMENTS.until, ARGUMENTS.limit);
  }
}

/**
 * Writes what the engine is (JSON in UTF-16) and returns its address; its end is textEnd(). To be called before any
 * reset(); dropText() afterwards.
 */
export function describe(): usize {
  const json = beginJson();
  LAYOUT.begin(json);
  machine.hz = 1000;
  json.open("{");
  describeConstants(LAYOUT);
  describeCodes(LAYOUT);
  describeRecords(LAYOUT);
  json.key("schedulers");
  json.open("[");
  for (let family: u32 = 0; ; family++) {
    const versions = dispatch(family, Call.Versions);
    if (versions == 0) break;
    for (let version: u32 = 0; version < versions; version++) {
      json.open("{");
      json.numberEntry("family", family);
      json.numberEntry("version", version);
      ARGUMENTS.version = version;
      dispatch(family, Call.Describe);
      json.close("}");
    }
  }
  json.close("]");
  json.close("}");
  return json.start;
}

export function textEnd(): usize {
  return currentJson().end;
}

export function dropText(): void {
  endJson();
}

/** Begins a simulation: an empty machine with this scheduler. `cpus` is 1 … 64, `hz` a divisor of 1e9. Returns a status. */
export function reset(family: u32, version: u32, cpus: i32, hz: u32, jiffyTimers: bool, traceCapacity: u32): u32 {
  ARGUMENTS.cpus = cpus;
  ARGUMENTS.hz = hz;
  ARGUMENTS.jiffyTimers = jiffyTimers;
  ARGUMENTS.traceCapacity = traceCapacity;
  for (let index: u32 = 0; index < MAX_TUNABLES; index++) store<i64>(TUNABLES + ((<usize>index) << 3), UNSET);
  dispatch(family, Call.Reset);
  machine.family = family;
  machine.version = version;
  return machine.failure;
}

/** The value of tunable `index` in the order of the description, instead of its default. */
export function setTunable(index: u32, value: f64): void {
  store<i64>(TUNABLES + ((<usize>index) << 3), <i64>value);
}

/** CPU time that a task needs when a CPU switches to it, and more if it last ran on another one; ns. */
export function setCosts(contextSwitch: f64, migration: f64): void {
  machine.contextSwitchCost = <u64>contextSwitch;
  machine.migrationCost = <u64>migration;
  machine.hasCosts = contextSwitch > 0 || migration > 0;
}

/** 64 or 32: the width of the kernel's `long`. */
export function setLongBits(bits: u32): void {
  machine.longMask = bits == 32 ? 0xffffffff : u64.MAX_VALUE;
}

/** Room for the workload. Returns a status; the tables' addresses stand in the machine's record. */
export function reserveTables(
  instructions: u32,
  documents: u32,
  documentMarks: u32,
  marks: u32,
  distributions: u32,
  distributionValues: u32,
  objectSpecs: u32,
  objects: u32,
): u32 {
  reserve(instructions, documents, documentMarks, marks, distributions, distributionValues, objectSpecs, objects);
  return machine.failure;
}

/** The tables are written: makes the tasks. Returns a status. */
export function open(): u32 {
  return dispatch(machine.family, Call.Open);
}

/** Serves all instants up to `until` (ns), at most `limit` of them. Returns a status. */
export function advance(until: f64, limit: u32): u32 {
  ARGUMENTS.until = <u64>until;
  ARGUMENTS.limit = limit;
  return dispatch(machine.family, Call.Advance);
}

/** The next time at which anything is due, ns. */
export function nextInstant(): f64 {
  return <f64>nextInstantOfMachine();
}

/**
 * Writes what the scheduler derives of a task that has started and not exited, its DerivedTask record, to `inspection`. Who has read it erases
 * it (`inspectionSize` bytes), so that all is as before.
 */
export function inspectTask(task: usize): void {
  memory.fill(INSPECTION, 0, INSPECTION_SIZE);
  ARGUMENTS.task = changetype<Task>(task);
  dispatch(machine.family, Call.InspectTask);
  ARGUMENTS.task = changetype<Task>(0);
}

/** The same of a CPU: its DerivedCpu record. */
export function inspectCpu(cpu: usize): void {
  memory.fill(INSPECTION, 0, INSPECTION_SIZE);
  ARGUMENTS.cpu = changetype<Cpu>(cpu);
  dispatch(machine.family, Call.InspectCpu);
  ARGUMENTS.cpu = changetype<Cpu>(0);
}
