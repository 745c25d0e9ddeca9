/** What the conversion of a recording found and did, in numbers. */

/** Counted while events come in. */
export class ConversionCounts {
  /** Events, by kind. */
  readonly events = new Map<string, number>();
  /** Slices whose begin and end were recorded: their time is in the programs, to the nanosecond. */
  completeSlices = 0;
  /** Slices that were going on when the recording of their CPU began, or ended. */
  clippedFirst = 0;
  clippedLast = 0;
  /** Slices that the window cuts, of which the part inside counts. */
  cutByWindow = 0;
  /** Switches away from a task that was not the last one switched to on that CPU. */
  chainBreaks = 0;
  /** Slices in the midst of the recording that have no known begin, or no known end. */
  slicesWithoutBegin = 0;
  slicesWithoutEnd = 0;
  /** Slices that end before they begin. */
  backwardSlices = 0;
  /** Sleeps that another task ended. */
  causes = 0;
  /** Some of them: in state D, which a message cannot have. */
  uninterruptibleCauses = 0;
  /** Some of them: taken although the recording does not tell interrupts from tasks. */
  untoldCauses = 0;
  /** Sleeps that a timer or another interrupt ended. */
  timedSleeps = 0;
  /** Sleeps of which only the next run tells that they are over. */
  sleepsWithoutWakeup = 0;
  /** Sleeps that went on when the recording ended. */
  unfinishedSleeps = 0;
  /** Wake-ups of tasks that were not asleep. */
  needlessWakeups = 0;
  /** Wake-ups by a task that was running elsewhere, as far as the switches tell. */
  contradictoryWakers = 0;
  /** Slices that ended in a state that the recording does not tell. */
  untoldStates = 0;
  /** Children whose parent was seen to fork them. */
  forks = 0;
}
