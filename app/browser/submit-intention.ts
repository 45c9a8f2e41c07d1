import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ToWorker } from "~/worker/messages";
import type { SubmitReply } from "./submit-with-timeout";

/** Reply to a form. If the server was unreachable, `sent` identifies the submitted form of the page. */
export type IntentionReply = SubmitReply & {
  sent?: { intent: string; paste?: string; prayerId?: undefined };
};

/** Submits one of several forms of a page. If the server was unreachable, the reply contains which form was sent. */
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
 * Notifies a service worker that does not control this page, because such a worker does not see the form. The worker then
 * refreshes its cached names of today's intentions.
 * @returns the function to call after the response
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
