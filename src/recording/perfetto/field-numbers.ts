/**
 * The numbers of the fields that are read, as Perfetto publishes them (protos/perfetto/trace). All others are passed
 * over.
 */

export const packetField = {
  ftraceEvents: 1,
  processTree: 2,
  chromeEvents: 5,
  timestamp: 8,
  processStats: 9,
  systemInfo: 45,
  compressedPackets: 50,
  taskState: 117,
  taskRename: 120,
  zstdCompressedPackets: 133,
} as const;

export const bundleField = { cpu: 1, event: 2, lostEvents: 3, compactSched: 4 } as const;

/** In an event of a bundle; whatever is above 2 and not the flags is the event itself. */
export const eventField = {
  timestamp: 1,
  pid: 2,
  print: 3,
  schedSwitch: 4,
  commonFlags: 5,
  schedWakeup: 17,
  schedBlockedReason: 18,
  schedWaking: 20,
  schedWakeupNew: 114,
  taskNewtask: 235,
  taskRename: 236,
  schedProcessExec: 237,
  schedProcessExit: 238,
  schedProcessFork: 239,
  schedMigrateTask: 491,
} as const;

export const compactField = {
  switchTimestamp: 1,
  switchPreviousState: 2,
  switchNextPid: 3,
  switchNextPriority: 4,
  names: 5,
  switchNextName: 6,
  wakingTimestamp: 7,
  wakingPid: 8,
  wakingTargetCpu: 9,
  wakingPriority: 10,
  wakingName: 11,
  wakingFlags: 12,
} as const;

/** system_info.utsname.release */
export const systemField = { names: 1, release: 3 } as const;
export const chromeField = { legacyFtrace: 4 } as const;

/** Bits of the flags that the kernel records with each event. */
export const HANDLER_FLAGS = 0x08 | 0x10 | 0x40;
