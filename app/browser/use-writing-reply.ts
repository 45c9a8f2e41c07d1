import { useActionData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { watchOfflineQueue } from "./offline-queue";
import type { SubmitReply } from "./submit-with-timeout";

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
