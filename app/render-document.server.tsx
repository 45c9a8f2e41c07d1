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
import { t } from "~/i18n/t";
import { DocumentContext } from "./components/document-context";
import { usesScript } from "./components/layout/page-handle";
import { completeHeaders } from "./http/failure-responses.server";
import { cachedMember } from "./http/session.server";
import * as paths from "./paths";
import { ConcurrencyLimit, LimitReachedError } from "./platform/concurrency.server";
import { env, isProduction } from "./platform/env.server";
import { log } from "./platform/log.server";
import { providerOrigins } from "./platform/oidc/provider.server";
import { requestContext } from "./platform/request-context.server";

/**
 * How many pages of one account wait for their rendering; a browser that opens all its tabs again asks for no more.
 * @internal Exported for tests.
 */
export const MAX_WAITING = 16;

const limit = new ConcurrencyLimit<number>({ concurrent: 1, waiting: MAX_WAITING });

/**
 * Renders one page of an account in a tick of the event loop and its next one in a later tick: rendering holds the thread, and what other
 * people ask for is answered between the long pages of one member.
 * @throws LimitReachedError when the page would wait longer than it is worth
 */
export async function renderForAccount<T>(accountId: number, render: () => Promise<T>): Promise<T> {
  const release = await limit.acquire(accountId);
  try {
    return await render();
  } finally {
    setImmediate(() => void release());
  }
}

/** Where browsers tell of breaches of the policy. */
const CSP_REPORTS = paths.cspReports();

/** Browsers follow a form's redirect only to where it may go: besides here, to the pages on which people pay and sign in. */
function formTargets(): string[] {
  const provider = providerOrigins();
  if (!env.STRIPE_SECRET_KEY) return ["'self'", ...provider];
  const other = env.STRIPE_API_URL ? [new URL(env.STRIPE_API_URL).origin] : [];
  return ["'self'", "https://checkout.stripe.com", "https://billing.stripe.com", ...other, ...provider];
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
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action ${formTargets().join(" ")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORTS}`,
  ].join("; ");
}

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
  const member = await cachedMember();
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
