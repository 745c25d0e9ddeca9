/**
 * What tasks meet at, with the index of each: all that an image shares, or all that the instances of one task have for
 * themselves.
 */
import type { ObjectKind, ObjectSpec } from "../../engine/image.js";

export class ObjectTable {
  readonly #specs: ObjectSpec[] = [];
  readonly #indices = new Map<string, number>();

  get specs(): readonly ObjectSpec[] {
    return this.#specs;
  }

  /** `details` count where the name is new, and where they say what has not been said before. */
  index(kind: ObjectKind, name: string, details: Partial<ObjectSpec> = {}): number {
    const key = `${kind}:${name}`;
    const known = this.#indices.get(key);
    if (known === undefined) {
      const index = this.#specs.push({ kind, name, limit: null, initial: 0, startNs: null, ...details }) - 1;
      this.#indices.set(key, index);
      return index;
    }
    const spec = this.#specs[known];
    if (spec !== undefined && details.startNs != null) this.#specs[known] = { ...spec, startNs: details.startNs };
    return known;
  }
}
