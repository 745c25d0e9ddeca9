/** Finds the scheduler that the user means, and checks what is asked of it. */
import type { CoreScheduler } from "./engine/description.js";
import type { Policy, SchedulerInfo } from "./engine/types.js";
import { SchedlabError } from "./errors.js";
import type { Program, Workload } from "./workload/index.js";
import { nearest } from "./workload/nearest.js";

/** @throws SchedlabError with the nearest name where there is none of this id or alias. */
export function chooseScheduler(schedulers: readonly CoreScheduler[], name: string): CoreScheduler {
  const found = schedulers.find(({ info }) => info.id === name || info.aliases.includes(name));
  if (found !== undefined) return found;
  const names = schedulers.flatMap(({ info }) => [info.id, ...info.aliases]);
  throw new SchedlabError(`unknown scheduler ${JSON.stringify(name)}: ${suggestion(name, names)}`);
}

/**
 * All tunables of a scheduler, those that the user set and the others at their defaults.
 *
 * @throws SchedlabError naming the first tunable that is unknown or out of range.
 */
export function valuesInForce(
  scheduler: SchedulerInfo,
  tunables: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  checkTunables(scheduler, tunables);
  return { ...Object.fromEntries(scheduler.tunables.map((tunable) => [tunable.name, tunable.default])), ...tunables };
}

function checkTunables(scheduler: SchedulerInfo, tunables: Readonly<Record<string, number>>): void {
  const names = scheduler.tunables.map(({ name }) => name);
  for (const [name, value] of Object.entries(tunables)) {
    const tunable = scheduler.tunables.find((candidate) => candidate.name === name);
    if (tunable === undefined) {
      const hint = names.length === 0 ? "it has none" : suggestion(name, names);
      throw new SchedlabError(`${scheduler.id} has no tunable ${JSON.stringify(name)}: ${hint}`);
    }
    const { min, max, unit } = tunable;
    if (Number.isSafeInteger(value) && value >= min && value <= max) continue;
    throw new SchedlabError(
      `${scheduler.id}: tunable ${name} is ${value}; expected a whole number of ${unit}, ${min} to ${max}`,
    );
  }
}

/**
 * Why the scheduler cannot run the workload at all, to be read behind its id; null where it can.
 *
 * @param long width of the kernel's `long` in bits, if one is asked for
 */
export function refusalReason(
  scheduler: SchedulerInfo,
  { machine: { cpus, hz } }: Pick<Workload, "machine">,
  long: number | undefined,
): string | null {
  const { minHz, maxHz, maxCpus, longBits } = scheduler;
  if (hz < minHz || hz > maxHz) return `cannot run at HZ ${hz}: its time slices need HZ ${minHz} to ${maxHz}`;
  if (cpus > maxCpus) return `cannot run on ${cpus} CPUs: expected at most ${maxCpus}`;
  if (long !== undefined && !longBits.some((bits) => bits === long)) {
    return `cannot run with a long of ${long} bits: expected ${longBits.join(" or ")}`;
  }
  return null;
}

/**
 * What the user should know about this workload under this scheduler.
 *
 * @throws SchedlabError where the scheduler cannot run it at all.
 */
export function schedulerWarnings(scheduler: SchedulerInfo, workload: Workload, long: number | undefined): string[] {
  const { id, policies } = scheduler;
  const reason = refusalReason(scheduler, workload, long);
  if (reason !== null) throw new SchedlabError(`${id} ${reason}`);
  const warnings: string[] = [];
  for (const [policy, where] of policiesOf(workload)) {
    if (!policies.includes(policy))
      warnings.push(`${where}: ${id} knows no ${policy} policy; the task counts as normal`);
  }
  const asking = firstWithSlice(workload);
  if (asking !== undefined) {
    warnings.push(`task ${asking}: ${id} gives no time slices on request; "slice" has no effect`);
  }
  return warnings;
}

/** The first task that asks for a time slice. */
function firstWithSlice(workload: Workload): string | undefined {
  const forksOne = (program: Program): boolean =>
    program.some(
      (operation) =>
        (operation.op === "fork" && (operation.task.sliceNs !== null || forksOne(operation.task.program))) ||
        (operation.op === "repeat" && forksOne(operation.program)),
    );
  return workload.tasks.find(({ sliceNs, program }) => sliceNs !== null || forksOne(program))?.name;
}

/** Each policy that the workload uses, with the first place where it does. */
function policiesOf(workload: Workload): Map<Policy, string> {
  const places = new Map<Policy, string>();
  const note = (policy: Policy | null, where: string) => {
    if (policy !== null && !places.has(policy)) places.set(policy, where);
  };
  const visit = (program: Program, where: string): void => {
    for (const operation of program) {
      if (operation.op === "policy") note(operation.policy, where);
      if (operation.op === "repeat") visit(operation.program, where);
      if (operation.op === "fork") {
        note(operation.task.policy, where);
        visit(operation.task.program, where);
      }
    }
  };
  for (const task of workload.tasks) {
    note(task.policy, `task ${task.name}`);
    visit(task.program, `task ${task.name}`);
  }
  return places;
}

function suggestion(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  return `${near === undefined ? "" : `did you mean ${near}? `}Known: ${names.join(", ")}`;
}
