/** Nicksched as the tenant of its balancer. Source: nicksched.md, "SMP". */
import { machine, SCHEDULER } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { PriorityArray } from "../../structures/priority-array";
import { LengthsHost } from "../balancing/lengths";
import { QueueCpu, QueueTask } from "../shared/queue-records";
import { NickCpu, NickTask } from "./records";
import { dequeue, flagIfPreempted, put } from "./runqueue";
import { tuning } from "./tuning";

@unmanaged
@final
export class NickBalancing extends LengthsHost {
  active(cpu: QueueCpu): PriorityArray {
    return changetype<NickCpu>(cpu).active;
  }

  expired(cpu: QueueCpu): PriorityArray {
    return changetype<NickCpu>(cpu).expired;
  }

  previousLengths(cpu: QueueCpu): usize {
    return changetype<NickCpu>(cpu).previousLengths;
  }

  idlePeriod(): u64 {
    return tuning.idlePeriod;
  }

  busyPeriod(): u64 {
    return tuning.busyPeriod;
  }

  isHot(task: QueueTask, from: QueueCpu): bool {
    return machine.jiffies - changetype<NickTask>(task).timestamp <= tuning.cacheDecay;
  }

  pull(task: QueueTask, from: QueueCpu, to: QueueCpu): void {
    const pulled = changetype<NickTask>(task);
    from.running -= 1;
    dequeue(pulled);
    machine.moveTask(pulled, to);
    traceMigrate(pulled, from, to);
    put(pulled, changetype<NickCpu>(to));
    flagIfPreempted(pulled, changetype<NickCpu>(to));
  }
}

export const balancing = changetype<NickBalancing>(SCHEDULER);
