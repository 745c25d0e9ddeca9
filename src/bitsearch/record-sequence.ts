/**
 * Runs a workload on the recording engine, which notes every insert, remove and search in the bitmaps of an O(1)
 * scheduler.
 */
import { Engine } from "../engine/engine.js";
import { type EngineModule, loadRecorder } from "../engine/load.js";
import { SchedlabError } from "../errors.js";
import { taskName } from "../result/task-name.js";
import { chooseScheduler, schedulerWarnings, valuesInForce } from "../scheduler-choice.js";
import { compileWorkload } from "../workload/compile/compile.js";
import { loadWorkload, type Workload } from "../workload/index.js";
import { type BitmapRecording, decodeOperations, type RecordedOperation } from "./sequence.js";

export interface RecordSequenceOptions {
  /** Id or alias of an O(1) scheduler. Default: o1. */
  readonly scheduler?: string;
  /** Operations after which the recording ends. Default: a million. */
  readonly operations?: number;
  /** The recording engine to use. Default: the one that comes with the library. */
  readonly recorder?: EngineModule;
}

const defaultOperations = 1 << 20;
/** Instants in one call into the core: few, for the record is emptied between calls. */
const instants = 32;

/**
 * The operations of the run's beginning, exactly as the scheduler did them.
 *
 * @throws WorkloadError where the workload is wrong; SchedlabError where the scheduler is none of O(1) or cannot run
 * it.
 */
export async function recordSequence(
  source: Workload | string | object,
  options: RecordSequenceOptions = {},
): Promise<BitmapRecording> {
  const workload = loadWorkload(source);
  const module = options.recorder ?? (await loadRecorder());
  const scheduler = chooseScheduler(module.description.schedulers, options.scheduler ?? "o1");
  const { info } = scheduler;
  schedulerWarnings(info, workload, undefined);
  const engine = await Engine.create(module, compileWorkload(workload), {
    scheduler,
    longBits: info.longBits[0] ?? 64,
    tunables: valuesInForce(info, {}),
    trace: false,
    ownHistograms: 0,
    taskName,
  });
  const most = options.operations ?? defaultOperations;
  const operations: RecordedOperation[] = [];
  const arrays = new Map<number, number>();
  let lists = 0;
  for (let reached = false; ; reached = engine.advance(workload.durationNs, instants)) {
    const taken = decodeOperations(engine.takeBitmapOperations(), arrays);
    lists = Math.max(lists, taken.lists);
    for (const operation of taken.operations) operations.push(operation);
    if (reached || operations.length >= most) break;
  }
  if (lists === 0) throw new SchedlabError(`${info.id} has no bitmaps: expected an O(1) scheduler`);
  return { scheduler: info.id, workload: workload.name, lists, operations: operations.slice(0, most) };
}
