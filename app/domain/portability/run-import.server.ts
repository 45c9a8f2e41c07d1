import { insertMissing } from "#models/db/queries.server";
import { EntryVersionModel, JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { TransferFileModel, type TransferFileRecord } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import { HOUR, pendingDeadline, SECOND } from "~/domain/calendar/durations";
import {
  filterTermsOf,
  journalKeys,
  pictureIdsOf,
  sealContent,
  wordTerms,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { versionRecord } from "~/domain/journal/entries/versions.server";
import { importIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { requestVocabularyUpdate } from "~/domain/journal/vocabulary/maintain-vocabulary.server";
import { JournalFullError } from "~/domain/limits/journal-quota";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { now } from "~/platform/clock";
import { createYielder } from "~/platform/concurrency.server";
import { log } from "~/platform/log.server";
import { derivedIdFor } from "./find-duplicates.server";
import { applyDetails, type PortableEntry } from "./foreign-entry";
import { importExtras, importInsights, importThreads } from "./import-extras.server";
import type { ImportBatch } from "./parsed-upload";
import { importPictures, withResolvedPictures } from "./stage-entries.server";
import {
  decryptStaged,
  isImportDone,
  makeUndoable,
  nextBatchId,
  recordImported,
  stagedImport,
} from "./staged-import.server";

/**
 * Imports entries under their own ids or, if another member's entry has that id, under an id derived for this member.
 * Existing entries stay unchanged. @returns the ids of those entries that are now in the journal
 */
export async function importEntryBatch(
  member: Member,
  keys: JournalKeys,
  entries: readonly PortableEntry[],
): Promise<string[]> {
  const pause = createYielder();
  const ids = entries.map(({ id }) => id);
  const taken = await JournalEntryModel.find({ _id: { $in: ids } }, { userId: 1 }).lean();
  const foreign = new Set(taken.filter(({ userId }) => userId !== member.id).map(({ _id }) => _id));
  const own = entries.map((entry) =>
    foreign.has(entry.id) ? { ...entry, id: derivedIdFor(keys, entry.id) } : entry,
  );
  const known = await idsOf(member, own);
  const missing = await withResolvedPictures(
    member,
    own.filter(({ id }) => !known.has(id)),
  );
  // Versions are inserted before their entries: after an interruption they are invisible until the next run inserts the
  // entries.
  const versions = missing.flatMap(({ id, versions }) =>
    versions.map((version) => versionRecord(keys, { entryId: id, userId: member.id }, version)),
  );
  await storeWithinQuota(member, versions, async (release) =>
    release(await insertMissing(EntryVersionModel, versions)),
  );
  if (missing.length > 0) {
    const records: JournalEntryRecord[] = [];
    for (const entry of missing) {
      await pause();
      records.push(recordOf(member, keys, entry));
    }
    await storeWithinQuota(member, records, async (release) =>
      release(await insertMissing(JournalEntryModel, records)),
    );
  }
  return [...(await idsOf(member, own))];
}

async function idsOf(member: Member, entries: readonly PortableEntry[]): Promise<Set<string>> {
  const ids = entries.map(({ id }) => id);
  const found = await JournalEntryModel.find({ _id: { $in: ids }, userId: member.id }, { _id: 1 }).lean();
  return new Set(found.map(({ _id }) => _id));
}

function recordOf(member: Member, keys: JournalKeys, entry: PortableEntry): JournalEntryRecord {
  const { id, content, versions: _, ...rest } = entry;
  return {
    ...rest,
    _id: id,
    userId: member.id,
    status: "final",
    changedAt: now(),
    marks: filterTermsOf(keys, entry, content),
    words: wordTerms(keys, content),
    sealed: sealContent(keys, id, content),
    ...(content.pictures && { pictures: pictureIdsOf(content) }),
  };
}

/** "more": the time budget is spent; "busy": another run holds the lease; "gone": no such import. */
type ImportRunResult = "done" | "more" | "busy" | "gone";
type ImportRunOptions = {
  withSettings?: boolean;
  /** Whether the lines of mood, place and weather are imported as text. */
  withDetails?: boolean;
  budgetMs?: number;
  /** Called between batches. */
  mayContinue?: () => boolean | Promise<boolean>;
};

/** Heartbeat timeout: a run that sends no heartbeat in this time loses its lease on the import. */
const LEASE_MS = 10 * SECOND;
const HEARTBEAT_MS = 3 * SECOND;
const BUDGET_MS = 8_000;

/**
 * Imports the staged batches until the time budget is spent. Idempotent: after an interruption the next run repeats the
 * unfinished batch, and entries that exist are skipped.
 */
export async function runImport(
  member: Member,
  id: string,
  { withSettings, withDetails, budgetMs = BUDGET_MS, mayContinue = () => true }: ImportRunOptions = {},
): Promise<ImportRunResult> {
  const started = performance.now();
  let head = await acquireLease(member, id, { withSettings, withDetails });
  if (!head) return (await TransferFileModel.exists(stagedImport(member, id))) ? "busy" : "gone";
  const heartbeat = setInterval(() => void extendLease(id).catch(() => undefined), HEARTBEAT_MS).unref();
  try {
    while (!isImportDone(head)) {
      const after = await importBatch(member, head);
      if (!after) return "busy";
      head = after;
      if (isImportDone(head)) break;
      if (performance.now() - started > budgetMs || !(await mayContinue())) return "more";
    }
    return "done";
  } finally {
    clearInterval(heartbeat);
    const $unset = { busyUntil: "", ...(isImportDone(head) && { resumeAt: "" }) };
    await TransferFileModel.updateOne({ _id: id }, { $unset });
  }
}

const extendLease = (id: string) =>
  TransferFileModel.updateOne({ _id: id }, { $set: { busyUntil: leaseEnd() } });
const leaseEnd = () => new Date(now().getTime() + LEASE_MS);

function acquireLease(
  member: Member,
  id: string,
  choices: Pick<ImportRunOptions, "withSettings" | "withDetails">,
): Promise<TransferFileRecord | null> {
  const chosen = Object.entries(choices).filter(([, value]) => value !== undefined);
  return TransferFileModel.findOneAndUpdate(
    {
      ...stagedImport(member, id),
      busyUntil: { $not: pendingDeadline(now(), LEASE_MS) },
    },
    { $set: { busyUntil: leaseEnd(), resumeAt: now(), ...Object.fromEntries(chosen) } },
    { returnDocument: "after" },
  ).lean();
}

/** Imports the next batch and advances the head by compare-and-set on `next`. Null if another run advanced it. */
async function importBatch(member: Member, head: TransferFileRecord): Promise<TransferFileRecord | null> {
  const { next = 0, parts = 0, withSettings = false, withDetails = false } = head;
  const record = await TransferFileModel.findById(nextBatchId(head)).lean();
  const batch = record && decryptStaged<ImportBatch>(member, record);
  let imported: string[] = [];
  if (batch && "entries" in batch) {
    const entries = batch.entries.flatMap((entry) => applyDetails(entry, withDetails));
    imported = await importEntryBatch(member, journalKeys(member), entries);
    await recordImported(member, head._id, next, imported);
  } else if (batch && "pictures" in batch) await importPictures(member, batch.pictures);
  else if (batch && "threads" in batch) await importThreads(member, batch.threads);
  else if (batch && "intentions" in batch) await importIntentions(member, batch.intentions);
  else if (batch && "insights" in batch) await importInsights(member, batch.insights);
  else if (batch) await importExtras(member, batch, withSettings);
  const after = await TransferFileModel.findOneAndUpdate(
    { _id: head._id, next },
    { $inc: { next: 1 }, $push: { added: imported.length }, $set: { busyUntil: leaseEnd() } },
    { returnDocument: "after" },
  ).lean();
  if (!after) return null;
  await TransferFileModel.deleteOne({ _id: nextBatchId(head) });
  if (next + 1 === parts) {
    await makeUndoable(member, head._id);
    await requestVocabularyUpdate(member.id);
    const entries = (after.added ?? []).reduce((sum, count) => sum + count, 0);
    await audit({ kind: "journal.imported", actorId: member.id, subjectId: member.id, details: { entries } });
  }
  return after;
}

/** Delay after a failure: a full journal needs its owner to act, and a damaged batch fails every time. */
const RETRY_MS = HOUR;

/** Matches confirmed imports that no run holds, because the process ended or the request spent its budget. */
const abandoned = () => ({
  resumeAt: { $lte: now() },
  expiresAt: { $gt: now() },
  $or: [{ busyUntil: { $exists: false } }, { busyUntil: { $lte: now() } }],
});

/** Continues abandoned imports. The key of a sealed journal is missing here, so its import is due at the next visit. */
export async function continueImports(signal: AbortSignal): Promise<void> {
  for (const { _id, userId } of await TransferFileModel.find(abandoned(), { userId: 1 }).lean()) {
    if (signal.aborted) return;
    const user = await UserModel.findById(userId).lean();
    if (user?.sealing) await UserModel.updateOne({ _id: userId }, { $set: { importDue: true } });
    else if (user)
      await continueImport(
        () => memberFrom(user),
        _id,
        () => !signal.aborted,
      );
  }
}

async function continueImport(
  member: () => Member,
  id: string,
  mayContinue: ImportRunOptions["mayContinue"],
): Promise<void> {
  try {
    await runImport(member(), id, { budgetMs: Number.POSITIVE_INFINITY, mayContinue });
  } catch (error) {
    await TransferFileModel.updateOne(
      { _id: id },
      { $set: { resumeAt: new Date(now().getTime() + RETRY_MS) } },
    );
    if (error instanceof JournalFullError) log.info("import.journal_full");
    else log.error("import.not_continued", error);
  }
}

/** Continues a member's abandoned imports during a visit, when a sealed journal is unlocked. */
export const IMPORT_TASK: OnVisitTask = {
  isDue: ({ importDue }) => importDue === true,
  async run(member, isPresent) {
    const mine = { ...abandoned(), userId: member.id };
    for (const { _id } of await TransferFileModel.find(mine, { _id: 1 }).lean())
      await continueImport(() => member, _id, isPresent);
    await UserModel.updateOne({ _id: member.id }, { $set: { importDue: false } });
  },
};
