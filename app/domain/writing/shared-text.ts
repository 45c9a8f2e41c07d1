import { LIMITS, type EntryContent } from "~/domain/journal/entries/content";

/** What another application or page gives to be written about; each may be missing, or anything. */
export type SharedText = { title: string | null; text: string | null; url: string | null };

/** Longer texts are cut: an address is no place for a book. */
const MOST_SHARED = 10_000;

/** Control characters, but for line breaks and tabs, are nothing that anyone shares on purpose. */
const clean = (text: string | null) =>
  (text ?? "")
    .slice(0, 4 * MOST_SHARED)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** No sign is cut in two. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

/**
 * A free page with what was shared below the draft that is there: nothing of either is lost, and nothing is saved by that.
 * Null where nothing was shared.
 */
export function withShared(
  draft: Pick<EntryContent, "title" | "body"> | undefined,
  shared: SharedText,
): Pick<EntryContent, "title" | "body"> | null {
  const text = clean(shared.text);
  const url = clean(shared.url);
  const title = clean(shared.title).replace(/\s+/g, " ");
  // A page that is read later has to be found again; many applications put its address into the text.
  const given = cut([text, text.includes(url) ? "" : url].filter(Boolean).join("\n\n"), MOST_SHARED);
  if (!given && !title) return null;
  return {
    title: draft?.title || cut(title, LIMITS.title),
    // Under a title that is there already, the shared one is part of the words.
    body: [draft?.body ?? "", draft?.title ? title : "", given].filter(Boolean).join("\n\n"),
  };
}
