/** What inspections show of all fair schedulers alike, beyond their records. */
import { machine } from "../../machine/machine";
import { TaskState } from "../../machine/task";
import { FairTask } from "./fair-records";

/** ns that a running fair task has run since it was last charged; 0 for all others. */
export function unchargedTime(task: FairTask): u64 {
  return task.state == TaskState.Running && task.isFair ? machine.reached - task.execStart : 0;
}
