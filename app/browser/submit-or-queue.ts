import { useActionData, type ShouldRevalidateFunction } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { OFFLINE_TEXTS } from "~/domain/accounts/support/offline-texts";
import { SERVER_NOT_REACHED } from "~/domain/journal/texts";
import { watchOfflineQueue } from "./offline-queue";
import { revalidateUnlessUnreachable, submitWithTimeout, type SubmitReply } from "./submit-with-timeout";

/**
 * Sends a page of the journal. Where the server is not reached the page stays as it is, with its text; the service worker,
 * if there is one, has kept the form and sends it later, and the page says so.
 */
export function submitOrQueue<T>(send: () => Promise<T>) {
  const isKept = Boolean(navigator.serviceWorker?.controller);
  return submitWithTimeout(
    send,
    isKept ? { ...SERVER_NOT_REACHED, connection: OFFLINE_TEXTS.notSent } : SERVER_NOT_REACHED,
  );
}

/** The reply to a form of a writing page, without its offline notice once the service worker has sent what it kept. */
export function useWritingReply<Reply extends SubmitReply>(): Reply | undefined {
  const reply = useActionData<Reply>() as Reply | undefined;
  const latest = useRef(reply);
  const [sentReply, setSentReply] = useState<Reply>();
  useEffect(() => {
    latest.current = reply;
  }, [reply]);
  useEffect(
    () =>
      watchOfflineQueue(window.location.pathname, (isWaiting) => {
        if (!isWaiting) setSentReply(latest.current);
      }),
    [],
  );
  return reply?.unreached && reply === sentReply ? { ...reply, notice: undefined } : reply;
}

/**
 * For `shouldRevalidate` of the pages for writing. After a conflict the stored text is read again, so that both can be shown. Never
 * from a server that was not reached: the page would give way to an error, with the words on it.
 */
export const shouldRevalidateEditor: ShouldRevalidateFunction = (args) => {
  if ((args.actionResult as { unreached?: boolean } | undefined)?.unreached) return false;
  return args.actionStatus === 409 || revalidateUnlessUnreachable(args);
};
