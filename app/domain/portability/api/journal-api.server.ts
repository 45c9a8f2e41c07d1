import { afterCursor, readBounded } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { entryIdOf } from "~/domain/journal/entries/drafts.server";
import { finishEntry, type FinishResult } from "~/domain/journal/entries/finish-entry.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deterministicId } from "~/domain/member/member-keys.server";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import {
  decryptRecords,
  EXPORT_PAGE_LIMITS,
  type Unreadable,
} from "~/domain/portability/journal-pages.server";
import {
  readChangeCursor,
  writeChangeCursor,
  type ChangeCursor,
  type NewEntry,
} from "~/domain/portability/schema";
import { randomToken } from "~/platform/signing.server";

/**
 * Keeps a free page that a program sends. The same idempotency key is one entry, whatever its person has done with it since:
 * what a program sends again never changes what a person wrote.
 */
export async function createEntryByApi(
  member: Member,
  { forDate, ...page }: NewEntry,
  idempotencyKey: string | null,
): Promise<FinishResult> {
  const submission = deterministicId(member, "programs", idempotencyKey ?? randomToken());
  const id = entryIdOf(submission);
  if (idempotencyKey && (await JournalEntryModel.exists({ _id: id, userId: member.id })))
    return { ok: true, id };
  const writing = {
    kind: "free" as const,
    slot: "none" as const,
    forDate: forDate ?? currentSlotOf(member).date,
    promptSet: "",
    promptIds: [],
    passageRef: "",
    content: { ...page, answers: [] },
  };
  // No draft is older than version 0: the page that its person has begun stays.
  return finishEntry(member, writing, { submission, draftVersion: 0 });
}

/** What has changed in a journal since a place in its changes. */
export type JournalChanges = {
  entries: PortableEntry[];
  deleted: { id: string; deletedAt: string }[];
  /** Entries whose stored text does not open: a copy of them is to be kept as it is. */
  unreadable: Unreadable[];
  cursor: string;
  /** How many entries there are altogether: in the last answer, so that a copy that has missed something sees it. */
  total: number | null;
};

type Asked = { since: Date | null; cursor: string | null };
type Some = { records: JournalEntryRecord[]; isAll: boolean };

/**
 * The next changes of a journal in the order in which they came about; what lies in the trash is among the deleted. Without
 * anything new the cursor stays the same. Null where the cursor is none of ours.
 */
export async function readChanges(member: Member, asked: Asked): Promise<JournalChanges | null> {
  const place = asked.cursor === null ? firstPlace(asked.since) : readChangeCursor(asked.cursor);
  if (!place) return null;
  const most = { ...EXPORT_PAGE_LIMITS };
  let { records, isAll } = await nextRecords(member, place, most);
  // Entries that have no time of change come first; after the last of them there is room for others in the same answer.
  if (isAll && place.at === null) {
    const bytes = records.reduce((sum, { sealed }) => sum + sealed.length, 0);
    const left = {
      records: EXPORT_PAGE_LIMITS.records - records.length,
      bytes: EXPORT_PAGE_LIMITS.bytes - bytes,
    };
    if (left.records > 0 && left.bytes > 0) {
      const more = await nextRecords(member, { ...place, at: new Date(0), id: "" }, left);
      records = [...records, ...more.records];
      isAll = more.isAll;
    } else isAll = false;
  }
  const living = records.filter(({ deletedAt }) => deletedAt === null);
  const { entries, unreadable } = await decryptRecords(member, living, true);
  const last = records.at(-1);
  const next = last ? { ...place, at: last.changedAt ?? null, id: last._id } : place;
  return {
    entries,
    deleted: records.flatMap(({ _id, deletedAt }) =>
      deletedAt ? [{ id: _id, deletedAt: deletedAt.toISOString() }] : [],
    ),
    unreadable,
    cursor: writeChangeCursor(next),
    total: isAll ? await countLiving(member) : null,
  };
}

const firstPlace = (since: Date | null): ChangeCursor => ({ since, at: null, id: "" });

function countLiving(member: Member): Promise<number> {
  return JournalEntryModel.countDocuments({ userId: member.id, status: "final", deletedAt: null });
}

function nextRecords(
  member: Member,
  { since, at, id }: ChangeCursor,
  most: typeof EXPORT_PAGE_LIMITS,
): Promise<Some> {
  const mine = { userId: member.id, status: "final" as const };
  if (at === null) {
    const old = since ? { $or: [{ updatedAt: { $gte: since } }, { deletedAt: { $gte: since } }] } : {};
    const unnoted = { ...mine, changedAt: null, ...(id && { _id: { $gt: id } }), ...old };
    return readBounded(JournalEntryModel.find(unnoted, { words: 0 }).sort({ _id: 1 }), most);
  }
  const from = since && since > at ? since : at;
  const after = { $or: afterCursor({ changedAt: at, _id: id }, "$gt") };
  const noted = { ...mine, changedAt: { $gte: from }, ...after };
  return readBounded(JournalEntryModel.find(noted, { words: 0 }).sort({ changedAt: 1, _id: 1 }), most);
}
