import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import {
  deriveMemberKey,
  openWithDerivedKey,
  userFieldReencryption,
} from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { DecryptionError, seal } from "~/platform/encryption.server";
import type { Entry } from "./entry";
import { entryFrom, FAVOURITE_TERM, journalKeys } from "./sealed-content.server";

const finals = (member: Member, id: string) => ({ _id: id, userId: member.id, status: "final" as const });

/** The stored record of an entry of the member, also from the trash. */
export async function findRecord(member: Member, id: string): Promise<JournalEntryRecord | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  return JournalEntryModel.findOne(finals(member, id), { words: 0 }).lean();
}

/** Reads an entry of the member, also from the trash; null for unknown ids and for entries of others alike. */
export async function readEntry(member: Member, id: string): Promise<Entry | null> {
  const record = await findRecord(member, id);
  return record ? entryFrom(journalKeys(member), record) : null;
}

type Flags = Partial<Pick<JournalEntryRecord, "favourite" | "excludeFromInsights" | "deletedAt">>;

/** Changes flags of an entry, not its text. @returns false if the member has no such entry */
async function change(member: Member, id: string, flags: Flags, marks: object = {}): Promise<boolean> {
  if (!/^[\w-]{1,64}$/.test(id)) return false;
  const update = { $set: { ...flags, changedAt: now() }, ...marks };
  const { matchedCount } = await JournalEntryModel.updateOne(finals(member, id), update);
  return matchedCount === 1;
}

export function setFavourite(member: Member, id: string, favourite: boolean): Promise<boolean> {
  const marks = favourite ? { $addToSet: { marks: FAVOURITE_TERM } } : { $pull: { marks: FAVOURITE_TERM } };
  return change(member, id, { favourite }, marks);
}

/** Excludes an entry from the weekly insights, or includes it again. */
export const setExcluded = (member: Member, id: string, excludeFromInsights: boolean) =>
  change(member, id, { excludeFromInsights });

/** Moves an entry to the trash, where it can be restored for thirty days. */
export const moveToTrash = (member: Member, id: string) => change(member, id, { deletedAt: now() });

export const restore = (member: Member, id: string) => change(member, id, { deletedAt: null });

/** Excluded tags keep their entries out of insights and coaches. They are encrypted, as all tags are. */
const keyOf = (member: Member) => deriveMemberKey(member, "excluded-tags");
const associatedDataOf = (member: Member) => `users|${member.id}|excludedTags|1`;

/** @throws DecryptionError if the list cannot be opened or is not a list */
export async function readExcludedTags(member: Member): Promise<string[]> {
  const user = await UserModel.findById(member.id).select({ excludedTags: 1 }).lean();
  if (!user?.excludedTags) return [];
  const plain = openWithDerivedKey(
    keyOf(member),
    storedBytes(user.excludedTags),
    associatedDataOf(member),
  ).toString("utf8");
  const tags: unknown = JSON.parse(plain);
  if (!Array.isArray(tags)) throw new DecryptionError("excluded tags are not a list");
  return tags.filter((tag): tag is string => typeof tag === "string");
}

/** Re-encrypts the list with the member's new key. */
export const reencryptExcludedTags = userFieldReencryption("excludedTags", "excluded-tags", associatedDataOf);

export async function saveExcludedTags(member: Member, tags: string[]): Promise<void> {
  const excludedTags =
    tags.length > 0 ? seal(keyOf(member).now, JSON.stringify(tags), associatedDataOf(member)) : null;
  await UserModel.updateOne({ _id: member.id }, { $set: { excludedTags } });
}

/** The entries without an excluded tag. Everything that passes text to insights or coaches filters with this. */
export async function withoutExcludedTags(member: Member, entries: Entry[]): Promise<Entry[]> {
  if (!entries.some(({ content }) => content && content.tags.length > 0)) return entries;
  const excluded = new Set((await readExcludedTags(member)).map((tag) => tag.toLowerCase()));
  return entries.filter(({ content }) => !content?.tags.some((tag) => excluded.has(tag.toLowerCase())));
}
