import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { FormReply } from "~/http/form/form-options.server";

const SUBMIT_TIMEOUT_MS = 15_000;

type Notice = { title: string; text: string };

class TimedOut extends Error {}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new TimedOut()), ms));
}

/** Reply of the server, or the notice that it was unreachable. */
export type SubmitReply = {
  lastResult?: FormReply["lastResult"];
  notice?: FormReply["notice"];
  pictures?: FormReply["pictures"];
  unreached?: boolean;
};

/**
 * Runs a form action. A network failure or timeout returns a notice instead of an error page; redirects and responses
 * of the server pass through.
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

/** `shouldRevalidate`: keeps the data when the server was unreachable. */
export function revalidateUnlessUnreachable({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const result = actionResult as { unreached?: boolean } | undefined;
  return result?.unreached ? false : defaultShouldRevalidate;
}
