/** What the stream that is written to can show: colours, and how many columns. */
import picocolors from "picocolors";

export type Colours = ReturnType<typeof picocolors.createColors>;

/**
 * Colour only on terminals. NO_COLOR switches it off and FORCE_COLOR on, wherever the output goes;
 * decided here and not by picocolors, which also colours the logs of CI systems.
 */
export function coloursFor(stream: NodeJS.WriteStream): Colours {
  return picocolors.createColors(wantsColour(stream));
}

function wantsColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") {
    return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  }
  return stream.isTTY === true && TERM !== "dumb";
}

/** Columns to fill where the output is no terminal, or one that hides its width. */
const defaultColumns = 80;

/** The width to lay tables out for. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY && stream.columns > 0 ? stream.columns : defaultColumns;
}
