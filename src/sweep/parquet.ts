/**
 * A sweep's table as Parquet, and back: one typed column for each parameter and figure, and the head in the file's own
 * metadata. The same table always makes the same bytes.
 */
import { type AsyncBuffer, parquetMetadataAsync, parquetRead } from "hyparquet";
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { SchedlabError } from "../errors.js";
import { DIGEST_BYTES, type Digest } from "./digest.js";
import type { Measure } from "./measures.js";
import type { Parameter, ParameterValue } from "./plan.js";
import { type SweepHead, type SweepTable, sweepFormat } from "./table.js";

/** Rows that are encoded at a time: what bounds the memory that writing takes. */
const ROWS_PER_GROUP = 100_000;
const HEAD_KEY = "schedlab";

/** Columns beside those of parameters and figures. A digest has the length of a UUID, and Parquet a type for those. */
const POINT = "point";
const DIGEST = "digest";
const ERROR = "error";

/** @param write takes the file piece by piece */
export function writeParquet(table: SweepTable, write: (bytes: Uint8Array) => void): void {
  const writer = new SinkWriter(write);
  const schema = schemaFromColumnData({ columnData: columns(table, 0, 0) });
  const kvMetadata = [{ key: HEAD_KEY, value: JSON.stringify(table.head) }];
  const parquet = new ParquetWriter({ writer, schema, kvMetadata, createdBy: `schedlab ${table.head.schedlab}` });
  for (let from = 0; from < table.rows; from += ROWS_PER_GROUP) {
    const to = Math.min(from + ROWS_PER_GROUP, table.rows);
    parquet.write({ columnData: columns(table, from, to), rowGroupSize: ROWS_PER_GROUP });
  }
  parquet.finish();
}

/** Hands on what it holds after each group of rows. */
class SinkWriter extends ByteWriter {
  readonly #write: (bytes: Uint8Array) => void;

  constructor(write: (bytes: Uint8Array) => void) {
    super(1 << 20);
    this.#write = write;
  }

  flush(): void {
    this.#write(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}

function columns(table: SweepTable, from: number, to: number): ColumnSource[] {
  const rows = <Value>(read: (row: number) => Value): Value[] =>
    Array.from({ length: to - from }, (_, index) => read(from + index));
  return [
    { name: POINT, type: "INT32", nullable: false, data: rows((row) => table.point(row)) },
    { name: DIGEST, type: "UUID", data: rows((row) => table.digest(row)) },
    ...table.head.parameters.map((parameter, column) =>
      parameterColumn(
        parameter,
        rows((row) => table.parameter(row, column)),
      ),
    ),
    ...table.head.measures.map((measure, column) =>
      figureColumn(
        measure,
        rows((row) => table.figure(row, column)),
      ),
    ),
    { name: ERROR, type: "STRING", data: rows((row) => table.error(row)) },
  ];
}

function parameterColumn({ path, type }: Parameter, values: ParameterValue[]): ColumnSource {
  if (type === "boolean") return { name: path, type: "BOOLEAN", data: values };
  if (type === "text") return { name: path, type: "STRING", data: values };
  if (type === "number") return { name: path, type: "DOUBLE", data: values };
  return { name: path, type: "INT64", data: values.map((value) => (value === null ? null : BigInt(value))) };
}

function figureColumn({ path, whole }: Measure, figures: number[]): ColumnSource {
  const data = figures.map((figure) => (Number.isNaN(figure) ? null : whole ? BigInt(figure) : figure));
  return { name: path, type: whole ? "INT64" : "DOUBLE", data };
}

/** @throws SchedlabError where the file is none that `writeParquet` made */
export async function readParquet(file: AsyncBuffer, name: string): Promise<SweepTable> {
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchedlabError(`${name}: not a Parquet file, or not a whole one: ${reason}`);
  });
  const text = metadata.key_value_metadata?.find(({ key }) => key === HEAD_KEY)?.value;
  if (text === undefined) throw new SchedlabError(`${name}: not a file of \`schedlab sweep\`: it has no head`);
  const head = JSON.parse(text) as SweepHead;
  if (head.format !== sweepFormat) {
    throw new SchedlabError(`${name}: found the format ${JSON.stringify(head.format)}; expected ${sweepFormat}`);
  }
  const data = await readColumns(file, metadata, Number(metadata.num_rows));
  return new StoredTable(head, Number(metadata.num_rows), data);
}

type Metadata = Awaited<ReturnType<typeof parquetMetadataAsync>>;
type Column = unknown[] | Float64Array;

async function readColumns(file: AsyncBuffer, metadata: Metadata, rows: number): Promise<ReadonlyMap<string, Column>> {
  const data = new Map<string, Column>();
  const onChunk = (chunk: { columnName: string; columnData: ArrayLike<unknown>; rowStart: number; rowEnd: number }) => {
    let column = data.get(chunk.columnName);
    if (column === undefined) {
      column = new Array<unknown>(rows).fill(null);
      data.set(chunk.columnName, column);
    }
    for (let row = chunk.rowStart; row < chunk.rowEnd; row++)
      column[row] = plain(chunk.columnData[row - chunk.rowStart]);
  };
  await parquetRead({ file, metadata, onChunk });
  return data;
}

/** Whole numbers come as BigInt, and were doubles before. */
function plain(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : (value ?? null);
}

function bytesOfUuid(text: string): Digest {
  const digits = text.replaceAll("-", "");
  return Uint8Array.from({ length: DIGEST_BYTES }, (_, byte) =>
    Number.parseInt(digits.slice(2 * byte, 2 * byte + 2), 16),
  );
}

class StoredTable implements SweepTable {
  readonly #points: Column;
  readonly #digests: Column;
  readonly #errors: Column;
  readonly #parameters: readonly Column[];
  readonly #figures: readonly Column[];

  constructor(
    readonly head: SweepHead,
    readonly rows: number,
    data: ReadonlyMap<string, Column>,
  ) {
    const column = (name: string) => data.get(name) ?? [];
    this.#points = column(POINT);
    this.#digests = column(DIGEST);
    this.#errors = column(ERROR);
    this.#parameters = head.parameters.map(({ path }) => column(path));
    this.#figures = head.measures.map(({ path }) => column(path));
  }

  point(row: number): number {
    return Number(this.#points[row]);
  }

  digest(row: number): Digest | null {
    const digest = this.#digests[row];
    return typeof digest === "string" ? bytesOfUuid(digest) : null;
  }

  parameter(row: number, column: number): ParameterValue {
    return (this.#parameters[column]?.[row] ?? null) as ParameterValue;
  }

  figure(row: number, column: number): number {
    const figure = this.#figures[column]?.[row];
    return typeof figure === "number" ? figure : Number.NaN;
  }

  error(row: number): string | null {
    const error = this.#errors[row];
    return typeof error === "string" ? error : null;
  }
}
