/**
 * What a debugger wants to see: each CPU's current task and queues in order, every field of every record by its name, and
 * what the scheduler derives of them, as it tells itself.
 */
import type { CoreMemory, CoreRecord } from "../core-memory.js";
import type { CoreDescription, CoreScheduler } from "../description.js";
import { constant } from "../encode.js";
import type { WorkloadImage } from "../image.js";
import type { CoreExports } from "../load.js";
import type { StatisticsReader } from "../statistics.js";
import type { TaskId } from "../types.js";
import type { WaitReader } from "../waits.js";
import { FieldReader } from "./fields.js";
import { StructureReader } from "./structures.js";
import type {
  CommonCpuFields,
  CommonTaskFields,
  CpuInspection,
  Fields,
  TaskInspection,
  WaitInspection,
} from "./types.js";

export class Inspector {
  private readonly fields: FieldReader;
  private readonly structures: StructureReader;

  constructor(
    private readonly core: CoreExports,
    private readonly memory: CoreMemory,
    private readonly description: CoreDescription,
    private readonly scheduler: CoreScheduler,
    private readonly image: WorkloadImage,
    private readonly statistics: StatisticsReader,
    private readonly waits: WaitReader,
  ) {
    this.fields = new FieldReader(memory, description.Task, image.cpus);
    this.structures = new StructureReader(memory, description, scheduler);
  }

  cpus(): CpuInspection[] {
    const cpus = Array.from({ length: this.image.cpus }, (_, cpu) => {
      const { cpuLayout, derivedCpuLayout } = this.scheduler;
      const address = this.statistics.cpuAddress(cpu);
      const own = this.memory.record(address, cpuLayout);
      const common = this.memory.record(address, this.description.Cpu);
      this.core.inspectCpu(address);
      const derived = this.derived(derivedCpuLayout);
      return {
        cpu,
        current: this.fields.pidAt(common.get("current")) ?? 0,
        arrays: this.structures.arrays(own, cpuLayout),
        trees: this.structures.trees(own, cpuLayout),
        lists: this.structures.rows(derived, derivedCpuLayout),
        fields: { ...(this.fields.fieldsOf(common) as CommonCpuFields & Fields), ...this.fields.fieldsOf(own) },
        derived: this.fields.fieldsOf(derived),
      };
    });
    this.erase();
    return cpus;
  }

  tasks(): TaskInspection[] {
    const tasks = Array.from({ length: this.statistics.taskCount }, (_, index) => this.task(index + 1));
    this.erase();
    return tasks;
  }

  /** The core's last answer: what is looked at is as it was before. */
  private erase(): void {
    const start = constant(this.description, "inspection");
    this.memory.bytes.fill(0, start, start + constant(this.description, "inspectionSize"));
  }

  private task(pid: TaskId): TaskInspection {
    const address = this.statistics.taskAddress(pid);
    const common = this.memory.record(address, this.description.Task);
    const own = this.memory.record(address, this.scheduler.taskLayout);
    const attributes = this.statistics.attributes(pid);
    const isThere = attributes.state !== "new" && attributes.state !== "exited";
    return {
      pid,
      ...this.statistics.identify(pid),
      ...attributes,
      waitsFor: this.waitOf(pid),
      array: this.arrayOf(common, own),
      fields: { ...(this.fields.fieldsOf(common) as CommonTaskFields & Fields), ...this.fields.fieldsOf(own) },
      derived: isThere ? this.derivedOf(address) : null,
    };
  }

  private waitOf(pid: TaskId): WaitInspection | null {
    const wait = this.waits.waitOf(pid);
    if (wait === null) return null;
    const { operation, kind, name, holder } = wait;
    return { operation, kind, name, holder };
  }

  private derivedOf(task: number): Fields {
    this.core.inspectTask(task);
    return this.fields.fieldsOf(this.derived(this.scheduler.derivedTaskLayout));
  }

  private derived(layout: CoreScheduler["derivedTaskLayout"]): CoreRecord {
    return this.memory.record(constant(this.description, "inspection"), layout);
  }

  /** The name of the array, of those of its CPU, that the task is queued in. */
  private arrayOf(common: CoreRecord, own: CoreRecord): string | null {
    const { taskLayout, cpuLayout } = this.scheduler;
    const address = "array" in taskLayout ? own.get("array") : 0;
    if (address === 0) return null;
    const cpu = this.memory.record(this.statistics.cpuAddress(common.get("cpu")), cpuLayout);
    return cpu.fields.find((name) => cpu.layoutOf(name)[1] === "Array" && cpu.get(name) === address) ?? null;
  }
}
