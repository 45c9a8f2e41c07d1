import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import {
  createReadableStreamFromReadable,
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { DocumentContext } from "~/components/document-context";
import { renderForAccount } from "~/http/account-render-queue.server";
import { contentSecurityPolicy } from "~/http/content-security-policy.server";
import { usesScript } from "~/http/page-handle";
import { completeHeaders } from "~/http/response-headers.server";
import { knownMember } from "~/http/session.server";
import { t } from "~/i18n/t";
import { LimitReachedError } from "~/platform/concurrency-limit.server";
import { log } from "~/platform/log.server";
import { requestContext } from "~/platform/request-context.server";

const TOO_MANY_PAGES = t(
  "Many of your pages are being prepared at once. Please reload this one in a few seconds.",
);

/** Renders a document. It is sent when it is complete: no page streams, and a late error still has its own status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  completeHeaders(headers);
  const render = () => renderDocument(request, status, headers, context);
  const member = await knownMember();
  if (!member) return render();
  try {
    return await renderForAccount(member.id, render);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
  }
  // A refused form carries typed text, so its page is rendered although the queue is full.
  if (request.method === "POST") return render();
  headers.set("Content-Type", "text/plain; charset=utf-8");
  headers.set("Retry-After", "5");
  return new Response(TOO_MANY_PAGES, { status: 503, headers });
}

function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  // The data of a page without script would stand in it for nobody.
  if (!isScripted(context)) context.serverHandoffStream = undefined;
  const nonce = randomBytes(16).toString("base64");
  const told = { nonce, requestId: requestContext.getStore()?.id };
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <DocumentContext.Provider value={told}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </DocumentContext.Provider>,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
      },
    );
  });
}

function isScripted({ routeModules, staticHandlerContext: { matches, errors } }: EntryContext): boolean {
  return !errors && matches.every(({ route }) => usesScript(routeModules[route.id]?.handle));
}

/** Completes the headers of the data that a page loads by script. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  completeHeaders(response.headers);
  return response;
};

/** A service that is away, and a disk that is full: said to the person, and by its status in the line of the request. */
const ANNOUNCED = new Set([503, 507]);

/** Our own errors are logged with their stack. What a client did wrong is no error, nor is a request that was given up. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) && (error.status < 500 || ANNOUNCED.has(error.status))) return;
  if (!request.signal.aborted) log.error("request.failed", error);
};
