/** Which pids of a recording are those of tasks. */

/**
 * Simulated kernel threads have pids below 0, as schedlab's own traces show them, or from here on by CPU, where a
 * kernel's language is spoken: kernels have none of either.
 */
export const firstKernelThread = 2_000_000_000;

/** Neither an idle task nor a thread with which a simulated scheduler does its own work. */
export function isTaskPid(pid: number): boolean {
  return pid > 0 && pid < firstKernelThread;
}
