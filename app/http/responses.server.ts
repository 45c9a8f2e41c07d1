import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { utcDay } from "~/domain/calendar/local-day";
import type { CsvColumns } from "~/domain/operations/paging";
import type { PrintedSheets } from "~/domain/print/print-in-worker.server";
import { PAPERS, PRINT_SIZES, type PaperSize, type PrintSize } from "~/domain/print/print-task";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { formatCsv } from "~/platform/csv.server";
import { log } from "~/platform/log.server";
import { requestContext, setResponseHeader, type Backpressure } from "~/platform/request-context.server";
import { redirectWithToast } from "./cookies.server";

type File = {
  fileName: string;
  type: string;
  body: AsyncIterable<Uint8Array> | Uint8Array;
  /** The size, if it is known. */
  bytes?: number;
};

/** A download that is generated at the client's pace. It stops when the client disconnects, and is cut off when it fails. */
export function downloadResponse({ fileName, type, body, bytes }: File): Response {
  return new Response(streamOf(body, requestContext.getStore()?.connection), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName.replace(/[^\w.-]/g, "_")}"`,
      // no-transform: a compressor would buffer beyond the client's pace.
      "Cache-Control": "no-store, no-transform",
      // If a browser opens the file instead of saving it, no script in it runs.
      "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ...(bytes !== undefined && { "Content-Length": String(bytes) }),
    },
  });
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function streamOf(body: File["body"], connection?: Backpressure): ReadableStream<Uint8Array> {
  const chunks = (body instanceof Uint8Array ? oneChunk(body) : body)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (connection && !(await connection.drained())) {
            await chunks.return?.();
            return controller.close();
          }
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          log.error("download.broken", error);
          // `cut` ends the connection as an error would, but the framework does not print the stack.
          if (!connection) return controller.error(error);
          connection.cut();
          controller.close();
        }
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    // No chunk is generated before it is requested.
    { highWaterMark: 0 },
  );
}

/** Hides the URL of this response, which contains a secret, from the pages that it leads to. */
export const withholdReferrer = () => setResponseHeader("Referrer-Policy", "no-referrer");

/** Redirects from a download link that is unknown, used or expired. */
export const expiredDownloadResponse = (page: string) =>
  redirectWithToast(page, {
    title: t("This download link has expired"),
    text: t("It works once, for five minutes. Please ask for a new one."),
    tone: "info",
  });

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
  // Spreadsheets recognize UTF-8 by the byte-order mark.
  yield encoder.encode(`\ufeff${formatCsv([columns.map(([heading]) => heading)])}`);
  for await (const rows of batches)
    yield encoder.encode(formatCsv(rows.map((row) => columns.map(([, value]) => value(row)))));
}

/** The paper size in a URL; A4 if the URL names none that we offer. */
export const paperSizeFrom = ({ searchParams }: URL): PaperSize =>
  PAPERS.find((paper) => paper === searchParams.get("paper")) ?? "a4";

/** The type size in a URL; the default if the URL names none that we offer. */
export const printSizeFrom = ({ searchParams }: URL): PrintSize =>
  PRINT_SIZES.find((size) => size === searchParams.get("size")) ?? "default";

/** A PDF, or a redirect to `back` with the reason why it was not printed. */
export function pdfResponse(
  printed: PrintedSheets,
  fileName: string,
  back: string,
): Response | Promise<Response> {
  if (printed.ok) {
    const { bytes } = printed;
    return downloadResponse({ fileName, type: "application/pdf", bytes: bytes.length, body: bytes });
  }
  const isBusy = printed.code === "busy";
  return redirectWithToast(back, {
    title: isBusy ? t("Others are printing at the moment") : t("This could not be printed"),
    text: isBusy ? t("Please try again in a minute.") : t("It is longer than a few sheets can be."),
    tone: "info",
  });
}

type PublicType = "text/plain" | "application/xml" | "application/atom+xml" | "application/manifest+json";

/** A small text that is the same for everyone. */
export function textResponse(text: string, type: PublicType): Response {
  return new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  });
}

/** A built script whose URL never changes, so browsers revalidate it each time. */
export async function scriptResponse(name: "offline-page" | "service-worker"): Promise<Response> {
  return new Response(await readFile(path.resolve(`.prepare/workers/${name}.js`)), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}

/** An event with a name and JSON data. */
type StreamEvent = { event: string; data: unknown };

/**
 * A stream of server-sent events. `run` continues to its end when the client disconnects, so that everything it saves is
 * complete; a failure is sent as the event `failed`.
 */
export function eventStreamResponse(run: (send: (event: StreamEvent) => void) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = ({ event, data }: StreamEvent) => {
        if (isOpen) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      const finish = async () => {
        try {
          await run(send);
        } catch (error) {
          log.error("stream.failed", error);
          send({ event: "failed", data: null });
        }
        if (isOpen) controller.close();
        isOpen = false;
      };
      void finish();
    },
    cancel() {
      isOpen = false;
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // no-transform: a proxy must not buffer the events to compress them.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

type ServedFile = { file: string; bytes: number; modifiedAt: Date };

/** First and last byte, both inclusive. */
type ByteRange = { start: number; end: number };

/**
 * Parses a Range header. Several ranges and other units are ignored, as RFC 9110 permits.
 * @returns "whole" if the file is sent whole, null if no byte of the range exists
 */
export function parseRange(header: string | null, bytes: number): ByteRange | "whole" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (!from && !to) return "whole";
  const start = from ? Number(from) : Math.max(0, bytes - Number(to));
  const end = from && to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (from && to && Number(to) < Number(from)) return "whole";
  return start < bytes && (from || Number(to) > 0) ? { start, end } : null;
}

/** Streams a file, or the requested range of it: 200, 206 or 416. */
export function fileResponse(
  request: Request,
  { file, bytes, modifiedAt }: ServedFile,
  type: string,
): Response {
  const headers = {
    "Content-Type": type,
    "Accept-Ranges": "bytes",
    "Last-Modified": modifiedAt.toUTCString(),
    "Cache-Control": "public, max-age=3600",
  };
  // With If-Range, a range counts only if the file is unchanged: a player must not join parts of two versions.
  const known = request.headers.get("If-Range");
  const isUnchanged = known === null || known === headers["Last-Modified"];
  const range = isUnchanged ? parseRange(request.headers.get("Range"), bytes) : "whole";
  if (!range)
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${bytes}` } });
  const { start, end } = range === "whole" ? { start: 0, end: bytes - 1 } : range;
  const body =
    request.method === "HEAD" || bytes === 0
      ? null
      : createReadableStreamFromReadable(createReadStream(file, { start, end }));
  return new Response(body, {
    status: range === "whole" ? 200 : 206,
    headers: {
      ...headers,
      "Content-Length": String(end - start + 1),
      ...(range !== "whole" && { "Content-Range": `bytes ${start}-${end}/${bytes}` }),
    },
  });
}
