/** What every player of the peers' model counts; all of them have to agree. */
export interface Counts {
  readonly switches: number;
  readonly wakeups: number;
  readonly blocks: number;
  readonly expiries: number;
  /** Not an event of its own: it is a wake-up and a switch. */
  readonly preemptions: number;
  /** Over the time, CPU and task of each switch. */
  readonly digest: number;
}

/** Scheduling events, what times are divided by. */
export function eventsOf({ switches, wakeups, blocks, expiries }: Counts): number {
  return switches + wakeups + blocks + expiries;
}
