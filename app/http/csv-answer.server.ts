import { utcDay } from "~/domain/calendar/utc";
import { now } from "~/platform/clock";
import { csvLines, type CsvCell } from "~/platform/csv.server";
import { download } from "./download.server";

/** The columns of a file: the heading of each, and what it holds of a row. */
export type CsvColumns<T> = readonly (readonly [heading: string, value: (row: T) => CsvCell])[];

/** A table as a file, sent while it is read: a page of rows at a time. */
export function csvAnswer<T>(
  name: string,
  columns: CsvColumns<T>,
  pages: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
): Response {
  return download({
    fileName: `${name}-${utcDay(now())}.csv`,
    type: "text/csv; charset=utf-8",
    body: csvBytes(columns, pages),
  });
}

async function* csvBytes<T>(
  columns: CsvColumns<T>,
  pages: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
) {
  const encoder = new TextEncoder();
  // The mark tells spreadsheets that the text is UTF-8.
  yield encoder.encode(`\ufeff${csvLines([columns.map(([heading]) => heading)])}`);
  for await (const rows of pages)
    yield encoder.encode(csvLines(rows.map((row) => columns.map(([, value]) => value(row)))));
}
