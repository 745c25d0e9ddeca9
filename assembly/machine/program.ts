/**
 * The tables of a workload as the host writes them: documents (what a task is made of), instructions (its
 * program), distributions (spans drawn at random), channel specifications. Read-only while the machine runs, except for
 * the counters that a document keeps of its tasks. Source: spec/workload.md.
 */

/** Operation codes. The names are exported to the host, which refers to them by name only. */
export const enum Opcode {
  Run = 0,
  Sleep = 1,
  Io = 2,
  Send = 3,
  Receive = 4,
  Yield = 5,
  Exit = 6,
  Fork = 7,
  Nice = 8,
  Policy = 9,
  Affinity = 10,
  Mark = 11,
  Until = 12,
  Lock = 13,
  Unlock = 14,
  Wait = 15,
  Signal = 16,
  Broadcast = 17,
  Barrier = 18,
  Down = 19,
  Up = 20,
  Suspend = 21,
  Resume = 22,
  Join = 23,
  Begin = 24,
  End = 25,
  Jump = 26,
}

/** Opcodes from here on steer the program and are not operations. */
export const FIRST_CONTROL: i32 = Opcode.Begin;

/** Scheduling policies, numbered for the host. */
export const enum Policy {
  Normal = 0,
  Batch = 1,
  Idle = 2,
  Fifo = 3,
  RoundRobin = 4,
}

export function isRealtime(policy: i32): bool {
  return policy >= Policy.Fifo;
}

/**
 *   offset  0        1       2      4          8
 *           | opcode | flags | slot | argument | value |
 *
 *   opcode            flags            slot           argument           value
 *   run, sleep, io    1 sequence       -              distribution + 1   ns when argument is 0; own counter of a sequence
 *   send, receive     1 own, 2 sync    -              channel            -
 *   lock … resume     1 own            -              synchroniser       -
 *   wait              1 own, 2 mutex's -              condition          mutex
 *   until             1 own, 2 rebase,
 *                     4 task's         -              timer              period, ns
 *   fork              -                -              document           -
 *   nice              -                -              nice, signed       -
 *   policy            policy           -              rtprio             -
 *   affinity          -                -              -                  mask of CPUs
 *   mark              -                -              mark of the task   -
 *   begin             -                loop counter   rounds             target when rounds is 0
 *   end, jump         -                loop counter   -                  target
 *
 * "own counter": where the task keeps its place in a `sequence`. "own": the argument is one of `ownObjects`; "mutex's": so is the value;
 * "task's": the timer is that of the task itself. 8 among the flags of any operation that waits: it starts a round (timekeeping.ts).
 */
@unmanaged
@final
export class Instruction {
  opcode: u8;
  flags: u8;
  slot: u16;
  argument: u32;
  value: u64;
}

export const FLAG_OWN: u8 = 1;
export const FLAG_SYNC: u8 = 2;
export const FLAG_SEQUENCE: u8 = 1;
export const FLAG_OWN_MUTEX: u8 = 2;
export const FLAG_REBASE: u8 = 2;
export const FLAG_TASK_TIMER: u8 = 4;
export const FLAG_RELEASES: u8 = 8;

/** A document's attribute that a forked child takes from its parent. */
export const INHERITED: i32 = 0x7fff;

/** An address space (`mm`) named in the workload has this bit and its index; one without has its task's pid. */
export const SHARED_MM: u32 = 0x8000_0000;
/** One whose name starts with a dot: this bit, and a number of its own for each workload task. */
export const OWN_MM: u32 = 0x4000_0000;

/** What a task is made of. Offsets in the order of the fields. */
@unmanaged
@final
export class TaskDocument {
  /** Names the random streams of its instances. */
  streamKey: u64;
  /** Allowed CPUs, bit by bit; 0: all of them, or inherited by a forked child. */
  affinity: u64;
  /** ns, where startDistribution is 0. */
  startValue: u64;
  /** ns from the release of a round to when it should be complete; 0: there is no deadline. */
  deadline: u64;
  /** ns: where the grid of a task's own timer begins; NEVER: at its first use. */
  timerStart: u64;
  /** Index of a distribution + 1. */
  startDistribution: u32;
  /** Tasks made of it at load. */
  count: u32;
  /** The first CPU; -1: the machine's rule. */
  cpu: i32;
  /** -20 … 19 or INHERITED. */
  nice: i32;
  /** A Policy or INHERITED. */
  policy: i32;
  rtprio: i32;
  /** Index of its first instruction. */
  entry: u32;
  /** 32-bit counters of an instance: those of loops, then the places in its sequences. */
  counters: u32;
  /** Its marks are so many entries of the table of document marks, from `firstMark`. */
  marks: u32;
  firstMark: u32;
  /** The channels and synchronisers that every instance has for itself: a range of the specifications. */
  ownObjects: u32;
  firstOwnObject: u32;
  /** 0: an address space of its own; else SHARED_MM or OWN_MM, and its index among those. */
  mm: u32;
  /** The private address spaces of an instance and its descendants. */
  ownMms: u32;
  /** Its tasks keep accounts of rounds and periods (timekeeping.ts). */
  timed: bool;
  /** Instances so far. */
  instances: u32;
  /** Histograms shared by the instances that have none of their own; 0 while empty. */
  latencyHistogram: usize;
  otherWaitHistogram: usize;
}

export const enum DistributionKind {
  Uniform = 0,
  Exponential = 1,
  Normal = 2,
  Lognormal = 3,
  Pareto = 4,
  Choice = 5,
  Empirical = 6,
  Sequence = 7,
}

/**
 *   kind          a             b                     values
 *   uniform       low, ns       high, ns              -
 *   exponential   mean, ns      -                     -
 *   normal        mean, ns      deviation, ns         -
 *   lognormal     median, ns    sigma, Q32            -
 *   pareto        minimum, ns   1 / alpha, Q32        -
 *   choice        -             sum of the weights    count × ns, then count × running sum of weights
 *   empirical     -             -                     count × ns
 *   sequence      -             -                     count × ns
 */
@unmanaged
@final
export class Distribution {
  kind: u32;
  count: u32;
  a: u64;
  b: u64;
  /** Index into the table of distribution values (u64 each). */
  firstValue: u32;
}

export const UNLIMITED: u32 = u32.MAX_VALUE;

/**
 * How a channel or a synchroniser begins.
 *
 *   kind           amount               limit
 *   channel        messages in it       messages that fit; UNLIMITED
 *   semaphore      units in it          -
 *   barrier        -                    parties
 *   timer          where its grid begins, ns   a TimerPhase
 *   all others     -                    -
 */
@unmanaged
@final
export class ObjectSpec {
  amount: u64;
  limit: u32;
}
