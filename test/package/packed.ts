/** The package as npm would publish it, unpacked where a consumer would find it. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/build/files.mjs";

export const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

export interface Packed {
  readonly tarball: string;
  /** All paths in the package. */
  readonly files: readonly string[];
  /** A project of its own, with the package and what it depends on in node_modules. */
  readonly consumer: string;
  /** The package in there. */
  readonly installed: string;
  remove(): void;
}

export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-package-"));
  const report = run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], root);
  // npm 11 lists the packages, npm 12 names them.
  const [{ filename, files }] = Object.values(JSON.parse(report)) as {
    filename: string;
    files: { path: string }[];
  }[] as [{ filename: string; files: { path: string }[] }];
  const tarball = join(folder, filename);
  // A path that has to be escaped in a URL: the library finds its engine by one.
  const consumer = join(folder, "a consumer's #1 project");
  const installed = join(consumer, "node_modules", "schedlab");
  mkdirSync(installed, { recursive: true });
  run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"], folder);
  writeFileSync(join(consumer, "package.json"), '{ "type": "module" }');
  for (const name of Object.keys(packageJson.dependencies ?? {})) {
    cpSync(join(root, "node_modules", name), join(consumer, "node_modules", name), { recursive: true });
  }
  return {
    tarball,
    files: files.map(({ path }) => path),
    consumer,
    installed,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What the command printed; fails with what it complained of. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
