import { JournalEntryModel } from "#models/journal-entry.server";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { entryName, type Entry } from "~/domain/journal/entries/entry";
import { entryLine } from "~/domain/journal/entries/entry-line";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import type { Member } from "~/domain/member/member";
import { openToReading } from "~/domain/prayers/shared.server";
import type { ContextEntry } from "./prompt";
import { COACH_LIMITS } from "./thread";

/** How many of the newest entries are offered. */
const OFFERED = 15;

/** The entries that may be chosen for a conversation: the newest, without those that are kept out of insights. */
export async function offeredEntries(member: Member) {
  const { entries } = await listHistory(member, {}, undefined, OFFERED);
  const open = entries.filter(({ excludeFromInsights, content }) => !excludeFromInsights && content);
  const offered = await openToReading(member, open);
  return offered.map((entry) => ({ ...entryLine(entry), date: dayInWords(entry.forDate) }));
}

/**
 * The chosen entries as they are this moment, read again for every answer: one that was since deleted or excluded
 * from insights is left out, though it was chosen.
 */
export async function chosenEntries(member: Member, ids: readonly string[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const records = await JournalEntryModel.find({
    _id: { $in: ids.slice(0, COACH_LIMITS.entries) },
    userId: member.id,
    status: "final",
    deletedAt: null,
    excludeFromInsights: false,
  }).lean();
  const keys = journalKeys(member);
  const open = (await entriesFrom(keys, records)).filter((entry) => entry.content !== null);
  return (await openToReading(member, open)).sort(
    (a, b) => a.forDate.localeCompare(b.forDate) || a.createdAt.getTime() - b.createdAt.getTime(),
  );
}

/** An entry as it would be sent: its questions and answers, cut to a length. */
export function asContext({ id, kind, slot, forDate, content }: Entry): ContextEntry {
  const parts = [
    content?.body ?? "",
    ...(content?.answers ?? []).map(({ question, text }) => (text.trim() ? `${question}\n${text}` : "")),
  ];
  const text = parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")
    .slice(0, COACH_LIMITS.entryText)
    .toWellFormed();
  return { id, day: dayInWords(forDate), name: content?.title || entryName(kind, slot), text };
}
