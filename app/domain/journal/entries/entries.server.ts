import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import type { Entry } from "./entry";
import { entryFrom, FAVOURITE_TERM, journalKeys } from "./sealed-content.server";

const finals = (member: Member, id: string) => ({ _id: id, userId: member.id, status: "final" as const });

/** The stored record of a person's own entry, in the trash too. */
export async function findRecord(member: Member, id: string): Promise<JournalEntryRecord | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  return JournalEntryModel.findOne(finals(member, id), { words: 0 }).lean();
}

/** A person's own entry, in the trash too; null for an unknown id and for another person's alike. */
export async function readEntry(member: Member, id: string): Promise<Entry | null> {
  const record = await findRecord(member, id);
  return record ? entryFrom(journalKeys(member), record) : null;
}

type Flags = Partial<Pick<JournalEntryRecord, "favourite" | "excludeFromInsights" | "deletedAt">>;

/** Changes flags of an entry, not its words. @returns false if this person has no such entry */
async function change(member: Member, id: string, flags: Flags, marks: object = {}): Promise<boolean> {
  if (!/^[\w-]{1,64}$/.test(id)) return false;
  const update = { $set: { ...flags, changedAt: now() }, ...marks };
  const { matchedCount } = await JournalEntryModel.updateOne(finals(member, id), update);
  return matchedCount === 1;
}

/** Marks an entry as a favourite, or takes the mark away. */
export function setFavourite(member: Member, id: string, favourite: boolean): Promise<boolean> {
  const marks = favourite ? { $addToSet: { marks: FAVOURITE_TERM } } : { $pull: { marks: FAVOURITE_TERM } };
  return change(member, id, { favourite }, marks);
}

/** Keeps an entry out of the weekly insights, or lets it in again. */
export function setExcluded(member: Member, id: string, excludeFromInsights: boolean): Promise<boolean> {
  return change(member, id, { excludeFromInsights });
}

/** Puts an entry into the trash, where it can be restored for thirty days. */
export function moveToTrash(member: Member, id: string): Promise<boolean> {
  return change(member, id, { deletedAt: now() });
}

/** Takes an entry out of the trash. */
export function restore(member: Member, id: string): Promise<boolean> {
  return change(member, id, { deletedAt: null });
}
