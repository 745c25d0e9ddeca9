/**
 * What a scheduler is to the machine: the points where the machine hands over. The interface is coarse on purpose: wake-up,
 * choice and charging follow a different order in every real scheduler, so the whole step is the scheduler's.
 *
 * Rules of the house:
 * - All methods are abstract here and each scheduler implements all of them. An `@unmanaged` class has no class id, so a concrete
 *   method that is overridden would be dispatched wrongly, and silently. Shared answers are free functions.
 * - A scheduler's state stands in its own record at SCHEDULER, in its Task and Cpu records, and in memory that it
 *   allocates in `init`. Nothing in module globals.
 * - A scheduler writes `migrate` lines itself (traceMigrate) and moves tasks with machine.moveTask; the
 *   machine writes all other lines after the hook in question.
 * - machine.flagResched asks a CPU to reschedule; `schedule` clears the flag of the task that it leaves.
 */
import { Cpu } from "../machine/cpu";
import { LayoutWriter } from "../machine/layout";
import { Task } from "../machine/task";
import { Profile } from "./profile";

@unmanaged
export abstract class Scheduler {
  /** Versions that the class plays: 0 … versions() - 1. */
  abstract versions(): u32;

  /** Tells what it is, and takes its tunables: see profile.ts. Called for each version, before `init` for the chosen one. */
  abstract profile(version: u32, profile: Profile): void;

  /** Bytes of its task record and of its CPU record: offsetof<…>(). */
  abstract taskSize(): usize;
  abstract cpuSize(): usize;
  /** Names the fields of its records for inspection: SchedulerTask and SchedulerCpu as stored, DerivedTask and DerivedCpu as below. */
  abstract layout(writer: LayoutWriter): void;

  /**
   * For inspection: writes what is in no field but follows from the fields of a task that has started and not exited, or of a CPU, to INSPECTION
   * (machine/inspection.ts), which is zero. Asked at any moment between two instants. Changes nothing else, not even what is only remembered to
   * save work.
   */
  abstract inspectTask(task: Task): void;
  abstract inspectCpu(cpu: Cpu): void;

  /** The machine, its CPUs and their idle tasks exist; makes the runqueues. */
  abstract init(version: u32): void;

  /** A task of the workload starts on this CPU (`task.cpu`): as forked by a parent without history. */
  abstract start(task: Task, cpu: Cpu): void;

  /** The tick. `jiffies` is counted already. */
  abstract tick(cpu: Cpu): void;

  /** After the tick and the timers of an instant, before the reschedule: a softirq's place. */
  abstract afterTimers(cpu: Cpu): void;

  /**
   * A blocked task (`state` tells how) becomes runnable: choose a CPU, queue it, test for preemption.
   * `inInterrupt`: by a timer rather than by the current task of `waker`. `sync`: the waker is about to sleep.
   */
  abstract wake(task: Task, waker: Cpu, sync: bool, inInterrupt: bool): void;

  /**
   * The whole choosing step: `cpu.current` is the task that leaves, and its state says why: Running if it was
   * preempted or yielded, else blocked or exited. Returns the next one, the same one, or the idle task. A scheduler that makes
   * the switch itself (switching.ts) returns the task that left: then nothing is left to do.
   */
  abstract schedule(cpu: Cpu): Task;

  /** The current task calls sched_yield. True: go through the choosing step now; false: the flag decides. */
  abstract yield(cpu: Cpu): bool;

  /**
   * The current task forks. The machine has copied nice, policy, rtprio and affinity (or given the child those of its
   * own document); `child.cpu` is the parent's.
   */
  abstract fork(cpu: Cpu, parent: Task, child: Task): void;

  /** The current task exits; it leaves the CPU in the choosing step that follows. */
  abstract exit(cpu: Cpu, task: Task): void;

  /** The task has exited and left the CPU: what its parent gets at the reaping. */
  abstract reap(cpu: Cpu, task: Task): void;

  /** The current task changes its own nice; the scheduler stores it. */
  abstract setNice(cpu: Cpu, task: Task, nice: i32): void;

  /** The current task changes its own policy; the scheduler stores both (the pair is valid), or refuses. */
  abstract setPolicy(cpu: Cpu, task: Task, policy: i32, rtprio: i32): void;

  /** The current task changes its own allowed CPUs; the scheduler stores them. True: it blocks (`D`) until it is moved. */
  abstract setAffinity(cpu: Cpu, task: Task, affinity: u64): bool;

  /** The zero-time body of a kernel thread that runs; it sleeps afterwards. */
  abstract runKernelThread(cpu: Cpu, thread: Task): void;

  /** Runnable tasks of a CPU, the current one included, the idle task not: for the placement of starts. */
  abstract runnable(cpu: Cpu): u32;

  /** The priority that the trace shows. */
  abstract displayPriority(task: Task): i32;
}
