/** What blocked tasks wait for, and what they meet at: read from the core, with names. */
import type { CoreMemory, CoreRecord } from "./core-memory.js";
import type { CoreDescription } from "./description.js";
import { constant } from "./encode.js";
import type { Instruction, ObjectKind, ObjectRef, ObjectSpec, WorkloadImage } from "./image.js";
import type { ObjectInspection, WaitInspection } from "./inspection/types.js";
import type { StatisticsReader } from "./statistics.js";
import type { TaskId } from "./types.js";

/** A wait that another task has to end. */
export interface Wait extends WaitInspection {
  /** What it waits for: equal for all that wait for the same; null: its children. */
  readonly object: string | null;
}

export class WaitReader {
  private readonly machine: CoreRecord;
  /** Kinds of waits by their codes in the core. */
  private readonly kinds: ReadonlyMap<number, string>;

  constructor(
    private readonly memory: CoreMemory,
    private readonly description: CoreDescription,
    private readonly image: WorkloadImage,
    private readonly statistics: StatisticsReader,
  ) {
    this.machine = memory.record(constant(description, "machine"), description.Machine);
    this.kinds = new Map(Object.entries(description.waits).map(([kind, number]) => [number, kind]));
  }

  get taskCount(): number {
    return this.statistics.taskCount;
  }

  /** null where the task is not blocked, or waits for time or another CPU. */
  waitOf(pid: TaskId): Wait | null {
    const task = this.taskAt(pid);
    if (this.statistics.attributes(pid).state !== "sleeping") return null;
    const instruction = this.image.instructions[task.get("counter")];
    const kind = this.kinds.get(task.get("waitsFor"));
    if (instruction === undefined) return null;
    if (kind === "children") return { operation: instruction.op, kind, name: null, holder: null, object: null };
    if (kind === undefined) return this.channelWait(pid, task, instruction);
    return this.objectWait(pid, instruction, kind === "mutex" ? mutexOf(instruction) : objectOf(instruction));
  }

  /** The operation at which the task stands, and what it is done on. */
  operationOf(pid: TaskId): Wait | null {
    const instruction = this.image.instructions[this.taskAt(pid).get("counter")];
    return instruction === undefined ? null : this.objectWait(pid, instruction, mutexOf(instruction));
  }

  parentOf(pid: TaskId): TaskId | null {
    return this.pidAt(this.taskAt(pid).get("parent"));
  }

  /** The task of the workload that it descends from. */
  rootOf(pid: TaskId): TaskId {
    let root = pid;
    for (let parent = this.parentOf(pid); parent !== null; parent = this.parentOf(parent)) root = parent;
    return root;
  }

  /** Equal for what is the same: of two tasks that use the same private name, too. */
  keyOf({ shared, own }: ObjectRef, root: TaskId): string {
    return own === undefined ? String(shared) : `${root}.${own}`;
  }

  /** Everything but timers. */
  objects(): ObjectInspection[] {
    const shared = this.inspectAll(this.image.objects, this.machine.get("objects"), null);
    const own = Array.from({ length: this.taskCount }, (_, index) => {
      const pid = index + 1;
      const specs = this.image.documents[this.statistics.identify(pid).document]?.privateObjects ?? [];
      return specs.length === 0 ? [] : this.inspectAll(specs, this.taskAt(pid).get("ownObjects"), pid);
    });
    return [...shared, ...own.flat()];
  }

  private inspectAll(specs: readonly ObjectSpec[], table: number, owner: TaskId | null): ObjectInspection[] {
    const size = constant(this.description, "objectSize");
    return specs.flatMap(({ kind, name }, index) =>
      kind === "timer" ? [] : [{ kind, name, owner, ...this.inspectOne(kind, table + index * size) }],
    );
  }

  private inspectOne(kind: ObjectKind, address: number): Pick<ObjectInspection, "amount" | "holder" | "waiters"> {
    if (kind === "channel") {
      const channel = this.memory.record(address, this.description.Channel);
      const first = channel.get("firstReceiver") || channel.get("firstSender");
      return { amount: channel.get("messages"), holder: null, waiters: this.queueFrom(first) };
    }
    const synchroniser = this.memory.record(address, this.description.Synchroniser);
    return {
      amount: synchroniser.get("amount"),
      holder: this.pidAt(synchroniser.get("holder")),
      waiters: this.queueFrom(synchroniser.get("firstWaiter")),
    };
  }

  private queueFrom(first: number): TaskId[] {
    const pids: TaskId[] = [];
    for (let address = first; address !== 0; ) {
      const task = this.memory.record(address, this.description.Task);
      pids.push(task.get("pid"));
      address = task.get("waitNext");
    }
    return pids;
  }

  private channelWait(pid: TaskId, task: CoreRecord, instruction: Instruction): Wait | null {
    const isChannel = instruction.op === "recv" || instruction.op === "send";
    // A task that sleeps stands behind the operation that put it to sleep.
    const sleeps = task.get("expiry") > this.machine.get("now");
    return isChannel && !sleeps ? this.objectWait(pid, instruction, instruction.object) : null;
  }

  private objectWait(pid: TaskId, instruction: Instruction, ref: ObjectRef | null): Wait | null {
    if (ref === null) return null;
    const root = this.rootOf(pid);
    const privateObjects = this.image.documents[this.statistics.identify(root).document]?.privateObjects ?? [];
    const spec = ref.own === undefined ? this.image.objects[ref.shared] : privateObjects[ref.own];
    if (spec === undefined) return null;
    const table = ref.own === undefined ? this.machine.get("objects") : this.taskAt(pid).get("ownObjects");
    const address = table + (ref.shared ?? ref.own) * constant(this.description, "objectSize");
    const { kind, name } = spec;
    const { holder } = this.inspectHolder(kind, address);
    return { operation: instruction.op, kind, name, holder, object: this.keyOf(ref, root) };
  }

  private inspectHolder(kind: ObjectKind, address: number): { readonly holder: TaskId | null } {
    if (kind !== "mutex") return { holder: null };
    return { holder: this.pidAt(this.memory.record(address, this.description.Synchroniser).get("holder")) };
  }

  private taskAt(pid: TaskId): CoreRecord {
    return this.memory.record(this.statistics.taskAddress(pid), this.description.Task);
  }

  private pidAt(address: number): TaskId | null {
    return address === 0 ? null : this.memory.record(address, this.description.Task).get("pid");
  }
}

function objectOf(instruction: Instruction): ObjectRef | null {
  return "object" in instruction ? instruction.object : null;
}

function mutexOf(instruction: Instruction): ObjectRef | null {
  return instruction.op === "wait" ? instruction.mutex : objectOf(instruction);
}
