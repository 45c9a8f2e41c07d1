import { QUICK_EXIT_URL } from "~/content/quick-exit-url";
import * as paths from "~/paths";
import { deferEnd, lockDevice } from "./device-key";
import { refreshDay } from "./offline-day";
import { flushQueue } from "./offline-queue";
import { clearAccount, clearDay, clearDayAndShell, removeOld } from "./store";

const SEND_TIMEOUT_MS = 3_000;

const timeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, SEND_TIMEOUT_MS));

/** Response of the server; undefined if it was unreachable, also behind a proxy (5xx). */
async function fetchOrUndefined(request: Request): Promise<Response | undefined> {
  const response = await fetch(request).catch(() => undefined);
  return response && response.status < 500 ? response : undefined;
}

/**
 * Sends the queue, signs out, and clears the cached day and shell. Unsent forms stay encrypted. Without a connection
 * the device is locked at once and the logout is deferred.
 */
export async function forwardLogout(request: Request): Promise<Response> {
  await Promise.race([flushQueue(), timeout()]);
  await lockDevice();
  const response = await fetchOrUndefined(request);
  await lockDevice();
  if (!response) {
    await clearDay();
    await deferEnd({ isLogout: true });
    return Response.redirect(paths.home({ loggedOut: "true" }), 303);
  }
  if (response.status < 400) await Promise.all([clearDayAndShell(), removeOld()]).catch(() => undefined);
  return response;
}

/** Forwards the deletion of an account and removes all its data from this device. */
export async function forwardDeletion(request: Request): Promise<Response> {
  await Promise.race([flushQueue(), timeout()]);
  // The server names the owner, because the cached day may be a previous user's.
  const person = await Promise.race([refreshDay().catch(() => undefined), timeout()]);
  const response = await fetch(request);
  if (response.status < 400)
    await Promise.all([lockDevice(), clearAccount(person?.owner), removeOld()]).catch(() => undefined);
  return response;
}

/** Locks this device first. Without a connection the lock of the session is deferred. */
export async function forwardQuickExit(request: Request): Promise<Response> {
  await lockDevice();
  const response = await fetchOrUndefined(request);
  await lockDevice();
  if (response) return response;
  await deferEnd({ isLogout: false });
  return request.mode === "navigate" ? neutralPage() : new Response(null, { status: 204 });
}

/** Redirects to a neutral page without naming this site. It may be visible for a moment. */
const neutralPage = () =>
  new Response(
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${QUICK_EXIT_URL}"><title>…</title>`,
    { headers: { "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer" } },
  );
