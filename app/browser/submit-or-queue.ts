import { useActionData, type ShouldRevalidateFunction } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { OFFLINE_TEXTS, SERVER_NOT_REACHED } from "~/domain/journal/offline-page";
import { watchOfflineQueue } from "./offline-queue";
import { revalidateUnlessUnreachable, submitWithTimeout, type SubmitReply } from "./submit-with-timeout";

/**
 * Sends a form of a writing page. If the server is unreachable, the page keeps its text and a notice says whether the
 * service worker has queued the form.
 */
export function submitOrQueue<T>(send: () => Promise<T>) {
  const isQueued = Boolean(navigator.serviceWorker?.controller);
  return submitWithTimeout(
    send,
    isQueued ? { ...SERVER_NOT_REACHED, connection: OFFLINE_TEXTS.notSent } : SERVER_NOT_REACHED,
  );
}

/** Reply to a form of a writing page. Its offline notice disappears once the service worker has sent the form. */
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
 * `shouldRevalidate` of the writing pages. After an edit conflict (409) it reloads the stored text, to show both. It
 * never reloads when the server was unreachable: the error page would replace the unsaved text.
 */
export const shouldRevalidateEditor: ShouldRevalidateFunction = (args) => {
  if ((args.actionResult as { unreached?: boolean } | undefined)?.unreached) return false;
  return args.actionStatus === 409 || revalidateUnlessUnreachable(args);
};
