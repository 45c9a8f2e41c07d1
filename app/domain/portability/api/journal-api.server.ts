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

/** Creates a free page. A repeated idempotency key returns the existing entry, even if the member has edited it since. */
export async function createEntryByApi(
  member: Member,
  { forDate, ...page }: NewEntry,
  idempotencyKey: string | null,
): Promise<FinishResult> {
  const submission = deterministicId(member, "programs", idempotencyKey ?? randomToken());
  const id = entryIdOf(submission);
  if (idempotencyKey && (await JournalEntryModel.exists({ _id: id, userId: member.id })))
    return { ok: true, id };
  const input = {
    kind: "free" as const,
    slot: "none" as const,
    forDate: forDate ?? currentSlotOf(member).date,
    promptSet: "",
    promptIds: [],
    passageRef: "",
    content: { ...page, answers: [] },
  };
  // Draft version 0 is older than any draft, so a draft that the member has begun stays.
  return finishEntry(member, input, { submission, draftVersion: 0 });
}

/** One page of the change feed. */
type JournalChanges = {
  entries: PortableEntry[];
  deleted: { id: string; deletedAt: string }[];
  /** Entries that cannot be decrypted; a client keeps its copy of them. */
  unreadable: Unreadable[];
  cursor: string;
  /** Number of entries, on the last page only: lets a client detect that its copy is incomplete. */
  total: number | null;
};

type PageRecords = { records: JournalEntryRecord[]; isAll: boolean };

/**
 * Reads the next changes in order; entries in the trash are listed as deleted. Without changes the cursor stays the same.
 * Null if the cursor is invalid.
 */
export async function readChanges(
  member: Member,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<JournalChanges | null> {
  const start = cursor === null ? { since, at: null, id: "" } : readChangeCursor(cursor);
  if (!start) return null;
  let { records, isAll } = await nextRecords(member, start, EXPORT_PAGE_LIMITS);
  // Entries without a time of change come first; entries with one fill the rest of the page.
  if (isAll && start.at === null) {
    const bytes = records.reduce((sum, { sealed }) => sum + sealed.length, 0);
    const remaining = {
      records: EXPORT_PAGE_LIMITS.records - records.length,
      bytes: EXPORT_PAGE_LIMITS.bytes - bytes,
    };
    if (remaining.records > 0 && remaining.bytes > 0) {
      const more = await nextRecords(member, { ...start, at: new Date(0), id: "" }, remaining);
      records = [...records, ...more.records];
      isAll = more.isAll;
    } else isAll = false;
  }
  const { entries, unreadable } = await decryptRecords(
    member,
    records.filter(({ deletedAt }) => deletedAt === null),
    true,
  );
  const last = records.at(-1);
  const next = last ? { ...start, at: last.changedAt ?? null, id: last._id } : start;
  return {
    entries,
    deleted: records.flatMap(({ _id, deletedAt }) =>
      deletedAt ? [{ id: _id, deletedAt: deletedAt.toISOString() }] : [],
    ),
    unreadable,
    cursor: writeChangeCursor(next),
    total: isAll
      ? await JournalEntryModel.countDocuments({ userId: member.id, status: "final", deletedAt: null })
      : null,
  };
}

function nextRecords(
  member: Member,
  { since, at, id }: ChangeCursor,
  limits: typeof EXPORT_PAGE_LIMITS,
): Promise<PageRecords> {
  const mine = { userId: member.id, status: "final" as const };
  if (at === null) {
    const recent = since ? { $or: [{ updatedAt: { $gte: since } }, { deletedAt: { $gte: since } }] } : {};
    const unstamped = { ...mine, changedAt: null, ...(id && { _id: { $gt: id } }), ...recent };
    return readBounded(JournalEntryModel.find(unstamped, { words: 0 }).sort({ _id: 1 }), limits);
  }
  const from = since && since > at ? since : at;
  const after = { $or: afterCursor({ changedAt: at, _id: id }, "$gt") };
  const stamped = { ...mine, changedAt: { $gte: from }, ...after };
  return readBounded(JournalEntryModel.find(stamped, { words: 0 }).sort({ changedAt: 1, _id: 1 }), limits);
}
