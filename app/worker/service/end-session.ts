import { QUICK_EXIT_URL } from "~/content/quick-exit-url";
import * as paths from "~/paths";
import { deferEnd, lockDevice } from "./device-key";
import { refreshDay } from "./offline-day";
import { flushQueue } from "./offline-queue";
import { clearAccount, clearDay, clearDayAndShell, removeOld } from "./store";

const SEND_TIMEOUT_MS = 3_000;

const timeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, SEND_TIMEOUT_MS));

/** From the server, or undefined where it was not reached, as by a proxy without it. */
async function reach(request: Request): Promise<Response | undefined> {
  const response = await fetch(request).catch(() => undefined);
  return response && response.status < 500 ? response : undefined;
}

/**
 * Sends what waits, signs out, and clears the day and the shell. What could not be sent stays encrypted. Without a connection
 * the device is locked at once, and the session ends at the next connection.
 */
export async function forwardLogout(request: Request): Promise<Response> {
  await Promise.race([flushQueue(), timeout()]);
  await lockDevice();
  const response = await reach(request);
  await lockDevice();
  if (!response) {
    await clearDay();
    await deferEnd({ isLogout: true });
    return Response.redirect(paths.home({ loggedOut: "true" }), 303);
  }
  if (response.status < 400) await Promise.all([clearDayAndShell(), removeOld()]).catch(() => undefined);
  return response;
}

/** The end of an account: nothing of it stays. */
export async function forwardDeletion(request: Request): Promise<Response> {
  await Promise.race([flushQueue(), timeout()]);
  // Asked of the server: the day that is stored may be that of someone who was here before.
  const person = await Promise.race([refreshDay().catch(() => undefined), timeout()]);
  const response = await fetch(request);
  if (response.status < 400)
    await Promise.all([lockDevice(), clearAccount(person?.owner), removeOld()]).catch(() => undefined);
  return response;
}

/** Locks this device before anything else; without a connection the session is locked at the next one. */
export async function forwardQuickExit(request: Request): Promise<Response> {
  await lockDevice();
  const response = await reach(request);
  await lockDevice();
  if (response) return response;
  await deferEnd({ isLogout: false });
  return request.mode === "navigate" ? neutralPage() : new Response(null, { status: 204 });
}

/** Leads to a page that is not ours, without a name of ours in it. */
const neutralPage = () =>
  new Response(
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${QUICK_EXIT_URL}"><title>…</title>`,
    { headers: { "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer" } },
  );
