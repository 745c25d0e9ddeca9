/** The records of EEVDF in 6.12, and its tunables. Source: eevdf-6.12.md, sections 1 and 2. */

import { LayoutWriter } from "../../machine/layout";
import { SCHEDULER } from "../../machine/machine";
import { MinimumNode, OrderedTree, TreeNode } from "../../structures/ordered-tree";
import { FairCpu, FairTask } from "../shared/fair-records";

@unmanaged
@final
export class EevdfTask extends FairTask {
  // An embedded MinimumNode: these seven fields in this order, but for the two flags.
  /** Virtual deadline of its request. The key of the tree. */
  deadline: i64;
  private parentNode: usize;
  private leftNode: usize;
  private rightNode: usize;
  private redNode: bool;
  /** On the fair queue, running, waiting or delayed. (It stands in a gap of the node.) */
  onQueue: bool;
  /** It sleeps, but stays on the queue until it is picked, because it has had more than its share. */
  delayed: bool;
  /** Virtual runtime: CPU time divided by the weight, ns. */
  vruntime: i64;
  private leastVruntime: i64;

  /**
   * Off the queue: how far it was behind the average, virtual ns (ahead: below 0). While it is the current task: the deadline with which
   * it was picked; as long as that is its deadline, it is protected against preemption.
   */
  lag: i64;

  get node(): MinimumNode {
    return changetype<MinimumNode>(changetype<usize>(this) + offsetof<EevdfTask>("deadline"));
  }

  get isProtected(): bool {
    return this.lag == this.deadline;
  }
}

/** The task in which a node of the tree is embedded. */
export function taskOf(node: TreeNode): EevdfTask {
  return changetype<EevdfTask>(changetype<usize>(node) - offsetof<EevdfTask>("deadline"));
}

/** `fairCount` and `running` count delayed tasks. */
@unmanaged
@final
export class EevdfCpu extends FairCpu {
  /** The waiting and the delayed tasks, by deadline; it keeps the least vruntime. */
  tree: OrderedTree;
  /** The running fair task, which is not in the tree. */
  fairCurrent: EevdfTask | null;
  /** The origin from which the sum below is taken. */
  zeroVruntime: i64;
  /** Over the tree: the sum of (vruntime - origin) × weight, and of the weights. */
  weightedSum: i64;
  weightSum: i64;
}

@unmanaged
@final
export class EevdfTunables {
  /** ns: what a task asks for at a time. */
  baseSlice: u64;
  /** ns: the most that a task can be behind or ahead when it leaves. */
  longestLag: u64;
  /** Ticks of a round-robin slice. */
  roundRobinSlice: u32;
}

export const tunables = changetype<EevdfTunables>(SCHEDULER);

export function describeEevdfRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("node", offsetof<EevdfTask>("deadline"), "TreeNode");
  writer.field("prio", offsetof<EevdfTask>("prio"), "i32");
  writer.field("timeSlice", offsetof<EevdfTask>("timeSlice"), "u32");
  writer.field("weight", offsetof<EevdfTask>("weight32"), "u32");
  writer.field("onQueue", offsetof<EevdfTask>("onQueue"), "bool");
  writer.field("delayed", offsetof<EevdfTask>("delayed"), "bool");
  writer.field("execStart", offsetof<EevdfTask>("execStart"), "u64");
  writer.field("vruntime", offsetof<EevdfTask>("vruntime"), "i64");
  writer.field("deadline", offsetof<EevdfTask>("deadline"), "i64");
  writer.field("keptLag", offsetof<EevdfTask>("lag"), "i64");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("running", offsetof<EevdfCpu>("running"), "u32");
  writer.field("realtime", offsetof<EevdfCpu>("realtime"), "Array");
  writer.field("tree", offsetof<EevdfCpu>("tree"), "Tree");
  writer.field("fairCount", offsetof<EevdfCpu>("fairCount"), "u32");
  writer.field("zeroVruntime", offsetof<EevdfCpu>("zeroVruntime"), "i64");
  writer.field("weightedSum", offsetof<EevdfCpu>("weightedSum"), "i64");
  writer.field("weightSum", offsetof<EevdfCpu>("weightSum"), "i64");
  writer.end();
}
