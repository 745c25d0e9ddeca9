/** On what the figures were taken. */
import { nodeProcess } from "./clock.js";

export interface Environment {
  /** "Node 20.20.2", or what the browser says of itself. */
  readonly engine: string;
  /** Version of V8; null where the engine does not tell. */
  readonly v8: string | null;
  /** The model as the system names it; null where it does not tell (in browsers). */
  readonly cpu: string | null;
  readonly logicalCpus: number | null;
}

export function describeEnvironment(): Environment {
  const node = nodeProcess();
  const logicalCpus = globalThis.navigator?.hardwareConcurrency ?? null;
  if (node?.versions?.node !== undefined) {
    const cpus = node.getBuiltinModule?.("node:os")?.cpus?.() ?? [];
    return {
      engine: `Node ${node.versions.node}`,
      v8: node.versions.v8 ?? null,
      cpu: cpus[0]?.model.trim() || null,
      logicalCpus: cpus.length || logicalCpus,
    };
  }
  const { userAgent } = globalThis.navigator;
  const chrome = /Chrome\/(\d+)\.(\d+)/.exec(userAgent);
  // Chrome 126 has V8 12.6: its versions are the tenths of Chrome's.
  const v8 = chrome === null ? null : `${Math.floor(Number(chrome[1]) / 10)}.${Number(chrome[1]) % 10}`;
  return { engine: userAgent, v8, cpu: null, logicalCpus };
}
