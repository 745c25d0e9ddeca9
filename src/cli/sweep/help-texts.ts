/** The texts of --help for the commands around sweeps. */

export const sweepSummary = `Runs a plan: every combination of what it varies, on all cores, and prints a table. A plan in YAML, JSON or JSON5 names a workload, what to vary, seeds, and figures to measure; docs/sweeps.md has the format.

Every point is on the disk before it counts as done. After Ctrl-C, a crash or a full disk the same command goes on where it was, and the result is the same to the last byte.`;

export const afterSweep = `
The folder of results (--out, or NAME.sweep) holds points.parquet, summary.json,
plan.yaml, the workloads, and a journal of all points. Points of other plans in
the same journal are taken over where nothing about them has changed.

A worker takes at most --memory MiB for the simulation and 512 MiB for all else.

Examples:
  schedlab sweep plan.yaml --dry-run
  schedlab sweep plan.yaml --out results --assert 'latency.p99 < 20ms'
  schedlab sweep plan.yaml --shard 1/4 --out part-1
  schedlab sweep --from results --by scheduler
`;

export const mergeSummary = `Puts the parts of a sweep (\`schedlab sweep --shard I/N\`) together: the same files as from one machine.`;

export const afterMerge = `
Examples:
  schedlab merge part-1 part-2 part-3 --out results
`;

export const summarizeSummary = `Takes the runs of each configuration together: mean, median, 95 % confidence interval over the seeds; and against the plan's baseline the paired difference with interval, effect size, and what may be said of it.`;

export const afterSummarize = `
Examples:
  schedlab summarize results
  schedlab summarize results --by scheduler,machine.cpus --figure latency.p99
  schedlab summarize results --format json | jq '.configurations[0]'
  schedlab summarize results --html report.html
`;

export const plotSummary = `Draws figures of a sweep over a parameter, as SVG: lines with bands of the 95 % confidence interval, small multiples, heat maps.`;

export const afterPlot = `
Axes of ranges with a log scale are logarithmic; --log and --linear decide
otherwise. There is no PNG: the libraries that make one need native code or
fonts of their own; browsers, Inkscape and rsvg-convert turn the SVG into one.

Examples:
  schedlab plot results --x tasks.intr.count --y latency.p99 -o p99.svg
  schedlab plot results --x tasks.intr.count --y longestWait --by scheduler \\
    --facet machine.cpus -o waits.svg
  schedlab plot results --x tasks.intr.count --y machine.cpus \\
    --fill share.jain --facet scheduler -o fairness.svg
`;
