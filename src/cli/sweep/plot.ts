/** `schedlab plot`: a picture of a sweep, as SVG. */
import type { PlotRequest } from "../../sweep/plot.js";
import { UsageError } from "../errors.js";
import { exitCodes } from "../exit-codes.js";
import { OutputFile } from "../output-file.js";
import { writeErr } from "../process-life.js";
import { drawSvg } from "./drawing.js";
import { readResults } from "./results.js";
import { pathList } from "./sweep-options.js";

export interface TypedPlotOptions {
  readonly x: string;
  readonly y: string;
  readonly by?: readonly string[];
  readonly facet?: string;
  readonly fill?: string;
  readonly log?: readonly string[];
  readonly linear?: readonly string[];
  readonly title?: string;
  readonly out: string;
}

export async function plot(folder: string, typed: TypedPlotOptions): Promise<number> {
  if (!/\.svg$/i.test(typed.out)) {
    throw new UsageError(
      `-o ${typed.out}: expected a name that ends in .svg; browsers and rsvg-convert make PNG of it`,
    );
  }
  const table = await readResults(folder);
  const request: PlotRequest = {
    x: typed.x,
    y: typed.y,
    by: pathList(typed.by) ?? [],
    facet: typed.facet ?? null,
    fill: typed.fill ?? null,
    scales: scales(typed),
    title: typed.title ?? table.head.name,
  };
  const svg = drawSvg(table, request);
  const file = new OutputFile(typed.out);
  try {
    file.write(Buffer.from(svg));
    file.commit();
  } finally {
    file.abandon();
  }
  writeErr(`schedlab: wrote ${typed.out}\n`);
  return exitCodes.success;
}

function scales({ log, linear }: TypedPlotOptions): PlotRequest["scales"] {
  const scale: { x?: "log" | "linear"; y?: "log" | "linear" } = {};
  for (const [type, axes] of [
    ["log", pathList(log) ?? []],
    ["linear", pathList(linear) ?? []],
  ] as const) {
    for (const axis of axes) {
      if (axis !== "x" && axis !== "y") throw new UsageError(`--${type} ${axis}: expected x, y or x,y`);
      scale[axis] = type;
    }
  }
  return scale;
}
