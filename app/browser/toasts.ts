import { useEffect } from "react";

/** A short message. Errors are announced at once, the rest when there is a pause. */
export type ToastMessage = { title: string; text?: string; tone: "info" | "success" | "error" };

type Listener = (toast: ToastMessage) => void;
const listeners = new Set<Listener>();
/** Said while a page comes to life, before its toaster listens. */
let waiting: ToastMessage | undefined;

/** Shows a message on the page that is open; a new one takes the place of the one before (one at a time). */
export function showToast(toast: ToastMessage): void {
  if (listeners.size === 0) waiting = toast;
  for (const listener of listeners) listener(toast);
}

/** For the toaster: hears every message until the returned function is called. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  if (waiting) listener(waiting);
  waiting = undefined;
  return () => listeners.delete(listener);
}

type Refusal = { notice?: { title: string; text: string } };

/** Shows a refused form's notice as a toast too, once script runs; without script the alert in the page says it. */
export function useRefusalToast(reply: Refusal | undefined): void {
  const notice = reply?.notice;
  useEffect(() => {
    if (notice) showToast({ title: notice.title, text: notice.text, tone: "error" });
  }, [notice]);
}
