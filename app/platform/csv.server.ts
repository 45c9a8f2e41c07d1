import { parse } from "csv-parse/sync";
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

/** Parses CSV with commas, semicolons or tabs; null if it is damaged or has a record longer than `maxRecordCharacters`. */
export function parseCsv(text: string, maxRecordCharacters: number): string[][] | null {
  const [header = ""] = text.split("\n", 1);
  const delimiter = [";", "\t"].find((sign) => header.split(sign).length > header.split(",").length) ?? ",";
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      // Some programs write unescaped quotes in unquoted cells.
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: maxRecordCharacters,
    });
  } catch {
    return null;
  }
}
