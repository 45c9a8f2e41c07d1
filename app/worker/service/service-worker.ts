/**
 * The service worker: pages of the signed-in house register it, everything works without it.
 *
 * It keeps the shell (files by hash, and a page to write on while there is no connection), the passage and the questions
 * of today with the few who are held in prayer, and what was written while the server could not be reached. That is sent, and
 * removed here, as soon as the server answers again. Pages with a person's text are never kept. Signing out sends what is left
 * and clears all that is of this person, and so does the end of an account; the page for signing in takes the names away.
 */
import * as addresses from "~/addresses";
import { MINUTE } from "~/domain/calendar/durations";
import { isOfPrayers, type OfflinePageAnswer, type ToWorker } from "~/worker/contract";
import { isWritingPage, keep, post, writing } from "./keep";
import { openPushed, showPushed } from "./push";
import { scope, type WakingEvent } from "./scope";
import { sendAll } from "./send";
import { dropOldShells, freshFile, hasShell, keepShell, page, shellFile } from "./shell";
import { all, clearOf, removeOld } from "./store";
import { forgetNames, hasToday, keptToday, readToday } from "./today";

const PATIENCE_MS = 3_000;
const SIGN_IN = /^\/((auth\/)?login|unlock)(\.data)?$/;

scope.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(dropOldShells().then(() => scope.clients.claim()));
  event.waitUntil(removeOld().catch(() => undefined));
});

scope.addEventListener("fetch", (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

/** What this worker answers; undefined leaves a request to the browser. */
function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin) return undefined;
  if (request.method === "POST") {
    if (pathname === addresses.logout()) return leave(request);
    if (pathname.replace(/\.data$/, "") === addresses.settingsDelete()) return leave(request);
    if (pathname.replace(/\.data$/, "") === addresses.settingsSecurity())
      return readAfter(event, fetch(request));
    const sent = isWritingPage(pathname) ? post(event) : undefined;
    return isOfPrayers(pathname.replace(/\.data$/, "")) ? readAfter(event, sent ?? fetch(request)) : sent;
  }
  if (request.method !== "GET") return undefined;
  if (SIGN_IN.test(pathname)) event.waitUntil(forgetNames().catch(() => undefined));
  if (request.mode === "navigate") return page(request);
  if (pathname.startsWith("/assets/")) return shellFile(request);
  return [addresses.offlineScript(), "/favicon.svg"].includes(pathname) ? freshFile(request) : undefined;
}

/** Whose name was changed, laid down or deleted a moment ago is not kept a moment longer. */
async function readAfter(event: FetchEvent, sending: Promise<Response>): Promise<Response> {
  const answer = await sending;
  event.waitUntil(readToday().catch(() => undefined));
  return answer;
}

/** Signing out, or the end of an account: what waits is sent, and nothing of this person stays. */
async function leave(request: Request): Promise<Response> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([sendAll(), patience]);
  const owner = (await Promise.race([whoIsHere(), patience])) ?? (await keptToday())?.owner;
  const answer = await fetch(request);
  if (answer.status < 400) await Promise.all([clearOf(owner), removeOld()]).catch(() => undefined);
  return answer;
}

/** Whose session it is, asked of the server: the day that is kept may be that of someone who was here before. */
async function whoIsHere(): Promise<string | undefined> {
  const person = await readToday().catch(() => undefined);
  return person?.owner;
}

scope.addEventListener("sync", (event) => {
  const woken = event as WakingEvent;
  if (woken.tag === "unsent") woken.waitUntil(sendAll());
});

scope.addEventListener("message", (event) => {
  const told = (event.data ?? {}) as ToWorker;
  const answer = (value: boolean | OfflinePageAnswer | undefined) => event.ports[0]?.postMessage(value);
  event.waitUntil(act(told).then(answer, () => answer(undefined)));
});

async function act(told: ToWorker): Promise<boolean | OfflinePageAnswer | undefined> {
  switch (told.type) {
    case "opened":
      if (!(await hasShell())) await keepShell().catch(() => undefined);
      if (!(await hasToday(told.owner))) await readToday().catch(() => undefined);
      await sendAll();
      return undefined;
    case "changed":
      await readToday();
      return undefined;
    case "online":
      await sendAll();
      return true;
    case "desk": {
      const today = await keptToday();
      const unsent = (await all("unsent")).filter(({ owner }) => owner === today?.owner);
      // Where the journal locks, so does what waits to be sent.
      const since = today?.lockAfter ? Date.now() - today.lockAfter * MINUTE : 0;
      return { today, unsent: unsent.filter(({ savedAt }) => savedAt >= since) };
    }
    case "keep":
      return keep(writing(told.path, new URLSearchParams(told.fields)));
  }
}

scope.addEventListener("push", (event) => {
  event.waitUntil(showPushed(event));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPushed(event.notification));
});
