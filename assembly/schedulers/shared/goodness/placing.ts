/** Where an idle CPU is for a task, and which one. Source: vanilla-2.4.md, section 5. */
import { machine } from "../../../machine/machine";
import { GoodnessCpu, GoodnessTask, goodnessCpu } from "./records";

/** The allowed CPU that has been idle for longest; the lowest number of equals. */
export function longestIdle(task: GoodnessTask): GoodnessCpu | null {
  let found: GoodnessCpu | null = null;
  let oldest = u64.MAX_VALUE;
  for (let id = 0; id < machine.cpuCount; id++) {
    const cpu = goodnessCpu(id);
    if (!cpu.isRunningIdle || !task.allows(id) || cpu.lastSwitch >= oldest) continue;
    found = cpu;
    oldest = cpu.lastSwitch;
  }
  return found;
}
