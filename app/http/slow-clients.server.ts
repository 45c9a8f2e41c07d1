import type { IncomingMessage, Server } from "node:http";

/** A form has this long to arrive. */
const FORM_MS = 30_000;
/** A form with files has a second more for each of these bytes: a telephone in the country sends half a megabit a second. */
const SLOWEST_BYTES = 64 * 1024;

/** Node's own limit counts for all requests alike, and ours is longer for files. */
export function limitSlowClients(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 5_000;
}

/**
 * Ends a request whose body has not arrived in time; without a body it has arrived already.
 * @returns what gives a body of that many bytes more time
 */
export function limitBodyTime(request: IncomingMessage, formMs: number = FORM_MS): (bytes: number) => void {
  const hasBody =
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  if (!hasBody) return () => undefined;
  const end = () => request.complete || request.destroy();
  let timer = setTimeout(end, formMs).unref();
  const over = () => clearTimeout(timer);
  request.once("end", over).once("close", over);
  return (bytes) => {
    if (request.complete || request.destroyed) return;
    clearTimeout(timer);
    timer = setTimeout(end, formMs + (bytes / SLOWEST_BYTES) * 1000).unref();
  };
}
