/** What may be typed after `schedlab bitsearch`. The command loads when it runs. */
import { type Command, Option } from "commander";
import type { TypedBitsearchOptions } from "./bitsearch-options.js";
import * as help from "./help-texts.js";

export function addBitsearchCommand(program: Command, finish: (status: number) => void): void {
  program
    .command("bitsearch")
    .summary("measure ways of finding the first bit, on this machine")
    .description(help.bitsearchSummary)
    .addOption(
      new Option("--bits <n>", "priority lists in a map (default: 168)").choices(["140", "168", "256", "2048"]),
    )
    .option("--variants <glob>", "only variants whose names match, such as 'plain-*,two-level' (default: all)")
    .option("--inputs <list>", "only these inputs, such as no-rt,worst,sequence (default: all)")
    .addOption(
      new Option("--mode <mode>", "searches that may overlap, that wait for each other, or both")
        .choices(["throughput", "latency", "both"])
        .default("both"),
    )
    .option("--from-run <file>", "the workload whose run gives the input `sequence`")
    .option("-s, --scheduler <id>", "the O(1) scheduler of that run (default: one with --bits lists)")
    .option("--time <time>", "for each variant on each input, such as 100ms (default: 50ms)")
    .option("--check", "check the variants, and measure nothing")
    .option("--list", "list the variants and the inputs, and measure nothing")
    .addOption(new Option("--format <format>", "how to print").choices(["table", "json", "csv"]).default("table"))
    .option("--svg <file>", "write a heat map of variants and inputs to file")
    .option("-q, --quiet", "no progress on stderr; errors only")
    .addHelpText("after", help.afterBitsearch)
    .showHelpAfterError("see `schedlab bitsearch --help`")
    .action(async (options: TypedBitsearchOptions) => {
      const { bitsearch } = await import("./bitsearch.js");
      finish(await bitsearch(options));
    });
}
