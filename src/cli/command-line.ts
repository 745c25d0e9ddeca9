/** What may be typed: commands, arguments, options and the help on them. The commands load when they run. */
import { existsSync } from "node:fs";
import { Argument, Command, CommanderError, Option } from "commander";
import { IMPORT_KINDS } from "../import/importer.js";
import { version } from "../version.js";
import { addBitsearchCommand } from "./bitsearch/command.js";
import type { TypedCompareOptions } from "./compare.js";
import { UsageError } from "./errors.js";
import { exitCodes } from "./exit-codes.js";
import type { TypedExplainOptions } from "./explain.js";
import * as help from "./help-texts.js";
import type { TypedImportOptions } from "./import.js";
import type { Listed, ListOptions } from "./list.js";
import { writeErr, writeOut } from "./process-life.js";
import { repeatable } from "./repeatable.js";
import { reportCommand } from "./report-command.js";
import type { TypedRunOptions } from "./run-options.js";
import { simulationOptionsFor } from "./simulation-command.js";
import { addSweepCommands } from "./sweep/commands.js";
import type { VerifyOptions } from "./verify.js";

/** Runs what `typed` (the arguments without node and script) says. The answer is the exit status. */
export async function runCommandLine(typed: readonly string[]): Promise<number> {
  let status: number = exitCodes.success;
  const program = createProgram((result) => {
    status = result;
  });
  try {
    await program.parseAsync(typed, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === "commander.unknownCommand") suggestRun(typed[0] ?? "");
      return error.exitCode === 0 ? exitCodes.success : exitCodes.badInput;
    }
    if (error instanceof UsageError) throw new UsageError(`${error.message}\nsee \`schedlab ${typed[0]} --help\``);
    throw error;
  }
}

function createProgram(finish: (status: number) => void): Command {
  const program = new Command("schedlab")
    .description(help.summary)
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help, or that of a command")
    .addHelpText("after", help.afterProgram)
    // What stands behind a command is the command's, even where it is spelled as one of these.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr,
      outputError: (message, write) => write(message.replace(/^error: /, "schedlab: ")),
    });

  const run = program
    .command("run")
    .summary("run a workload and print what came of it")
    .description(help.runSummary)
    .argument("<file>", "workload in YAML, JSON or JSON5, or a file to import; - for standard input");
  for (const option of simulationOptionsFor({ short: true })) run.addOption(option);
  run
    .addOption(new Option("--format <format>", "how to print").choices(["table", "json", "csv"]).default("table"))
    .option(
      "--trace <file>",
      "write every event to file, by its ending: .pftrace, .json, .ftrace.txt, .perf.txt or .tsv, each also .gz",
    )
    .option("--timeline", "draw who ran when, below the table")
    .option("-q, --quiet", "no progress, no warnings, no notes on stderr; errors only")
    .addHelpText("after", help.afterRun)
    .showHelpAfterError("see `schedlab run --help`")
    .action(async (file: string, options: TypedRunOptions) => {
      const { run } = await import("./run.js");
      finish(await run(file, options));
    });

  program
    .command("import")
    .summary("make a workload of an rt-app file or a recorded trace")
    .description(help.importSummary)
    .argument("<file>", "file to import; - for standard input")
    .option("-o, --output <file>", "write the workload to file, by its ending: .yaml, .json (default: YAML on stdout)")
    .addOption(new Option("--as <kind>", "take the file for this kind, whatever it looks like").choices(IMPORT_KINDS))
    .option(
      "--window <A..B>",
      "traces: only this part, such as 2s..5s from its beginning, or @1231.5..1232 on its clock",
    )
    .addOption(repeatable("--tasks <glob>", "only tasks whose names match, such as 'app-*' (repeatable)"))
    .option("--last-wins", "rt-app: of keys given twice the last counts, as in json-c (default: all, as in workgen)")
    .option("--fidelity", "traces: simulate the workload, and compare with what was recorded, instead of printing it")
    .option("-s, --scheduler <id>", "the scheduler of --fidelity (default: the newest CFS for so many CPUs)")
    .addOption(
      new Option("--format <format>", "how to print --fidelity: table (default), json").choices(["table", "json"]),
    )
    .option("-q, --quiet", "no progress, no report, no warnings on stderr; errors only")
    .addHelpText("after", help.afterImport)
    .showHelpAfterError("see `schedlab import --help`")
    .action(async (file: string, options: TypedImportOptions) => {
      const { importCommand } = await import("./import.js");
      finish(await importCommand(file, options));
    });

  program.addCommand(inheriting(program, reportCommand(finish)));

  const compare = program
    .command("compare")
    .summary("tell what changed from one run to another")
    .description(help.compareSummary)
    .argument("<files...>", "one or two: workloads, results of run --format json, recordings; - for standard input");
  for (const option of simulationOptionsFor({ short: true })) compare.addOption(option);
  compare
    .addOption(new Option("--format <format>", "how to print").choices(["table", "json", "csv"]).default("table"))
    .option("-q, --quiet", "no progress, no warnings, no notes on stderr; errors only")
    .addHelpText("after", help.afterCompare)
    .showHelpAfterError("see `schedlab compare --help`")
    .action(async (files: readonly string[], options: TypedCompareOptions) => {
      const { compare } = await import("./compare.js");
      finish(await compare(files, options));
    });

  program
    .command("explain")
    .summary("say why a task waited")
    .description(help.explainSummary)
    .argument("<file>", "workload, or a recorded trace; - for standard input")
    .requiredOption("-t, --task <name|pid>", "the task; a name without its number means all of that name")
    .option(
      "--at <time>",
      "the wait at this instant, in seconds (1231.5) or with a unit (320ms), instead of the longest",
    )
    .option("--waits <n>", "how many waits to explain, the longest first (default: 3)")
    .option("-s, --scheduler <id>", "scheduler, by id (default: o1); a recorded trace is simulated under it")
    .option("--cpus <n>", "number of CPUs, 1 to 64, instead of the workload's")
    .option("--hz <n>", "timer ticks per second, instead of the workload's")
    .option("--duration <time>", "how long to simulate, such as 10s or 2.5ms, instead of the workload's")
    .option("--seed <n>", "seed of all random draws, instead of the workload's")
    .option("--long <bits>", "width of the kernel's long, 32 or 64, where the scheduler has both")
    .addOption(repeatable("--set <path=value>", "change the workload, such as tasks.intr.count=20 (repeatable)"))
    .addOption(repeatable("--tunable <name=value>", "set a tunable of the scheduler (repeatable)"))
    .addOption(new Option("--format <format>", "how to print").choices(["text", "json"]).default("text"))
    .option("-q, --quiet", "no progress, no warnings on stderr; errors only")
    .addHelpText("after", help.afterExplain)
    .showHelpAfterError("see `schedlab explain --help`")
    .action(async (file: string, options: TypedExplainOptions) => {
      const { explain } = await import("./explain.js");
      finish(await explain(file, options));
    });

  program
    .command("list")
    .summary("list the schedulers and the examples")
    .description(help.listSummary)
    .addArgument(new Argument("[what]", "what to list; both if left out").choices(["schedulers", "examples"]))
    .addOption(new Option("--format <format>", "how to print").choices(["table", "json"]).default("table"))
    .addHelpText("after", help.afterList)
    .showHelpAfterError("see `schedlab list --help`")
    .action(async (what: Listed | undefined, options: ListOptions) => {
      const { list } = await import("./list.js");
      finish(await list(what, options));
    });

  program
    .command("verify")
    .summary("compare with recorded traces, byte for byte")
    .description(help.verifySummary)
    .argument("<dir>", "folder of folders named after schedulers, or one such folder")
    .option("-s, --scheduler <glob>", "only folders whose names match, such as 'o1-2.6.*'")
    .addOption(new Option("--format <format>", "how to print").choices(["table", "json"]).default("table"))
    .option("-q, --quiet", "no progress on stderr; errors only")
    .addHelpText("after", help.afterVerify)
    .showHelpAfterError("see `schedlab verify --help`")
    .action(async (directory: string, options: VerifyOptions) => {
      const { verify } = await import("./verify.js");
      finish(await verify(directory, options));
    });

  addSweepCommands(program, finish);
  addBitsearchCommand(program, finish);

  return program;
}

/** How failures and help are told, down to the last of its commands; `addCommand` does not see to that itself. */
function inheriting(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheriting(parent, child);
  return command;
}

/** For those who give a workload where a command is expected. */
function suggestRun(name: string): void {
  writeErr(existsSync(name) ? `to run it: schedlab run ${name}\n` : "see `schedlab --help`\n");
}
