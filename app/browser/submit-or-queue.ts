import { OFFLINE_TEXTS } from "~/domain/accounts/support/offline-texts";
import { NOT_REACHED } from "~/domain/journal/texts";
import { submitWithTimeout } from "./submit-with-timeout";

/**
 * Sends a page of the journal. Where the server is not reached the page stays as it is, with its text; the service worker,
 * if there is one, has kept the form and sends it later, and the page says so.
 */
export function submitOrQueue<T>(send: () => Promise<T>) {
  const isKept = Boolean(navigator.serviceWorker?.controller);
  return submitWithTimeout(
    send,
    isKept ? { ...NOT_REACHED, connection: OFFLINE_TEXTS.notSent } : NOT_REACHED,
  );
}
