import { utcDay } from "~/domain/calendar/utc";
import { now } from "~/platform/clock";
import { csvLines, type CsvCell } from "~/platform/csv.server";
import { download } from "./download.server";

type Pages = AsyncIterable<readonly (readonly CsvCell[])[]>;

/** A table as a file, sent while it is read: a page of rows at a time. */
export function csvAnswer(name: string, head: readonly string[], pages: Pages): Response {
  return download({
    fileName: `${name}-${utcDay(now())}.csv`,
    type: "text/csv; charset=utf-8",
    body: csvBytes(head, pages),
  });
}

async function* csvBytes(head: readonly string[], pages: Pages) {
  const encoder = new TextEncoder();
  // The mark tells spreadsheets that the text is UTF-8.
  yield encoder.encode(`\ufeff${csvLines([head])}`);
  for await (const rows of pages) yield encoder.encode(csvLines(rows));
}

/** Rows that are at hand, as pages. */
export async function* inOnePage(
  rows: readonly (readonly CsvCell[])[],
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  yield await Promise.resolve(rows);
}
