import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import type { ImportPreview } from "./import-preview";
import { decryptStaged, encryptStaged, isDone, stagedImport } from "./staged-import.server";

/** For how long an import can be taken back. */
const UNDO_MS = 30 * DAY;
/** Older ones than these stay as they are. */
const MOST_KEPT = 20;

const broughtId = (importId: string, part: number) => `${importId}.brought.${part}`;
const untilThen = () => new Date(now().getTime() + UNDO_MS);
const broughtBy = (member: Member, importId: string) => ({
  userId: member.id,
  purpose: "brought" as const,
  _id: { $regex: new RegExp(`^${importId}\\.brought\\.`) },
});

/** What a part has brought: until then an entry that has not been touched is as it came. */
type Brought = { ids: string[]; cameAt: Date };

/** Notes what a part has brought; the part again, after an interruption, is the same note. */
export async function recordImported(
  member: Member,
  importId: string,
  part: number,
  ids: readonly string[],
): Promise<void> {
  const _id = broughtId(importId, part);
  const note: Brought = { ids: [...ids], cameAt: now() };
  await TransferFileModel.updateOne(
    { _id, userId: member.id },
    { $set: { purpose: "brought", sealed: encryptStaged(member, _id, note), expiresAt: untilThen() } },
    { upsert: true },
  );
}

/** An import that is done can be looked at and taken back for thirty days. */
export async function makeUndoable(member: Member, id: string): Promise<void> {
  await TransferFileModel.updateOne({ _id: id, userId: member.id }, { $set: { expiresAt: untilThen() } });
  const heads = await TransferFileModel.find({ userId: member.id, purpose: "import" }, { expiresAt: 1 })
    .sort({ expiresAt: -1 })
    .lean();
  for (const { _id } of heads.slice(MOST_KEPT)) await forget(member, _id);
}

async function forget(member: Member, id: string): Promise<void> {
  await TransferFileModel.deleteMany(broughtBy(member, id));
  await TransferFileModel.deleteOne({ _id: id, userId: member.id });
}

/** An import that can be taken back; `day` is when it was done, YYYY-MM-DD. */
export type PastImport = { id: string; fileName: string; day: string; entries: number };

/** The imports of the last thirty days, the newest first. */
export async function listImports(member: Member): Promise<PastImport[]> {
  const heads = await TransferFileModel.find({
    userId: member.id,
    purpose: "import",
    expiresAt: { $gt: now() },
  })
    .sort({ expiresAt: -1 })
    .lean();
  return heads.filter(isDone).map((head) => ({
    id: head._id,
    fileName: decryptStaged<ImportPreview>(member, head).fileName,
    day: localMoment(new Date(head.expiresAt.getTime() - UNDO_MS), member.timezone).date,
    entries: (head.added ?? []).reduce((sum, count) => sum + count, 0),
  }));
}

/**
 * Puts into the trash what an import brought and its writer has not changed since. Goes on where an interrupted one stopped.
 * @returns how many entries; null where there is no such import that is done
 */
export async function undoImport(member: Member, id: string): Promise<number | null> {
  const head = await TransferFileModel.findOne(stagedImport(member, id), { next: 1, parts: 1 }).lean();
  if (!head || !isDone(head)) return null;
  let count = 0;
  for (;;) {
    const note = await TransferFileModel.findOne(broughtBy(member, id)).lean();
    if (!note) break;
    const { ids, cameAt } = decryptStaged<Brought>(member, note);
    const { modifiedCount } = await JournalEntryModel.updateMany(
      { _id: { $in: ids }, userId: member.id, status: "final", deletedAt: null, updatedAt: { $lte: cameAt } },
      { $set: { deletedAt: now(), changedAt: now() } },
    );
    count += modifiedCount;
    await TransferFileModel.deleteOne({ _id: note._id, userId: member.id });
  }
  await forget(member, id);
  return count;
}
