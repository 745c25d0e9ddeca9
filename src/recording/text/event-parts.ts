/** What both spellings of events need: names, states, and who was running when a task was woken. */
import type { RecordedWakeup } from "../event.js";
import type { NameCache } from "../name-cache.js";
import { TaskState } from "../task-state.js";
import type { RecordHead } from "./record-head.js";

export class EventParts {
  readonly names: NameCache;
  readonly state: TaskState = new TaskState();

  constructor(names: NameCache) {
    this.names = names;
  }

  wakeup(
    kind: RecordedWakeup["kind"],
    head: RecordHead,
    bytes: Uint8Array,
    { pid, name, priority, targetCpu }: Pick<RecordedWakeup, "pid" | "name" | "priority" | "targetCpu">,
  ): RecordedWakeup {
    const { timeNs, cpu, pid: wakerPid, inInterrupt } = head;
    const wakerName = this.headName(head, bytes);
    return { kind, timeNs, cpu, wakerPid, wakerName, pid, name, priority, targetCpu, inInterrupt };
  }

  /** The comm of the head; null where the kernel no longer knew it. */
  headName({ commStart, commEnd, pid, cpu }: RecordHead, bytes: Uint8Array): string | null {
    const name = this.names.get(bytes, commStart, commEnd);
    if (name === "<idle>" && pid === 0) return cpu === null ? "swapper" : `swapper/${cpu}`;
    return name === "<...>" || name === "" ? null : name;
  }
}
