/**
 * TypeScript knows the fields of an inspection wherever the program names the scheduler. The compiler is the judge of
 * most of this.
 */
import { expect, expectTypeOf, test } from "vitest";
import {
  type Inspection,
  type InspectionOf,
  type Integer64,
  isInspectionOf,
  Simulation,
  type TaskId,
} from "../../src/index.js";

const workload = { duration: "10ms", tasks: [{ name: "hog", count: 2, program: [{ run: "1ms" }] }] };

test("by its id or an alias", async () => {
  const byAlias = await Simulation.create(workload, { scheduler: "eevdf", cpus: 1 });
  const byId = await Simulation.create(workload, { scheduler: "eevdf-6.12" });
  expectTypeOf(byAlias.inspect()).toEqualTypeOf(byId.inspect());
  byAlias.advance(5e6);
  const { scheduler, cpus, tasks } = byAlias.inspect();
  expectTypeOf(scheduler).toEqualTypeOf<"eevdf-6.12">();
  expectTypeOf(tasks[0]!.fields.vruntime).toEqualTypeOf<Integer64>();
  expectTypeOf(tasks[0]!.fields.nice).toEqualTypeOf<number>();
  expectTypeOf(cpus[0]!.trees.tree).toEqualTypeOf<readonly TaskId[]>();
  // @ts-expect-error: it has no such array
  expect(cpus[0]!.arrays.active).toBeUndefined();
  // @ts-expect-error: nor such a field
  expect(tasks[0]!.fields.sleepAverage).toBeUndefined();
  expect(scheduler).toBe("eevdf-6.12");
});

test("by the default", async () => {
  const inspection = (await Simulation.create(workload, { seed: 1 })).inspect();
  expectTypeOf(inspection).toEqualTypeOf<InspectionOf<"o1-2.6.22">>();
  expect(inspection.scheduler).toBe("o1-2.6.22");
});

test("or by a question, where only the run tells", async () => {
  const scheduler: string = ["sd"].join("");
  const simulation: Simulation = await Simulation.create(workload, { scheduler });
  simulation.advance(5e6);
  const inspection: Inspection = simulation.inspect();
  expectTypeOf(inspection.tasks[0]!.fields.nice).toExtend<number>();
  expect(inspection.tasks[0]!.fields.quota).toBe(6000);
  expect(isInspectionOf(inspection, "o1-2.6.22")).toBe(false);
  if (!isInspectionOf(inspection, "sd-2.6.21")) throw new Error("it is one of SD");
  expectTypeOf(inspection.tasks[0]!.fields.usedSlots).toEqualTypeOf<readonly number[]>();
  expectTypeOf(inspection.cpus[0]!.derived.matrix).toEqualTypeOf<readonly (readonly number[])[]>();
  expect(inspection.tasks[0]!.fields.usedSlots).toEqual([101]);
});

test("every scheduler's inspection can be used as one of any", async () => {
  const simulations: Simulation[] = [
    await Simulation.create(workload, { scheduler: "vanilla" }),
    await Simulation.create(workload, { scheduler: "bfs" }),
  ];
  expect(simulations.map((simulation) => simulation.inspect().scheduler)).toEqual(["vanilla-2.4.17", "bfs-2.6.35"]);
});
