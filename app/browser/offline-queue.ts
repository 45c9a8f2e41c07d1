import type { FromWorker } from "~/worker/messages";

/**
 * Calls back when the service worker has queued (true) or sent (false) a form of this page.
 *
 * @returns a function that stops listening
 */
export function watchOfflineQueue(path: string, onChange: (isWaiting: boolean) => void): () => void {
  // `navigator.serviceWorker` is undefined outside a secure context.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = ({ data }: MessageEvent<FromWorker | null>) => {
    if (data?.type === "waiting" && data.path === path) onChange(true);
    if (data?.type === "sent" && data.paths.includes(path)) onChange(false);
  };
  workers?.addEventListener("message", onMessage);
  return () => workers?.removeEventListener("message", onMessage);
}

/**
 * Requests persistent storage for queued forms. Some browsers prompt the user, so call it only when a form is queued.
 */
export function persistStorage(): void {
  const storage = navigator.storage as StorageManager | undefined;
  void storage?.persist().catch(() => undefined);
}
