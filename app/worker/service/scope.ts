import type { FromWorker } from "~/worker/messages";

/** What "self" is in a service worker. The library of types knows it as any worker's. */
export const scope = self as unknown as ServiceWorkerGlobalScope;

/** Waking up when there is a connection: not every browser can, and the library of types does not know it. */
type Waking = { sync?: { register(tag: string): Promise<void> } };
export type WakingEvent = ExtendableEvent & { tag: string };

/** Asks to be woken when there is a connection. */
export async function registerSync(tag: string): Promise<void> {
  const { sync } = scope.registration as Waking;
  await sync?.register(tag).catch(() => undefined);
}

/** Tells every open page. */
export async function broadcast(message: FromWorker): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: "window" })) client.postMessage(message);
}
