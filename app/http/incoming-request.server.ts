import type { IncomingMessage, ServerResponse } from "node:http";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { lightRequest } from "./fast/light-request.server";

/** Said to anyone still waiting on a request that was answered. */
const OVER = new DOMException("answered", "AbortError");
/** Made once: hundreds may leave at once, and the browser's kind of error is dear. */
const GONE = new DOMException("gone", "AbortError");

/**
 * The request as the framework takes it. Its host was made the public one (observe-requests.server.ts). Its signal is
 * given when the client has gone, and when it has its answer too: the framework keeps what it sent for five seconds
 * otherwise, which are dozens of megabytes on a busy server.
 */
export function requestFrom(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = "GET", headers } = incoming;
  const aborted = new AbortController();
  outgoing.once("close", () => aborted.abort(outgoing.writableFinished ? OVER : GONE));
  const what = { method, headers: headersFrom(headers), signal: aborted.signal };
  const url = addressOf(incoming);
  if (method === "GET" || method === "HEAD") return lightRequest({ ...what, url });
  const body = { body: createReadableStreamFromReadable(incoming), duplex: "half" as const };
  return new Request(url, { ...what, ...body });
}

export const addressOf = ({ headers, url = "/" }: IncomingMessage) => `http://${headers.host}${url}`;

export function headersFrom(incoming: IncomingMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming))
    for (const value of Array.isArray(values) ? values : [values])
      if (value !== undefined) headers.append(name, value);
  return headers;
}
