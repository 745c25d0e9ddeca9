/** What the process says when it ends, for shells and scripts. Documented in `schedlab --help`. */
export const exitCodes = {
  /** Done; `verify`: at least one trace was compared and all agree. */
  success: 0,
  /** `verify`: a trace differs. `sweep`: a point failed, or an assertion does not hold. */
  difference: 1,
  /** Something given is wrong: an option, a file, a workload. Nothing half-written is left behind. */
  badInput: 2,
  /** A mistake in schedlab itself (EX_SOFTWARE of sysexits.h). */
  internalError: 70,
  /** 128 + the signal's number, as shells report it. */
  hangup: 129,
  interrupted: 130,
  terminated: 143,
} as const;
