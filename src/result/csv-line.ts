/**
 * One line of a CSV file as RFC 4180 has it: commas, quotes where needed, CRLF. What does not exist is an empty field.
 */
export type CsvField = string | number | boolean | null | undefined;

export function csvLine(fields: readonly CsvField[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

function csvField(field: CsvField): string {
  const text = field === null || field === undefined ? "" : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
