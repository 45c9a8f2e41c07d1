import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { isPrayersPath, type OfflinePageAnswer, type ToWorker } from "~/worker/messages";
import { fetchDeviceKey, lockDevice, readPendingEnd, readUnlockedKey, recordUse } from "./device-key";
import { forwardDeletion, forwardLogout, forwardQuickExit } from "./end-session";
import { isDayFresh, readableToday, refreshDay, removeUnencryptedNames } from "./offline-day";
import { flushQueue, isWritingPage, parseEditorForm, postOrQueue, queueForm } from "./offline-queue";
import { scope, type SyncEvent } from "./scope";
import { cacheShell, dropOldShells, freshFile, hasShell, pageOrOffline, shellFile } from "./shell";
import { decryptUnsent, getAll, removeOld } from "./store";

type PushMessage = { title?: string; body?: string; url?: string; tag?: string };

/** Shows a push message. Unknown ones are shown too, because browsers require a notification for every push. */
function showPushNotification(event: PushEvent): Promise<void> {
  const {
    title = t("Still and Know"),
    body = "",
    url = paths.dashboard(),
    tag = title,
  } = readPush(event.data);
  return scope.registration.showNotification(title, {
    body,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    tag,
    data: { url },
  });
}

function readPush(data: PushMessageData | null): PushMessage {
  try {
    return (data?.json() as PushMessage | null | undefined) ?? {};
  } catch {
    return {};
  }
}

/** Focuses the window that shows the notification's page, or opens one. */
async function openNotification({ data }: Notification): Promise<void> {
  const { url: address = paths.dashboard() } = (data as { url?: string } | null) ?? {};
  const url = new URL(address, scope.location.origin);
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const existing = windows.find((client) => new URL(client.url).pathname === url.pathname);
  if (existing) await existing.focus();
  else
    await scope.clients.openWindow(
      url.origin === scope.location.origin ? url.pathname + url.search : paths.dashboard(),
    );
}

/**
 * Service worker of the member area; everything works without it. It caches the shell (hashed files and the offline
 * page), the passage, questions and intentions of today, and queues forms while the server is unreachable. Queued
 * forms are sent, and removed here, as soon as the server responds. Pages with a member's text are never cached.
 * Queued text and names are encrypted; the private key is stored only while the journal is unlocked
 * (docs/decisions/0016).
 */

const SIGN_IN = /^\/((auth\/)?login|unlock)$/;

scope.addEventListener("install", (event) => {
  event.waitUntil(cacheShell().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(dropOldShells().then(() => scope.clients.claim()));
  event.waitUntil(removeOld().catch(() => undefined));
  // An earlier version of the worker had no key and stored everything unencrypted.
  event.waitUntil(removeUnencryptedNames().catch(() => undefined));
  event.waitUntil(fetchDeviceKey().catch(() => undefined));
});

scope.addEventListener("fetch", (event) => {
  const response = responseTo(event);
  if (response) event.respondWith(response);
});

/** Response for a request; undefined leaves it to the browser. */
function responseTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin) return undefined;
  const path = pathname.replace(/\.data$/, "");
  if (request.method === "POST") {
    if (path === paths.logout()) return forwardLogout(request);
    if (path === paths.leave()) return forwardQuickExit(request);
    if (path === paths.settingsDelete()) return forwardDeletion(request);
    if (path === paths.settingsSecurity()) return refreshAfter(event, fetch(request), fetchDeviceKey);
    const queued = isWritingPage(pathname) ? postOrQueue(event) : undefined;
    return isPrayersPath(path) ? refreshAfter(event, queued ?? fetch(request)) : queued;
  }
  if (request.method !== "GET") return undefined;
  if (SIGN_IN.test(path)) return signInPage(request);
  if (request.mode === "navigate") {
    event.waitUntil(recordUse().catch(() => undefined));
    return pageOrOffline(request);
  }
  if (pathname.startsWith("/assets/")) return shellFile(request);
  return [paths.offlineScript(), "/favicon.svg"].includes(pathname) ? freshFile(request) : undefined;
}

/** Locks this device if the server shows the sign-in page: the session has ended or is locked. */
async function signInPage(request: Request): Promise<Response> {
  const response = request.mode === "navigate" ? await pageOrOffline(request) : await fetch(request);
  const isSignInPage =
    response.status === 200 && SIGN_IN.test(new URL(response.url).pathname.replace(/\.data$/, ""));
  if (isSignInPage) await lockDevice();
  return response;
}

/**
 * Refreshes the cached day after a change, so that the name of a changed or deleted intention does not remain stored.
 */
async function refreshAfter(
  event: FetchEvent,
  sending: Promise<Response>,
  alsoRead?: () => Promise<void>,
): Promise<Response> {
  const response = await sending;
  event.waitUntil(Promise.all([refreshDay(), alsoRead?.()]).catch(() => undefined));
  return response;
}

scope.addEventListener("sync", (event) => {
  const syncEvent = event as SyncEvent;
  if (syncEvent.tag === "unsent") syncEvent.waitUntil(flushQueue());
});

scope.addEventListener("message", (event) => {
  const message = (event.data ?? {}) as ToWorker;
  const reply = (value: boolean | OfflinePageAnswer | undefined) => event.ports[0]?.postMessage(value);
  event.waitUntil(handleMessage(message).then(reply, () => reply(undefined)));
});

async function handleMessage(message: ToWorker): Promise<boolean | OfflinePageAnswer | undefined> {
  switch (message.type) {
    case "opened":
      await open(message.owner);
      return undefined;
    case "used":
      await recordUse();
      return undefined;
    case "locked":
      await lockDevice();
      return true;
    case "changed":
      await refreshDay();
      return undefined;
    case "online":
      await flushQueue();
      return true;
    case "desk":
      return readOfflinePage();
    case "keep":
      await recordUse();
      return queueForm(parseEditorForm(message.path, new URLSearchParams(message.fields)));
  }
}

/** Fetches missing data of the page's owner and sends the queue. */
async function open(owner: string | undefined): Promise<void> {
  if (!(await hasShell())) await cacheShell().catch(() => undefined);
  await recordUse();
  const unlocked = await readUnlockedKey();
  if (unlocked && unlocked.owner !== owner) await lockDevice();
  if (unlocked?.owner !== owner) await fetchDeviceKey().catch(() => undefined);
  if (!(await isDayFresh(owner))) await refreshDay().catch(() => undefined);
  await flushQueue();
}

/** Data of the offline page. It includes only the queued forms that this device can decrypt. */
async function readOfflinePage(): Promise<OfflinePageAnswer> {
  const [key, today, stored, end] = await Promise.all([
    readUnlockedKey(),
    readableToday(),
    getAll("unsent"),
    readPendingEnd(),
  ]);
  const own = stored.filter(({ owner }) => today === undefined || owner === today.owner);
  const privateKey = key && key.owner === today?.owner ? key.privateKey : undefined;
  const decrypted = privateKey
    ? await Promise.all(own.map((each) => decryptUnsent(each, privateKey).catch(() => undefined)))
    : [];
  const unsent = decrypted.filter((each) => each !== undefined);
  return { today, unsent, encrypted: own.length - unsent.length, isSignedOut: end?.isLogout === true };
}

scope.addEventListener("push", (event) => {
  event.waitUntil(showPushNotification(event));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openNotification(event.notification));
});
