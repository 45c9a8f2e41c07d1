import { TransferFileModel, type TransferFileRecord } from "#models/transfer-file.server";
import { audit } from "~/domain/audit/log.server";
import { notPassed } from "~/domain/calendar/deadline";
import { SECOND } from "~/domain/calendar/durations";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { askForWords } from "~/domain/journal/word-list/forget-words.server";
import type { Member } from "~/domain/member/member";
import { bringIntentions } from "~/domain/prayers/travel.server";
import { now } from "~/platform/clock";
import { bringPictures } from "./coming-pictures.server";
import { keepEntries } from "./import-entries.server";
import { keepBeside } from "./import-extras.server";
import { keepInsights, keepThreads } from "./import-looking-back.server";
import type { ImportPart } from "./import-parts";
import { heldImport, isDone, nextPartId, openHeld } from "./pending-import.server";
import { keepForUndo, noteBrought } from "./undo-import.server";

/** "more": there is more to do than one request should take; "busy": another run is at work; "gone": nothing waits. */
export type RunResult = "done" | "more" | "busy" | "gone";
export type RunOptions = {
  withSettings?: boolean;
  budgetMs?: number;
  /** Asked between parts. */
  mayContinue?: () => boolean | Promise<boolean>;
};

/** After this, a request that died silently loses its claim. */
const LEASE_MS = 10 * SECOND;
/** While it lives, it says so this often. */
const SAID_EVERY = 3 * SECOND;
const BUDGET_MS = 8_000;

/**
 * Imports what waits, a hundred entries at a time, for some seconds. However it is interrupted, the next run resumes
 * where this one stopped: an entry that is there is not imported again.
 */
export async function runImport(
  member: Member,
  id: string,
  { withSettings, budgetMs = BUDGET_MS, mayContinue = () => true }: RunOptions = {},
): Promise<RunResult> {
  const started = performance.now();
  let head = await takeLease(member, id, withSettings);
  if (!head) return (await TransferFileModel.exists(heldImport(member, id))) ? "busy" : "gone";
  const saying = setInterval(() => void keepLease(id).catch(() => undefined), SAID_EVERY).unref();
  try {
    while (!isDone(head)) {
      const after = await takePart(member, head);
      if (!after) return "busy";
      head = after;
      if (isDone(head)) break;
      if (performance.now() - started > budgetMs || !(await mayContinue())) return "more";
    }
    return "done";
  } finally {
    clearInterval(saying);
    const $unset = { busyUntil: "", ...(isDone(head) && { resumeAt: "" }) };
    await TransferFileModel.updateOne({ _id: id }, { $unset });
  }
}

const keepLease = (id: string) =>
  TransferFileModel.updateOne({ _id: id }, { $set: { busyUntil: leaseEnd() } });
const leaseEnd = () => new Date(now().getTime() + LEASE_MS);

function takeLease(member: Member, id: string, withSettings?: boolean): Promise<TransferFileRecord | null> {
  return TransferFileModel.findOneAndUpdate(
    {
      ...heldImport(member, id),
      busyUntil: { $not: notPassed(now(), LEASE_MS) },
    },
    { $set: { busyUntil: leaseEnd(), resumeAt: now(), ...(withSettings !== undefined && { withSettings }) } },
    { returnDocument: "after" },
  ).lean();
}

/** Imports one part and notes that it is done. Null if another run has done it. */
async function takePart(member: Member, head: TransferFileRecord): Promise<TransferFileRecord | null> {
  const { next = 0, parts = 0, withSettings = false } = head;
  const record = await TransferFileModel.findById(nextPartId(head)).lean();
  const part = record && openHeld<ImportPart>(member, record);
  let brought: string[] = [];
  if (part && "entries" in part) {
    brought = await keepEntries(member, journalKeys(member), part.entries);
    await noteBrought(member, head._id, next, brought);
  } else if (part && "pictures" in part) await bringPictures(member, part.pictures);
  else if (part && "threads" in part) await keepThreads(member, part.threads);
  else if (part && "intentions" in part) await bringIntentions(member, part.intentions);
  else if (part && "insights" in part) await keepInsights(member, part.insights);
  else if (part) await keepBeside(member, part, withSettings);
  const after = await TransferFileModel.findOneAndUpdate(
    { _id: head._id, next },
    { $inc: { next: 1 }, $push: { added: brought.length }, $set: { busyUntil: leaseEnd() } },
    { returnDocument: "after" },
  ).lean();
  if (!after) return null;
  await TransferFileModel.deleteOne({ _id: nextPartId(head) });
  if (next + 1 === parts) {
    await keepForUndo(member, head._id);
    await askForWords(member.id);
    const entries = (after.added ?? []).reduce((sum, count) => sum + count, 0);
    await audit({ kind: "journal.imported", actorId: member.id, subjectId: member.id, details: { entries } });
  }
  return after;
}
