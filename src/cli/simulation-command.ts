/** The options of all commands that simulate workloads on the way to something else. */
import { Option } from "commander";
import { schedulerOption } from "./help-texts.js";
import { repeatable } from "./repeatable.js";

export interface Spelling {
  /** `-s` is the scheduler's, and not something of the command's own. Default: not. */
  readonly short?: boolean;
  /** `--cpus` is the number of CPUs of the machine, and not something of the command's own. Default: it is. */
  readonly cpus?: boolean;
}

export function simulationOptionsFor({ short = false, cpus = true }: Spelling = {}): Option[] {
  return [
    repeatable(short ? "-s, --scheduler <id>" : "--scheduler <id>", schedulerOption),
    ...(cpus ? [new Option("--cpus <n>", "number of CPUs, 1 to 64, instead of the workload's")] : []),
    new Option("--hz <n>", "timer ticks per second, instead of the workload's"),
    new Option("--duration <time>", "how long to simulate, such as 10s or 2.5ms, instead of the workload's"),
    new Option("--seed <n>", "seed of all random draws, instead of the workload's"),
    new Option("--long <bits>", "width of the kernel's long, 32 or 64, where the scheduler has both"),
    repeatable("--set <path=value>", "change the workload, such as tasks.intr.count=20 (repeatable)"),
    repeatable("--tunable <name=value>", "set a tunable of the scheduler (repeatable)"),
  ];
}
