/** The records of CFS in 5.19, and its tunables. Source: cfs-5.19.md, sections 1 and 2. */

import { LayoutWriter } from "../../machine/layout";
import { SCHEDULER } from "../../machine/machine";
import { OrderedTree, TreeNode } from "../../structures/ordered-tree";
import { FairCpu, FairTask } from "../shared/fair-records";

@unmanaged
@final
export class FairTask519 extends FairTask {
  // An embedded TreeNode: these five fields in this order.
  /** Virtual runtime: CPU time divided by the weight, ns. The key of the tree. */
  vruntime: i64;
  private parentNode: usize;
  private leftNode: usize;
  private rightNode: usize;
  private redNode: bool;

  /** On the fair queue, running or waiting. */
  onQueue: bool;

  /** ns of CPU time charged since its slice began. */
  sliceExec: u64;

  get node(): TreeNode {
    return changetype<TreeNode>(changetype<usize>(this) + offsetof<FairTask519>("vruntime"));
  }
}

/** The task in which a node of the tree is embedded. */
export function taskOf(node: TreeNode): FairTask519 {
  return changetype<FairTask519>(changetype<usize>(node) - offsetof<FairTask519>("vruntime"));
}

@unmanaged
@final
export class FairCpu519 extends FairCpu {
  /** The waiting fair tasks. */
  tree: OrderedTree;
  /** Sum of the weights of all fair tasks, the running one included. */
  fairLoad: u64;
  /** The virtual time that new and woken tasks are placed by; it never goes back. */
  minVruntime: i64;
  /** The running fair task, which is not in the tree. */
  fairCurrent: FairTask519 | null;
  /** Buddies: a task that was woken for preemption, and the one that it preempted. Picked before others if that is fair. */
  nextBuddy: FairTask519 | null;
  lastBuddy: FairTask519 | null;
  /** The task that yielded: passed over if that is fair. */
  skipBuddy: FairTask519 | null;
}

@unmanaged
@final
export class Tunables519 {
  /** ns: the period in which few tasks all run once. */
  latency: u64;
  /** ns: the shortest slice. */
  minGranularity: u64;
  /** ns: the lead that a woken task of nice 0 needs to preempt. */
  wakeupGranularity: u64;
  /** Ticks of a round-robin slice. */
  roundRobinSlice: u32;
  /** Tasks that share one latency; more stretch it. */
  tasksPerLatency: u32;
}

export const tunables = changetype<Tunables519>(SCHEDULER);

export function describeRecords519(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("node", offsetof<FairTask519>("vruntime"), "TreeNode");
  writer.field("prio", offsetof<FairTask519>("prio"), "i32");
  writer.field("timeSlice", offsetof<FairTask519>("timeSlice"), "u32");
  writer.field("weight", offsetof<FairTask519>("weight32"), "u32");
  writer.field("onQueue", offsetof<FairTask519>("onQueue"), "bool");
  writer.field("execStart", offsetof<FairTask519>("execStart"), "u64");
  writer.field("sliceExec", offsetof<FairTask519>("sliceExec"), "u64");
  writer.field("vruntime", offsetof<FairTask519>("vruntime"), "i64");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("running", offsetof<FairCpu519>("running"), "u32");
  writer.field("realtime", offsetof<FairCpu519>("realtime"), "Array");
  writer.field("tree", offsetof<FairCpu519>("tree"), "Tree");
  writer.field("fairCount", offsetof<FairCpu519>("fairCount"), "u32");
  writer.field("fairLoad", offsetof<FairCpu519>("fairLoad"), "u64");
  writer.field("minVruntime", offsetof<FairCpu519>("minVruntime"), "i64");
  writer.field("nextBuddy", offsetof<FairCpu519>("nextBuddy"), "Task");
  writer.field("lastBuddy", offsetof<FairCpu519>("lastBuddy"), "Task");
  writer.field("skipBuddy", offsetof<FairCpu519>("skipBuddy"), "Task");
  writer.end();
}
