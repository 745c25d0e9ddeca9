/** `schedlab list`: the schedulers that the engine has, and the examples that come with it. */
import type { SchedulerInfo } from "../engine/types.js";
import { schedulers } from "../simulation.js";
import { type Example, listExamples } from "./examples.js";
import { exitCodes } from "./exit-codes.js";
import { writeOut } from "./process-life.js";
import { type Colours, coloursFor, columnsOf } from "./terminal.js";
import { printable, wrapText } from "./text-width.js";

export type Listed = "schedulers" | "examples";

export interface ListOptions {
  readonly format: "table" | "json";
}

/** Lists one kind of things, or both. Runs the command; the answer is the exit status. */
export async function list(kind: Listed | undefined, { format }: ListOptions): Promise<number> {
  const wantedSchedulers = kind === "examples" ? [] : await schedulers();
  const wantedExamples = kind === "schedulers" ? [] : listExamples();
  if (format === "json") {
    const both = { schedulers: wantedSchedulers, examples: wantedExamples };
    writeOut(`${JSON.stringify(kind === undefined ? both : both[kind], null, 2)}\n`);
    return exitCodes.success;
  }
  const width = columnsOf(process.stdout);
  const colours = coloursFor(process.stdout);
  const lines: string[] = [];
  if (kind === undefined) lines.push(colours.bold("schedulers"), "");
  lines.push(...wantedSchedulers.flatMap((scheduler) => schedulerLines(scheduler, width, colours)));
  if (kind === undefined) lines.push(colours.bold("examples"), "");
  lines.push(...wantedExamples.flatMap((example) => exampleLines(example, width, colours)));
  writeOut(`${lines.join("\n").trimEnd()}\n`);
  return exitCodes.success;
}

function schedulerLines(scheduler: SchedulerInfo, width: number, colours: Colours): string[] {
  const { id, aliases, name, year, provenance, minHz, maxHz, maxCpus, longBits, tunables } = scheduler;
  const also = aliases.length === 0 ? "" : ` (or ${aliases.join(", ")})`;
  const limits = [
    maxCpus === 1 ? "1 CPU" : `1 to ${maxCpus} CPUs`,
    `HZ ${minHz} to ${maxHz}`,
    longBits.length > 1 ? `long of ${longBits.join(" or ")} bits` : `long of ${longBits[0]} bits`,
  ];
  const detail = (label: string, text: string) => labelled(label, text, width, colours);
  return [
    `${colours.bold(colours.cyan(id))}${also}  ${name}, ${year}`,
    ...detail("good", scheduler.goodAt),
    ...detail("bad", scheduler.badAt),
    ...detail("source", `${provenance.source} (${provenance.kind})`),
    ...detail("limits", limits.join(", ")),
    ...tunables.flatMap((tunable, index) => {
      const range = `${tunable.default} ${tunable.unit}`.trim();
      const text = `${tunable.name} = ${range} (${tunable.min} to ${tunable.max}): ${tunable.about}`;
      return detail(index === 0 ? "tunables" : "", text);
    }),
    "",
  ];
}

function exampleLines({ path, about }: Example, width: number, colours: Colours): string[] {
  return [
    colours.bold(colours.cyan(printable(path))),
    ...wrapText(printable(about), width - 2).map((line) => `  ${line}`),
  ];
}

const labelWidth = 10;

function labelled(label: string, text: string, width: number, colours: Colours): string[] {
  return wrapText(text, width - labelWidth - 2).map(
    (line, index) => `  ${colours.dim((index === 0 ? label : "").padEnd(labelWidth))}${line}`,
  );
}
