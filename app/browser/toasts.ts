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
