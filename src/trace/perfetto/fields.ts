/**
 * Numbers of the protobuf fields that the writer uses, as Perfetto publishes them (protos/perfetto/trace), by message.
 * Numbers never change their meaning, so a file written today opens in any later version.
 */

export const trace = { packet: 1 };

export const packet = {
  ftraceEvents: 1,
  timestamp: 8,
  sequence: 10,
  trackEvent: 11,
  systemInfo: 45,
  trackDescriptor: 60,
};

export const bundle = { cpu: 1, event: 2 };

export const ftraceEvent = {
  timestamp: 1,
  /** Of the task in whose context it happened. */
  pid: 2,
  /** Bits that tell of that context; see hardInterrupt. */
  commonFlags: 5,
  switch: 4,
  wakeup: 17,
  blocked: 18,
  waking: 20,
  new: 114,
  newTask: 235,
  rename: 236,
  exit: 238,
  fork: 239,
  migrate: 491,
};

/** The bit of `commonFlags` that means: in the handler of an interrupt. */
export const hardInterrupt = 0x08;

export const switchFields = {
  previousComm: 1,
  previousPid: 2,
  previousPriority: 3,
  previousState: 4,
  nextComm: 5,
  nextPid: 6,
  nextPriority: 7,
};

/** Of waking, wakeup, new and exit; the last two numbers are those of the first three. */
export const taskFields = { comm: 1, pid: 2, priority: 3, success: 4, targetCpu: 5 };
export const exitFields = { comm: 1, pid: 2, priority: 4 };
export const migrateFields = { comm: 1, pid: 2, priority: 3, fromCpu: 4, toCpu: 5 };
export const forkFields = { parentComm: 1, parentPid: 2, childComm: 3, childPid: 4 };
export const newTaskFields = { pid: 1, comm: 2, cloneFlags: 3 };
export const renameFields = { pid: 1, newComm: 3 };
export const blockedFields = { pid: 1, ioWait: 3 };

export const track = { uuid: 1, name: 2, process: 3, thread: 4, parent: 5, counter: 8 };
export const processFields = { pid: 1, name: 6 };
export const threadFields = { pid: 1, tid: 2, name: 5 };
export const counterFields = { unit: 3 };
/** The unit of what is counted in ones. */
export const unitCount = 2;

export const trackEvent = { type: 9, track: 11, name: 23, categories: 22, counterValue: 30 };
export const trackEventType = { instant: 3, counter: 4 };

export const systemInfo = { systemName: 1 };
export const systemName = { name: 1, release: 3 };
