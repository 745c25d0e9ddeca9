/**
 * The shape of an inspection, whichever scheduler it is of. What a scheduler fills it with is told by its state types, one
 * file for each family beside this one; schedulers.ts lists them by id.
 */
import type { ObjectKind } from "../image.js";
import type { CpuId, Nanoseconds, Policy, TaskId, TaskState } from "../types.js";

/** Of 64 bits: a number where that is exact, that is from -(2^53 - 1) to 2^53 - 1. */
export type Integer64 = number | bigint;

/** A number, a flag, a task's pid, or nothing. */
export type SingleValue = Integer64 | boolean | null;

/** What a field can hold: the same, several of them, a set of numbers (ascending), or several sets. */
export type FieldValue = SingleValue | readonly SingleValue[] | readonly (readonly number[])[];

export interface PriorityList {
  readonly priority: number;
  /** From head to tail. */
  readonly pids: readonly TaskId[];
}

export interface PriorityArrayInspection {
  /** Queued tasks, the running one included where it stays queued. */
  readonly count: number;
  /** Number of priorities; bit `levels` of the bitmap is the delimiter, at which a search of an empty array ends. */
  readonly levels: number;
  /** The bitmap as the original stored it, in 32-bit words: bit p set means that list p holds something, or is empty if `bitmapInverted`. */
  readonly words: readonly number[];
  /**
   * The bitmap has the polarity of the O(1) schedulers up to 2.5.3-pre3: its search is one for the first zero, and the delimiter
   * (bit `levels`) is a zero. The bits behind the delimiter are zero in either polarity.
   */
  readonly bitmapInverted: boolean;
  /** The lists that are not empty, best priority first. */
  readonly lists: readonly PriorityList[];
}

/** What a scheduler has to show: fields by name, and the names of its queues. */
export interface SchedulerState {
  /** What it keeps of a task, and what it derives. */
  readonly task: object;
  readonly derivedTask: object;
  /** What it keeps of a CPU, and what it derives. */
  readonly cpu: object;
  readonly derivedCpu: object;
  /** Names of a CPU's priority arrays, trees and lists. */
  readonly array: string;
  readonly tree: string;
  readonly list: string;
}

/** By any name. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** Of a scheduler that is not known when the program is written. */
export interface AnySchedulerState {
  readonly task: Fields;
  readonly derivedTask: Fields;
  readonly cpu: Fields;
  readonly derivedCpu: Fields;
  readonly array: string;
  readonly tree: string;
  readonly list: string;
}

/** What the machine keeps of a task, under any scheduler. Times do not contain what has passed since `since`. */
export type CommonTaskFields = {
  /** The task: 1, 2, 3 … in the order of their creation. */
  readonly pid: TaskId;
  /** 0 new, 1 runnable, 2 running, 3 sleeping (interruptible), 4 blocked (uninterruptible), 5 exited. */
  readonly state: number;
  /** It is the current task and has been asked to go through the choosing step. */
  readonly needResched: boolean;
  /** It has been woken and has not run since: its wait counts as a wake-up latency. */
  readonly woken: boolean;
  /** 0 normal, 1 batch, 2 idle, 3 fifo, 4 rr. */
  readonly policy: number;
  /** -20 … 19. */
  readonly nice: number;
  /** Real-time priority, 1 … 99; 0 for other policies. */
  readonly rtprio: number;
  /** The CPU on which it runs or ran last, or where it is queued. */
  readonly cpu: CpuId;
  /** Allowed CPUs, bit by bit. */
  readonly affinity: Integer64;
  /** Its number among the tasks of its document, from 0 on. */
  readonly instance: number;
  /** The task that forked it; null for one of the workload. */
  readonly parent: TaskId | null;
  /** Address space: tasks with one number share it. */
  readonly mm: number;
  /** Children that have not exited. */
  readonly liveChildren: number;
  /** Mutexes that it holds. */
  readonly mutexes: number;
  /** ns: CPU time that its present `run` still needs; kept only while it is off the CPU. */
  readonly remaining: Integer64;
  /** ns: instant of its last change of state. */
  readonly since: Integer64;
  /** ns: time on a CPU. */
  readonly cpuTime: Integer64;
  /** ns: time runnable but waiting. */
  readonly waitTime: Integer64;
  /** ns: time asleep. */
  readonly sleepTime: Integer64;
  /** ns: instant of its start; null before it. */
  readonly startedAt: Integer64 | null;
  /** ns: instant of its exit; null before it. */
  readonly exitedAt: Integer64 | null;
  /** ns: instant at which it first ran; null before it. */
  readonly firstRunAt: Integer64 | null;
  /** ns: instant at which it last left a CPU; null before it. */
  readonly lastRunAt: Integer64 | null;
  /** Switches away from it because it blocked or exited. */
  readonly voluntarySwitches: number;
  /** Switches away from it while it could have gone on. */
  readonly involuntarySwitches: number;
  /** Wake-ups of it. */
  readonly wakeups: number;
  /** Changes of its CPU. */
  readonly migrations: number;
  /** Waits between a wake-up and the run that followed. */
  readonly latencyCount: number;
  /** All other waits. */
  readonly otherWaitCount: number;
  /** ns: sum of the waits after wake-ups. */
  readonly latencyTotal: Integer64;
  /** ns: the longest of them. */
  readonly latencyMax: Integer64;
  /** ns: the longest of the other waits. */
  readonly otherWaitMax: Integer64;
};

/** What the machine keeps of a CPU, under any scheduler. Times do not contain what has passed since the last switch. */
export type CommonCpuFields = {
  /** 0, 1, 2 … */
  readonly id: CpuId;
  /** The task that runs; 0: the idle task. */
  readonly current: TaskId | null;
  /** Timer ticks so far. */
  readonly ticks: Integer64;
  /** ns: time with a task. */
  readonly busyTime: Integer64;
  /** ns: time without one. */
  readonly idleTime: Integer64;
  /** Switches from one task to another, the idle task included. */
  readonly contextSwitches: Integer64;
  /** Costs charged to the tasks that it switched to, ns. */
  readonly overheadTime: Integer64;
  /** Tasks that came from other CPUs. */
  readonly migrationsIn: number;
  /** Tasks that went to other CPUs. */
  readonly migrationsOut: number;
};

export interface CpuInspection<State extends SchedulerState = AnySchedulerState> {
  readonly cpu: CpuId;
  /** 0: the idle task. */
  readonly current: TaskId;
  /** Priority arrays by the scheduler's own names, such as `active` and `expired`. */
  readonly arrays: Readonly<Record<State["array"], PriorityArrayInspection>>;
  /** Ordered trees by the scheduler's own names: the pids of their tasks, the first to run first. */
  readonly trees: Readonly<Record<State["tree"], readonly TaskId[]>>;
  /** Other queues by the scheduler's own names: pids from head to tail. */
  readonly lists: Readonly<Record<State["list"], readonly TaskId[]>>;
  /** All other fields that the machine and the scheduler keep of it. */
  readonly fields: Readonly<CommonCpuFields & State["cpu"]>;
  /** What the scheduler's own code derives of it at this moment. */
  readonly derived: Readonly<State["derivedCpu"]>;
}

/** What another task has to do before this one can go on. */
export interface WaitInspection {
  /** The operation in which it waits. */
  readonly operation: string;
  /** What it waits for. A `wait` is one for the condition, and after the signal one for the mutex. */
  readonly kind: ObjectKind | "children";
  /** null: for its children. */
  readonly name: string | null;
  /** Who holds the mutex; null for everything else. */
  readonly holder: TaskId | null;
}

/** A channel, a mutex, and so on, as it is at this moment. Timers are not shown. */
export interface ObjectInspection {
  readonly kind: ObjectKind;
  readonly name: string;
  /** The task of the workload that has it for itself and its descendants; null: it is everybody's. */
  readonly owner: TaskId | null;
  /** Messages in a channel, units of a semaphore, tasks that have come to a barrier; else 0. */
  readonly amount: number;
  /** Who holds the mutex; null if nobody does, and for everything else. */
  readonly holder: TaskId | null;
  /** From first to last. In a channel both receivers and senders wait, but never at the same time. */
  readonly waiters: readonly TaskId[];
}

export interface TaskInspection<State extends SchedulerState = AnySchedulerState> {
  readonly pid: TaskId;
  /** Index into WorkloadImage.documents. */
  readonly document: number;
  readonly instance: number;
  readonly state: TaskState;
  readonly policy: Policy;
  /** What a blocked task waits for; null where that is time, or another CPU. */
  readonly waitsFor: WaitInspection | null;
  /** Name of the priority array in which it is queued on its CPU; null: in none. */
  readonly array: State["array"] | null;
  /** All fields that the machine and the scheduler keep of it. */
  readonly fields: Readonly<CommonTaskFields & State["task"]>;
  /** What the scheduler's own code derives of it at this moment; null before its start and after its exit. */
  readonly derived: Readonly<State["derivedTask"]> | null;
}

/** Everything that there is to see of one moment. */
export interface Inspection<State extends SchedulerState = AnySchedulerState, Id extends string = string> {
  /** Never an alias. */
  readonly scheduler: Id;
  readonly timeNs: Nanoseconds;
  readonly cpus: readonly CpuInspection<State>[];
  /** Those of all tasks first, then each task's own. */
  readonly objects: readonly ObjectInspection[];
  /** In the order of their pids. */
  readonly tasks: readonly (TaskInspection<State> & { readonly name: string })[];
}
