/** What the lab times with, in Node and in browsers. */

export interface Clock {
  /** ns, from any moment on. */
  wallNs(): number;
  /** ns of CPU time that the whole process has used; null where nobody tells (in browsers). */
  cpuNs(): number | null;
}

/** What of Node's `process` the lab looks at, where there is one. */
interface ProcessLike {
  readonly versions?: { readonly node?: string; readonly v8?: string };
  cpuUsage?(): { readonly user: number; readonly system: number };
  getBuiltinModule?(name: string): { cpus?(): readonly { readonly model: string }[] } | undefined;
}

export function nodeProcess(): ProcessLike | undefined {
  return (globalThis as { readonly process?: ProcessLike }).process;
}

export function systemClock(): Clock {
  const usage = nodeProcess()?.cpuUsage;
  return {
    wallNs: () => performance.now() * 1e6,
    cpuNs() {
      if (usage === undefined) return null;
      const { user, system } = usage();
      return (user + system) * 1000;
    },
  };
}
