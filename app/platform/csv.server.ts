import { stringify } from "csv-stringify/sync";

/** One cell of a table that leaves as a file. */
export type CsvCell = string | number | boolean | null;

/** Lines of CSV (RFC 4180). A cell that a spreadsheet would run as a formula is disarmed. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify([...rows.map((row) => [...row])], {
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { boolean: (value) => (value ? "yes" : "no") },
  });
}
