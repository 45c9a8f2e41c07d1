import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ToWorker } from "~/worker/messages";
import type { SubmitReply } from "./submit-with-timeout";

/** Reply to a form. If the server was unreachable, `sent` identifies the submitted form of the page. */
export type IntentionReply = SubmitReply & {
  sent?: { intent: string; paste?: string; prayerId?: undefined };
};

/** Sends one of several forms of a page and notes which one if the server was unreachable. */
export async function submitIntention<T>(
  { request }: ClientActionFunctionArgs,
  send: () => Promise<T>,
): Promise<T | IntentionReply> {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const reply = await send().finally(notifyWorker(navigator.serviceWorker));
  if (!(reply as SubmitReply | undefined)?.unreached) return reply;
  const paste = text("paste");
  return { ...reply, sent: { intent: text("intent"), ...(paste && { paste }) } };
}

/**
 * Tells a service worker that does not control this page about a change: it caches the names of today's intentions,
 * and may have read them while the form was under way.
 */
function notifyWorker(workers: ServiceWorkerContainer | undefined): () => void {
  if (!workers || workers.controller) return () => undefined;
  const message: ToWorker = { type: "changed" };
  return () => {
    workers.getRegistration().then(
      (registration) => registration?.active?.postMessage(message),
      () => undefined,
    );
  };
}
