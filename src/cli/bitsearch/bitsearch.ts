/** `schedlab bitsearch`: which way of finding the first bit is fastest on this machine, and whether it is right. */
import { join } from "node:path";
import {
  type BitmapRecording,
  bitsearchCsv,
  bitsearchHeatMap,
  bitsearchInputs,
  bitsearchVariants,
  checkBitsearch,
  type ListCount,
  recordSequence,
  runBitsearch,
} from "../../bitsearch/index.js";
import { UsageError } from "../errors.js";
import { examplesFolder } from "../examples.js";
import { exitCodes } from "../exit-codes.js";
import { loadWorkloadFile } from "../load-workload.js";
import { OutputFile } from "../output-file.js";
import { writeErr, writeOut } from "../process-life.js";
import { createProgress } from "../progress.js";
import { formatShare, plural } from "../quantities.js";
import { coloursFor, columnsOf } from "../terminal.js";
import {
  type BitsearchCommand,
  checkBitsearchOptions,
  chooseInputs,
  chooseVariants,
  type TypedBitsearchOptions,
} from "./bitsearch-options.js";
import { checkLines } from "./check-table.js";
import { bitsearchLines, variantLines } from "./report-table.js";

const defaultBits: ListCount = 168;
/** A scheduler whose arrays have so many lists; those of 2.6 have 140. */
const schedulerWith168Lists = "o1-2.5.2";
const schedulerWith140Lists = "o1-2.6.22";
const defaultWorkload = "18-transcode-and-dd.yaml";
const sequence = "sequence";
/** A sequence that is shorter repeats itself too soon. */
const fewOperations = 20_000;

/** Runs the command; the answer is the exit status. */
export async function bitsearch(typed: TypedBitsearchOptions): Promise<number> {
  const options = checkBitsearchOptions(typed);
  const recording = typed.fromRun === undefined ? undefined : await record(typed.fromRun, typed, options.bits);
  // The lists of the recorded scheduler, where nobody says otherwise.
  const bits = options.bits ?? (recording?.lists === 140 ? 140 : defaultBits);
  const known = await bitsearchVariants(bits);
  const variants = typed.variants === undefined ? undefined : chooseVariants(typed.variants, known);
  const choice = { bits, ...(variants === undefined ? {} : { variants }) };
  if (typed.list) {
    const listed = known.filter(({ id }) => variants === undefined || variants.includes(id));
    if (typed.format === "json") printJson({ bits, variants: listed, inputs: bitsearchInputs(bits) });
    else writeLines(variantLines(listed, bitsearchInputs(bits), bits, columnsOf(process.stdout)));
    return exitCodes.success;
  }
  if (typed.check) {
    const check = await checkBitsearch(choice);
    const status = check.ok ? exitCodes.success : exitCodes.difference;
    process.exitCode = status;
    if (typed.format === "json") printJson(check);
    else writeLines(checkLines(check, columnsOf(process.stdout), coloursFor(process.stdout)));
    return status;
  }
  return measure(typed, options, choice, recording);
}

async function measure(
  typed: TypedBitsearchOptions,
  { timeNs }: BitsearchCommand,
  choice: { readonly bits: ListCount; readonly variants?: readonly string[] },
  given: BitmapRecording | undefined,
): Promise<number> {
  const { bits } = choice;
  const inputs = typed.inputs === undefined ? bitsearchInputs(bits) : chooseInputs(typed.inputs, bits);
  if (typed.fromRun !== undefined && !inputs.includes(sequence)) {
    throw new UsageError(`--from-run: the input ${sequence} is not among --inputs ${typed.inputs}`);
  }
  if (typed.scheduler !== undefined && !inputs.includes(sequence)) {
    throw new UsageError(`--scheduler: the input ${sequence}, which it is for, is not among --inputs ${typed.inputs}`);
  }
  const recorded = given ?? (inputs.includes(sequence) ? await record(exampleWorkload(), typed, bits) : undefined);
  const svg = typed.svg === undefined ? undefined : new OutputFile(typed.svg);
  const progress = createProgress({ quiet: typed.quiet === true });
  const report = await runBitsearch({
    ...choice,
    inputs,
    mode: typed.mode,
    ...(timeNs === undefined ? {} : { timeNs }),
    ...(recorded === undefined ? {} : { sequence: recorded }),
    onProgress: ({ input, share }) => progress.show(`${formatShare(share)}  ${input}`),
  });
  progress.clear();
  if (typed.format === "json") printJson(report);
  else if (typed.format === "csv") writeOut(bitsearchCsv(report));
  else writeLines(bitsearchLines(report, columnsOf(process.stdout), coloursFor(process.stdout)));
  if (svg !== undefined) {
    svg.write(Buffer.from(bitsearchHeatMap(report)));
    svg.commit();
    if (!typed.quiet) writeErr(`schedlab: wrote ${typed.svg}\n`);
  }
  return exitCodes.success;
}

async function record(
  file: string,
  { scheduler, quiet }: TypedBitsearchOptions,
  bits: ListCount | undefined,
): Promise<BitmapRecording> {
  const workload = await loadWorkloadFile(file, []);
  const usual = (bits ?? defaultBits) === defaultBits ? schedulerWith168Lists : schedulerWith140Lists;
  const recording = await recordSequence(workload, { scheduler: scheduler ?? usual });
  if (!quiet && recording.operations.length < fewOperations) {
    writeErr(
      `schedlab: ${file} gives only ${plural(recording.operations.length, "operation")}, which the CPU's branch ` +
        "prediction may learn by heart: take a longer or busier run\n",
    );
  }
  return recording;
}

function exampleWorkload(): string {
  return join(examplesFolder(), defaultWorkload);
}

function printJson(value: unknown): void {
  writeOut(`${JSON.stringify(value, null, 2)}\n`);
}

function writeLines(lines: readonly string[]): void {
  writeOut(`${lines.join("\n")}\n`);
}
