/** The tasks of a recording by pid; a pid that is used again is another task. */
import { RecordedTask } from "./recorded-task.js";

export class TaskTable {
  /** In order of appearance. */
  readonly tasks: RecordedTask[] = [];
  readonly #byPid = new Map<number, RecordedTask>();

  /** The task that has the pid now; `name` is what it is called now. */
  get(pid: number, name: string | null): RecordedTask {
    const known = this.#byPid.get(pid);
    if (known === undefined || known.activity === "ended") return this.begin(pid, name);
    if (name !== null) known.name = name;
    return known;
  }

  find(pid: number): RecordedTask | undefined {
    return this.#byPid.get(pid);
  }

  /** A new task, whoever had the pid before. */
  begin(pid: number, name: string | null): RecordedTask {
    const incarnation = (this.#byPid.get(pid)?.incarnation ?? 0) + 1;
    const task = new RecordedTask(this.tasks.length, pid, incarnation, name ?? "task");
    this.tasks.push(task);
    this.#byPid.set(pid, task);
    return task;
  }
}
