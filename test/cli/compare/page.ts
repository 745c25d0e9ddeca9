/**
 * Renews the tables of docs/compare.md: each stands between two marks behind the commands that it comes from,
 * `<!-- figures: NAME -->` and `<!-- end of figures -->`.
 */
import type { SimulationResult } from "../../../src/result/index.js";
import { type Column, tables } from "./tables.js";

const section = /^```sh\n(?<commands>.*?)^```\n\n<!-- figures: (?<name>\S+) -->\n.*?<!-- end of figures -->$/gms;

/** @param run runs one command line and parses what it prints */
export function renewPage(page: string, run: (command: string) => readonly SimulationResult[]): string {
  return page.replaceAll(section, (_, ...rest) => {
    const { commands, name } = rest.at(-1) as { commands: string; name: string };
    const columns = tables[name];
    if (columns === undefined) throw new Error(`docs/compare.md: no table ${name}`);
    const runs = commands.trimEnd().split("\n").map(run);
    const mark = `<!-- figures: ${name} -->`;
    return `\`\`\`sh\n${commands}\`\`\`\n\n${mark}\n\n${figures(columns, runs)}\n\n<!-- end of figures -->`;
  });
}

/** Names of the tables that the page shows. */
export function tablesOf(page: string): string[] {
  return [...page.matchAll(section)].map(({ groups }) => groups?.name ?? "");
}

function figures(columns: readonly Column[], runs: readonly (readonly SimulationResult[])[]): string {
  const rows = (runs[0] ?? []).map((first, index) => {
    const own = runs.map((results) => results[index]!);
    for (const { scheduler } of own) {
      if (scheduler !== first.scheduler) throw new Error(`${scheduler} stands in the row of ${first.scheduler}`);
    }
    const name = first.provenance === "reconstructed" ? `${first.scheduler}†` : first.scheduler;
    return [name, ...columns.map(({ cell }) => cell(own))];
  });
  const lines = [["scheduler", ...columns.map(({ title }) => title)], ["---", ...columns.map(() => "--:")], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
