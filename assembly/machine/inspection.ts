/**
 * Where a scheduler writes what it does not store but derives, when a host inspects a task or a CPU: eligibility, shares, bonuses. The
 * scheduler lays its own record over these bytes and names its fields in layout().
 */

/** Zero before every question, and after the answer is read: nothing of it is in a snapshot. */
export const INSPECTION: usize = memory.data(1024, 8);
export const INSPECTION_SIZE: usize = 1024;

/** In an optional field: there is no such value. */
export const NOTHING: i64 = i64.MIN_VALUE;
export const NOTHING_SMALL: i32 = i32.MIN_VALUE;
