import * as paths from "~/paths";
import { sendPendingEnd } from "./device-key";
import { scope } from "./scope";

/** The shell: files by hash, and a page to write on while there is no connection. Every build has another. */
const VERSION = new URL(scope.location.href).searchParams.get("v") ?? "1";
const SHELL = `shell-${VERSION}`;
const EDITOR_URL = paths.offlineDesk();

export const hasShell = async () => (await caches.match(EDITOR_URL)) !== undefined;

export async function cacheShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  // As a stranger sees it: no name and no text of anyone's.
  const desk = await fetch(EDITOR_URL, { credentials: "omit", cache: "no-store" });
  if (!desk.ok) throw new Error(`The page for writing offline answered ${desk.status}.`);
  const html = await desk.clone().text();
  const files = html.matchAll(/(?:href|src)="(\/(?:assets\/[^"]+|offline\.js|favicon\.svg))"/g);
  await cache.addAll([...new Set([...files].map(([, file = ""]) => file))]);
  await cache.put(EDITOR_URL, desk);
}

/** Takes away the shells of other builds. */
export async function dropOldShells(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file whose address changes with its content: from here, or once from the server. */
export async function shellFile(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** From the server; from here where the server is not reached. */
export async function freshFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (!kept) throw error;
    return kept;
  }
}

/** A page from the server, or the one for writing offline. */
export async function pageOrOffline(request: Request): Promise<Response> {
  try {
    await sendPendingEnd();
    return await fetch(request);
  } catch (error) {
    const desk = await caches.match(EDITOR_URL);
    if (!desk) throw error;
    return desk;
  }
}
