import type { FromWorker } from "~/worker/messages";

/**
 * Calls back when the service worker has queued a form of this page, or has sent it.
 *
 * @returns a function that stops listening
 */
export function watchOfflineQueue(path: string, onChange: (isWaiting: boolean) => void): () => void {
  // Browsers have no service worker outside a secure context.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = ({ data }: MessageEvent<FromWorker | null>) => {
    if (data?.type === "waiting" && data.path === path) onChange(true);
    if (data?.type === "sent" && data.paths.includes(path)) onChange(false);
  };
  workers?.addEventListener("message", onMessage);
  return () => workers?.removeEventListener("message", onMessage);
}

/** Asks the browser not to evict what waits when space runs out. Some ask the person, so only once something waits. */
export function persistStorage(): void {
  const storage = navigator.storage as StorageManager | undefined;
  void storage?.persist().catch(() => undefined);
}
