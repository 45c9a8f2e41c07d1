import { storedBytes } from "#models/db/stored-bytes.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { EntryVersionModel, type EntryVersionRecord } from "#models/entry-version.server";
import type { JournalEntryRecord } from "#models/journal-entry.server";
import type { Member } from "~/domain/accounts/member";
import { DecryptionError, open, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { NO_CONTENT, type EntryContent } from "./content";
import { journalKeys, type JournalKeys } from "./sealed-content.server";

/** Versions that are kept of an entry, beside the one that counts. */
export const KEPT_VERSIONS = 10;

/** An earlier text of an entry. */
export type Version = {
  version: number;
  savedAt: Date;
  /** Null where it does not open. */ content: EntryContent | null;
};

const idOf = (entryId: string, version: number) => `${entryId}.${version % KEPT_VERSIONS}`;
const placesOf = (entryId: string) =>
  Array.from({ length: KEPT_VERSIONS }, (_, place) => idOf(entryId, place));
/** Ties a version to its entry and its number, so that no two can be exchanged. */
const bindingOf = (entryId: string, version: number) => `entryVersions|${entryId}|${version}|content|1`;

/** Keeps what a record says now, before something else is put in its place. The eleventh takes the place of the first. */
export async function keepVersion(
  keys: JournalKeys,
  { _id: entryId, userId, version, updatedAt }: JournalEntryRecord,
  content: EntryContent,
): Promise<void> {
  const sealed = seal(keys.entry, JSON.stringify(content), bindingOf(entryId, version));
  const _id = idOf(entryId, version);
  try {
    await EntryVersionModel.replaceOne(
      { _id, userId },
      { _id, userId, entryId, version, savedAt: updatedAt, sealed },
      { upsert: true },
    );
  } catch (error) {
    // Another window keeps the same version at this moment.
    if (!duplicateKeyFields(error)) throw error;
  }
}

/** The earlier texts of an entry, the latest first; a version that counts or has been replaced by a later one is none. */
export async function listVersions(
  member: Member,
  { id, version }: { id: string; version: number },
): Promise<Version[]> {
  const records = await EntryVersionModel.find({ _id: { $in: placesOf(id) }, userId: member.id }).lean();
  const keys = journalKeys(member);
  return records
    .filter((record) => record.entryId === id && record.version < version)
    .sort((a, b) => b.version - a.version)
    .map((record) => ({
      version: record.version,
      savedAt: record.savedAt,
      content: contentOf(keys, record),
    }));
}

function contentOf(keys: JournalKeys, { entryId, version, sealed }: EntryVersionRecord): EntryContent | null {
  try {
    const plain = open(keys.entry, storedBytes(sealed), bindingOf(entryId, version)).toString("utf8");
    return { ...NO_CONTENT, ...(JSON.parse(plain) as Partial<EntryContent>) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
    return null;
  }
}

/** Removes the earlier texts of entries that are about to go for good. */
export async function eraseVersions(entryIds: readonly string[]): Promise<void> {
  await EntryVersionModel.deleteMany({ _id: { $in: entryIds.flatMap(placesOf) } });
}
