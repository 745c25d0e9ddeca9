/**
 * What was measured, or claimed, at the time, beside the version of ours that is nearest. The page says where each
 * comes from.
 */

/** By id of the scheduler; the kernel that it was in brackets, where it is not the very one. */
export type Published = Readonly<Record<string, string>>;

/** Loops of the ten tasks of `massive_intr 10 10`, most first. Surya Prabhakar, LKML, 14 April 2007. */
export const massiveIntrTen: Published = {
  "o1-2.6.22": "548 499 28 26 24 21 18 17 15 13 (2.6.21-rc6)",
  "sd-2.6.21": "128 127 127 127 127 125 125 124 124 123 (0.40)",
  "cfs-2.6.23": "120 ten times; 122 122 121 … 120 (v1)",
};

/** Satoru Takeuchi, LKML, March 2007 and (CFS, 300 s) 16 April 2007. */
export const massiveIntrMany: Published = {
  "o1-2.6.22": "four take 98 % (2.6.20)",
  "sd-2.6.21": "fair (2.6.21-rc3-mm1)",
  "cfs-2.6.23": "123 to 115 (v1)",
};

/** Ingo Molnar, LKML, April 2007: what he asks of a fair scheduler. */
export const ringHog: Published = {
  "cfs-2.6.23": "about 50 (expected)",
};

/** Shares of the busy task and of the hog, in per cent. Ingo Molnar, LKML, May 2004. */
export const busyAndHog: Published = {
  "o1-2.6.6": "45 / 55 (claimed)",
};

/**
 * Share of `transcode` in per cent and time of dd in s. Paolo Ornati, LKML, 28 December 2005: PlugSched 6.1.6 on
 * 2.6.15-rc5.
 */
export const transcodeShare: Published = {
  "o1-2.6.12": "72.0",
  "nicksched-v13": "82.2",
  "spa-nofrills": "81.1",
  "spa-ws": "82.7",
  "spa-svr": "78.1",
  zaphod: "52.1",
  "staircase-v13": "82.7",
};

export const transcodeDd: Published = {
  "o1-2.6.12": "23.4",
  "nicksched-v13": "“perfect”",
  "spa-nofrills": "“bad”",
  "spa-ws": "29.2",
  "spa-svr": "about 9",
  zaphod: "“like svr”",
  "staircase-v13": "15.8",
};

/** Paolo Ornati, LKML, 30 December 2005, 2.6.15-rc7. */
export const foolerShares: Published = {
  "o1-2.6.12": "37.1 / 59.2",
};

/** The same; nicksched in the same thread. */
export const foolerDd: Published = {
  "o1-2.6.12": "124.6",
  "nicksched-v13": "“not affected at all”",
};
