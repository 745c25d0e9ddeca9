/** A checked workload to the flat tables that the engine runs (src/engine/image.ts). */
import type {
  AddressSpaceRef,
  Distribution,
  Instruction,
  ObjectKind,
  ObjectRef,
  ObjectSpec,
  TaskDocument,
  Value,
  WorkloadImage,
} from "../../engine/image.js";
import { isPrivate } from "../object-uses.js";
import { allCpus } from "../values/cpu-set.js";
import type { ForkedTask, Span, Workload, WorkloadTask } from "../workload.js";
import { ObjectTable } from "./object-table.js";
import { type ImageContext, ProgramBuilder } from "./program-builder.js";
import { releasingOperations } from "./releases.js";
import { Occurrences, streamKey } from "./stream-key.js";

/** Pure: equal workloads give equal images. */
export function compileWorkload(workload: Workload): WorkloadImage {
  return new ImageCompiler(workload).image();
}

/** A document whose place among the instructions is not known yet. */
interface CompiledDocument {
  readonly document: Omit<TaskDocument, "entry">;
  readonly instructions: readonly Instruction[];
}

/** A list of names with the index of each. */
class NameTable {
  readonly names: string[] = [];
  readonly #indices = new Map<string, number>();

  index(name: string): number {
    const known = this.#indices.get(name);
    if (known !== undefined) return known;
    const index = this.names.push(name) - 1;
    this.#indices.set(name, index);
    return index;
  }
}

/** What a workload task shares with nobody but its descendants. */
class PrivateNames {
  readonly objects = new ObjectTable();
  readonly mms = new NameTable();
}

class ImageCompiler {
  readonly #workload: Workload;
  /** Tasks with a count of 0 exist in the file only. */
  readonly #tasks: { readonly task: WorkloadTask; readonly key: bigint }[] = [];
  /** What the document says of its channels and semaphores. */
  readonly #described: ReadonlyMap<string, Partial<ObjectSpec>>;
  readonly #distributions: Distribution[] = [];
  readonly #objects = new ObjectTable();
  readonly #marks = new NameTable();
  readonly #mms = new NameTable();
  readonly #topLevel: CompiledDocument[] = [];
  readonly #forked: CompiledDocument[] = [];

  constructor(workload: Workload) {
    this.#workload = workload;
    this.#described = new Map([
      ...workload.channels.map(
        ({ name, capacity, initial }) => [`channel:${name}`, { limit: capacity, initial }] as const,
      ),
      ...workload.semaphores.map(({ name, initial }) => [`semaphore:${name}`, { initial }] as const),
    ]);
    const occurrences = new Occurrences();
    for (const task of workload.tasks) {
      const key = streamKey(task.name, occurrences.next(task.name), null);
      if (task.count > 0) this.#tasks.push({ task, key });
    }
  }

  image(): WorkloadImage {
    const { name, machine, costs, durationNs, seed } = this.#workload;
    for (const { task, key } of this.#tasks) this.#topLevel.push(this.#compileTask(task, key));
    const { instructions, documents } = this.#assemble();
    return {
      name,
      ...machine,
      costs,
      durationNs,
      seed,
      instructions,
      distributions: this.#distributions,
      objects: this.#objects.specs,
      marks: this.#marks.names,
      documents,
    };
  }

  #compileTask(task: WorkloadTask, key: bigint): CompiledDocument {
    const own = new PrivateNames();
    const mm = this.#addressSpace(task.mm, own);
    const builder = this.#compileProgram(task, own, key);
    const { name, count, nice, policy, rtprio, affinity, start, cpu } = task;
    return {
      document: {
        name,
        count,
        streamKey: key,
        nice,
        policy,
        rtprio,
        affinity,
        start: this.#value(start),
        cpu,
        ...programFacts(builder),
        deadlineNs: task.deadlineNs,
        privateObjects: own.objects.specs,
        mm,
        privateMms: own.mms.names.length,
      },
      instructions: builder.instructions,
    };
  }

  /** Returns the index that the child's document will have. */
  #compileFork(task: ForkedTask, own: PrivateNames, key: bigint): number {
    const slot = this.#forked.length;
    // The place is taken before the program is compiled, which may hold forks of its own.
    this.#forked.length += 1;
    const mm = this.#addressSpace(task.mm, own);
    const builder = this.#compileProgram(task, own, key);
    const { name, nice, policy, rtprio, affinity } = task;
    this.#forked[slot] = {
      document: {
        name,
        count: 0,
        streamKey: key,
        nice,
        policy,
        rtprio,
        affinity,
        start: { ns: 0 },
        cpu: null,
        ...programFacts(builder),
        deadlineNs: task.deadlineNs,
        privateObjects: [],
        mm,
        privateMms: 0,
      },
      instructions: builder.instructions,
    };
    return this.#tasks.length + slot;
  }

  /** `own`: the private names of the workload task to which the program belongs. */
  #compileProgram(task: WorkloadTask | ForkedTask, own: PrivateNames, key: bigint): ProgramBuilder {
    const children = new Occurrences();
    const context: ImageContext = {
      allCpus: allCpus(this.#workload.machine.cpus),
      value: (span) => this.#value(span),
      object: (kind, name, details) => this.#object(kind, name, own, details),
      mark: (name) => this.#marks.index(name),
      fork: (child) => this.#compileFork(child, own, streamKey(child.name, children.next(child.name), key)),
    };
    const builder = new ProgramBuilder(context, releasingOperations(task));
    builder.document(task.program, task.loop);
    return builder;
  }

  /** Every place in the document gets a distribution of its own: sequences are at different points in each. */
  #value(span: Span): Value {
    if (typeof span === "number") return { ns: span };
    return { distribution: this.#distributions.push(span) - 1 };
  }

  #addressSpace(name: string | null, own: PrivateNames): AddressSpaceRef | null {
    if (name === null) return null;
    return isPrivate(name) ? { own: own.mms.index(name) } : { shared: this.#mms.index(name) };
  }

  #object(kind: ObjectKind, name: string, own: PrivateNames, details?: Partial<ObjectSpec>): ObjectRef {
    const all = { ...this.#described.get(`${kind}:${name}`), ...details };
    return isPrivate(name)
      ? { own: own.objects.index(kind, name, all) }
      : { shared: this.#objects.index(kind, name, all) };
  }

  #assemble(): Pick<WorkloadImage, "instructions" | "documents"> {
    const instructions: Instruction[] = [];
    const documents: TaskDocument[] = [];
    for (const compiled of [...this.#topLevel, ...this.#forked]) {
      const entry = instructions.length;
      for (const instruction of compiled.instructions) instructions.push(moved(instruction, entry));
      documents.push({ ...compiled.document, entry });
    }
    return { instructions, documents };
  }
}

/** What a program needs of its task's document. */
function programFacts({ loopDepth, marks, periodic, timerStartNs }: ProgramBuilder) {
  return { loopDepth, marks, periodic, timerStartNs };
}

/** The instruction with its jump target counted from the start of the image. */
function moved(instruction: Instruction, entry: number): Instruction {
  return "target" in instruction ? { ...instruction, target: instruction.target + entry } : instruction;
}
