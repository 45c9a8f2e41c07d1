import { useEffect } from "react";
import { OFFLINE_TEXTS } from "~/domain/support/offline-texts";
import type { FromWorker, ToWorker } from "~/worker/contract";
import { showToast } from "./toasts";
import { workerAddress } from "./worker-address";

/** After everything that the page itself needs. */
const REGISTER_AFTER_MS = 1_500;

/**
 * Registers the service worker in the signed-in house, tells it whose page was opened and when the connection is back, and
 * says when it has sent what was written offline. Whatever is missing or fails here is simply not there.
 */
export function useServiceWorker(owner: string | undefined): void {
  useEffect(() => {
    const workers = navigator.serviceWorker;
    if (!workers || import.meta.env.DEV) return;
    const tell = (message: ToWorker) => workers.controller?.postMessage(message);
    const begin = async () => {
      await workers.register(workerAddress());
      const { active } = await workers.ready;
      active?.postMessage({ type: "opened", owner } satisfies ToWorker);
    };
    const timer = setTimeout(() => void begin().catch(() => undefined), REGISTER_AFTER_MS);
    const online = () => tell({ type: "online" });
    const told = ({ data }: MessageEvent<FromWorker | null>) => {
      if (data?.type === "sent") showToast({ ...OFFLINE_TEXTS.sent, tone: "success" });
    };
    window.addEventListener("online", online);
    workers.addEventListener("message", told);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", online);
      workers.removeEventListener("message", told);
    };
  }, [owner]);
}
