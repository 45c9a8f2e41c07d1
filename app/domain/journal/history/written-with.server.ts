import { JournalEntryModel } from "#models/journal-entry.server";
import type { BibleBook } from "~/content/bible/all-books";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { entryLine } from "~/domain/journal/entries/entry-line";
import { entryFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { nameInReference } from "~/domain/scripture/bible/bible-books";

/** The newest of a chapter, out of as many as can be looked at in one go. */
const SHOWN = 5;
const LOOKED_AT = 40;

/**
 * A person's entries with a passage of these chapters, in the numbering of our own text. A passage is kept as people write
 * it, so a chapter is one reference ("John 15") and everything between "John 15:" and the sign after the colon.
 */
export async function writtenWith(member: Member, book: BibleBook, chapters: readonly number[]) {
  const names = chapters.map((chapter) => `${nameInReference(book)} ${chapter}`);
  const wanted = [{ $in: names }, ...names.map((name) => ({ $gte: `${name}:`, $lt: `${name};` }))];
  const found = await Promise.all(
    wanted.map((passageRef) =>
      JournalEntryModel.find(
        { userId: member.id, passageRef, status: "final", deletedAt: null },
        { words: 0 },
      )
        .sort({ passageRef: 1, forDate: -1 })
        .limit(LOOKED_AT)
        .lean(),
    ),
  );
  const keys = journalKeys(member);
  return found
    .flat()
    .sort((a, b) => b.forDate.localeCompare(a.forDate) || b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, SHOWN)
    .map((record) => {
      const { id, name, excerpt } = entryLine(entryFrom(keys, record));
      return { id, name, excerpt, day: dayInWords(record.forDate), reference: record.passageRef };
    });
}
