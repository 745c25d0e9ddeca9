/**
 * JSON as rt-app's files need it: members in the order of the file, keys as often as they stand there, every value with
 * its place. No code here but the words for messages.
 */
import { describeScalar } from "../../workload/source/tree.js";

/** From 1, both. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

interface NodeBase {
  readonly place: TextPlace;
}

export interface JsonString extends NodeBase {
  readonly kind: "string";
  readonly value: string;
}
export interface JsonNumber extends NodeBase {
  readonly kind: "number";
  /** As written, so that nothing is lost before it is checked. */
  readonly text: string;
}
export interface JsonBoolean extends NodeBase {
  readonly kind: "boolean";
  readonly value: boolean;
}
export interface JsonNull extends NodeBase {
  readonly kind: "null";
}
export interface JsonArray extends NodeBase {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}
export interface JsonObject extends NodeBase {
  readonly kind: "object";
  readonly members: readonly JsonMember[];
}

export type JsonNode = JsonString | JsonNumber | JsonBoolean | JsonNull | JsonArray | JsonObject;

export interface JsonMember {
  readonly key: string;
  readonly place: TextPlace;
  /** null: a key alone, such as `"suspend",`. */
  readonly value: JsonNode | null;
}

/** What a message says was found. */
export function describeJson(node: JsonNode | null): string {
  if (node === null) return "no value";
  switch (node.kind) {
    case "array":
      return node.items.length === 0 ? "an empty list" : "a list";
    case "object":
      return node.members.length === 0 ? "an empty object" : "an object";
    default:
      return describeScalar(node);
  }
}
