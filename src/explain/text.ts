/** An explanation in sentences, as lines of text. */
import type { Nanoseconds } from "../engine/types.js";
import { formatSpan } from "../spans.js";
import type { ExplainedWait, Explanation, RuleUse, Runner } from "./explanation.js";

/** Runners that are named; the others are counted. */
const namedRunners = 6;

export function explanationLines(explanation: Explanation): string[] {
  const { scheduler, name, task, waitCount, waitNs, waits } = explanation;
  const where = scheduler === null ? name : `${name}, ${scheduler}`;
  const times = waitCount === 1 ? "once" : `${waitCount} times`;
  const head = `${where}: ${task} waited ${times}, ${formatSpan(waitNs, " ")} in all`;
  return [head, ...waits.flatMap((wait) => ["", ...waitLines(wait)])];
}

function waitLines(wait: ExplainedWait): string[] {
  const { pid, name, fromNs, toNs, began, moves, ran, reasons, notes, ended } = wait;
  const length = formatSpan(toNs - fromNs, " ");
  const lines = [`${name} (pid ${pid}) waited ${length}${placeOf(wait)}, from ${at(fromNs)} to ${at(toNs)}.`];
  lines.push(`  It began at ${at(fromNs)}: ${began.sentence}.`);
  for (const { timeNs, fromCpu, toCpu } of moves) {
    lines.push(`  At ${at(timeNs)} it was moved from CPU ${fromCpu} to CPU ${toCpu}.`);
  }
  if (ran.length > 0) lines.push(`  Meanwhile ran ${runnersInWords(ran)}.`);
  for (const use of reasons) lines.push(`  ${ruleInWords(use)}`);
  for (const { names, times, firstNs, sentence } of notes) {
    const when = times === 1 ? `At ${at(firstNs)}` : `${times} times, first at ${at(firstNs)},`;
    lines.push(`  ${when} ${sentence}${names.length === 0 ? "" : `: ${listed(names)}`}.`);
  }
  lines.push(`  It ended at ${at(toNs)}: ${ended}.`);
  return lines;
}

function placeOf({ cpus }: ExplainedWait): string {
  const different = [...new Set(cpus)];
  if (different.length === 0) return "";
  return ` on CPU${different.length === 1 ? "" : "s"} ${different.join(", ")}`;
}

function runnersInWords(ran: readonly Runner[]): string {
  const named = ran.slice(0, namedRunners).map(({ name, ranNs, share }) => {
    return `${name} ${formatSpan(ranNs, " ")} (${percent(share)})`;
  });
  const others = ran.slice(namedRunners);
  if (others.length > 0) {
    const ranNs = others.reduce((sum, each) => sum + each.ranNs, 0);
    named.push(`${others.length} other${others.length === 1 ? "" : "s"} ${formatSpan(ranNs, " ")}`);
  }
  return named.join(", ");
}

function ruleInWords({ rule, forNs, share, times, longest }: RuleUse): string {
  const { fromNs, toNs, name, sentence } = longest;
  const how = `${formatSpan(forNs, " ")} (${percent(share)}) by rule ${rule}`;
  if (times === 1) return `${how}: ${sentence}.`;
  return `${how}, ${times} times; at ${at(fromNs)}, when ${name} came for ${formatSpan(toNs - fromNs, " ")}: ${sentence}.`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namedRunners).join(", ");
  return names.length > namedRunners ? `${shown} and ${names.length - namedRunners} more` : shown;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.001 ? 2 : 1)}%`;
}

/** An instant without loss, in seconds. */
function at(timeNs: Nanoseconds): string {
  const seconds = Math.floor(timeNs / 1e9);
  const fraction = String(timeNs - seconds * 1e9)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${seconds}${fraction === "" ? "" : `.${fraction}`} s`;
}
