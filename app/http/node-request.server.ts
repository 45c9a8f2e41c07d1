import type { IncomingMessage, ServerResponse } from "node:http";
import { createReadableStreamFromReadable } from "@remix-run/node";

/** Made once: hundreds of clients may leave at once, and a DOMException is expensive to make. */
const CLIENT_LEFT = new DOMException("client gone", "AbortError");

/**
 * The framework's request for Node's, whose host is the public one already (server/observe-requests.server.ts). Its signal aborts
 * when the client leaves before it has its answer.
 */
export function createRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = "GET", url = "/" } = incoming;
  const aborted = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) aborted.abort(CLIENT_LEFT);
  });
  const init = { method, headers: createHeaders(incoming.headers), signal: aborted.signal };
  const address = `http://${incoming.headers.host}${url}`;
  if (method === "GET" || method === "HEAD") return new Request(address, init);
  const body = { body: createReadableStreamFromReadable(incoming), duplex: "half" as const };
  return new Request(address, { ...init, ...body });
}

export function createHeaders(incoming: IncomingMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming))
    for (const value of Array.isArray(values) ? values : [values])
      if (value !== undefined) headers.append(name, value);
  return headers;
}
