import { useEffect } from "react";

/** Short message. Errors are announced at once, others politely. */
export type ToastMessage = { title: string; text?: string; tone: "info" | "success" | "error" };

type Listener = (toast: ToastMessage) => void;
const listeners = new Set<Listener>();
/** Message shown before the toaster has subscribed. */
let pending: ToastMessage | undefined;

/** Shows a message in place of the previous one. */
export function showToast(toast: ToastMessage): void {
  if (listeners.size === 0) pending = toast;
  for (const listener of listeners) listener(toast);
}

/** Subscribes the toaster. @returns a function that unsubscribes */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  if (pending) listener(pending);
  pending = undefined;
  return () => listeners.delete(listener);
}

type FormReply = { notice?: { title: string; text: string } };

/** Width at which app/tailwind.css renders a toast within the page instead of above it. */
const IS_PHONE = "(max-width: 639.98px)";

/**
 * Shows the notice of a rejected form, which the page renders as an alert, as a toast too. On a phone both would be at the top of
 * the page, so the page only scrolls to the alert.
 */
export function useRefusalToast(reply: FormReply | undefined): void {
  const notice = reply?.notice;
  useEffect(() => {
    if (!notice) return;
    if (window.matchMedia(IS_PHONE).matches) window.scrollTo(0, 0);
    else showToast({ title: notice.title, text: notice.text, tone: "error" });
  }, [notice]);
}
