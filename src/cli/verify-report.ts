/** What `schedlab verify` prints for people. */
import { formatDifference } from "../trace/index.js";
import { plural } from "./quantities.js";
import type { Colours } from "./terminal.js";
import { printable } from "./text-width.js";
import type { VerifyResult } from "./verify-case.js";

export function reportFolder(
  folder: string,
  results: readonly VerifyResult[],
  cases: number,
  colours: Colours,
): string {
  const agreed = results.filter(({ ok }) => ok).length;
  const text = `${folder.padEnd(20)} ${agreed} of ${plural(cases, "trace")} ${cases === 1 ? "agrees" : "agree"}`;
  return agreed === cases ? `${colours.green("✓")} ${text}` : `${colours.red("✗")} ${text}`;
}

/** The first differing line, expected (-) and actual (+), with what came before it. */
export function reportFailure(result: VerifyResult & { readonly ok: false }, colours: Colours): string {
  const lines = formatDifference(result)
    .split("\n")
    .map((line) => {
      // A trace is text with tabs; anything else must not reach the terminal as it is.
      const shown = `    ${line.split("\t").map(printable).join("\t")}`;
      return line.startsWith("-") ? colours.green(shown) : line.startsWith("+") ? colours.red(shown) : shown;
    });
  const title = `${result.scheduler}/${result.workload} differs in line ${result.line} (- expected, + actual):`;
  return [`  ${colours.bold(title)}`, ...lines].join("\n");
}

export function reportTotals(results: readonly VerifyResult[], problems: number, colours: Colours): string {
  const failed = results.filter(({ ok }) => !ok).length;
  const passed = results.length - failed;
  const agreed = `${plural(passed, "trace")} ${passed === 1 ? "agrees" : "agree"}`;
  const parts = [failed === 0 && results.length > 0 ? colours.green(agreed) : agreed];
  if (failed > 0) parts.push(colours.red(`${failed} differ`));
  if (problems > 0) parts.push(colours.red(`${plural(problems, "problem")} with the input`));
  return parts.join(", ");
}
