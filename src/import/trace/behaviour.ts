/** The figures of a converted recording: how its tasks were scheduled. */
import type { RecordedBehaviour } from "../importer.js";
import { recordedTaskName } from "./build-document.js";
import type { ConvertedRecording } from "./converter.js";
import type { RecordedTask } from "./recorded-task.js";

export function behaviourOf(
  { counts }: ConvertedRecording,
  tasks: readonly RecordedTask[],
  nameOf: (task: RecordedTask) => string = recordedTaskName,
): RecordedBehaviour {
  return {
    tasks: tasks.map((task) => ({
      name: nameOf(task),
      runNs: task.runNs,
      slices: task.slices.build(),
      wakeupLatencies: task.wakeupLatencies.build(),
    })),
    sleeps: { byTasks: counts.causes, timed: counts.timedSleeps, withoutWakeup: counts.sleepsWithoutWakeup },
  };
}
