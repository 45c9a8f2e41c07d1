import type { CsvColumns } from "~/domain/administration/admin-list";
import { utcDay } from "~/domain/calendar/local-day";
import { now } from "~/platform/clock";
import { csvLines } from "~/platform/csv.server";
import { download } from "./download.server";

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** A CSV file, sent batch by batch while the rows are read. `name` gets the day as its suffix. */
export function csvResponse<Row>(name: string, columns: CsvColumns<Row>, batches: Batches<Row>): Response {
  return download({
    fileName: `${name}-${utcDay(now())}.csv`,
    type: "text/csv; charset=utf-8",
    body: csvBytes(columns, batches),
  });
}

async function* csvBytes<Row>(columns: CsvColumns<Row>, batches: Batches<Row>) {
  const encoder = new TextEncoder();
  // The byte-order mark tells spreadsheets that the text is UTF-8.
  yield encoder.encode(`\ufeff${csvLines([columns.map(([heading]) => heading)])}`);
  for await (const rows of batches)
    yield encoder.encode(csvLines(rows.map((row) => columns.map(([, value]) => value(row)))));
}
