/**
 * Builds the instructions of one document. Jump targets are counted from the document's own first
 * instruction until the image is put together.
 */
import type { Instruction, ObjectKind, ObjectRef, ObjectSpec, Value } from "../../engine/image.js";
import type { Nanoseconds } from "../../engine/types.js";
import { OPERATIONS } from "../operations/table.js";
import type { ForkedTask, Loop, Program, Span } from "../workload.js";

/** What an image gives to the programs in it: everything that is shared between documents. */
export interface ImageContext {
  readonly allCpus: bigint;
  value(span: Span): Value;
  object(kind: ObjectKind, name: string, details?: Partial<ObjectSpec>): ObjectRef;
  /** Index into WorkloadImage.marks. */
  mark(name: string): number;
  /** Index into WorkloadImage.documents. */
  fork(task: ForkedTask): number;
}

type Changeable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

export class ProgramBuilder {
  readonly instructions: Instruction[] = [];
  /** Marks of this document, as indices into WorkloadImage.marks. */
  readonly marks: number[] = [];
  /** Loop counters needed so far. */
  loopDepth = 0;
  /** Whether it waits for a timer, and where the grid of the task's own one begins. */
  periodic = false;
  timerStartNs: Nanoseconds | null = null;
  readonly #context: ImageContext;
  /** The operations that start rounds. */
  readonly #releasing: ReadonlySet<string>;
  #openLoops = 0;

  constructor(context: ImageContext, releasing: ReadonlySet<string>) {
    this.#context = context;
    this.#releasing = releasing;
  }

  get allCpus(): bigint {
    return this.#context.allCpus;
  }

  value(span: Span): Value {
    return this.#context.value(span);
  }

  object(kind: ObjectKind, name: string): ObjectRef {
    return this.#context.object(kind, name);
  }

  barrier(name: string, parties: number): ObjectRef {
    return this.#context.object("barrier", name, { limit: parties });
  }

  /** null: the task's own. */
  timer(name: string | null, startNs: Nanoseconds | null): ObjectRef | null {
    this.periodic = true;
    if (name !== null) return this.#context.object("timer", name, { startNs });
    this.timerStartNs ??= startNs;
    return null;
  }

  fork(task: ForkedTask): number {
    return this.#context.fork(task);
  }

  /** Index of the mark among this document's own. */
  mark(name: string): number {
    const mark = this.#context.mark(name);
    const known = this.marks.indexOf(mark);
    if (known >= 0) return known;
    return this.marks.push(mark) - 1;
  }

  emit(instruction: Instruction): void {
    this.instructions.push(this.#releasing.has(instruction.op) ? { ...instruction, releases: true } : instruction);
  }

  /** A whole document: its program as often as `loop` says, and how it ends. */
  document(program: Program, loop: Loop): void {
    if (loop === true) {
      this.forever(() => this.program(program));
      return;
    }
    this.loop(Number(loop === false ? 1 : loop), () => this.program(program));
    this.emit({ op: "exit" });
  }

  program(program: Program): void {
    for (const operation of program) OPERATIONS.get(operation.op)?.compile(operation, this);
  }

  forever(body: () => void): void {
    const target = this.instructions.length;
    body();
    this.emit({ op: "jump", target });
  }

  loop(count: number, body: () => void): void {
    if (count === 0) return;
    if (count === 1) {
      body();
      return;
    }
    const slot = this.#openLoops;
    this.#openLoops += 1;
    this.loopDepth = Math.max(this.loopDepth, this.#openLoops);
    const begin: Changeable<Extract<Instruction, { op: "begin" }>> = { op: "begin", slot, count, target: 0 };
    this.emit(begin);
    const first = this.instructions.length;
    body();
    this.emit({ op: "end", slot, target: first });
    begin.target = this.instructions.length;
    this.#openLoops -= 1;
  }
}
