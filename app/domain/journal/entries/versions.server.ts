import { duplicateKeyFields } from "#models/db/failures.server";
import { storedBytes } from "#models/db/queries.server";
import { reencryption } from "#models/db/reencryption.server";
import { EntryVersionModel, type EntryVersionRecord } from "#models/entry-version.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Member } from "~/domain/member/member";
import { openWithDerivedKey, reencryptIfOld } from "~/domain/member/member-keys.server";
import { createYielder } from "~/platform/concurrency.server";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { EMPTY_CONTENT, type EntryContent } from "./content";
import {
  ALL_TERMS_REMOVED,
  contentOrNull,
  entryAssociatedData,
  filterTermsOf,
  isIndexOutdated,
  journalKeys,
  pictureIdsOf,
  wordTerms,
  type JournalKeys,
} from "./sealed-content.server";

/** How many versions of an entry are kept besides the current one. */
const KEPT_VERSIONS = 10;

/** An earlier text of an entry. */
export type Version = {
  version: number;
  savedAt: Date;
  /** Null if it does not open. */ content: EntryContent | null;
};

const idOf = (entryId: string, version: number) => `${entryId}.${version % KEPT_VERSIONS}`;
const cursorsOf = (entryId: string) =>
  Array.from({ length: KEPT_VERSIONS }, (_, place) => idOf(entryId, place));
/** Ties a version to its entry and its number, so that no two can be exchanged. */
const bindingOf = (entryId: string, version: number) => `entryVersions|${entryId}|${version}|content|1`;

/** An earlier text as it is stored in its place. */
export function versionRecord(
  keys: JournalKeys,
  { entryId, userId }: { entryId: string; userId: number },
  { version, savedAt, content }: { version: number; savedAt: Date; content: EntryContent },
): EntryVersionRecord {
  const sealed = seal(keys.entry.now, JSON.stringify(content), bindingOf(entryId, version));
  const pictures = content.pictures?.length ? { pictures: pictureIdsOf(content) } : {};
  return { _id: idOf(entryId, version), userId, entryId, version, savedAt, sealed, ...pictures };
}

/** Keeps the current text of a record before it is replaced. The eleventh version overwrites the first. */
export async function storeVersion(
  keys: JournalKeys,
  { _id: entryId, userId, version, updatedAt }: JournalEntryRecord,
  content: EntryContent,
): Promise<void> {
  const record = versionRecord(keys, { entryId, userId }, { version, savedAt: updatedAt, content });
  try {
    await EntryVersionModel.replaceOne({ _id: record._id, userId }, record, { upsert: true });
  } catch (error) {
    // Another window keeps the same version at this moment.
    if (!duplicateKeyFields(error)) throw error;
  }
}

/** The earlier texts of an entry, the latest first; without the current one and those that were overwritten. */
export async function listVersions(
  member: Member,
  { id, version }: { id: string; version: number },
): Promise<Version[]> {
  return (await listVersionsOf(member, [{ id, version }])).get(id) ?? [];
}

/** The same for several entries by one query; entries without earlier texts are not among the answers. */
export async function listVersionsOf(
  member: Member,
  entries: readonly { id: string; version: number }[],
): Promise<Map<string, Version[]>> {
  // Version 1 has no earlier text.
  const changed = new Map(
    entries.filter(({ version }) => version > 1).map(({ id, version }) => [id, version]),
  );
  const found = new Map<string, Version[]>();
  if (changed.size === 0) return found;
  const places = [...changed.keys()].flatMap(cursorsOf);
  const records = await EntryVersionModel.find({ _id: { $in: places }, userId: member.id })
    .sort({ version: -1 })
    .lean();
  const keys = journalKeys(member);
  const pause = createYielder();
  for (const record of records) {
    await pause();
    const { entryId, version, savedAt } = record;
    if (version >= (changed.get(entryId) ?? 0)) continue;
    const list = found.get(entryId) ?? [];
    found.set(entryId, [...list, { version, savedAt, content: contentOf(keys, record) }]);
  }
  return found;
}

function contentOf(keys: JournalKeys, { entryId, version, sealed }: EntryVersionRecord): EntryContent | null {
  try {
    const plain = openWithDerivedKey(keys.entry, storedBytes(sealed), bindingOf(entryId, version)).toString(
      "utf8",
    );
    return { ...EMPTY_CONTENT, ...(JSON.parse(plain) as Partial<EntryContent>) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
    return null;
  }
}

/** Re-encrypts earlier texts with their person's new key. */
export const reencryptVersions = reencryption(EntryVersionModel, (member: Member) => {
  const { entry } = journalKeys(member);
  return ({ entryId, version, sealed }) => {
    const moved = reencryptIfOld(entry, sealed, bindingOf(entryId, version));
    return moved && { set: { sealed: moved } };
  };
});

/** Removes the earlier texts of entries that are about to go for good. @returns the ids of the pictures that they showed */
export async function eraseVersions(entryIds: readonly string[]): Promise<string[]> {
  const these = { _id: { $in: entryIds.flatMap(cursorsOf) } };
  const found = await EntryVersionModel.find(
    { ...these, pictures: { $exists: true } },
    { pictures: 1 },
  ).lean();
  await EntryVersionModel.deleteMany(these);
  return found.flatMap(({ pictures = [] }) => pictures);
}

/** Re-encrypts entries and drafts with their person's new key, with the fingerprints that find them. */
export const reencryptEntries = reencryption(
  JournalEntryModel,
  (member: Member) => {
    const keys = journalKeys(member);
    return (record) => {
      const { _id, version, favourite, status } = record;
      const sealed = reencryptIfOld(keys.entry, record.sealed, entryAssociatedData(_id));
      const content = sealed && contentOrNull(keys, { _id, sealed });
      if (!content) return null;
      const marks = filterTermsOf(keys, record, content);
      const words = status === "final" ? { words: wordTerms(keys, content) } : {};
      // Terms made with the earlier key, or by an earlier tokeniser, no longer name what the vocabulary loses.
      const left = record.left?.length || isIndexOutdated(record.listed) ? { left: [ALL_TERMS_REMOVED] } : {};
      return { set: { sealed, marks, ...words, ...left }, unless: { version, favourite } };
    };
  },
  { words: 0 },
);
