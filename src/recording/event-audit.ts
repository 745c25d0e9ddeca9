/**
 * Sees all events in their order, and finds what does not fit together: who leaves a CPU must be who last came to it.
 */
import type { CpuId } from "../engine/types.js";
import type { RecordedEvent, RecordedSwitch } from "./event.js";
import type { FindingLog } from "./finding-log.js";

interface Running {
  pid: number;
  name: string;
}

export class EventAudit {
  readonly #log: FindingLog;
  readonly #running = new Map<CpuId, Running>();
  #count = 0;

  constructor(log: FindingLog) {
    this.#log = log;
  }

  see(event: RecordedEvent): void {
    const log = this.#log;
    this.#count++;
    log.events[event.kind]++;
    log.firstNs ??= event.timeNs;
    log.lastNs = event.timeNs;
    if (event.cpu !== null) log.cpuSet.add(event.cpu);
    switch (event.kind) {
      case "switch":
        this.#task(event.nextPid);
        if (event.previousPid !== null) this.#task(event.previousPid);
        if (event.cpu !== null) this.#switch(event, event.cpu);
        break;
      case "fork":
        this.#task(event.parentPid);
        this.#task(event.childPid);
        break;
      default:
        this.#task(event.pid);
    }
  }

  /** Who runs now has no end. */
  end(): void {
    for (const { pid } of this.#running.values()) if (pid !== 0) this.#log.clippedSlices.withoutEnd++;
  }

  #task(pid: number): void {
    if (pid !== 0) this.#log.pids.add(pid);
  }

  #switch(event: RecordedSwitch, cpu: CpuId): void {
    const { clippedSlices } = this.#log;
    const { previousPid, nextPid, nextName } = event;
    const running = this.#running.get(cpu);
    if (running === undefined) {
      if (previousPid !== null && previousPid !== 0) clippedSlices.withoutStart++;
      this.#running.set(cpu, { pid: nextPid, name: nextName });
      return;
    }
    // Where it is not told who left, it was who ran.
    if (previousPid !== null && previousPid !== running.pid) {
      this.#chainBreak(event, running, cpu);
      if (previousPid !== 0) clippedSlices.withoutStart++;
      if (running.pid !== 0) clippedSlices.withoutEnd++;
    }
    running.pid = nextPid;
    running.name = nextName;
  }

  #chainBreak(event: RecordedSwitch, running: Running, cpu: CpuId): void {
    const log = this.#log;
    if (log.chainBreaks === null) {
      const found = `${event.previousName}:${event.previousPid} leaves CPU ${cpu} at ${event.timeNs} ns`;
      const example = `${found}, the last to come was ${running.name}:${running.pid}`;
      log.chainBreaks = { count: 0, place: { unit: "event", number: this.#count }, example };
    }
    log.chainBreaks.count++;
  }
}
