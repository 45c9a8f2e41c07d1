import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { localMoment } from "~/domain/calendar/local-day";
import { attachPictures } from "~/domain/journal/pictures/pictures.server";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { now } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";
import { isBlank, type EntryContent } from "./content";
import { seasonLine, type EntryInput } from "./entry";
import {
  contentOrNull,
  draftIdOf,
  filterTermsOf,
  journalKeys,
  pictureIdsOf,
  sealContent,
  type JournalKeys,
} from "./sealed-content.server";

/** The key of a draft: slot and day. Free pages without an intention share one key; each intention has its own. */
export function draftKeyOf(slot: Slot, forDate: string, prayer?: string): string {
  if (slot !== "none") return `${slot}|${forDate}`;
  return prayer ? `free|${prayer}` : "free";
}

/**
 * For optimistic locking: the submission key of a form, and the draft's version when the form was loaded. Without `draftVersion`,
 * a save overwrites any version.
 */
export type SaveOrigin = { submission?: string; draftVersion?: number };

/** The id of the entry that a form creates: derived from its submission, so that a repeated post creates no second entry. */
export function entryIdOf(submission: string): string {
  return hashToken(`journalEntries|${submission}`).slice(0, 22);
}

/** Matches the draft unless another window has saved it since this form was loaded. */
export function draftFilter(
  member: Member,
  keys: JournalKeys,
  draftKey: string,
  { submission, draftVersion }: SaveOrigin,
) {
  const record = { _id: draftIdOf(keys, draftKey), userId: member.id };
  if (draftVersion === undefined) return record;
  const seen = { version: { $lte: draftVersion } };
  return { ...record, $or: submission ? [seen, { savedBy: submission }] : [seen] };
}

type DraftFilter = ReturnType<typeof draftFilter>;

/** Applies the condition of `draftFilter` to a loaded draft. */
export function isOwnDraft(
  { version, savedBy }: { version: number; savedBy?: string },
  { submission, draftVersion }: SaveOrigin,
): boolean {
  if (draftVersion === undefined || version <= draftVersion) return true;
  return submission !== undefined && savedBy === submission;
}

export type Draft = {
  kind: EntryKind;
  slot: Slot;
  forDate: string;
  updatedAt: Date;
  version: number;
  promptSet: string;
  promptIds: string[];
  passageRef: string;
  content: EntryContent;
  /** The submission key of the form that last saved the draft. */
  savedBy?: string;
};

type SaveDraftResult = { ok: true } | { ok: false; code: "future_day" | "conflict" };

/**
 * Saves the draft of a slot and day, or of the free page; a blank one is deleted. Another window's newer draft is a conflict.
 * `auto` marks a background save, which may arrive after the same form was finished and is then ignored.
 */
export async function saveDraft(
  member: Member,
  writing: EntryInput,
  origin: SaveOrigin & { auto?: boolean },
): Promise<SaveDraftResult> {
  const at = now();
  if (writing.forDate > localMoment(at, member.timezone).date) return { ok: false, code: "future_day" };
  const keys = journalKeys(member);
  const draftKey = draftKeyOf(writing.slot, writing.forDate, writing.content.prayer);
  const mine = draftFilter(member, keys, draftKey, origin);
  if (isBlank(writing.content)) {
    await JournalEntryModel.deleteOne(mine);
    return { ok: true };
  }
  if (origin.auto && origin.submission) {
    const finished = await JournalEntryModel.exists({ _id: entryIdOf(origin.submission), userId: member.id });
    if (finished) return { ok: true };
  }
  const sealed = sealContent(keys, mine._id, writing.content);
  const change = {
    $set: {
      status: "draft",
      kind: writing.kind,
      slot: writing.slot,
      forDate: writing.forDate,
      timezone: member.timezone || "UTC",
      updatedAt: at,
      promptSet: writing.promptSet,
      promptIds: writing.promptIds,
      passageRef: writing.passageRef,
      dayName: seasonLine(writing.forDate, member.prayer),
      marks: filterTermsOf(keys, { ...writing, favourite: false }, writing.content),
      sealed,
      pictures: pictureIdsOf(writing.content),
      draftKey,
      savedBy: origin.submission ?? "",
    },
    $setOnInsert: { createdAt: at },
    $inc: { version: 1 },
  };
  return storeWithinQuota(member, [{ sealed }], async (release) => {
    const result = await upsert(mine, change);
    if (!result.ok) release();
    return result;
  });
}

async function upsert(
  mine: DraftFilter,
  change: Record<string, unknown>,
  mayRetry = true,
): Promise<SaveDraftResult> {
  try {
    await JournalEntryModel.updateOne(mine, change, { upsert: true });
    return { ok: true };
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    // Either a concurrent first save has created the draft, and the retry updates it, or another window has saved a newer
    // version, and the retry fails too.
    return mayRetry ? upsert(mine, change, false) : { ok: false, code: "conflict" };
  }
}

/** The draft that a form continues; undefined if another window has saved it since the form was loaded. */
export async function findOwnDraft(
  member: Member,
  draftKey: string,
  origin: SaveOrigin,
): Promise<Draft | undefined> {
  const drafts = await findDrafts(member, [draftKey]);
  return drafts.find((draft) => isOwnDraft(draft, origin));
}

/** The existing drafts with these keys. */
export async function findDrafts(member: Member, draftKeys: string[]): Promise<Draft[]> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    {
      _id: { $in: draftKeys.map((draftKey) => draftIdOf(keys, draftKey)) },
      userId: member.id,
      status: "draft",
    },
    { words: 0, marks: 0 },
  ).lean();
  return draftsFrom(keys, records);
}

type DraftRecord = Pick<JournalEntryRecord, "_id" | "sealed" | Exclude<keyof Draft, "content">>;

/** Decrypts drafts; unreadable ones are omitted. */
export function draftsFrom(keys: JournalKeys, records: readonly DraftRecord[]): Draft[] {
  return records.flatMap(
    ({ kind, slot, forDate, updatedAt, version, promptSet, promptIds, passageRef, savedBy, ...record }) => {
      const content = contentOrNull(keys, record);
      return content
        ? [{ kind, slot, forDate, updatedAt, version, promptSet, promptIds, passageRef, content, savedBy }]
        : [];
    },
  );
}

/** Removes pictures from a draft and leaves its texts unchanged. */
export async function removeDraftPictures(
  member: Member,
  draftKey: string,
  removed: ReadonlySet<string>,
  origin: SaveOrigin,
): Promise<SaveDraftResult> {
  const [draft] = await findDrafts(member, [draftKey]);
  const before = draft?.content.pictures ?? [];
  const pictures = before.filter(({ id }) => !removed.has(id));
  if (!draft || pictures.length === before.length) return { ok: true };
  const result = await saveDraft(member, { ...draft, content: { ...draft.content, pictures } }, origin);
  if (result.ok) await attachPictures(member, before, pictures);
  return result;
}
