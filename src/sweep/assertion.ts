/** Gates: conditions that every point must fulfil, over its parameters and figures. */
import { compileCondition, ExpressionError, type Lookup } from "./expression.js";
import type { SweepTable } from "./table.js";

export interface FailedAssertion {
  readonly text: string;
  /** The rows that do not fulfil it: those that failed, and those without the figure, among them. */
  readonly rows: readonly number[];
}

/** @throws ExpressionError */
export function checkAssertion(table: SweepTable, text: string): FailedAssertion {
  const { parameters, measures } = table.head;
  const lookup: Lookup<number> = (path) => {
    const figure = measures.findIndex((measure) => measure.path === path);
    if (figure !== -1) {
      return (row) => {
        const value = table.figure(row, figure);
        return Number.isNaN(value) ? null : value;
      };
    }
    const column = parameters.findIndex((parameter) => parameter.path === path);
    return column === -1 ? undefined : (row) => table.parameter(row, column);
  };
  const names = () => [...measures, ...parameters].map(({ path }) => path);
  let holds: (row: number) => boolean;
  try {
    holds = compileCondition(text, lookup, names);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const hint = error.hint === undefined ? "" : `\n  hint: ${error.hint}`;
    throw new ExpressionError(`--assert ${JSON.stringify(text)}: ${error.message}${hint}`);
  }
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) if (table.error(row) !== null || !holds(row)) rows.push(row);
  return { text, rows };
}
