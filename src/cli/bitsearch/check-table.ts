/**
 * How the check of the bit-search variants is printed: who is right, who is wrong where and how often, and the truth
 * table.
 */
import type { BitsearchCheck, BitsearchVariantCheck } from "../../bitsearch/index.js";
import { formatExactCount, plural } from "../quantities.js";
import { renderTable, type Table } from "../table.js";
import type { Colours } from "../terminal.js";
import { wrapText } from "../text-width.js";

export function checkLines(check: BitsearchCheck, width: number, colours: Colours): string[] {
  const wrong = check.variants.filter(({ correct }) => !correct);
  const lines = [
    `${check.bits} lists · ${plural(check.variants.length, "variant")} · each asked ${asked(check)}`,
    "",
    ...renderTable(summary(check, colours), width, colours),
    ...wrong.flatMap((variant) => ["", ...whereWrong(variant, width, colours)]),
  ];
  if (check.truthTable.length > 0) lines.push("", ...renderTable(truthTable(check, wrong), width, colours));
  const verdict = check.ok
    ? colours.green(wrong.length === 0 ? "all are right" : "all are right but those that are known to be wrong")
    : colours.red("some are wrong in a way that is not known");
  return [...lines, "", verdict];
}

function asked({ variants }: BitsearchCheck): string {
  const [first] = variants;
  if (first === undefined) return "nothing";
  return `${formatExactCount(first.systematic.maps)} systematic and ${formatExactCount(first.random.maps)} random maps`;
}

function summary({ variants }: BitsearchCheck, colours: Colours): Table {
  return {
    columns: [
      { title: "variant" },
      { title: "verdict" },
      { title: "wrong, systematic", align: "right" },
      { title: "wrong, random", align: "right" },
    ],
    rows: variants.map(({ variant, correct, known, systematic, random }) => [
      variant,
      {
        text: correct ? "right" : known?.exactly ? "wrong as known" : "wrong",
        paint: correct ? colours.green : known?.exactly ? colours.yellow : colours.red,
      },
      correct ? "0" : formatExactCount(systematic.wrong),
      correct ? "0" : formatExactCount(random.wrong),
    ]),
  };
}

function whereWrong(variant: BitsearchVariantCheck, width: number, colours: Colours): string[] {
  const { known, wrongSingles, examples } = variant;
  const lines = [known === null ? "not known to be wrong" : known.inWords];
  if (wrongSingles !== "") lines.push(`wrong where only one is queued: ${wrongSingles}`);
  for (const { map, expected, found } of examples) {
    lines.push(`${map}: expected ${expected}, found ${found ?? "nothing (undefined)"}`);
  }
  return [
    colours.bold(variant.variant),
    ...lines.flatMap((line) => wrapText(line, width - 2).map((part) => `  ${part}`)),
  ];
}

/** The right answers, and the answers of those that are wrong. */
function truthTable({ truthTable }: BitsearchCheck, wrong: readonly BitsearchVariantCheck[]): Table {
  return {
    columns: [
      { title: "queued" },
      { title: "expected", align: "right" },
      ...wrong.map(({ variant }) => ({ title: variant, align: "right" }) as const),
    ],
    rows: truthTable.map(({ queued, expected }, row) => [
      queued,
      String(expected),
      ...wrong.map(({ truthTable }) => String(truthTable[row] ?? "undef")),
    ]),
  };
}
