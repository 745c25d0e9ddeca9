/** Makes subjects of the variants in JavaScript, each with machine code of its own. */
import type { LoopName, Subject } from "../subject.js";
import { emptyLoop } from "./empty-loop.js";
import { createLoops, type LoopState, type MeasuringLoops } from "./measuring-loops.js";
import type { CreateMaps, JavascriptVariant, Maps } from "./variant.js";
import { javascriptVariants } from "./variants.js";

export interface JavascriptSubjects {
  readonly subjects: readonly Subject[];
  /** Why there are none, where there are none: a page may forbid code that is made at run time. */
  readonly missing: string | null;
}

export function javascriptSubjects(lists: number): JavascriptSubjects {
  try {
    return { subjects: javascriptVariants.map((variant) => new JavascriptSubject(variant, lists)), missing: null };
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    const missing = "this page's content security policy forbids to compile each of them from source text of its own";
    return { subjects: [], missing };
  }
}

interface OwnCode {
  readonly create: CreateMaps;
  readonly createLoops: typeof createLoops;
}

/**
 * The variant's functions and the loops, compiled from text: V8 shares nothing of what it learns with another
 * variant.
 */
function compileAlone(variant: JavascriptVariant): OwnCode {
  // Methods print as methods: `create(lists, count) {…}`, which is what an object literal takes.
  const create = String(variant.create).replace(/^(?:function\s*)?(?:create)?\s*\(/, "function (");
  const compile = new Function(`"use strict"; return { create: ${create}, createLoops: ${createLoops} };`);
  return compile() as OwnCode;
}

class JavascriptSubject implements Subject {
  readonly language = "javascript";
  readonly id: string;
  readonly idea: string;
  readonly source: string;
  readonly lists: number;
  readonly capacity: number;
  readonly isControl: boolean;
  readonly #code: OwnCode;
  readonly #run: LoopState;
  #maps: Maps;
  #loops: MeasuringLoops;
  #reserved = -1;

  constructor(variant: JavascriptVariant, lists: number) {
    this.id = variant.id;
    this.idea = variant.idea;
    this.source = variant.source;
    this.lists = lists;
    // Every word has bits left behind the delimiter; a BigInt has any.
    this.capacity = (lists | 31) + 1;
    this.isControl = variant === emptyLoop;
    this.#code = compileAlone(variant);
    this.#run = {
      state: 0,
      fold: 0,
      result: 0,
      previous: 0,
      logMaps: 0,
      spares: new Uint16Array(1),
      operations: new Uint32Array(1),
      zero: 0,
    };
    this.#maps = this.#code.create(lists, 1);
    this.#loops = this.#code.createLoops(this.#maps, this.#run);
  }

  reserve(logMaps: number): void {
    if (logMaps > this.#reserved) {
      this.#maps = this.#code.create(this.lists, 1 << logMaps);
      this.#loops = this.#code.createLoops(this.#maps, this.#run);
      this.#reserved = logMaps;
    }
    this.#run.logMaps = logMaps;
  }

  fill(map: number, priorities: readonly number[], answer: number): void {
    this.#maps.clear(map);
    for (const priority of priorities) this.#maps.insert(map, priority);
    this.#maps.setAnswer?.(map, answer);
  }

  insert(map: number, priority: number): void {
    this.#maps.insert(map, priority);
  }

  remove(map: number, priority: number): void {
    this.#maps.remove(map, priority);
  }

  search(map: number): number {
    return this.#maps.search(map);
  }

  isUndefined(): boolean {
    return false;
  }

  setSpares(spares: Uint16Array): void {
    this.#run.spares = spares.slice();
  }

  setOperations(operations: Uint32Array): void {
    this.#run.operations = operations.slice();
  }

  begin(state: number): void {
    this.#run.state = state | 0;
    this.#run.fold = 0;
    this.#run.result = 0;
    this.#run.previous = 0;
  }

  run(loop: LoopName, rounds: number): void {
    this.#loops[loop](rounds);
  }

  fold(): number {
    return this.#run.fold;
  }

  lastUpdated(): number {
    return this.#run.previous;
  }
}
