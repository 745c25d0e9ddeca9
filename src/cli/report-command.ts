/** `schedlab report`: its commands, and the options that they share. */
import { Command, Option } from "commander";
import * as help from "./report-help.js";
import type {
  TypedLatencyOptions,
  TypedMapOptions,
  TypedReportOptions,
  TypedTimehistOptions,
} from "./report-options.js";
import { simulationOptionsFor } from "./simulation-command.js";

type Finish = (status: number) => void;

export function reportCommand(finish: Finish): Command {
  const command = new Command("report")
    .summary("tell who ran when and who waited, in the tables of perf sched")
    .description(help.reportSummary)
    .addHelpText("after", help.afterReport)
    .showHelpAfterError("see `schedlab report --help`");
  command.addCommand(timehist(finish));
  command.addCommand(latency(finish));
  command.addCommand(map(finish));
  command.addCommand(summary(finish));
  return command;
}

function timehist(finish: Finish): Command {
  const command = begin("timehist", "the history, a line each time that a task leaves a CPU", help.timehistSummary)
    .option("-s, --summary", "only the summary, as report summary prints it")
    .option("-S, --with-summary", "the summary behind the history")
    .option("-w, --wakeups", "lines for wake-ups, too")
    .option("-M, --migrations", "lines for migrations, too")
    .option("-n, --next", "who comes to the CPU")
    .option("--state", "the state in which the task left; in the summary what it waited for")
    .option("-V, --cpu-visual", "a column for each CPU: s switch, i end of idling, m migration")
    .option("-I, --idle-hist", "only how CPUs become idle, and for how long")
    .option("--show-prio", "the task's priority, and both if it changed meanwhile")
    .option("--preemption-delay", "count as delay what a task waits after a preemption, as later perfs do");
  filters(command, "-C, --cpu <list>");
  return end(command, help.afterTimehist, async (files: readonly string[], options: TypedTimehistOptions) => {
    const { reportTimehist } = await import("./report-kinds.js");
    finish(await reportTimehist(files, options));
  });
}

function summary(finish: Finish): Command {
  const command = begin("summary", "how long each task ran, and what it waited for", help.summarySummary)
    .option("--state", "what each task waited for, instead of how long it ran at a time")
    .option("-I, --idle-hist", "for how long CPUs were idle after each task");
  filters(command, "-C, --cpu <list>");
  return end(command, help.afterSummary, async (files: readonly string[], options: TypedTimehistOptions) => {
    const { reportSummary } = await import("./report-kinds.js");
    finish(await reportSummary(files, options));
  });
}

function latency(finish: Finish): Command {
  const command = begin("latency", "how long tasks waited for a CPU, the longest first", help.latencySummary)
    .option("-s, --sort <keys>", "sort by avg, max, switch, runtime, pid; several with commas (default: in that order)")
    .option("-p, --pids", "a row for each task, instead of one for all tasks of a name")
    .addOption(
      new Option("--wakeups-from <events>", "what tells of wake-ups: both, or wakeup as in perf 6.1")
        .choices(["both", "wakeup"])
        .default("both"),
    );
  filters(command, "-C, --CPU <list>");
  return end(command, help.afterLatency, async (files: readonly string[], options: TypedLatencyOptions) => {
    const { reportLatency } = await import("./report-kinds.js");
    finish(await reportLatency(files, options));
  });
}

function map(finish: Finish): Command {
  const command = begin("map", "who runs on which CPU, a line for each switch", help.mapSummary)
    .option("--compact", "columns only for CPUs on which something has happened, in that order")
    .option("--cpus <list>", "only these CPUs, such as 0,2-5 (the simulated machine's number: --set machine.cpus=N)")
    .option("--color-pids <list>", "highlight these tasks")
    .option("--color-cpus <list>", "highlight these CPUs")
    .option("--time <start,stop>", "only this part, in seconds on the recording's clock");
  return end(command, help.afterMap, async (files: readonly string[], options: TypedMapOptions) => {
    const { reportMap } = await import("./report-kinds.js");
    finish(await reportMap(files, options));
  });
}

function begin(name: string, short: string, long: string): Command {
  return new Command(name)
    .summary(short)
    .description(long)
    .argument("<files...>", "recordings, or workloads to simulate; - for standard input");
}

function filters(command: Command, cpu: string): void {
  command
    .option("--time <start,stop>", "only this part, in seconds on the recording's clock; either may be left out")
    .option(cpu, "only these CPUs, such as 0,2-5")
    .option(command.name() === "latency" ? "--pid <list>" : "-p, --pid <list>", "only tasks with these pids")
    .option("-t, --tid <list>", "the same: recordings of the scheduler name threads")
    .option("--comm <names>", "only tasks of these names, with commas; patterns such as 'kworker*'");
}

function end<Options extends Omit<TypedReportOptions, "cpus">>(
  command: Command,
  after: string,
  action: (files: readonly string[], options: Options) => Promise<void>,
): Command {
  for (const option of simulationOptionsFor({ cpus: command.name() !== "map" })) command.addOption(option);
  return command
    .addOption(new Option("--format <format>", "how to print").choices(["text", "json", "csv"]).default("text"))
    .option("-q, --quiet", "no progress, no warnings, no notes on stderr; errors only")
    .addHelpText("after", after)
    .showHelpAfterError(`see \`schedlab report ${command.name()} --help\``)
    .action(action);
}
