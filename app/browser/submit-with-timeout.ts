import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { FormReply } from "~/http/form/form-options.server";

/** Login and registration give up after this long. */
const SUBMIT_TIMEOUT_MS = 15_000;

type Notice = { title: string; text: string };

class TimedOut extends Error {}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new TimedOut()), ms));
}

/** What a page gets back: the server's own reply, or a notice that it was not reached. */
export type SubmitReply = {
  lastResult?: FormReply["lastResult"];
  notice?: FormReply["notice"];
  pictures?: FormReply["pictures"];
  unreached?: boolean;
};

/**
 * Sends a form's action and, when the network fails or the server takes too long, answers with a notice instead of
 * breaking the page. Redirects and the server's own refusals pass through.
 */
export async function submitWithTimeout<T>(
  send: () => Promise<T>,
  texts: { connection: Notice; timedOut: Notice },
  timeOutMs = SUBMIT_TIMEOUT_MS,
) {
  try {
    return await Promise.race([send(), rejectAfter(timeOutMs)]);
  } catch (error) {
    if (error instanceof TimedOut) return { unreached: true, notice: texts.timedOut };
    if (error instanceof TypeError) return { unreached: true, notice: texts.connection };
    throw error;
  }
}

/** For `shouldRevalidate` of the routes on the page: a server that was not reached has nothing new to tell. */
export function revalidateUnlessUnreachable({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const result = actionResult as { unreached?: boolean } | undefined;
  return result?.unreached ? false : defaultShouldRevalidate;
}
