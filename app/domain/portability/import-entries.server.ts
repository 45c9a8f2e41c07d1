import { insertMissing } from "#models/db/insert-missing.server";
import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import {
  marksOf,
  pictureIdsOf,
  sealContent,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { wordTerms } from "~/domain/journal/entries/search-index.server";
import { versionRecord } from "~/domain/journal/entries/versions.server";
import type { Member } from "~/domain/member/member";
import { storeWithinQuota } from "~/domain/operations/journal-quota.server";
import { now } from "~/platform/clock";
import { pauses } from "~/platform/yielding.server";
import { withKeptPictures } from "./coming-pictures.server";
import { ownIdFor } from "./known-entries.server";
import type { PortableEntry } from "./portable-entry";

/**
 * Keeps entries from elsewhere under their own ids or, if someone else's entry has that id, under one of this
 * person's. An entry that is there already stays as it is. @returns the ids of those that are in the journal now
 */
export async function keepEntries(
  member: Member,
  keys: JournalKeys,
  entries: readonly PortableEntry[],
): Promise<string[]> {
  const pause = pauses();
  const ids = entries.map(({ id }) => id);
  const taken = await JournalEntryModel.find({ _id: { $in: ids } }, { userId: 1 }).lean();
  const foreign = new Set(taken.filter(({ userId }) => userId !== member.id).map(({ _id }) => _id));
  const own = entries.map((entry) =>
    foreign.has(entry.id) ? { ...entry, id: ownIdFor(keys, entry.id) } : entry,
  );
  const known = await idsOf(member, own);
  const missing = await withKeptPictures(
    member,
    own.filter(({ id }) => !known.has(id)),
  );
  // Earlier texts first: an interruption leaves some that no page shows, and the next run puts them there again.
  const versions = missing.flatMap(({ id, versions }) =>
    versions.map((version) => versionRecord(keys, { entryId: id, userId: member.id }, version)),
  );
  await storeWithinQuota(member, versions, async (release) =>
    release(await insertMissing(EntryVersionModel, versions)),
  );
  if (missing.length > 0) {
    const records: JournalEntryRecord[] = [];
    for (const entry of missing) {
      await pause();
      records.push(recordOf(member, keys, entry));
    }
    await storeWithinQuota(member, records, async (release) =>
      release(await insertMissing(JournalEntryModel, records)),
    );
  }
  return [...(await idsOf(member, own))];
}

async function idsOf(member: Member, entries: readonly PortableEntry[]): Promise<Set<string>> {
  const ids = entries.map(({ id }) => id);
  const found = await JournalEntryModel.find({ _id: { $in: ids }, userId: member.id }, { _id: 1 }).lean();
  return new Set(found.map(({ _id }) => _id));
}

function recordOf(member: Member, keys: JournalKeys, entry: PortableEntry): JournalEntryRecord {
  const { id, content, versions: _, ...rest } = entry;
  return {
    ...rest,
    _id: id,
    userId: member.id,
    status: "final",
    changedAt: now(),
    marks: marksOf(keys, entry, content),
    words: wordTerms(keys, content),
    sealed: sealContent(keys, id, content),
    ...(content.pictures && { pictures: pictureIdsOf(content) }),
  };
}
