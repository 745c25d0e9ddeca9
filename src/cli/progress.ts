/** A line on stderr that says how far a long run is, where stderr is a terminal. */
import { onProcessEnd, writeErr } from "./process-life.js";

/** Runs that end before this show nothing. */
const patienceMs = 400;
const intervalMs = 100;
const eraseLine = "\r\u001b[2K";

export interface Progress {
  /** Shows `text` unless something was shown a moment ago. */
  show(text: string): void;
  /** Takes the line away, before anything else is written. */
  clear(): void;
}

export function createProgress(options: { readonly quiet: boolean }): Progress {
  if (options.quiet || !process.stderr.isTTY) return { show() {}, clear() {} };
  // The clock decides what is shown, never what is computed.
  let next = performance.now() + patienceMs;
  let visible = false;
  const clear = () => {
    if (visible) writeErr(eraseLine);
    visible = false;
  };
  onProcessEnd(clear);
  return {
    clear,
    show(text) {
      const now = performance.now();
      if (now < next) return;
      next = now + intervalMs;
      const room = (process.stderr.columns || 80) - 1;
      writeErr(`${eraseLine}${text.slice(0, room)}`);
      visible = true;
    },
  };
}
