/** The examples of docs/workload-format.md are what the format says. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileWorkload, loadWorkload, WorkloadError, type WorkloadFormat } from "../../src/workload/index.js";

const page = readFileSync(new URL("../../docs/workload-format.md", import.meta.url), "utf8");

interface Block {
  readonly language: string;
  readonly role: string;
  readonly text: string;
  readonly line: number;
}

const blocks: Block[] = [...page.matchAll(/^```(\w+)(?: (\w+))?\n([\s\S]*?)^```$/gm)].map((match) => ({
  language: match[1] ?? "",
  role: match[2] ?? "document",
  text: match[3] ?? "",
  line: page.slice(0, match.index).split("\n").length,
}));

function blocksOf(role: string): Block[] {
  return blocks.filter((block) => block.role === role && block.language !== "text");
}

describe("the format's documentation", () => {
  it("has examples of every kind", () => {
    expect(new Set(blocks.map((block) => block.language))).toEqual(new Set(["yaml", "json", "json5", "text"]));
    expect(blocksOf("document").length).toBeGreaterThan(6);
    expect(blocksOf("program").length).toBeGreaterThan(1);
  });

  it.each(blocksOf("document"))("shows a $language document at line $line that loads without a warning", (block) => {
    const workload = loadWorkload(block.text, { format: block.language as WorkloadFormat });
    expect(workload.warnings).toEqual([]);
    expect(compileWorkload(workload).documents.length).toBeGreaterThan(0);
  });

  it.each(blocksOf("program"))("shows a program at line $line that loads without a warning", (block) => {
    const indented = block.text.replace(/^/gm, "      ");
    const workload = loadWorkload(`tasks:\n  - program:\n${indented}`, { format: "yaml" });
    expect(workload.warnings).toEqual([]);
  });

  it("shows the messages that its broken example gives", () => {
    const [broken] = blocksOf("broken");
    const shown = blocks.find((block) => block.language === "text" && block.role === "document");
    const load = () => loadWorkload(broken?.text ?? "", { file: "broken.yaml" });
    expect(load).toThrow(WorkloadError);
    expect(load).toThrow(shown?.text.trimEnd());
  });

  it("gives the same workload in YAML and in JSON", () => {
    const [yaml, json] = blocksOf("document");
    const image = (block: Block | undefined) =>
      compileWorkload(loadWorkload(block?.text ?? "", { format: block?.language as WorkloadFormat }));
    expect(image(json)).toEqual(image(yaml));
  });

  it("shows overrides that lead somewhere", () => {
    const paths = [...page.matchAll(/^\| `([^`=]+)=([^`]+)` \|/gm)];
    expect(paths.length).toBe(6);
    const text = blocksOf("document")[0]?.text ?? "";
    for (const [, path = "", value = ""] of paths) {
      expect(() =>
        loadWorkload(text, {
          format: "yaml",
          set: [
            { path: "machine.cpus", value: 2 },
            { path, value },
          ],
        }),
      ).not.toThrow();
    }
  });
});
