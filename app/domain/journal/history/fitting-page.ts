import { PAGE_CHARACTERS } from "~/domain/journal/entries/content-pages";
import type { Entry } from "~/domain/journal/entries/entry";
import { bytesOnPage, MAX_TEXT_BYTES } from "~/domain/paging/bytes-on-page";

/** The bytes that an entry's excerpt takes on a page. */
function bytesOfBeginning({ content }: Pick<Entry, "content">): number {
  if (!content) return 0;
  const { title, answers, body, tags } = content;
  const text = [...answers.map((answer) => answer.text), body].join("\n").slice(0, PAGE_CHARACTERS);
  return bytesOnPage([title, ...answers.map(({ question }) => question), ...tags, ...tags, text].join("\n"));
}

/** As many of these entries as one page holds, one at least. */
export function fittingPage<E extends Pick<Entry, "content">>(entries: readonly E[]): E[] {
  let bytes = 0;
  const end = entries.findIndex((entry, at) => (bytes += bytesOfBeginning(entry)) > MAX_TEXT_BYTES && at > 0);
  return entries.slice(0, end < 0 ? undefined : end);
}
