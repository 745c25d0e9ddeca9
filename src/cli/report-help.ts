/** The texts of `schedlab report --help` and of its commands that are longer than a line. */

export const reportSummary = `Tells who ran when, who waited and for how long, in the tables of perf sched (6.1): of traces that were recorded (perf script, ftrace, trace-cmd, systrace, Perfetto, Chrome, schedlab's own .tsv; each also in gzip), and of workloads, which are simulated on the way.`;

export const afterReport = `
docs/reports.md explains the columns, and where they differ from perf's.

Examples:
  schedlab report timehist trace.txt
  schedlab report latency workload.yaml --scheduler o1-2.6.22
  perf script -i perf.data --ns | schedlab report summary -
`;

export const timehistSummary = `Prints a line each time that a task leaves a CPU: how long it had been away (wait time), how long it waited for the CPU after its wake-up (sch delay), and how long it ran (run time), in milliseconds, as perf sched timehist does.`;

export const afterTimehist = `
Examples:
  schedlab report timehist trace.txt --state --wakeups --next
  schedlab report timehist trace.txt --time 1231.5,1232 --comm 'kworker*'
  schedlab report timehist workload.yaml --scheduler o1,cfs --summary
  schedlab report timehist workload.yaml --format csv > history.csv
`;

export const summarySummary = `Prints how often and how long each task ran, and how long each CPU was idle, as perf sched timehist --summary does.`;

export const afterSummary = `
Examples:
  schedlab report summary trace.txt
  schedlab report summary trace.txt --state
  schedlab report summary workload.yaml --scheduler o1-2.6.22,cfs-2.6.24
`;

export const latencySummary = `Prints how long tasks waited on runqueues, after wake-ups and after preemptions, as perf sched latency does.`;

export const afterLatency = `
Examples:
  schedlab report latency trace.txt --sort max
  schedlab report latency workload.yaml --pids --format json
  schedlab report latency perf.txt --wakeups-from wakeup
`;

export const mapSummary = `Prints a line for each switch, with a column for each CPU: * marks the CPU of the switch, two characters stand for a task, a dot for an idle CPU, as perf sched map does.`;

export const afterMap = `
Examples:
  schedlab report map trace.txt --compact
  schedlab report map workload.yaml --cpus 0,1 --set machine.cpus=4
`;
