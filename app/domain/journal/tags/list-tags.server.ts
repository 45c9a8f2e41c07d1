import { readSome } from "#models/db/read-some.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import {
  contentOrNull,
  earlierTerms,
  journalKeys,
  tagTerm,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { NEWEST_FIRST } from "~/domain/journal/history/list-history.server";
import type { Member } from "~/domain/member/member";
import { tagsIn } from "./tags-in";

/** `last`: the day of the newest entry with it, YYYY-MM-DD. */
export type TagLine = { tag: string; last: string };

/** More tags than anyone looks through; the index is asked once for each. */
const MOST_TAGS = 500;
const AT_ONCE = 20;

const kept = (member: Member) => ({ userId: member.id, status: "final" as const, deletedAt: null });

/** The fingerprints of a tag: two while texts move to a new key. */
export function marksOfTag(keys: JournalKeys, tag: string): string[] {
  const earlier = earlierTerms(keys);
  return [tagTerm(keys, tag), ...(earlier ? [tagTerm(earlier, tag)] : [])];
}

/** All tags of a journal, the last used first. Their names are only in the entries: the newest of each is opened. */
export async function listTags(member: Member): Promise<TagLine[]> {
  const keys = journalKeys(member);
  const marks = (await JournalEntryModel.distinct("marks", kept(member)))
    .filter((mark) => mark.startsWith("tag:"))
    .slice(0, MOST_TAGS);
  const lines = new Map<string, TagLine>();
  while (marks.length > 0)
    for (const line of await Promise.all(
      marks.splice(0, AT_ONCE).map((mark) => newestWith(member, keys, mark)),
    )) {
      const known = line && lines.get(line.tag.toLowerCase());
      if (line && (!known || known.last < line.last)) lines.set(line.tag.toLowerCase(), line);
    }
  return [...lines.values()].sort((a, b) =>
    a.last < b.last ? 1 : a.last > b.last ? -1 : a.tag < b.tag ? -1 : 1,
  );
}

async function newestWith(member: Member, keys: JournalKeys, mark: string): Promise<TagLine | null> {
  const record = await JournalEntryModel.findOne({ ...kept(member), marks: mark }, { forDate: 1, sealed: 1 })
    .sort(NEWEST_FIRST)
    .lean();
  const content = record && contentOrNull(keys, record);
  const tag = content?.tags.find((each) => marksOfTag(keys, each).includes(mark));
  return record && tag !== undefined ? { tag, last: record.forDate } : null;
}

/** How much is looked at for tags to suggest: what was written lately. */
const LATELY = { records: 25, bytes: 128 * 1024 };

/** Tags of what was written lately, to be picked where one types. Its cost does not grow with the journal. */
export async function tagsOfLate(member: Member): Promise<string[]> {
  const keys = journalKeys(member);
  const query = JournalEntryModel.find(kept(member), { sealed: 1 }).sort(NEWEST_FIRST);
  const { records } = await readSome<Pick<JournalEntryRecord, "_id" | "sealed">>(query, LATELY);
  return tagsIn(records.map((record) => contentOrNull(keys, record)));
}
