import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ToWorker } from "~/worker/messages";
import type { SubmitReply } from "./submit-with-timeout";

/** A reply; where it does not come from the server it says which of a page's forms it is for. */
export type IntentionReply = SubmitReply & {
  sent?: { intent: string; paste?: string; prayerId?: undefined };
};

/** Sends one of several forms of a page, by a way that may say that the server was not reached. */
export async function submitIntention<T>(
  { request }: ClientActionFunctionArgs,
  send: () => Promise<T>,
): Promise<T | IntentionReply> {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const reply = await send().finally(tellWorker(navigator.serviceWorker));
  if (!(reply as SubmitReply | undefined)?.unreached) return reply;
  const paste = text("paste");
  return { ...reply, sent: { intent: text("intent"), ...(paste && { paste }) } };
}

/**
 * For when a form is answered: the worker reads the names that it keeps again after each form that goes through it. Where it
 * came while this one was on its way, it may have read them before.
 */
function tellWorker(workers: ServiceWorkerContainer | undefined): () => void {
  if (!workers || workers.controller) return () => undefined;
  const changed: ToWorker = { type: "changed" };
  return () => {
    workers.getRegistration().then(
      (registration) => registration?.active?.postMessage(changed),
      () => undefined,
    );
  };
}
