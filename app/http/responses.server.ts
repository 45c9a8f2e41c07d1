import { readFile } from "node:fs/promises";
import path from "node:path";
import type { CsvColumns } from "~/domain/administration/admin-list";
import { utcDay } from "~/domain/calendar/local-day";
import type { PrintedSheets } from "~/domain/print/print-in-worker.server";
import { PAPERS, type PaperSize } from "~/domain/print/print-task";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { formatCsv } from "~/platform/csv.server";
import { log } from "~/platform/log.server";
import { requestContext, type Backpressure } from "~/platform/request-context.server";
import { redirectWithToast } from "./cookies.server";

type File = {
  fileName: string;
  type: string;
  body: AsyncIterable<Uint8Array>;
  /** How long it is, where that is known. */
  bytes?: number;
};

/** Where a file was asked for whose link was used, or is over. */
export const expiredDownloadResponse = (page: string) =>
  redirectWithToast(page, {
    title: t("This download link has expired"),
    text: t("It works once, for five minutes. Please ask for a new one."),
    tone: "info",
  });

/**
 * A file that is made while it is sent: the next piece when the client has taken the last one, an end in the middle when
 * something fails, and nothing more when the client has gone.
 */
export function downloadResponse({ fileName, type, body, bytes }: File): Response {
  return new Response(streamOf(body, requestContext.getStore()?.connection), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName.replace(/[^\w.-]/g, "_")}"`,
      // Not to be packed on the way: what waits in the packing is beyond the client's pace.
      "Cache-Control": "no-store, no-transform",
      // Opened in the browser after all, it may do nothing.
      "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ...(bytes !== undefined && { "Content-Length": String(bytes) }),
    },
  });
}

function streamOf(body: AsyncIterable<Uint8Array>, connection?: Backpressure): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (connection && !(await connection.drained())) {
            await pieces.return?.();
            return controller.close();
          }
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          log.error("download.broken", error);
          // An error would go through the framework to the same end, with a stack on the console.
          if (!connection) return controller.error(error);
          connection.cut();
          controller.close();
        }
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    // Nothing is made before it is asked for.
    { highWaterMark: 0 },
  );
}

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** A CSV file, sent batch by batch while the rows are read. `name` gets the day as its suffix. */
export function csvResponse<Row>(name: string, columns: CsvColumns<Row>, batches: Batches<Row>): Response {
  return downloadResponse({
    fileName: `${name}-${utcDay(now())}.csv`,
    type: "text/csv; charset=utf-8",
    body: csvBytes(columns, batches),
  });
}

async function* csvBytes<Row>(columns: CsvColumns<Row>, batches: Batches<Row>) {
  const encoder = new TextEncoder();
  // The byte-order mark tells spreadsheets that the text is UTF-8.
  yield encoder.encode(`\ufeff${formatCsv([columns.map(([heading]) => heading)])}`);
  for await (const rows of batches)
    yield encoder.encode(formatCsv(rows.map((row) => columns.map(([, value]) => value(row)))));
}

/** The paper that an address asks for; A4 where it asks for none that we have. */
export const paperSizeFrom = ({ searchParams }: URL): PaperSize =>
  PAPERS.find((paper) => paper === searchParams.get("paper")) ?? "a4";

/** Gives sheets that were printed, or leads back to a page that says why they were not. */
export function pdfResponse(
  printed: PrintedSheets,
  fileName: string,
  back: string,
): Response | Promise<Response> {
  if (printed.ok) {
    const { bytes } = printed;
    return downloadResponse({
      fileName,
      type: "application/pdf",
      bytes: bytes.length,
      body: onePiece(bytes),
    });
  }
  const isBusy = printed.code === "busy";
  return redirectWithToast(back, {
    title: isBusy ? t("Others are printing at the moment") : t("This could not be printed"),
    text: isBusy ? t("Please try again in a minute.") : t("It is longer than a few sheets can be."),
    tone: "info",
  });
}

async function* onePiece(bytes: Uint8Array) {
  yield bytes;
}

type PublicType = "text/plain" | "application/xml" | "application/atom+xml" | "application/manifest+json";

/** A small text that is the same for everyone. */
export function textResponse(text: string, type: PublicType): Response {
  return new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  });
}

/** A built script whose URL never changes: browsers ask each time whether there is a new one. */
export async function scriptResponse(name: "offline-page" | "service-worker"): Promise<Response> {
  return new Response(await readFile(path.resolve(`.prepare/workers/${name}.js`)), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}

/** One event of a stream: a name and something that JSON can say. */
export type StreamEvent = { event: string; data: unknown };

/**
 * An answer that comes piece by piece, as server-sent events. `run` continues to its end when the client has gone, so that
 * what it saves is complete; a failure is sent as the event `failed`.
 */
export function eventStreamResponse(run: (send: (event: StreamEvent) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let open = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = ({ event, data }: StreamEvent) => {
        if (open) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      const finish = async () => {
        try {
          await run(send);
        } catch (error) {
          log.error("stream.failed", error);
          send({ event: "failed", data: null });
        }
        if (open) controller.close();
        open = false;
      };
      void finish();
    },
    cancel() {
      open = false;
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // no-transform: nothing on the way may wait to pack it.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
