import { useEffect } from "react";
import { OFFLINE_TEXTS } from "~/domain/journal/offline-page";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import type { FromWorker, ToWorker } from "~/worker/messages";
import { persistStorage } from "./offline-queue";
import { showToast } from "./toasts";

/** URL of this build's service worker. The build id (scripts/prepare.mjs) makes browsers fetch a new build. */
export const serviceWorkerUrl = (): string =>
  paths.serviceWorker({ v: String(import.meta.env.VITE_BUILD_ID ?? "1") });

const rejectedToast = (words: string) => ({
  title: OFFLINE_TEXTS.refused.title,
  text: t(
    "“{words}” couldn’t be saved: too long, or no room. It’s kept on this device and will be tried again until you sign out.",
    {
      words,
    },
  ),
});

/** Delay that lets the page load first. */
const REGISTER_AFTER_MS = 1_500;

/**
 * Registers the service worker in the member area, reports the owner of the page and the return of the connection,
 * and shows what it sent or could not send. Every failure is ignored, as the worker is optional.
 */
export function useServiceWorker(owner: string | undefined): void {
  useEffect(() => {
    const workers = navigator.serviceWorker;
    if (!workers || import.meta.env.DEV) return;
    const post = (message: ToWorker) => workers.controller?.postMessage(message);
    const register = async () => {
      await workers.register(serviceWorkerUrl());
      const { active } = await workers.ready;
      active?.postMessage({ type: "opened", owner } satisfies ToWorker);
    };
    const timer = setTimeout(() => void register().catch(() => undefined), REGISTER_AFTER_MS);
    const onOnline = () => post({ type: "online" });
    const onMessage = ({ data }: MessageEvent<FromWorker | null>) => {
      if (data?.type === "waiting") persistStorage();
      if (data?.type === "sent") showToast({ ...OFFLINE_TEXTS.sent, tone: "success" });
      if (data?.type === "refused") showToast({ ...rejectedToast(data.words), tone: "error" });
    };
    window.addEventListener("online", onOnline);
    workers.addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", onOnline);
      workers.removeEventListener("message", onMessage);
    };
  }, [owner]);
}
