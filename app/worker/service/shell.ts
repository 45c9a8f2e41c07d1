import * as paths from "~/paths";
import { sendPendingEnd } from "./device-key";
import { scope } from "./scope";

/** Cache of the shell: hashed files and the offline page, one cache per build. */
const VERSION = new URL(scope.location.href).searchParams.get("v") ?? "1";
const SHELL = `shell-${VERSION}`;
const EDITOR_URL = paths.offlineDesk();

export const hasShell = async () => (await caches.match(EDITOR_URL)) !== undefined;

export async function cacheShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  // Fetched without credentials, so it contains no name and no text of a member.
  const page = await fetch(EDITOR_URL, { credentials: "omit", cache: "no-store" });
  if (!page.ok) throw new Error(`The page for writing offline answered ${page.status}.`);
  const html = await page.clone().text();
  const files = html.matchAll(/(?:href|src)="(\/(?:assets\/[^"]+|offline\.js|favicon\.svg))"/g);
  await cache.addAll([...new Set([...files].map(([, file = ""]) => file))]);
  await cache.put(EDITOR_URL, page);
}

export async function dropOldShells(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Cache first, for files with a content hash in their URL. */
export async function shellFile(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Network first, with the cached file as fallback. */
export async function freshFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request);
    if (!cached) throw error;
    return cached;
  }
}

/** A page from the network, or the offline page as fallback. */
export async function pageOrOffline(request: Request): Promise<Response> {
  try {
    await sendPendingEnd();
    return await fetch(request);
  } catch (error) {
    const page = await caches.match(EDITOR_URL);
    if (!page) throw error;
    return page;
  }
}
