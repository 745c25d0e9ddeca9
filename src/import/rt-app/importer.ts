/** rt-app workloads as a kind of file that can be imported. */
import { SchedlabError } from "../../errors.js";
import type { FileHead, Importer, ImportOptions, ImportSession } from "../importer.js";
import { readJsonHead } from "../json-head.js";
import { joined } from "../source.js";
import { importRtApp } from "./import-rt-app.js";

export const rtAppImporter: Importer = {
  kinds: ["rt-app"],

  /** Tasks are an object by name, where schedlab has a list. */
  recognise({ text }: FileHead) {
    const head = readJsonHead(text);
    if (head?.opens !== "object") return null;
    const tasks = head.keys.get("tasks");
    const isOurs = OUR_KEYS.some((key) => head.keys.has(key));
    return !isOurs && (tasks === "{" || (tasks === undefined && head.keys.get("global") === "{")) ? "rt-app" : null;
  },

  begin: (_kind, options) => new RtAppSession(options),
};

/** Outermost keys of schedlab's workloads that rt-app has not. */
const OUR_KEYS = ["name", "about", "machine", "duration", "seed", "channels"];

/** Files of rt-app are short, and need to be seen as a whole. */
class RtAppSession implements ImportSession {
  readonly #options: ImportOptions;
  readonly #pieces: Uint8Array[] = [];

  constructor(options: ImportOptions) {
    this.#options = options;
    if (options.window !== undefined) {
      throw new SchedlabError(`${options.file ?? "the text"}: an rt-app workload has no times to choose a window of`);
    }
  }

  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
  }

  finish() {
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(joined(this.#pieces));
    } catch {
      throw new SchedlabError(`${this.#options.file ?? "the text"}: not a text in UTF-8, expected an rt-app workload`);
    }
    return importRtApp(text, this.#options);
  }
}
