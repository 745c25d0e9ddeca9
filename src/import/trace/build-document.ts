/** The workload that does what the tasks of a converted recording did. */
import type { ChildDocument, OperationDocument, TaskDocument, WorkloadDocument } from "../document.js";
import { durationText } from "../durations.js";
import { attributesOf } from "./attributes.js";
import { compactProgram, type ShapeDescription } from "./compact-program.js";
import type { ConvertedRecording } from "./converter.js";
import { logged } from "./program-log.js";
import type { RecordedTask } from "./recorded-task.js";

export interface BuildOptions {
  readonly name: string;
  readonly about: string;
  readonly cpus: number;
  /** Which tasks to take, by their names with and without pid. Wake-ups by others become timed sleeps. */
  readonly tasks: (name: string) => boolean;
}

/** A workload, and which recorded tasks are in it. */
export interface BuiltDocument {
  readonly document: WorkloadDocument;
  readonly taken: readonly RecordedTask[];
  /** Tasks that the filter left out, and those that were never seen to do anything. */
  readonly leftOut: number;
  readonly inactive: number;
}

/** Children of children of …: far within what a workload may nest. */
const MAX_FORK_DEPTH = 16;
const MAX_COMM_LENGTH = 80;

export function buildDocument(recording: ConvertedRecording, options: BuildOptions): BuiltDocument {
  return new DocumentBuilder(recording, options).build();
}

/** `cc1-4711`; `cc1-4711#2` for the second task that has the pid. */
export function recordedTaskName({ name, pid, incarnation }: RecordedTask): string {
  return `${commOf(name)}-${pid}${incarnation === 1 ? "" : `#${incarnation}`}`;
}

function commOf(name: string): string {
  return withoutControls(name.slice(0, MAX_COMM_LENGTH));
}

/** Names in workloads have no control characters; those of tasks and files may have. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "\ufffd");
}

class DocumentBuilder {
  readonly #recording: ConvertedRecording;
  readonly #options: BuildOptions;
  readonly #taken = new Set<RecordedTask>();
  #leftOut = 0;
  #inactive = 0;

  constructor(recording: ConvertedRecording, options: BuildOptions) {
    this.#recording = recording;
    this.#options = options;
  }

  build(): BuiltDocument {
    const { name, about, cpus } = this.#options;
    const { tasks, beginNs, endNs } = this.#recording;
    for (const task of tasks) {
      if (!doesAnything(task)) this.#inactive += 1;
      else if (!this.#isWanted(task)) this.#leftOut += 1;
      else this.#taken.add(task);
    }
    const document: WorkloadDocument = {
      name,
      about,
      machine: { cpus },
      duration: durationText(Math.max(1, endNs - beginNs)),
      tasks: [...this.#taken].filter((task) => !this.#isForked(task)).map((task) => this.#topLevel(task)),
    };
    return { document, taken: [...this.#taken], leftOut: this.#leftOut, inactive: this.#inactive };
  }

  #isWanted(task: RecordedTask): boolean {
    const { tasks } = this.#options;
    return tasks(task.name) || tasks(recordedTaskName(task));
  }

  /** Whether the program of a task that is taken makes it. */
  #isForked(task: RecordedTask): boolean {
    return task.parent !== null && this.#taken.has(task.parent) && this.#depth(task) <= MAX_FORK_DEPTH;
  }

  #depth(task: RecordedTask): number {
    let depth = 0;
    for (let parent = task.parent; parent !== null && this.#taken.has(parent); parent = parent.parent) depth += 1;
    return depth;
  }

  #topLevel(task: RecordedTask): TaskDocument {
    const { beginNs } = this.#recording;
    const startNs = Math.max(task.startNs ?? beginNs, beginNs) - beginNs;
    const { nice, policy, rtprio } = attributesOf(task.priority);
    return {
      name: recordedTaskName(task),
      ...(startNs === 0 ? {} : { start: durationText(startNs) }),
      ...(nice === 0 ? {} : { nice }),
      ...(policy === "normal" ? {} : { policy, rtprio }),
      loop: false,
      program: this.#program(task),
    };
  }

  /** Says everything, since what it left out would come from its parent. */
  #child(task: RecordedTask): ChildDocument {
    const { nice, policy, rtprio } = attributesOf(task.priority);
    const attributes = policy === "normal" ? { policy } : { policy, rtprio };
    return { name: recordedTaskName(task), nice, ...attributes, loop: false, program: this.#program(task) };
  }

  #program(task: RecordedTask): OperationDocument[] {
    const shapes: number[] = [];
    const spansNs: number[] = [];
    const children: number[] = [];
    const cursor = task.program.cursor();
    while (cursor.next()) {
      const { kind, value, blockedNs } = cursor;
      switch (kind) {
        case logged.run:
          // Between two runs there was something that is left out.
          if (shapes.at(-1) === logged.run) spansNs[spansNs.length - 1] = (spansNs.at(-1) ?? 0) + value;
          else {
            shapes.push(kind);
            spansNs.push(value);
          }
          break;
        case logged.sleep:
        case logged.io:
          shapes.push(kind);
          spansNs.push(value);
          break;
        case logged.send:
          if (!this.#hasTask(this.#recording.channels[value]?.to)) break;
          shapes.push(shape.send + 2 * value);
          spansNs.push(0);
          break;
        case logged.receive:
        case logged.receiveInIo: {
          const kept = this.#hasTask(this.#recording.channels[value]?.from);
          const timed = kind === logged.receive ? logged.sleep : logged.io;
          shapes.push(kept ? shape.receive + 2 * value : timed);
          spansNs.push(kept ? 0 : blockedNs);
          break;
        }
        case logged.fork:
          if (!this.#isForkedBy(task, value)) break;
          children.push(value);
          shapes.push(-children.length);
          spansNs.push(0);
      }
    }
    return compactProgram({ shapes, spansNs, describe: (form) => this.#describe(form, children) });
  }

  #describe(form: number, children: readonly number[]): ShapeDescription {
    if (form < 0) return { mapping: this.#fork(children[-form - 1] ?? 0) };
    if (form === logged.run) return { spans: "run" };
    if (form === logged.sleep) return { spans: "sleep" };
    if (form === logged.io) return { spans: "io" };
    const channel = this.#channelName(Math.floor((form - shape.send) / 2));
    return { line: `${(form - shape.send) % 2 === 0 ? "send" : "recv"} ${channel}` };
  }

  #fork(child: number): OperationDocument {
    const task = this.#recording.tasks[child];
    if (task === undefined) throw new Error(`a fork of task ${child}, of which nothing is known`);
    return { fork: this.#child(task) };
  }

  #isForkedBy(parent: RecordedTask, child: number): boolean {
    const task = this.#recording.tasks[child];
    return task !== undefined && this.#taken.has(task) && task.parent === parent && this.#isForked(task);
  }

  #hasTask(task: RecordedTask | undefined): boolean {
    return task !== undefined && this.#taken.has(task);
  }

  readonly #channelNames: string[] = [];

  #channelName(index: number): string {
    const known = this.#channelNames[index];
    if (known !== undefined) return known;
    const channel = this.#recording.channels[index];
    if (channel === undefined) throw new Error(`no channel ${index}`);
    const name = `to ${recordedTaskName(channel.to)} from ${recordedTaskName(channel.from)}`;
    this.#channelNames[index] = name;
    return name;
  }
}

/** Shapes of operations: the kinds of runs and sleeps, -1 and below for forks, two for each channel. */
const shape = { send: 8, receive: 9 } as const;

/** Whether more is known of a task than that it slept. */
function doesAnything(task: RecordedTask): boolean {
  const cursor = task.program.cursor();
  while (cursor.next()) {
    if (cursor.kind !== logged.sleep && cursor.kind !== logged.io) return true;
  }
  return false;
}
