import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | null;

/** Formats rows as CSV (RFC 4180). Cells that a spreadsheet would run as formulas are escaped. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify([...rows.map((row) => [...row])], {
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { boolean: (value) => (value ? "yes" : "no") },
  });
}
