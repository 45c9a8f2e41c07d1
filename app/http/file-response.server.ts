import { createReadStream } from "node:fs";
import { createReadableStreamFromReadable } from "@remix-run/node";

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
  const range = parseRange(request.headers.get("Range"), bytes);
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
