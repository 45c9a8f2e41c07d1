import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { DocumentContext } from "~/components/document-context";
import { renderFixedMarkupWith } from "~/components/ui/fixed-markup.state";
import { isRenderQueueFull, renderForAccount } from "~/http/fast/account-render-queue.server";
import { contentSecurityPolicy } from "~/http/security-headers.server";
import { knownMember } from "~/http/session.server";
import { t } from "~/i18n/t";
import { pageScripts } from "~/page-scripts.server";
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

renderFixedMarkupWith(renderToString);

const TOO_MANY_PAGES = t(
  "Many of your pages are being prepared at once. Please reload this one in a few seconds.",
);

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
  // Only a streaming renderer drains it.
  context.serverHandoffStream = undefined;
  const nonce = randomNonce(16).toString("base64");
  let hasScript = false;
  const told = {
    nonce,
    requestId: requestContext.getStore()?.id,
    tellScript: (wanted: boolean) => {
      hasScript = wanted;
    },
  };
  const render = () =>
    renderToString(
      <DocumentContext.Provider value={told}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </DocumentContext.Provider>,
    );
  const member = await knownMember();
  // A form that was refused carries what was typed, and always waits.
  if (member && request.method !== "POST" && isRenderQueueFull(member.id)) {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    headers.set("Retry-After", "5");
    return new Response(TOO_MANY_PAGES, { status: 503, headers });
  }
  const html = member ? await renderForAccount(member.id, render) : render();
  const scripts = hasScript ? pageScripts(context, nonce) : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  const document = `<!DOCTYPE html>${html}${scripts}`;
  letGo(context);
  if (whole) whole.html = document;
  return new Response(whole ? null : document, { status, headers });
}

/**
 * Takes away what was said to one person. The framework's router is an object literal with accessors, and V8 keeps what those can
 * reach until its next full collection: pages would lie in memory, opened, for a minute or an hour.
 */
function letGo({ staticHandlerContext }: EntryContext): void {
  Object.assign(staticHandlerContext, { loaderData: {}, actionData: null, matches: [] });
}

/** A service that is away, and a disk that is full: said to the person, and by its status in the line of the request. */
const ANNOUNCED = new Set([503, 507]);

/** Our own errors are logged with their stack. What a client did wrong is no error, nor is a request that was given up. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) && (error.status < 500 || ANNOUNCED.has(error.status))) return;
  if (!request.signal.aborted) log.error("request.failed", error);
};
