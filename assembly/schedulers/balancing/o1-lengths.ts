/** 2.6.0 and 2.6.6 as tenants of the balancer by queue lengths. Source: o1-2.6.md, section 9. */
import { machine, SCHEDULER } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { rules } from "../o1-2.6/rules";
import { flagIfPreempted, pull } from "../o1-2.6/runqueue";
import { QueueCpu, QueueTask } from "../shared/queue-records";
import { LengthsHost } from "./lengths";

@unmanaged
@final
export class O1Lengths extends LengthsHost {
  active(cpu: QueueCpu): PriorityArray {
    return changetype<O1Cpu>(cpu).active;
  }

  expired(cpu: QueueCpu): PriorityArray {
    return changetype<O1Cpu>(cpu).expired;
  }

  previousLengths(cpu: QueueCpu): usize {
    return changetype<O1Cpu>(cpu).previousLengths;
  }

  idlePeriod(): u64 {
    return rules.idlePeriod;
  }

  busyPeriod(): u64 {
    return rules.busyPeriod;
  }

  isHot(task: QueueTask, from: QueueCpu): bool {
    const reference = rules.lengthsUseLastTick ? changetype<O1Cpu>(from).lastTick : machine.now;
    return ((reference - changetype<O1Task>(task).timestamp) & machine.longMask) <= rules.cacheDecay;
  }

  /** Expired tasks, too, land in the active array. */
  pull(task: QueueTask, from: QueueCpu, to: QueueCpu): void {
    const pulled = changetype<O1Task>(task);
    const source = changetype<O1Cpu>(from);
    const target = changetype<O1Cpu>(to);
    pull(pulled, source, target, target.active);
    if (rules.lengthsUseLastTick) pulled.timestamp = machine.now - (source.lastTick - pulled.timestamp);
    flagIfPreempted(pulled, target);
  }
}

export const lengths = changetype<O1Lengths>(SCHEDULER);
