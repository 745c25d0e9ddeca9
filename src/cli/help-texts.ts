/** The texts of --help that are longer than a line. */

export const summary = `What would that scheduler have done? Simulates CPU schedulers, exact to the kernel's own decisions, on workloads that a file describes.`;

const exitStatus = `Exit status:
  0    done; for verify: all traces agree
  1    verify found a difference; a point of a sweep failed or broke an
       --assert; bitsearch --check found a variant that is wrong in an unknown
       way
  2    an option, a file or the workload is wrong; nothing half-written is left
  70   a mistake in schedlab itself
  130  interrupted with Ctrl-C`;

const environment = `Environment:
  NO_COLOR      no colour, not even on a terminal
  FORCE_COLOR   colour, even where the output is no terminal`;

export const afterProgram = `
Examples:
  schedlab run examples/02-massive-intr.yaml --timeline
  schedlab run workload.yaml --scheduler o1-2.6.0,o1-2.6.22
  schedlab list schedulers

${exitStatus}

${environment}
`;

export const runSummary = `Runs a workload under one scheduler or several and prints, for every task (or, where there are more than twenty, for every group of tasks of one name), its share of the CPU, its waits and its switches. Several schedulers stand side by side. Results go to stdout, all else to stderr.`;

export const schedulerOption =
  "scheduler, by id or pattern ('o1-2.6.*'), or all; several: repeat it or separate with commas (default: o1)";

export const afterRun = `
A trace of several schedulers goes to one file each: --trace out.tsv.gz writes
out.o1-2.6.0.tsv.gz, out.o1-2.6.22.tsv.gz and so on. A .pftrace opens in
https://ui.perfetto.dev, with thread states, wakers, runqueue lengths and
priorities; a .json there and in chrome://tracing. A .ftrace.txt is what a
kernel's ftrace would have shown, a .perf.txt what \`perf script\` would have
printed. A .tsv holds one event a line.

With several schedulers, a --tunable applies to those that have it. Schedulers
that a pattern or \`all\` chose, but that cannot run on the machine (its CPUs, its
HZ), are left out with a note; one that you name is refused.

Examples:
  schedlab run workload.yaml
  schedlab run workload.yaml --scheduler o1-2.6.0 --scheduler o1-2.6.22
  schedlab run workload.yaml --scheduler all
  schedlab run workload.yaml --cpus 4 --duration 30s --set tasks.intr.count=20
  schedlab run workload.yaml --set 'tasks[0].program[1].sleep=2ms' --timeline
  schedlab run workload.yaml --trace out.pftrace.gz --quiet
  schedlab run workload.yaml --format json | jq .totals.jainIndex
  generate-workload | schedlab run - --format csv > tasks.csv
`;

export const importSummary = `Makes a workload of an rt-app file, or of a recorded trace (ftrace, trace-cmd, perf script, systrace, Perfetto, Chrome): what each task does, as a program that any scheduler can be given. The kind is told by the content, also inside gzip. The workload goes to stdout, or to the file of -o; stderr says what was understood of the file, and names everything that was not, with file and line. \`schedlab run FILE\` takes such files directly, too.`;

export const afterImport = `
Examples:
  schedlab import video.json -o video.yaml
  schedlab import mp3.json --last-wins > as-json-c-reads-it.yaml
  schedlab import mp3.json --tasks 'Audio*' -q | schedlab run - --scheduler all
  schedlab import trace.txt --window 2s..5s --tasks 'firefox*' -o firefox.yaml
  schedlab import perf.txt --fidelity
`;

export const explainSummary = `Says in sentences why a task waited on a runqueue: how each wait began, who ran instead and for how long, by which rules of the scheduler (looked up in its state at each of its choices), and how it ended. Of a recorded trace it says who ran; which rules its scheduler went by is not in it.`;

export const afterExplain = `
The longest waits are explained, or the one at the instant that --at names. A
recorded trace (ftrace, perf script, systrace, Chrome, Perfetto) is explained as
it was; with --scheduler it is made a workload, simulated, and that explained.

Examples:
  schedlab explain examples/02-massive-intr.yaml --task intr/0
  schedlab explain workload.yaml --task editor --at 2.5 --scheduler cfs
  schedlab explain trace.txt --task 1234
  schedlab explain workload.yaml --task intr --format json | jq '.waits[].ran'
`;

export const compareSummary = `Tells what changed from one run to another: over all and task by task, the most affected first. A run is a workload, which is simulated, a result that run --format json printed, or a recording. One workload is compared under two schedulers; two files each as it is, workloads under the scheduler that is named, or each under its own.`;

export const afterCompare = `
Tasks are matched by name, those of one name in the order of their pids. The
effect on a task is how much more or less of the run's time it ran and waited,
together. docs/reports.md explains the figures.

Examples:
  schedlab compare workload.yaml --scheduler o1-2.6.22,cfs-2.6.24
  schedlab compare before.yaml after.yaml --scheduler cfs
  schedlab compare old.json new.json --format json
  schedlab compare trace.txt --scheduler o1-2.6.22
`;

export const listSummary = `Lists the schedulers, with what they are good and bad at, where they come from and what can be tuned; and the examples that come with schedlab.`;

export const afterList = `
Examples:
  schedlab list
  schedlab list schedulers --format json | jq -r '.[].id'
  schedlab list examples
`;

export const verifySummary = `Runs recorded workloads and compares the traces with the recorded ones, to the last byte.

The folder holds folders named after schedulers (o1-2.6.22; with the suffix -32bit for a long of 32 bits), and these hold pairs of NAME.workload.json and NAME.trace.tsv.gz (or .trace.tsv). It may also be one such folder itself. A difference is shown with the three lines before it.`;

export const afterVerify = `
--format json prints {passed, failed, problems, results}: each result is
{scheduler, workload, ok, …}, where a difference also has {line, before,
expected, actual}; expected or actual is null where that trace ends. problems
has a sentence for each case that could not be read.

Examples:
  schedlab verify golden
  schedlab verify golden --scheduler 'o1-2.6.*'
  schedlab verify golden/o1-2.6.22 --format json | jq .failed
`;
