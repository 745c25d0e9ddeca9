/** The types of inspections, and their documentation, say what the core says of its own records: no more, no less. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FieldLayout, RecordLayout } from "../../src/engine/description.js";
import { isShown } from "../../src/engine/inspection/fields.js";
import type { Fields } from "../../src/engine/inspection/types.js";
import { loadEngine } from "../../src/engine/load.js";
import { Simulation } from "../../src/index.js";
import { documentation, tablesMarker } from "./inspection-documentation.js";
import { fieldsOfRecord, idsByAlias, states, statesById, units } from "./inspection-source.js";

const { description } = await loadEngine();

/** The TypeScript types that a field of the core can have. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  u8: ["number", "CpuId"],
  u16: ["number"],
  i32: ["number", "CpuId", "TaskId"],
  u32: ["number"],
  "i32?": ["number | null"],
  // All ones is an instant that never came, where there is such a thing.
  u64: ["Integer64", "Integer64 | null"],
  i64: ["Integer64"],
  "i64?": ["Integer64 | null"],
  bool: ["boolean"],
  Task: ["TaskId | null"],
  Set: ["readonly number[]"],
  Sets: ["readonly (readonly number[])[]"],
};

function typesOfField([, type, further]: FieldLayout): readonly string[] {
  const types = typesOf[type] ?? [];
  if (further === undefined || type === "Set" || type === "Sets") return types;
  return types.map((element) => `readonly ${element.includes("|") ? `(${element})` : element}[]`);
}

/** Names are compared as a whole, so that the message tells which are missing. */
function expectRecord(name: string, layout: RecordLayout): void {
  const shown = Object.entries(layout).filter(([field, fieldLayout]) => isShown(field, fieldLayout));
  const fields = fieldsOfRecord(name);
  expect(fields.map((field) => field.name).sort(), name).toEqual(shown.map(([field]) => field).sort());
  for (const [field, fieldLayout] of shown) {
    const declared = fields.find((candidate) => candidate.name === field)?.type;
    expect(typesOfField(fieldLayout), `${name}.${field}`).toContain(declared);
  }
}

const namesOf = (layout: RecordLayout, wanted: string) =>
  Object.entries(layout).flatMap(([name, [, type]]) => (type === wanted ? [name] : []));

describe("the types of an inspection name every field of the core", () => {
  test("that the machine keeps", () => {
    expectRecord("CommonTaskFields", description.Task);
    expectRecord("CommonCpuFields", description.Cpu);
  });

  test.each(description.schedulers.map((scheduler) => ({ id: scheduler.info.id, scheduler })))(
    "that $id keeps or derives, and its queues",
    ({ id, scheduler }) => {
      const { records, queues } = states.get(statesById[id] ?? "")!;
      expectRecord(records.task, scheduler.taskLayout);
      expectRecord(records.cpu, scheduler.cpuLayout);
      expectRecord(records.derivedTask, scheduler.derivedTaskLayout);
      expectRecord(records.derivedCpu, scheduler.derivedCpuLayout);
      expect(namesOf(scheduler.cpuLayout, "Array").sort()).toEqual([...queues.array].sort());
      expect(namesOf(scheduler.cpuLayout, "Tree").sort()).toEqual([...queues.tree].sort());
      expect(namesOf(scheduler.derivedCpuLayout, "Row").sort()).toEqual([...queues.list].sort());
    },
  );
});

test("every scheduler and every alias has its type, and there are no others", () => {
  const infos = description.schedulers.map(({ info }) => info);
  expect(Object.keys(statesById).sort()).toEqual(infos.map(({ id }) => id).sort());
  const aliases = infos.flatMap(({ id, aliases }) => aliases.map((alias) => [alias, id]));
  expect(idsByAlias).toEqual(Object.fromEntries(aliases));
});

test("units are the known ones, and every meaning is a sentence or more", () => {
  const names = ["CommonTaskFields", "CommonCpuFields"];
  for (const state of states.values()) names.push(...Object.values(state.records));
  for (const { name, unit, meaning } of names.flatMap(fieldsOfRecord)) {
    if (unit !== "") expect(units, name).toContain(unit);
    expect(meaning.length, name).toBeGreaterThan(5);
  }
});

/** Whether a value that was seen is of the type that is written. */
function fits(type: string, value: unknown): boolean {
  const list = /^readonly \(?(.*?)\)?\[\]$/.exec(type);
  if (list !== null) return Array.isArray(value) && value.every((element) => fits(list[1]!, element));
  if (type.endsWith(" | null")) return value === null || fits(type.slice(0, -" | null".length), value);
  if (type === "boolean") return typeof value === "boolean";
  return typeof value === "number" || (type === "Integer64" && typeof value === "bigint");
}

const allKinds = [
  { name: "hog", count: 2, program: [{ run: "9.3ms" }] },
  { name: "sleeper", nice: -5, program: [{ run: "1.1ms" }, { sleep: "20ms" }] },
  { name: "batch", policy: "batch", nice: 7, program: [{ run: "3ms" }, "yield"] },
  { name: "fifo", policy: "fifo", rtprio: 5, start: "3ms", program: [{ run: "200us" }, { sleep: "30ms" }] },
  { name: "rr", policy: "rr", rtprio: 2, start: "70ms", program: [{ run: "300us" }, { sleep: "17ms" }] },
  { name: "short", loop: 3, program: [{ run: "4ms" }, { fork: { loop: false, program: [{ run: "2ms" }] } }] },
];

describe("every value is of its type", () => {
  test.each(Object.entries(statesById))("%s", async (scheduler, stateName) => {
    const simulation = await Simulation.create({ duration: "300ms", tasks: allKinds }, { scheduler });
    const { task, derivedTask, cpu, derivedCpu } = states.get(stateName)!.records;
    const typesOfTask = ["CommonTaskFields", task].flatMap(fieldsOfRecord);
    const typesOfCpu = ["CommonCpuFields", cpu].flatMap(fieldsOfRecord);
    const typesOfDerived = [derivedTask, derivedCpu].map(fieldsOfRecord);
    const misfits: string[] = [];
    const check = (types: ReturnType<typeof fieldsOfRecord>, values: Fields) => {
      for (const { name, type } of types) if (!fits(type, values[name])) misfits.push(`${name}: ${values[name]}`);
    };
    let seen = 0;
    while (!simulation.finished && simulation.stepEvent().length > 0) {
      const { cpus, tasks } = simulation.inspect();
      for (const { fields, derived, state } of tasks) {
        check(typesOfTask, fields);
        if (derived !== null) check(typesOfDerived[0]!, derived);
        if ((derived === null) !== (state === "new" || state === "exited")) misfits.push(`${state}: ${derived}`);
      }
      for (const { fields, derived } of cpus) {
        check(typesOfCpu, fields);
        check(typesOfDerived[1]!, derived);
      }
      expect(misfits).toEqual([]);
      seen += tasks.length;
    }
    expect(seen).toBeGreaterThan(100);
  });
});

/** To renew it: npx vitest run test/engine/inspection-types.test.ts -u */
test("docs/inspection.md has a table of just these fields", async () => {
  const file = new URL("../../docs/inspection.md", import.meta.url);
  const [introduction] = readFileSync(file, "utf8").split(tablesMarker);
  await expect(documentation(introduction!)).toMatchFileSnapshot(file.pathname);
});
