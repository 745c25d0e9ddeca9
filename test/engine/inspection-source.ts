/**
 * What the types of an inspection say, read from their source: the fields of each state, with their types and what their comments tell.
 * The source is written in one pattern: every field of a record has a comment of one line, `unit: meaning` or just the meaning.
 */
import { readdirSync, readFileSync } from "node:fs";

export interface DocumentedField {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly meaning: string;
}

/** A scheduler's state: the names of its record types and of its queues. */
export interface State {
  readonly file: string;
  readonly records: Readonly<Record<"task" | "derivedTask" | "cpu" | "derivedCpu", string>>;
  readonly queues: Readonly<Record<"array" | "tree" | "list", readonly string[]>>;
}

/** All units that comments use. */
export const units: readonly string[] = [
  ...["ns", "virtual ns", "us", "us (of 1024 ns)", "ms", "ticks", "jiffies", "jiffies × 1024"],
  ...["points", "points × 256", "levels", "millionths", "1024ths", "128ths of a share"],
];

const folder = new URL("../../src/engine/inspection/", import.meta.url);

const sources = readdirSync(folder).map((file) => ({
  file: file.replace(/\.ts$/, ""),
  text: readFileSync(new URL(file, folder), "utf8"),
}));
const everything = sources.map(({ text }) => text).join("\n");

const records = new Map(
  [...everything.matchAll(/^export type (\w+) =\s*((?:\w+\s*&\s*)*)\{\n([\s\S]*?)\n\s*\};$/gm)].map(
    ([, name, bases, body]) => [name!, { bases: bases!.match(/\w+/g) ?? [], fields: fieldsOf(body!) }],
  ),
);

/** The fields of a record type, those that it takes over first. */
export function fieldsOfRecord(name: string): DocumentedField[] {
  const record = records.get(name);
  if (record === undefined) throw new Error(`no record type ${name} in src/engine/inspection`);
  return [...record.bases.flatMap(fieldsOfRecord), ...record.fields];
}

/** By name. */
export const states: ReadonlyMap<string, State> = new Map(
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^export interface (\w+State) \{\n([\s\S]*?)\n\}$/gm)].flatMap(([, name, body]) => {
      const members = membersOf(body!);
      const record = (key: string) => members[key] ?? "";
      const names = (key: string) => [...record(key).matchAll(/"(\w+)"/g)].map(([, queue]) => queue!);
      if (!records.has(record("task"))) return [];
      const state: State = {
        file,
        records: {
          task: record("task"),
          derivedTask: record("derivedTask"),
          cpu: record("cpu"),
          derivedCpu: record("derivedCpu"),
        },
        queues: { array: names("array"), tree: names("tree"), list: names("list") },
      };
      return [[name!, state] as const];
    }),
  ),
);

/** Names of states by scheduler id, and ids by alias, in the order of the source. */
export const statesById: Readonly<Record<string, string>> = interfaceOf("SchedulerStates");
export const idsByAlias: Readonly<Record<string, string>> = interfaceOf("SchedulerAliases");

function interfaceOf(name: string): Record<string, string> {
  const body = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}$`, "m").exec(everything)?.[1];
  const members = Object.entries(membersOf(body ?? ""));
  return Object.fromEntries(members.map(([member, type]) => [member, type.replaceAll('"', "")]));
}

function membersOf(body: string): Record<string, string> {
  const members = body.matchAll(/^ {2}readonly ("?)([\w.-]+)\1: ([^;]+);$/gm);
  return Object.fromEntries([...members].map(([, , name, type]) => [name!, type!]));
}

function fieldsOf(body: string): DocumentedField[] {
  const found = [...body.matchAll(/\/\*\* ([^\n]*) \*\/\n\s*readonly (\w+): ([^;\n]+);/g)];
  const declared = body.match(/\breadonly \w+:/g)?.length ?? 0;
  if (found.length !== declared) throw new Error(`a field without a comment of one line in:\n${body}`);
  return found.map(([, comment, name, type]) => {
    const [, unit = "", meaning = comment!] = /^([a-z0-9][^:]*): (.*)$/.exec(comment!) ?? [];
    return { name: name!, type: type!, unit, meaning };
  });
}
