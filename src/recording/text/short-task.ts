/** `name:pid [priority]`, how the plugins of trace-cmd and old kernels write a task. */
import { CLOSING_BRACKET, COLON, integer, OPENING_BRACKET, SPACE, skipDigits, skipInteger } from "./ascii.js";

export class ShortTask {
  nameStart = 0;
  nameEnd = 0;
  pid = 0;
  priority = 0;
  /** Behind the bracket. */
  after = 0;

  /** Reads the task whose name begins at `nameStart`, and whose pid begins at `from` or later. */
  read(bytes: Uint8Array, nameStart: number, from: number, end: number): boolean {
    for (let colon = from; colon < end; colon++) {
      if (bytes[colon] !== COLON) continue;
      const pidEnd = skipDigits(bytes, colon + 1, end);
      if (pidEnd === colon + 1 || bytes[pidEnd] !== SPACE || bytes[pidEnd + 1] !== OPENING_BRACKET) continue;
      const priorityEnd = skipInteger(bytes, pidEnd + 2, end);
      if (priorityEnd === pidEnd + 2 || bytes[priorityEnd] !== CLOSING_BRACKET) continue;
      this.nameStart = nameStart;
      this.nameEnd = colon;
      this.pid = integer(bytes, colon + 1, pidEnd);
      this.priority = integer(bytes, pidEnd + 2, priorityEnd);
      this.after = priorityEnd + 1;
      return true;
    }
    return false;
  }

  get nameLength(): number {
    return this.nameEnd - this.nameStart;
  }
}
