/** Snapshots: moments of a simulation, and of which simulation they are. */
import type { EngineSnapshot } from "./engine/engine.js";
import type { WorkloadImage } from "./engine/image.js";
import type { Nanoseconds } from "./engine/types.js";

/** A moment of a simulation; `Simulation.restore` goes back to it. Plain data: it can be sent to a worker. */
export interface Snapshot {
  readonly timeNs: Nanoseconds;
  readonly engine: EngineSnapshot;
  /** Any simulation with the same workload, scheduler and options can go on from it. */
  readonly origin: SnapshotOrigin;
}

export interface SnapshotOrigin {
  readonly image: WorkloadImage;
  /** Its id. */
  readonly scheduler: string;
  readonly longBits: 32 | 64;
  readonly tunables: Readonly<Record<string, number>>;
}

/** Whether the value, of a caller without types, has the parts of a snapshot at all. */
export function isSnapshot(value: unknown): value is Snapshot {
  return typeof value === "object" && value !== null && "engine" in value && "origin" in value;
}

export function isSameOrigin(a: SnapshotOrigin, b: SnapshotOrigin): boolean {
  const { image: imageOfA, ...restOfA } = a;
  const { image: imageOfB, ...restOfB } = b;
  return textOf(restOfA) === textOf(restOfB) && (imageOfA === imageOfB || textOf(imageOfA) === textOf(imageOfB));
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part));
}
