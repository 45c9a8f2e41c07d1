import { textsOf, type EntryContent } from "~/domain/journal/entries/content";
import type { pauses } from "~/platform/yielding.server";
import type { Search } from "./search-query";
import { readOn, type Open } from "./search-words";

/** Whether an entry is what a search finds, anywhere in it; yields between its texts. */
export async function hasWords(
  content: EntryContent,
  { terms, without }: Search,
  pause: ReturnType<typeof pauses>,
): Promise<boolean> {
  let open: Open = { missing: terms, without, isRefused: false };
  for (const text of textsOf(content)) {
    await pause();
    open = readOn(text, open);
    if (open.isRefused || (open.missing.length === 0 && without.length === 0)) break;
  }
  return open.missing.length === 0 && !open.isRefused;
}
