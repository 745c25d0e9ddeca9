/** How many columns a text takes on a terminal, and how to cut and fill it to a width. */
import { stripVTControlCharacters } from "node:util";

/** Wide in East Asian typography, or an emoji: two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const combining = /\p{Mark}|\u200d|[\ufe00-\ufe0f]/u;

function characterWidth(character: string): number {
  if (character.length === 1 && character <= "~") return 1;
  return combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
}

export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The text itself, or its beginning with `…` for the rest, in at most `width` columns. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let taken = "";
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    taken += character;
  }
  return `${taken}…`;
}

export function padText(text: string, width: number, align: "left" | "right"): string {
  const blanks = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "left" ? text + blanks : blanks + text;
}

/** Names come from files: whatever could steer the terminal (escape codes, newlines) is replaced. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
}

/** Breaks a sentence into lines of at most `width` columns. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Phrases with ` · ` between them, broken into lines of at most `width` columns; escape codes count nothing. */
export function wrapPhrases(phrases: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const phrase of phrases) {
    const longer = lines.length === 0 ? phrase : `${lines.at(-1)} · ${phrase}`;
    if (lines.length > 0 && textWidth(stripVTControlCharacters(longer)) <= width) lines[lines.length - 1] = longer;
    else lines.push(phrase);
  }
  return lines;
}
