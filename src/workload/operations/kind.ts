/**
 * What an operation of the format is made of. Each has one file here and one line in table.ts:
 * how it is read, what it means for the time of a turn, and what it compiles to.
 */
import type { Nanoseconds, Policy } from "../../engine/types.js";
import type { ProgramBuilder } from "../compile/program-builder.js";
import type { ObjectUses } from "../object-uses.js";
import type { ProblemList } from "../problem.js";
import type { MapNode, TreeNode } from "../source/tree.js";
import type { ForkedTask, Operation, Program } from "../workload.js";

/** What surrounds the program that is being read. */
export interface Scope {
  readonly problems: ProblemList;
  /** CPUs of the machine. */
  readonly cpus: number;
  readonly uses: ObjectUses;
  /** The task document that the program belongs to. */
  readonly document: MapNode;
  /** Where that document lets its own timer begin, as often as it says so. */
  readonly ownTimerStarts: Nanoseconds[];
  /** Index of the workload task that the program, or its forking ancestor, belongs to. */
  readonly family: number;
  /** Name of the task; the forked child of a nameless document is named after it. */
  readonly taskName: string;
  /** Policy that the task has at its start, as far as the document tells. */
  readonly policy: Policy;
  /** `fork` and `repeat` around the program. */
  readonly depth: number;
  readProgram(node: TreeNode, scope: Scope): Program | undefined;
  readForkedTask(node: TreeNode, scope: Scope): ForkedTask | undefined;
}

/**
 * What happens to a turn that reaches an operation: it can take `time`; it `ends` there, so that the
 * program never comes round; or `nothing` that matters to whether a loop would stand still.
 */
export type Effect = "time" | "ends" | "nothing";

export interface OperationKind<Kind extends Operation = Operation> {
  readonly keyword: string;
  /** Whether the word alone is the operation (`- yield`). */
  readonly bare: boolean;
  /** Keys of its long form. */
  readonly fields: readonly string[];
  /** Keys that may stand beside the keyword. */
  readonly beside: readonly string[];
  /** `value` is what stands after the keyword, `item` the mapping around it. undefined after a message. */
  read(value: TreeNode, item: MapNode, scope: Scope): Kind | undefined;
  effect(operation: Kind, turnEffect: (program: Program) => Effect): Effect;
  compile(operation: Kind, builder: ProgramBuilder): void;
}
