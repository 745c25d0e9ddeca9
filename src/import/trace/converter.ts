/**
 * From a recording's events to what each of its tasks did: bursts of CPU time, sleeps, and who woke whom. How long a
 * task then waited on a runqueue is no part of that: it is what another scheduler is asked for. Nothing is made up: a
 * slice counts only where a switch to the task and the next one away from it were both recorded on that CPU.
 */
import type { Nanoseconds } from "../../engine/types.js";
import type { RecordedEvent, RecordedFork, RecordedSwitch, RecordedWakeup } from "../../recording/event.js";
import { isTaskPid } from "../../recording/task-pids.js";
import { ChannelTable, type RecordedChannel } from "./channel-table.js";
import { ConversionCounts } from "./conversion-counts.js";
import { logged } from "./program-log.js";
import type { RecordedTask } from "./recorded-task.js";
import { TaskTable } from "./task-table.js";

/** What became of the events. */
export interface ConvertedRecording {
  /** In order of appearance, also those of which nothing is left. */
  readonly tasks: readonly RecordedTask[];
  readonly channels: readonly RecordedChannel[];
  /** The part that was converted, on the recording's clock. */
  readonly beginNs: Nanoseconds;
  readonly endNs: Nanoseconds;
  /** The CPUs that had events, ascending. */
  readonly cpus: readonly number[];
  /** The highest number of a CPU that was only spoken of, too, as where a task was put. */
  readonly highestCpu: number;
  readonly counts: ConversionCounts;
}

interface CpuState {
  /** Whom the last switch was to. */
  pid: number;
  /** The same; null: the idle task, or one that turned out to run elsewhere. */
  task: RecordedTask | null;
}

/** Who wakes whom, where and when. */
type Waking = Pick<RecordedWakeup, "timeNs" | "cpu" | "pid" | "wakerPid" | "wakerName" | "inInterrupt">;

/** A part of the recording, on its own clock. */
export interface ConversionWindow {
  readonly fromNs: Nanoseconds;
  /** Not part of it. */
  readonly toNs: Nanoseconds;
}

const everything: ConversionWindow = { fromNs: Number.NEGATIVE_INFINITY, toNs: Number.POSITIVE_INFINITY };

export class TraceConverter {
  readonly #table = new TaskTable();
  readonly #channels = new ChannelTable();
  readonly #cpus = new Map<number, CpuState>();
  readonly #seenCpus = new Set<number>();
  #highestCpu = 0;
  readonly #counts = new ConversionCounts();
  readonly #window: ConversionWindow;
  #firstNs: Nanoseconds | null = null;
  #lastNs: Nanoseconds = 0;

  constructor(window: ConversionWindow = everything) {
    this.#window = window;
  }

  /** The next event; those of one CPU come in the order of their times. */
  add(event: RecordedEvent): void {
    const { kind, timeNs, cpu } = event;
    const { events } = this.#counts;
    events.set(kind, (events.get(kind) ?? 0) + 1);
    this.#firstNs ??= timeNs;
    this.#lastNs = Math.max(this.#lastNs, timeNs);
    if (cpu !== null) this.#seenCpus.add(cpu);
    this.#highestCpu = Math.max(this.#highestCpu, cpu ?? 0);
    if (timeNs >= this.#window.toNs) {
      if (kind === "switch") this.#switchBehindWindow(event);
      return;
    }
    switch (kind) {
      case "switch":
        this.#switch(event);
        break;
      case "migrate":
        this.#highestCpu = Math.max(this.#highestCpu, event.fromCpu, event.toCpu);
        break;
      case "waking":
      case "wakeup":
        this.#wakeup(event);
        break;
      case "new":
        this.#firstWakeup(event);
        break;
      case "fork":
        this.#fork(event);
        break;
      case "rename":
        if (isTaskPid(event.pid)) this.#table.get(event.pid, event.name);
        break;
      case "blocked":
        this.#blockedReason(event.pid);
        break;
      default:
      // Exits and accounts of CPU time are told by the switches.
    }
  }

  /** Called once, after the last event. */
  finish(): ConvertedRecording {
    const { fromNs, toNs } = this.#window;
    const beginNs = Math.max(fromNs, this.#firstNs ?? 0);
    const endNs = Math.max(beginNs, Math.min(toNs, this.#lastNs));
    for (const task of this.#table.tasks) {
      if (task.activity === "running") {
        this.#counts.clippedLast += 1;
        task.loseSlice();
      } else if (task.activity === "blocked") {
        if (task.wokenNs === null) this.#counts.unfinishedSleeps += 1;
        if (task.wokenNs !== null || task.sinceNs < endNs) this.#logBlock(task, task.wokenNs ?? endNs);
      }
    }
    return {
      tasks: this.#table.tasks,
      channels: this.#channels.channels,
      beginNs,
      endNs,
      cpus: [...this.#seenCpus].sort((a, b) => a - b),
      highestCpu: this.#highestCpu,
      counts: this.#counts,
    };
  }

  #switch(event: RecordedSwitch): void {
    const { timeNs, cpu, nextPid } = event;
    const state = this.#leaveChain(event);
    // Where it is not told who leaves, it is who came.
    const previousPid = event.previousPid ?? state?.pid ?? 0;
    if (isTaskPid(previousPid)) {
      const previous = this.#table.get(previousPid, event.previousName);
      previous.sawPriority(event.previousPriority);
      this.#switchOut(previous, event, state);
    }
    let next: RecordedTask | null = null;
    if (isTaskPid(nextPid)) {
      next = this.#table.get(nextPid, event.nextName);
      next.sawPriority(event.nextPriority);
      if (next.activity === "running") this.#lose(next, timeNs);
      if (next.activity === "blocked" && next.wokenNs !== null && this.#isInside(next.wokenNs)) {
        next.wakeupLatencies.record(Math.max(0, timeNs - next.wokenNs));
      }
      this.#resume(next, timeNs);
      next.activity = "running";
      next.sinceNs = timeNs;
      next.cpu = cpu;
    }
    if (cpu !== null) this.#cpus.set(cpu, { pid: nextPid, task: next });
  }

  /** The state of the switch's CPU; counts where another task leaves it than the one that came last. */
  #leaveChain({ timeNs, cpu, previousPid }: RecordedSwitch): CpuState | undefined {
    const state = cpu === null ? undefined : this.#cpus.get(cpu);
    if (state === undefined || previousPid === null || state.pid === previousPid) return state;
    if (this.#isInside(timeNs)) this.#counts.chainBreaks += 1;
    if (state.task !== null) this.#lose(state.task, timeNs);
    return state;
  }

  #switchOut(task: RecordedTask, event: RecordedSwitch, state: CpuState | undefined): void {
    const { timeNs, cpu } = event;
    const complete = task.activity === "running" && (cpu === null ? task.cpu === null : state?.task === task);
    if (complete) {
      this.#endSlice(task, timeNs);
    } else {
      if (task.activity === "running") this.#lose(task, timeNs);
      this.#resume(task, timeNs);
      if (this.#isInside(timeNs)) {
        if (state === undefined) this.#counts.clippedFirst += 1;
        else this.#counts.slicesWithoutBegin += 1;
      }
    }
    this.#leaveIn(task, event);
  }

  #endSlice(task: RecordedTask, timeNs: Nanoseconds): void {
    const { fromNs, toNs } = this.#window;
    if (timeNs < task.sinceNs) {
      this.#counts.backwardSlices += 1;
      task.loseSlice();
      return;
    }
    const beginNs = Math.max(task.sinceNs, fromNs);
    const endNs = Math.min(timeNs, toNs);
    if (beginNs > endNs || timeNs <= fromNs) {
      task.loseSlice();
      return;
    }
    if (beginNs > task.sinceNs || endNs < timeNs) this.#counts.cutByWindow += 1;
    else this.#counts.completeSlices += 1;
    task.endSlice(beginNs, endNs);
  }

  /** What the task does next is told by the state in which it left. */
  #leaveIn(task: RecordedTask, { timeNs, previousState, preempted }: RecordedSwitch): void {
    if (previousState === "X" || previousState === "Z") {
      task.activity = "ended";
    } else if (previousState !== "R" && preempted !== true) {
      if (previousState === "?") this.#counts.untoldStates += 1;
      task.block(timeNs, previousState === "D");
    }
  }

  /** Of slices that the window's end cuts, where they end is told by the next switch. */
  #switchBehindWindow(event: RecordedSwitch): void {
    const { cpu, previousPid, nextPid, timeNs } = event;
    const state = this.#leaveChain(event);
    const task = this.#table.find(previousPid ?? state?.pid ?? 0);
    if (task?.activity === "running" && (cpu === null || state?.task === task)) {
      if (task.sinceNs < this.#window.toNs) this.#endSlice(task, timeNs);
      else task.loseSlice();
    }
    if (cpu !== null) this.#cpus.set(cpu, { pid: nextPid, task: null });
  }

  #wakeup(event: RecordedWakeup): void {
    if (!isTaskPid(event.pid)) return;
    const task = this.#table.get(event.pid, event.name);
    const { timeNs } = event;
    this.#highestCpu = Math.max(this.#highestCpu, event.targetCpu ?? 0);
    if (task.activity === "unseen") {
      const waker = this.#waker(event);
      // It was asleep when the recording began, if somebody wakes it; of one that an interrupt wakes no more is known.
      if (waker === null) this.#resume(task, timeNs);
      else {
        task.startNs = this.#firstNs;
        task.block(this.#firstNs ?? timeNs, false);
        this.#wake(task, waker, event);
      }
    } else if (task.activity !== "blocked") {
      this.#counts.needlessWakeups += 1;
    } else if (task.wokenNs === null) {
      this.#wake(task, this.#waker(event), event);
    }
  }

  #wake(task: RecordedTask, waker: RecordedTask | null, { timeNs, inInterrupt }: RecordedWakeup): void {
    task.wokenNs = Math.max(timeNs, task.sinceNs);
    if (waker === null) return;
    task.channel = this.#channels.index(waker, task);
    // By the same time the message is received: as many are sent.
    if (task.wokenNs < this.#window.fromNs) return;
    waker.does(logged.send, task.channel, timeNs);
    if (inInterrupt === null) this.#counts.untoldCauses += 1;
  }

  /** Who is to be held for the cause of a wake-up; null: an interrupt, or nobody can tell. */
  #waker({ timeNs, cpu, pid, wakerPid, wakerName, inInterrupt }: Waking): RecordedTask | null {
    if (wakerPid === null || !isTaskPid(wakerPid) || wakerPid === pid || inInterrupt === true) return null;
    const waker = this.#table.get(wakerPid, wakerName);
    if (waker.activity !== "running") {
      this.#resume(waker, timeNs);
    } else if (cpu !== null && waker.cpu !== null && waker.cpu !== cpu) {
      this.#counts.contradictoryWakers += 1;
      return null;
    }
    return waker;
  }

  #firstWakeup(event: RecordedWakeup): void {
    if (!isTaskPid(event.pid)) return;
    this.#highestCpu = Math.max(this.#highestCpu, event.targetCpu ?? 0);
    let task = this.#table.get(event.pid, event.name);
    if (task.activity !== "unseen" && !task.announced) task = this.#table.begin(event.pid, event.name);
    task.sawPriority(event.priority);
    if (!task.announced) this.#appear(task, this.#waker(event), event.timeNs);
    task.announced = false;
  }

  #fork({ timeNs, cpu, parentPid, parentName, childPid, childName }: RecordedFork): void {
    if (!isTaskPid(childPid)) return;
    const child = this.#table.begin(childPid, childName);
    const waker = { timeNs, cpu, pid: childPid, wakerPid: parentPid, wakerName: parentName, inInterrupt: false };
    this.#appear(child, this.#waker(waker), timeNs);
    child.announced = true;
  }

  #appear(child: RecordedTask, parent: RecordedTask | null, timeNs: Nanoseconds): void {
    this.#resume(child, timeNs);
    if (parent === null || timeNs < this.#window.fromNs) return;
    parent.does(logged.fork, child.index, timeNs);
    child.parent = parent;
    this.#counts.forks += 1;
  }

  /** Whatever the task was blocked for is over at the latest now. */
  #resume(task: RecordedTask, timeNs: Nanoseconds): void {
    if (task.activity === "unseen") task.startNs = timeNs;
    if (task.activity === "blocked") {
      if (task.wokenNs === null && this.#isInside(timeNs)) this.#counts.sleepsWithoutWakeup += 1;
      this.#logBlock(task, task.wokenNs ?? timeNs);
    }
    task.activity = "runnable";
  }

  #logBlock(task: RecordedTask, endNs: Nanoseconds): void {
    const { fromNs } = this.#window;
    if (endNs < fromNs) return;
    const blockedNs = Math.max(0, endNs - Math.max(task.sinceNs, fromNs));
    if (task.channel === null) {
      if (task.wokenNs !== null) this.#counts.timedSleeps += 1;
      task.program.add(task.uninterruptible ? logged.io : logged.sleep, blockedNs);
      return;
    }
    this.#counts.causes += 1;
    if (task.uninterruptible) this.#counts.uninterruptibleCauses += 1;
    task.program.receive(task.uninterruptible ? logged.receiveInIo : logged.receive, task.channel, blockedNs);
  }

  #isInside(timeNs: Nanoseconds): boolean {
    return timeNs > this.#window.fromNs && timeNs < this.#window.toNs;
  }

  /** When the slice that the task is in ended is not known. */
  #lose(task: RecordedTask, timeNs: Nanoseconds): void {
    if (task.cpu !== null) {
      const state = this.#cpus.get(task.cpu);
      if (state?.task === task) state.task = null;
    }
    if (this.#isInside(timeNs)) this.#counts.slicesWithoutEnd += 1;
    task.loseSlice();
  }

  /** Only uninterruptible sleeps have a reason recorded: this tells them where the state does not. */
  #blockedReason(pid: number): void {
    const task = this.#table.find(pid);
    if (task?.activity === "blocked") task.uninterruptible = true;
  }
}
