/** The tables of docs/inspection.md, made from the types of inspections. */
import { fieldsOfRecord, type State, states, statesById } from "./inspection-source.js";

/** Up to here the page is written by hand. */
export const tablesMarker =
  "<!-- From here on made from src/engine/inspection by npx vitest run test/engine/inspection-types.test.ts -u -->\n";

/** Pages of docs/schedulers, where they are not called like the file of the types. */
const pages: Readonly<Record<string, readonly string[]>> = { goodness: ["vanilla", "hamq"] };

/** The whole page. */
export function documentation(introduction: string): string {
  const sections = [
    "## Every scheduler\n",
    "What the machine keeps of a task (`tasks[].fields`), whatever the scheduler:\n",
    table("CommonTaskFields"),
    "… and of a CPU (`cpus[].fields`):\n",
    table("CommonCpuFields"),
    ...[...new Set(Object.values(statesById))].flatMap(sectionOf),
  ];
  return `${introduction}${tablesMarker}\n${sections.join("\n")}`;
}

function sectionOf(name: string): string[] {
  const { file, records, queues } = states.get(name)!;
  const ids = Object.keys(statesById).filter((id) => statesById[id] === name);
  const links = (pages[file] ?? [file]).map((page) => `[${page}](schedulers/${page}.md)`).join(", ");
  return [
    `## ${ids.map((id) => `\`${id}\``).join(", ")}\n`,
    `See ${links}. ${sentenceOf(queues)}\n`,
    "A task, `fields`:\n",
    table(records.task),
    "A task, `derived`:\n",
    table(records.derivedTask),
    "A CPU, `fields`:\n",
    table(records.cpu),
    "A CPU, `derived`:\n",
    table(records.derivedCpu),
  ];
}

/** Which queues a CPU shows. */
function sentenceOf(queues: State["queues"]): string {
  const shown = Object.entries(queues).flatMap(([kind, names]) => names.map((name) => `\`${kind}s.${name}\``));
  return `Queues of a CPU: ${shown.join(", ")}.`;
}

function table(record: string): string {
  const rows = fieldsOfRecord(record).map(({ name, unit, meaning }) => {
    const sentence = meaning.charAt(0).toUpperCase() + meaning.slice(1);
    return `| \`${name}\` | ${unit} | ${sentence} |`;
  });
  return ["| field | unit | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}
