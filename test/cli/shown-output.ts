/**
 * Pages tell the truth: every command and program in them is run, and the block of text behind it is what that prints.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { environment, shell } from "./schedlab.js";

/** A program or some commands, and the block of text right behind it, if there is one. */
export const example = /^```(?<language>sh|js)\n(?<source>.*?)^```\n(?:\n```text\n(?<output>.*?)^```\n)?/gms;

/** The page with what is printed now; `isLeftOut` are commands that are shown and not run. */
export function withPresentOutput(page: string, isLeftOut: (source: string) => boolean = () => false): string {
  return page.replaceAll(example, (block: string, ...rest: unknown[]) => {
    const { language = "", source = "", output } = rest.at(-1) as Record<string, string | undefined>;
    if (isLeftOut(source.trim())) return block;
    const printed = outputOf(language, source);
    return output === undefined ? block : `\`\`\`${language}\n${source}\`\`\`\n\n\`\`\`text\n${printed}\`\`\`\n`;
  });
}

function outputOf(language: string, source: string): string {
  if (language === "js") {
    const args = ["--input-type=module", "--eval", source];
    const options = { cwd: inProject("."), env: environment(), encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    expect({ status, stderr }, source).toEqual({ status: 0, stderr: "" });
    return stdout;
  }
  return source.trimEnd().split("\n").map(runCommand).join("");
}

function runCommand(line: string): string {
  const { status, stdout, stderr } = shell(line.startsWith("npm ci && npm start") ? startCommand() : line);
  expect({ status, stderr }, line).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** What `npm start` runs once all is built. */
function startCommand(): string {
  const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  return scripts.start.split(" && ").at(-1);
}
