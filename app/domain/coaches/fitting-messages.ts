import { bytesOnPage, MAX_TEXT_BYTES } from "~/domain/paging/bytes-on-page";
import type { ThreadMessage } from "./thread";

/** The message that an address names as the end of an earlier page; undefined for the latest page. */
export function readBefore(asked: string | null): number | undefined {
  return asked !== null && /^\d{1,4}$/.test(asked) ? Number(asked) : undefined;
}

/** The last messages before `before` that fit on one page beside the text that would be sent to a model; one at least. */
export function fittingMessages<M extends Pick<ThreadMessage, "seq" | "text">>(
  messages: readonly M[],
  before: number | undefined,
  sent: readonly { text: string }[],
): M[] {
  const earlier = messages.filter(({ seq }) => before === undefined || seq < before);
  const asked = earlier.length > 0 ? earlier : messages;
  let bytes = sent.reduce((sum, { text }) => sum + bytesOnPage(text), 0);
  const end = asked.findLastIndex(
    ({ text }, at) => (bytes += bytesOnPage(text ?? "")) > MAX_TEXT_BYTES && at < asked.length - 1,
  );
  return asked.slice(end + 1);
}
