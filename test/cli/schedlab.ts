/** Runs the built command as a user would: in pipes, and in a terminal. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";

export const cli = inProject("dist/cli.js");

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Whatever runs the tests must not decide about colours. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const { NO_COLOR, FORCE_COLOR, CI, COLUMNS, ...rest } = process.env;
  return { ...rest, TERM: "xterm-256color", ...more };
}

/** The command in pipes. */
export function schedlab(
  args: readonly string[],
  options: { readonly input?: string | Uint8Array; readonly env?: Record<string, string>; readonly cwd?: string } = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    encoding: "utf8",
    cwd: options.cwd ?? inProject("."),
    env: environment(options.env),
    input: options.input ?? "",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

/** A shell command line in which `schedlab` is the built command. */
export function shell(commandLine: string, env: Record<string, string> = {}): Ran {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", withCommand(commandLine)], {
    encoding: "utf8",
    cwd: inProject("."),
    env: environment(env),
    input: "",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

/** The same in a terminal of `columns` columns, where stdout and stderr are one. */
export function terminal(commandLine: string, columns: number, env: Record<string, string> = {}): Ran {
  const { status, stdout, stderr } = spawnSync("script", scriptArguments(commandLine, columns), {
    encoding: "utf8",
    cwd: inProject("."),
    env: environment(env),
    input: "",
    maxBuffer: 1 << 28,
  });
  return { status, stdout: stdout.replaceAll("\r\n", "\n"), stderr };
}

/** The same, without waiting: what is written to its stdin is typed. */
export function openTerminal(commandLine: string, columns: number): ChildProcess {
  return spawn("script", scriptArguments(commandLine, columns), { cwd: inProject("."), env: environment() });
}

/** `script` of util-linux makes a terminal; -e gives the command's exit status. */
function scriptArguments(commandLine: string, columns: number): string[] {
  return ["-qec", `stty cols ${columns} rows 40; ${withCommand(commandLine)}`, "/dev/null"];
}

function withCommand(commandLine: string): string {
  return commandLine.replaceAll(/\bschedlab\b(?= )/g, `'${process.execPath}' '${cli}'`);
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cli-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
