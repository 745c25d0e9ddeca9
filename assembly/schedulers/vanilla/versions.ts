/**
 * The three versions of the scheduler with one run queue, each one whole: its rules, its tunables with defaults, its story. Source:
 * vanilla-2.4.md, section 11. A function reads like the column of that table; what it does not set is off.
 */
import { Profile } from "../profile";
import { rules } from "../shared/goodness/rules";

export const VERSIONS: u32 = 3;

const POLICIES = "normal fifo rr";
/** Beyond it the kernel's limit of a slice, 20 × HZ / 100, is no int any more. */
const MAX_HZ_2_4: i32 = 100_000_000;
/** Beyond it the longest slice of 2.5.2-pre9 is no byte any more. */
const MAX_HZ_PRE9: i32 = 2800;
/** A set of CPUs was one word of an i386. */
const MAX_CPUS: i32 = 32;
const BAD_AT =
  "Every choice walks over all runnable tasks, on one list for all CPUs: with many of either, the scheduler itself is the load.";

/** Tells about a version and fills in its rules. */
export function chooseVersion(version: u32, profile: Profile): void {
  switch (version) {
    case 0:
      linux_2_4_17(profile);
      break;
    case 1:
      linux_2_4_27(profile);
      break;
    default:
      linux_2_5_2_pre9(profile);
  }
  profile.end();
}

function linux_2_4_17(profile: Profile): void {
  profile.identity("vanilla-2.4.17", "vanilla", "Vanilla, Linux 2.4.17", 2001);
  profile.character("Few tasks: they stay where their cache is, and no CPU idles while one of them waits.", BAD_AT);
  profile.recorded("Linux 2.4.16, kernel/sched.c, unchanged up to 2.4.17 and 2.5.1: traces of its own code");
  profile.limits(POLICIES, 10, MAX_HZ_2_4, MAX_CPUS);
  rules.policyMovesToHead = true;
  tune(profile);
}

function linux_2_4_27(profile: Profile): void {
  profile.identity("vanilla-2.4.27", "", "Vanilla, Linux 2.4.27", 2004);
  profile.character("As 2.4.17; among equals, those that were woken first run first.", BAD_AT);
  profile.recorded("Linux 2.4.27, kernel/sched.c: traces of its own code");
  profile.limits(POLICIES, 10, MAX_HZ_2_4, MAX_CPUS);
  rules.enqueuesAtTail = true;
  rules.fifoOutlastsSlice = true;
  tune(profile);
}

/** Davide Libenzi's rework; the column Vanilla of the tables of January 2002. */
function linux_2_5_2_pre9(profile: Profile): void {
  profile.identity("vanilla-2.5.2-pre9", "", "Vanilla, Linux 2.5.2-pre9", 2002);
  profile.character("As 2.4.17; a recalculation passes over sleepers, who gain priority for having missed it.", BAD_AT);
  profile.recorded("Linux 2.5.2-pre8, kernel/sched.c, unchanged in pre9: traces of its own code");
  profile.limits(POLICIES, 10, MAX_HZ_PRE9, MAX_CPUS);
  rules.dynamicPriorities = true;
  rules.policyMovesToHead = true;
  tune(profile);
}

/** These kernels were built for i386. */
function tune(profile: Profile): void {
  profile.longBits("32");
  rules.tune(profile);
}
