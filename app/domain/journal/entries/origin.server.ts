import type { Member } from "~/domain/member/member";
import { hashToken } from "~/platform/signing.server";
import { draftIdOf, type JournalKeys } from "./sealed-content.server";

/** Which window saves: its form, and the draft's version when the form was shown. Without a version it overwrites. */
export type Origin = { submission?: string; draftVersion?: number };

/** The id of the entry that a form makes: the same for every repeat of its post, so the same form makes one entry. */
export function entryIdOf(submission: string): string {
  return hashToken(`journalEntries|${submission}`).slice(0, 22);
}

/** Matches the draft unless another window has saved it since this one was opened. */
export function ownDraft(
  member: Member,
  keys: JournalKeys,
  draftKey: string,
  { submission, draftVersion }: Origin,
) {
  const record = { _id: draftIdOf(keys, draftKey), userId: member.id };
  if (draftVersion === undefined) return record;
  const seen = { version: { $lte: draftVersion } };
  return { ...record, $or: submission ? [seen, { savedBy: submission }] : [seen] };
}

export type OwnDraft = ReturnType<typeof ownDraft>;

/** The same of a draft that has been read. */
export function isOwnDraft(
  { version, savedBy }: { version: number; savedBy?: string },
  { submission, draftVersion }: Origin,
): boolean {
  if (draftVersion === undefined || version <= draftVersion) return true;
  return submission !== undefined && savedBy === submission;
}
