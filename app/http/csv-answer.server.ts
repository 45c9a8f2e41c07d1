import { now } from "~/platform/clock";
import { csvLines, type Cell } from "~/platform/csv.server";
import { utcDay } from "~/domain/calendar/utc";

/**
 * A table as a file, sent while it is read: a page of rows at a time, and the next only when the browser has taken the
 * one before. A failure on the way breaks the download off, so that half a table never looks whole.
 */
export function csvAnswer(
  name: string,
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): Response {
  const rest = pages[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    // The mark tells spreadsheets that the text is UTF-8.
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${csvLines([head])}`)),
    async pull(controller) {
      const { done, value } = await rest.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(csvLines(value)));
    },
    async cancel() {
      await rest.return?.();
    },
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${utcDay(now())}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Rows that are at hand, as pages. */
export async function* inOnePage(
  rows: readonly (readonly Cell[])[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield await Promise.resolve(rows);
}
