import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { localMoment } from "~/domain/calendar/local-day";
import type { EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { storeWithinQuota } from "~/domain/operations/journal-quota.server";
import { now } from "~/platform/clock";
import { isBlank, type EntryContent } from "./content";
import { seasonLine } from "./day-line";
import { draftKeyOf } from "./draft-key";
import type { Writing } from "./entry";
import { entryIdOf, isOwnDraft, ownDraft, type Origin, type OwnDraft } from "./origin.server";
import {
  contentOrNull,
  draftIdOf,
  journalKeys,
  marksOf,
  pictureIdsOf,
  sealContent,
  type JournalKeys,
} from "./sealed-content.server";

/** An unfinished reflection. */
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
  /** The submission of the form that saved it last. */
  savedBy?: string;
};

export type SaveDraftResult = { ok: true } | { ok: false; code: "future_day" | "conflict" };

/**
 * Saves the one draft of this slot and day, or of the free page. A draft that another window has saved since is not
 * overwritten. A draft without words is not kept. `auto`: sent by script, perhaps after the same form was finished.
 */
export async function saveDraft(
  member: Member,
  writing: Writing,
  origin: Origin & { auto?: boolean },
): Promise<SaveDraftResult> {
  const at = now();
  if (writing.forDate > localMoment(at, member.timezone).date) return { ok: false, code: "future_day" };
  const keys = journalKeys(member);
  const draftKey = draftKeyOf(writing.slot, writing.forDate, writing.content.prayer);
  const mine = ownDraft(member, keys, draftKey, origin);
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
      marks: marksOf(keys, { ...writing, favourite: false }, writing.content),
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
  mine: OwnDraft,
  change: Record<string, unknown>,
  again = true,
): Promise<SaveDraftResult> {
  try {
    await JournalEntryModel.updateOne(mine, change, { upsert: true });
    return { ok: true };
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    // Either two first saves met, and the second try updates, or the stored draft is another window's.
    return again ? upsert(mine, change, false) : { ok: false, code: "conflict" };
  }
}

/** The draft that a form continues; undefined where another window has saved it since the form was shown. */
export async function findOwnDraft(
  member: Member,
  draftKey: string,
  origin: Origin,
): Promise<Draft | undefined> {
  const drafts = await findDrafts(member, [draftKey]);
  return drafts.find((draft) => isOwnDraft(draft, origin));
}

/** The drafts with these keys that exist. */
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

/** Those of them that open. */
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
