/** The records of CFS in 2.6.23 and 2.6.24: what it keeps of a task and of a CPU. Source: cfs-2.6.24.md and cfs-2.6.23.md, section 2. */
import { LayoutWriter } from "../../machine/layout";
import { OrderedTree, TreeNode } from "../../structures/ordered-tree";
import { FairCpu, FairTask } from "../shared/fair-records";
import { rules } from "./rules";

@unmanaged
@final
export class CfsTask extends FairTask {
  // An embedded TreeNode: these five fields in this order.
  /**
   * The place in the tree. 2.6.24: the virtual runtime, weighted ns, relative to the min_vruntime of its CPU;
   * 2.6.23: the fair key, the fair clock less what the task is owed.
   */
  vruntime: i64;
  private parentNode: usize;
  private leftNode: usize;
  private rightNode: usize;
  private redNode: bool;

  /** On the fair queue, running or waiting. */
  onQueue: bool;

  /** ns of CPU time charged since it was last picked. */
  sliceExec: u64;

  // 2.6.23
  /** ns of CPU time that it is owed (or owes, below 0). */
  waitRuntime: i64;
  /** Fair clock since when it waits (the kernel's wait_start_fair) or sleeps (sleep_start_fair); 0: neither. */
  stoppedAt: u64;

  /** Next on its CPU's list of migration requests, or of moved tasks. */
  nextRequest: CfsTask | null;

  get node(): TreeNode {
    return changetype<TreeNode>(changetype<usize>(this) + offsetof<CfsTask>("vruntime"));
  }

  /** The name of the key in 2.6.23. */
  get fairKey(): i64 {
    return this.vruntime;
  }

  set fairKey(value: i64) {
    this.vruntime = value;
  }
}

/** The task in which a node of a tree is embedded. */
export function taskOf(node: TreeNode): CfsTask {
  return changetype<CfsTask>(changetype<usize>(node) - offsetof<CfsTask>("vruntime"));
}

/** Averaged loads of a CPU, over 1, 2, 4, 8, 16 ticks. */
export const LOAD_AVERAGES: i32 = 5;

@unmanaged
@final
export class CfsCpu extends FairCpu {
  /** ns: this CPU's idea of now. It moves only when code runs on this CPU, so for the others it is up to a tick old. */
  clock: u64;
  /** Sum of the weights of all queued tasks. */
  load: u64;
  /** The same of the fair ones. */
  fairLoad: u64;
  /** The waiting fair tasks; in 2.6.23 the running one too. */
  tree: OrderedTree;
  /** The current task if it is a fair one; during the choosing step the one that leaves, even if it is off the queue. */
  fairCurrent: CfsTask | null;

  /** 2.6.24: the virtual time that all vruntimes of this CPU follow; it never goes back. */
  minVruntime: i64;

  /** 2.6.23: the virtual time at which a task that never waits would run, ns. */
  fairClock: i64;
  /** ns of sleep credit given out and not yet paid back by running tasks. */
  sleeperBonus: u64;
  /** 2^32 / the load in `inverseOf`: see fair-clock.ts. */
  inverseLoad: u64;
  inverseOf: u64;

  migrationThread: CfsTask;
  /** Tasks that are blocked until they are moved away, the newest first: real-time tasks of the best priority run before the thread. */
  requests: CfsTask | null;
  /** Those that have been moved, in that order, but whose wake-ups are not told yet: see migration-thread.ts. */
  moved: CfsTask | null;
  /** need-resched of the current task as it really is, meanwhile. */
  movedFlag: bool;
  /** This CPU's migration thread has been asked to push a task to `pushTarget`. */
  pushPending: bool;
  pushTarget: i32;

  /** Weighted load at the last tick, and its averages over 2, 4, 8, 16 ticks. */
  load0: u64;
  load1: u64;
  load2: u64;
  load3: u64;
  load4: u64;
  /** Domain state: ms between balancing, jiffies of the last and of the next one, failures in a row. */
  interval: u32;
  failed: u32;
  lastBalance: u64;
  nextBalance: u64;
}

export function describeCfsRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("node", offsetof<CfsTask>("vruntime"), "TreeNode");
  writer.field("prio", offsetof<CfsTask>("prio"), "i32");
  writer.field("timeSlice", offsetof<CfsTask>("timeSlice"), "u32");
  writer.field("weight", offsetof<CfsTask>("weight32"), "u32");
  writer.field("onQueue", offsetof<CfsTask>("onQueue"), "bool");
  writer.field("execStart", offsetof<CfsTask>("execStart"), "u64");
  writer.field("sliceExec", offsetof<CfsTask>("sliceExec"), "u64");
  if (rules.keepsFairClock) {
    writer.field("fairKey", offsetof<CfsTask>("vruntime"), "i64");
    writer.field("waitRuntime", offsetof<CfsTask>("waitRuntime"), "i64");
    writer.field("stoppedAt", offsetof<CfsTask>("stoppedAt"), "u64");
  } else {
    writer.field("vruntime", offsetof<CfsTask>("vruntime"), "i64");
  }
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("clock", offsetof<CfsCpu>("clock"), "u64");
  writer.field("running", offsetof<CfsCpu>("running"), "u32");
  writer.field("load", offsetof<CfsCpu>("load"), "u64");
  writer.field("realtime", offsetof<CfsCpu>("realtime"), "Array");
  writer.field("tree", offsetof<CfsCpu>("tree"), "Tree");
  writer.field("fairCount", offsetof<CfsCpu>("fairCount"), "u32");
  writer.field("fairLoad", offsetof<CfsCpu>("fairLoad"), "u64");
  if (rules.keepsFairClock) {
    writer.field("fairClock", offsetof<CfsCpu>("fairClock"), "i64");
    writer.field("sleeperBonus", offsetof<CfsCpu>("sleeperBonus"), "u64");
  } else {
    writer.field("minVruntime", offsetof<CfsCpu>("minVruntime"), "i64");
  }
  writer.field("load0", offsetof<CfsCpu>("load0"), "u64");
  writer.field("load1", offsetof<CfsCpu>("load1"), "u64");
  writer.field("load2", offsetof<CfsCpu>("load2"), "u64");
  writer.field("load3", offsetof<CfsCpu>("load3"), "u64");
  writer.field("load4", offsetof<CfsCpu>("load4"), "u64");
  writer.field("interval", offsetof<CfsCpu>("interval"), "u32");
  writer.field("failed", offsetof<CfsCpu>("failed"), "u32");
  writer.field("lastBalance", offsetof<CfsCpu>("lastBalance"), "u64");
  writer.field("nextBalance", offsetof<CfsCpu>("nextBalance"), "u64");
  writer.field("pushPending", offsetof<CfsCpu>("pushPending"), "bool");
  writer.end();
}
