/** Workload documents as text: YAML for people, JSON for programs. */
import { Document, isCollection, isPair, isScalar, visit } from "yaml";
import type { WorkloadFormat } from "../workload/index.js";
import type { WorkloadDocument } from "./document.js";

/** @param format `json5` is written as JSON, which it contains. */
export function formatWorkload(document: WorkloadDocument, format: WorkloadFormat): string {
  return format === "yaml" ? toYaml(document) : `${JSON.stringify(document, null, 2)}\n`;
}

function toYaml(workload: WorkloadDocument): string {
  // A program that several tasks share is written out: an alias is harder to read and to change than a copy.
  const document = new Document(workload, { aliasDuplicateObjects: false });
  visit(document, {
    Collection(_key, node, path) {
      // What an operation needs to know stands behind it in its line; programs stand in lines of their own.
      const pair = path.at(-1);
      const isProgram = isPair(pair) && isScalar(pair.key) && pair.key.value === "program";
      if (isPair(pair) && !isProgram && node.items.every((item) => isShort(isPair(item) ? item.value : item))) {
        node.flow = true;
      }
      if (isCollection(node) && node.items.length === 0) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

function isShort(node: unknown): boolean {
  return isScalar(node) && !(typeof node.value === "string" && node.value.includes("\n"));
}
