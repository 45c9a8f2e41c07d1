import { data } from "@remix-run/react";

/** Login and registration give up after this long (seed section 9). */
const TIME_OUT_MS = 15_000;

type Notice = { title: string; text: string };

class TimedOut extends Error {}

function timeOut(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new TimedOut()), TIME_OUT_MS));
}

/**
 * Sends a form's action and, when the network fails or the server takes too long, answers with a notice instead of
 * breaking the page. Redirects and the server's own refusals pass through. The status keeps the page's data as it is.
 */
export async function sendOrExplain<T>(
  send: () => Promise<T>,
  texts: { connection: Notice; timedOut: Notice },
) {
  try {
    return await Promise.race([send(), timeOut()]);
  } catch (error) {
    if (error instanceof TimedOut) return data({ notice: texts.timedOut }, { status: 504 });
    if (error instanceof TypeError) return data({ notice: texts.connection }, { status: 503 });
    throw error;
  }
}
