/** Runs in the browser: a page that measures with the library and shows what came of it. */
import * as library from "schedlab";
import * as embedded from "schedlab/embedded";

const builds = { library, embedded };

export type Build = keyof typeof builds;

const options = { inputs: ["rt-50%", "sequence"], mode: "throughput", timeNs: 1e6, rounds: 2 } as const;

/** Measures, shows a table and a heat map, and returns the report. */
async function show(build: Build, workload: string): Promise<library.BitsearchReport> {
  const { bitsearchHeatMap, recordSequence, runBitsearch } = builds[build];
  const sequence = await recordSequence(workload, { scheduler: "o1-2.5.2" });
  const report = await runBitsearch({ ...options, sequence });
  document.body.innerHTML = bitsearchHeatMap(report);
  document.body.append(tableOf(report));
  return report;
}

function tableOf({ inputs, variants }: library.BitsearchReport): HTMLTableElement {
  const table = document.createElement("table");
  const addRow = (cells: readonly string[]) => {
    const row = table.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  };
  addRow(["variant", ...inputs.map(({ name }) => name)]);
  for (const { id } of variants) {
    const figures = inputs.map((input) =>
      input.figures.find(({ variant, measure }) => variant === id && measure === "throughput"),
    );
    addRow([id, ...figures.map((figure) => figure?.ns?.min.toFixed(2) ?? "withheld")]);
  }
  return table;
}

const check = (build: Build) => builds[build].checkBitsearch({ randomMaps: 500 });

/** Where code made at run time is forbidden: not at once, for a debugger's call is let off the page's policy. */
const strict = () =>
  new Promise<library.BitsearchReport>((resolve, reject) => {
    setTimeout(() => library.runBitsearch({ ...options, inputs: ["worst"] }).then(resolve, reject), 0);
  });

export const bitsearchPage = { show, check, strict };
Object.assign(globalThis, { bitsearchPage });
