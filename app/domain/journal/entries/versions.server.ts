import { duplicateKeyFields } from "#models/db/failures.server";
import { reencryption } from "#models/db/reencryption.server";
import {
  EntryVersionModel,
  JournalEntryModel,
  type EntryVersionRecord,
  type JournalEntryRecord,
} from "#models/journal-entry.server";
import type { Member } from "~/domain/member/member";
import { reencryptIfOld, textReencryption } from "~/domain/member/member-keys.server";
import { createYielder } from "~/platform/concurrency.server";
import { seal } from "~/platform/encryption.server";
import type { EntryContent } from "./content";
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

/** Stored versions of an entry besides the current one. */
const MAX_VERSIONS = 10;

/** An earlier text of an entry; `content` is null if it is unreadable. */
export type Version = {
  version: number;
  savedAt: Date;
  content: EntryContent | null;
};

const idOf = (entryId: string, version: number) => `${entryId}.${version % MAX_VERSIONS}`;
const idsOf = (entryId: string) => Array.from({ length: MAX_VERSIONS }, (_, slot) => idOf(entryId, slot));
/** Binds a version to its entry and number, so that two versions cannot be exchanged. */
const associatedDataOf = (entryId: string, version: number) =>
  `entryVersions|${entryId}|${version}|content|1`;

/** The record of an earlier text. Its id is a slot of a ring: the eleventh version overwrites the first. */
export function versionRecord(
  keys: JournalKeys,
  { entryId, userId }: { entryId: string; userId: number },
  { version, savedAt, content }: { version: number; savedAt: Date; content: EntryContent },
): EntryVersionRecord {
  const sealed = seal(keys.entry.now, JSON.stringify(content), associatedDataOf(entryId, version));
  const pictures = content.pictures?.length ? { pictures: pictureIdsOf(content) } : {};
  return { _id: idOf(entryId, version), userId, entryId, version, savedAt, sealed, ...pictures };
}

/** Stores the current text of a record as a version, before it is replaced. */
export async function storeVersion(
  keys: JournalKeys,
  { _id: entryId, userId, version, updatedAt }: JournalEntryRecord,
  content: EntryContent,
): Promise<void> {
  const record = versionRecord(keys, { entryId, userId }, { version, savedAt: updatedAt, content });
  try {
    await EntryVersionModel.replaceOne({ _id: record._id, userId }, record, { upsert: true });
  } catch (error) {
    // A concurrent save has stored the same version, so nothing is missing.
    if (!duplicateKeyFields(error)) throw error;
  }
}

/** The earlier texts of an entry, newest first; `version` is the current one. */
export async function listVersions(
  member: Member,
  { id, version }: { id: string; version: number },
): Promise<Version[]> {
  return (await listVersionsOf(member, [{ id, version }])).get(id) ?? [];
}

/** The earlier texts of several entries in one query. Entries without earlier texts are missing in the result. */
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
  const ids = [...changed.keys()].flatMap(idsOf);
  const records = await EntryVersionModel.find({ _id: { $in: ids }, userId: member.id })
    .sort({ version: -1 })
    .lean();
  const keys = journalKeys(member);
  const pause = createYielder();
  for (const record of records) {
    await pause();
    const { entryId, version, savedAt } = record;
    if (version >= (changed.get(entryId) ?? 0)) continue;
    const list = found.get(entryId) ?? [];
    const content = contentOrNull(keys, record, associatedDataOf(entryId, version));
    found.set(entryId, [...list, { version, savedAt, content }]);
  }
  return found;
}

/** Re-encrypts earlier texts with the member's new key. */
export const reencryptVersions = textReencryption(EntryVersionModel, "entry", ({ entryId, version }) =>
  associatedDataOf(entryId, version),
);

/** Deletes the earlier texts of entries that are being erased. @returns the ids of their pictures */
export async function eraseVersions(entryIds: readonly string[]): Promise<string[]> {
  const versions = { _id: { $in: entryIds.flatMap(idsOf) } };
  const found = await EntryVersionModel.find(
    { ...versions, pictures: { $exists: true } },
    { pictures: 1 },
  ).lean();
  await EntryVersionModel.deleteMany(versions);
  return found.flatMap(({ pictures = [] }) => pictures);
}

/** Re-encrypts entries and drafts with the member's new key and computes their index terms again. */
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
      // Queued removals made with the earlier key or tokeniser are useless now, so the vocabulary has to be rebuilt.
      const left = record.left?.length || isIndexOutdated(record.listed) ? { left: [ALL_TERMS_REMOVED] } : {};
      return { set: { sealed, marks, ...words, ...left }, expected: { version, favourite } };
    };
  },
  { words: 0 },
);
