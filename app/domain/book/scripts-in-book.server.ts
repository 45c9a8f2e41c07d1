import type { Member } from "~/domain/member/member";
import { journalPages } from "~/domain/portability/journal-pages.server";
import { missingScripts } from "~/domain/print/scripts";
import { filtersOf, laidDownParts, slotsOf } from "./book-parts.server";
import type { BookWish } from "./choice";
import { verseBlocks } from "./entry-part.server";

/** The scripts in a book that a PDF has no letters for, by their codes. Reads every entry of it. */
export async function scriptsMissingInBook(member: Member, choice: BookWish): Promise<string[]> {
  const missing = new Set<string>();
  const look = (value: unknown) => {
    for (const script of missingScripts(JSON.stringify(value))) missing.add(script);
  };
  const slots = slotsOf(choice);
  let hasSeenVerse = choice.passages !== "text";
  look([choice.title, choice.name]);
  for await (const page of journalPages(member, { filters: filtersOf(choice) })) {
    for (const { slot, content, dayName = "", passageRef } of page.entries) {
      if (!slots.includes(slot)) continue;
      look([content, dayName]);
      if (hasSeenVerse || !passageRef) continue;
      look(verseBlocks(passageRef, member.prayer.translation));
      hasSeenVerse = true;
    }
  }
  if (choice.laidDown) for await (const parts of laidDownParts(member, choice)) look(parts);
  return [...missing];
}
