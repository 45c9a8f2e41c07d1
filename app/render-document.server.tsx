import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { DocumentContext } from "~/components/document-context";
import { contentSecurityPolicy } from "~/http/security-headers.server";
import { log } from "~/platform/log.server";
import { randomNonce } from "~/platform/random-bytes.server";
import { requestContext } from "~/platform/request-context.server";

declare module "@remix-run/node" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface AppLoadContext {
    /** Takes a document beside its answer, which is then without a body. */
    whole?: { html?: string };
  }
}

/**
 * Renders a document in one piece: nothing on our pages streams, and a string costs less than a stream. A caller that
 * passes `whole` gets it there: wrapping it in a body and unwrapping it again costs as much as a small component.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { whole }: AppLoadContext = {},
): Promise<Response> {
  await readHandoff(context);
  const nonce = randomNonce(16).toString("base64");
  const html = renderToString(
    <DocumentContext.Provider value={{ nonce, requestId: requestContext.getStore()?.id }}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </DocumentContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  const document = `<!DOCTYPE html>${html}`;
  if (whole) whole.html = document;
  return new Response(whole ? null : document, { status, headers });
}

const nobodysReader = new ReadableStream<Uint8Array>().getReader();
/** Nothing is left in it. It has the same reader for every page, which none reads. */
const NOTHING_MORE = Object.assign(new ReadableStream<Uint8Array>(), { getReader: () => nobodysReader });

/**
 * Single fetch hands its data to the browser in a stream that only a streaming renderer drains; without it the page would
 * never hydrate. Ours is complete before we render, so it is read here and left where the renderer keeps what it has read.
 */
async function readHandoff(context: EntryContext): Promise<void> {
  const { serverHandoffStream, renderMeta } = context;
  if (!serverHandoffStream || !renderMeta) return;
  const reader = serverHandoffStream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true });
  }
  // To release a reader, Node makes an error, whose stack costs the whole source map in memory. The renderer takes one too.
  context.serverHandoffStream = NOTHING_MORE;
  renderMeta.streamCache = {
    0: Object.assign(Promise.resolve(), { result: { done: false, value: text } }),
    1: Object.assign(Promise.resolve(), { result: { done: true, value: "" } }),
  };
}

/** A service that is away, and a disk that is full: said to the person, and by its status in the line of the request. */
const ANNOUNCED = new Set([503, 507]);

/** Our own errors are logged with their stack. What a client did wrong is no error, nor is a request that was given up. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) && (error.status < 500 || ANNOUNCED.has(error.status))) return;
  if (!request.signal.aborted) log.error("request.failed", error);
};
