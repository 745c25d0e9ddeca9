/** What may be typed around sweeps. The commands load when they run. */
import { type Command, Option } from "commander";
import { repeatable } from "../repeatable.js";
import * as help from "./help-texts.js";
import type { MergeOptions } from "./merge.js";
import type { TypedPlotOptions } from "./plot.js";
import type { TypedSummarizeOptions } from "./summarize.js";
import type { TypedSweepOptions } from "./sweep-options.js";

export function addSweepCommands(program: Command, finish: (status: number) => void): void {
  program
    .command("sweep")
    .summary("run a plan of many points on all cores")
    .description(help.sweepSummary)
    .argument("[plan]", "plan in YAML, JSON or JSON5; - for standard input")
    .option("-o, --out <dir>", "folder of the results (default: NAME.sweep)")
    .option("--cache <dir>", "folder of the journals, to be shared by plans (default: DIR/journal)")
    .option("--from <dir>", "run nothing; make summary and table anew from results that are there")
    .option("--dry-run", "print the number of points, an estimate of the time, and the first points")
    .option("--workers <n>", "points at the same time (default: one for each core)")
    .option("--memory <MiB>", "what the simulation of one point may take (default: 1024)")
    .option("--shard <i/n>", "run only the i-th of n parts")
    .addOption(repeatable("--assert <condition>", "exit with 1 where a point does not fulfil it (repeatable)"))
    .addOption(repeatable("--by <paths>", "parameters that make a line of the table (default: all)"))
    .option("--csv", "write points.csv as well")
    .option("--jsonl", "write points.jsonl as well")
    .option("--json-progress", "progress as JSON lines on stderr")
    .option("-q, --quiet", "no progress, no warnings, no notes on stderr; errors only")
    .addHelpText("after", help.afterSweep)
    .showHelpAfterError("see `schedlab sweep --help`")
    .action(async (plan: string | undefined, options: TypedSweepOptions) => {
      const { sweep } = await import("./sweep.js");
      finish(await sweep(plan, options));
    });

  program
    .command("merge")
    .summary("put the parts of a sweep together")
    .description(help.mergeSummary)
    .argument("<dirs...>", "folders of results, one for each part")
    .requiredOption("-o, --out <dir>", "folder of the results")
    .option("--csv", "write points.csv as well")
    .option("--jsonl", "write points.jsonl as well")
    .option("-q, --quiet", "no notes on stderr; errors only")
    .addHelpText("after", help.afterMerge)
    .showHelpAfterError("see `schedlab merge --help`")
    .action(async (folders: string[], options: MergeOptions) => {
      const { merge } = await import("./merge.js");
      finish(await merge(folders, options));
    });

  program
    .command("summarize")
    .summary("the runs of each configuration of a sweep, taken together")
    .description(help.summarizeSummary)
    .argument("<dir>", "folder of results, or a points.parquet")
    .addOption(repeatable("--by <paths>", "parameters that make a configuration (default: all that vary)"))
    .addOption(repeatable("--figure <paths>", "figures to show (default: all)"))
    .addOption(new Option("--format <format>", "how to print").choices(["table", "json"]).default("table"))
    .option("--html <file>", "write a report with tables, plots, plan and commands")
    .addHelpText("after", help.afterSummarize)
    .showHelpAfterError("see `schedlab summarize --help`")
    .action(async (folder: string, options: TypedSummarizeOptions) => {
      const { summarizeResults } = await import("./summarize.js");
      finish(await summarizeResults(folder, options));
    });

  program
    .command("plot")
    .summary("draw figures of a sweep")
    .description(help.plotSummary)
    .argument("<dir>", "folder of results, or a points.parquet")
    .requiredOption("--x <path>", "parameter along the x axis")
    .requiredOption("--y <path>", "figure along the y axis; of a heat map: parameter")
    .addOption(repeatable("--by <paths>", "parameters that make a line each"))
    .option("--facet <path>", "parameter that makes a picture each")
    .option("--fill <path>", "figure of a heat map")
    .addOption(repeatable("--log <axes>", "axes that are logarithmic: x, y"))
    .addOption(repeatable("--linear <axes>", "axes that are linear: x, y"))
    .option("--title <text>", "title of the picture (default: the sweep's name)")
    .requiredOption("-o, --out <file>", "the picture, .svg")
    .addHelpText("after", help.afterPlot)
    .showHelpAfterError("see `schedlab plot --help`")
    .action(async (folder: string, options: TypedPlotOptions) => {
      const { plot } = await import("./plot.js");
      finish(await plot(folder, options));
    });
}
