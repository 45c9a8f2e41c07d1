import { NOT_REACHED } from "~/domain/journal/texts";
import { OFFLINE_TEXTS } from "~/domain/support/offline-texts";
import { sendOrExplain } from "./send-or-explain";

/**
 * Sends a page of the journal. Where the server is not reached the page stays as it is, with its text; the service worker,
 * if there is one, has kept the form and sends it later, and the page says so.
 */
export function sendOrKeep<T>(send: () => Promise<T>) {
  const isKept = Boolean(navigator.serviceWorker?.controller);
  return sendOrExplain(send, isKept ? { ...NOT_REACHED, connection: OFFLINE_TEXTS.notSent } : NOT_REACHED);
}
