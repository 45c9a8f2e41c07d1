import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { DocumentContext, usesScript } from "~/components/document-context";
import { setFragmentRenderer } from "~/components/ui/fragment-cache.state";
import { completeHeaders } from "~/http/failure-responses.server";
import { cachedMember } from "~/http/session.server";
import { t } from "~/i18n/t";
import { ConcurrencyLimit, LimitReachedError } from "~/platform/concurrency.server";
import { env, isProduction } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { providerOrigins } from "~/platform/oidc/provider.server";
import { requestContext } from "~/platform/request-context.server";
import * as paths from "./paths";

setFragmentRenderer(renderToString);

/**
 * The maximum number of queued pages of one account: enough for a browser that restores its tabs.
 * @internal Exported for tests.
 */
export const MAX_QUEUED_PAGES = 16;

const limit = new ConcurrencyLimit<number>({ concurrent: 1, waiting: MAX_QUEUED_PAGES });

/**
 * Renders at most one page of an account per event loop tick. Rendering blocks the thread, so requests of others run between the
 * long pages of one member. @throws LimitReachedError when too many pages wait
 */
export async function renderForAccount<T>(accountId: number, render: () => Promise<T>): Promise<T> {
  const release = await limit.acquire(accountId);
  try {
    return await render();
  } finally {
    setImmediate(() => void release());
  }
}

/** The origins that a form's redirect may lead to: this site, the payment pages and the sign-in provider. */
function formTargets(): string[] {
  const provider = providerOrigins();
  if (!env.STRIPE_SECRET_KEY) return ["'self'", ...provider];
  const stripe = env.STRIPE_API_URL ? [new URL(env.STRIPE_API_URL).origin] : [];
  return ["'self'", "https://checkout.stripe.com", "https://billing.stripe.com", ...stripe, ...provider];
}

/** The content security policy of one document. */
export function contentSecurityPolicy(nonce: string): string {
  // The development server injects its own scripts, styles and socket.
  if (!isProduction && env.NODE_ENV === "development") return "object-src 'none'; base-uri 'none'";
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action ${formTargets().join(" ")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `report-uri ${paths.cspReports()}`,
  ].join("; ");
}

const TOO_MANY_PAGES = t(
  "Many of your pages are being prepared at once. Please reload this one in a few seconds.",
);

/** Renders a document. It is sent when it is complete, not streamed, so that a late error still sets the status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  completeHeaders(headers);
  const render = () => renderDocument(request, status, headers, context);
  const member = await cachedMember();
  if (!member) return render();
  try {
    return await renderForAccount(member.id, render);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
  }
  // The page of a refused form contains typed text, so it is rendered although the queue is full.
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
  // A page without script does not need its hydration data.
  if (!isScripted(context)) context.serverHandoffStream = undefined;
  const nonce = randomBytes(16).toString("base64");
  const hasFailed = Boolean(context.staticHandlerContext.errors);
  const document = { nonce, requestId: requestContext.getStore()?.id, hasFailed };
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  // The root's loader reads the Save-Data header.
  headers.append("Vary", "Save-Data");
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <DocumentContext.Provider value={document}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </DocumentContext.Provider>,
      {
        nonce,
        onAllReady() {
          // React writes chunks of 2 kB, and each would pass through four streams, so they are joined.
          const page = new PassThrough();
          resolve(buffer(page).then((body) => new Response(new Uint8Array(body), { status, headers })));
          pipe(page);
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

/** Statuses of known failures, which the log line of the request shows already. */
const KNOWN_FAILURES = new Set([503, 507]);

/** Logs unexpected errors with their stack, but no client errors and no aborted requests. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) && (error.status < 500 || KNOWN_FAILURES.has(error.status))) return;
  if (!request.signal.aborted) log.error("request.failed", error);
};
