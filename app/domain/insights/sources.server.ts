import { JournalEntryModel } from "#models/journal-entry.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { openToReading } from "~/domain/prayers/shared.server";
import type { SourceEntry } from "./insight";

/** No more entries of a period are read; the insight of a fuller week is made from its first ones. */
const MOST_ENTRIES = 120;

/** For one text: the most that our own pages accept. */
const MOST_OF_TEXT = 20_000;

export type Sources = {
  entries: SourceEntry[];
  /** How many were left out because they, or one of their tags, are excluded. */
  excluded: number;
};

/** The entries that may be looked back on, in the order of the days they were lived. */
export async function readSources(
  member: Member,
  from: string,
  to: string,
  most = MOST_ENTRIES,
): Promise<Sources> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $gte: from, $lte: to } },
    { words: 0 },
  )
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(most)
    .lean();
  if (records.length === 0) return { entries: [], excluded: 0 };
  const included = records.filter(({ excludeFromInsights }) => !excludeFromInsights);
  const open = (await entriesFrom(keys, included)).filter(({ content }) => content !== null);
  const entries = (await openToReading(member, open)).map(sourceFrom);
  return { entries: entries.reverse(), excluded: records.length - entries.length };
}

/** Without the questions: they are ours, and quoting them would be quoting ourselves. */
function sourceFrom({ id, forDate, slot, passageRef, content }: Entry): SourceEntry {
  const answers = content?.answers.map(({ key, text }) => ({ key, text: text.slice(0, MOST_OF_TEXT) })) ?? [];
  const texts = [
    { key: "title", text: content?.title ?? "" },
    ...answers,
    { key: "body", text: (content?.body ?? "").slice(0, MOST_OF_TEXT) },
  ];
  return { id, forDate, slot, passageRef, texts: texts.filter(({ text }) => text.trim() !== "") };
}
