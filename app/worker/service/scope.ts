import type { FromWorker } from "~/worker/messages";

/** `self`, typed for a service worker; the type library knows it as a generic worker. */
export const scope = self as unknown as ServiceWorkerGlobalScope;

/** Background Sync, which is missing in some browsers and in the type library. */
type BackgroundSync = { sync?: { register(tag: string): Promise<void> } };
export type SyncEvent = ExtendableEvent & { tag: string };

/** Requests a sync event for when the connection is back. */
export async function registerSync(tag: string): Promise<void> {
  const { sync } = scope.registration as BackgroundSync;
  await sync?.register(tag).catch(() => undefined);
}

/** Posts a message to every open page. */
export async function broadcast(message: FromWorker): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: "window" })) client.postMessage(message);
}
