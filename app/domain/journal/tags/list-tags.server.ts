import { readBounded } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { collectTags } from "~/domain/journal/entries/content";
import {
  contentOrNull,
  journalKeys,
  previousKeyTerms,
  tagTerm,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { NEWEST_FIRST } from "~/domain/journal/history/list-history.server";
import type { Member } from "~/domain/member/member";

/** `last` is the day of the newest entry with the tag, YYYY-MM-DD. */
type TagLine = { tag: string; last: string };

/** Each tag costs one index query. */
const MAX_TAGS = 500;
const CONCURRENT_QUERIES = 20;

const finalEntries = (member: Member) => ({ userId: member.id, status: "final" as const, deletedAt: null });

/** The index terms of a tag: two during a re-encryption. */
export function termsOfTag(keys: JournalKeys, tag: string): string[] {
  const earlier = previousKeyTerms(keys);
  return [tagTerm(keys, tag), ...(earlier ? [tagTerm(earlier, tag)] : [])];
}

/** All tags of a journal, last used first. Only encrypted entries have a tag's name, so the newest entry of each is decrypted. */
export async function listTags(member: Member): Promise<TagLine[]> {
  const keys = journalKeys(member);
  const marks = (await JournalEntryModel.distinct("marks", finalEntries(member)))
    .filter((mark) => mark.startsWith("tag:"))
    .slice(0, MAX_TAGS);
  const lines = new Map<string, TagLine>();
  while (marks.length > 0)
    for (const line of await Promise.all(
      marks.splice(0, CONCURRENT_QUERIES).map((mark) => newestWith(member, keys, mark)),
    )) {
      const known = line && lines.get(line.tag.toLowerCase());
      if (line && (!known || known.last < line.last)) lines.set(line.tag.toLowerCase(), line);
    }
  return [...lines.values()].sort((a, b) =>
    a.last < b.last ? 1 : a.last > b.last ? -1 : a.tag < b.tag ? -1 : 1,
  );
}

async function newestWith(member: Member, keys: JournalKeys, mark: string): Promise<TagLine | null> {
  const record = await JournalEntryModel.findOne(
    { ...finalEntries(member), marks: mark },
    { forDate: 1, sealed: 1 },
  )
    .sort(NEWEST_FIRST)
    .lean();
  const content = record && contentOrNull(keys, record);
  const tag = content?.tags.find((each) => termsOfTag(keys, each).includes(mark));
  return record && tag !== undefined ? { tag, last: record.forDate } : null;
}

/** The newest entries that tags are suggested from. */
const MAX_RECENT = { records: 25, bytes: 128 * 1024 };

/** The tags of recent entries as suggestions. The cost does not depend on the length of the journal. */
export async function recentTags(member: Member): Promise<string[]> {
  const keys = journalKeys(member);
  const query = JournalEntryModel.find(finalEntries(member), { sealed: 1 }).sort(NEWEST_FIRST);
  const { records } = await readBounded<Pick<JournalEntryRecord, "_id" | "sealed">>(query, MAX_RECENT);
  return collectTags(records.map((record) => contentOrNull(keys, record)));
}
