import { insertMissing } from "#models/db/queries.server";
import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
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
import { importIntentions } from "~/domain/journal/prayers/add-intentions.server";
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
import type { PortableEntry } from "./foreign-entry";
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
 * Keeps entries from elsewhere under their own ids or, if someone else's entry has that id, under one of this
 * person's. An entry that is there already stays as it is. @returns the ids of those that are in the journal now
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
  // Earlier texts first: an interruption leaves some that no page shows, and the next run puts them there again.
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

/** "more": there is more to do than one request should take; "busy": another run is at work; "gone": nothing waits. */
export type ImportRunResult = "done" | "more" | "busy" | "gone";
export type ImportRunOptions = {
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
  { withSettings, budgetMs = BUDGET_MS, mayContinue = () => true }: ImportRunOptions = {},
): Promise<ImportRunResult> {
  const started = performance.now();
  let head = await takeLease(member, id, withSettings);
  if (!head) return (await TransferFileModel.exists(stagedImport(member, id))) ? "busy" : "gone";
  const saying = setInterval(() => void keepLease(id).catch(() => undefined), SAID_EVERY).unref();
  try {
    while (!isImportDone(head)) {
      const after = await takePart(member, head);
      if (!after) return "busy";
      head = after;
      if (isImportDone(head)) break;
      if (performance.now() - started > budgetMs || !(await mayContinue())) return "more";
    }
    return "done";
  } finally {
    clearInterval(saying);
    const $unset = { busyUntil: "", ...(isImportDone(head) && { resumeAt: "" }) };
    await TransferFileModel.updateOne({ _id: id }, { $unset });
  }
}

const keepLease = (id: string) =>
  TransferFileModel.updateOne({ _id: id }, { $set: { busyUntil: leaseEnd() } });
const leaseEnd = () => new Date(now().getTime() + LEASE_MS);

function takeLease(member: Member, id: string, withSettings?: boolean): Promise<TransferFileRecord | null> {
  return TransferFileModel.findOneAndUpdate(
    {
      ...stagedImport(member, id),
      busyUntil: { $not: pendingDeadline(now(), LEASE_MS) },
    },
    { $set: { busyUntil: leaseEnd(), resumeAt: now(), ...(withSettings !== undefined && { withSettings }) } },
    { returnDocument: "after" },
  ).lean();
}

/** Imports one part and notes that it is done. Null if another run has done it. */
async function takePart(member: Member, head: TransferFileRecord): Promise<TransferFileRecord | null> {
  const { next = 0, parts = 0, withSettings = false } = head;
  const record = await TransferFileModel.findById(nextBatchId(head)).lean();
  const part = record && decryptStaged<ImportBatch>(member, record);
  let brought: string[] = [];
  if (part && "entries" in part) {
    brought = await importEntryBatch(member, journalKeys(member), part.entries);
    await recordImported(member, head._id, next, brought);
  } else if (part && "pictures" in part) await importPictures(member, part.pictures);
  else if (part && "threads" in part) await importThreads(member, part.threads);
  else if (part && "intentions" in part) await importIntentions(member, part.intentions);
  else if (part && "insights" in part) await importInsights(member, part.insights);
  else if (part) await importExtras(member, part, withSettings);
  const after = await TransferFileModel.findOneAndUpdate(
    { _id: head._id, next },
    { $inc: { next: 1 }, $push: { added: brought.length }, $set: { busyUntil: leaseEnd() } },
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

/** How long the job waits after a failure: a full journal needs its writer, and a damaged part fails every time. */
const RETRY_MS = HOUR;

/** Matches confirmed imports that no run works on: their process ended, or a request took as long as it may. */
const abandoned = () => ({
  resumeAt: { $lte: now() },
  expiresAt: { $gt: now() },
  $or: [{ busyUntil: { $exists: false } }, { busyUntil: { $lte: now() } }],
});

/** Finishes abandoned imports. One of a sealed journal waits for its writer's next visit. */
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

/** Finishes the abandoned imports of a sealed journal while its writer is here. */
export const IMPORT_TASK: OnVisitTask = {
  isDue: ({ importDue }) => importDue === true,
  async run(member, isPresent) {
    const mine = { ...abandoned(), userId: member.id };
    for (const { _id } of await TransferFileModel.find(mine, { _id: 1 }).lean())
      await continueImport(() => member, _id, isPresent);
    await UserModel.updateOne({ _id: member.id }, { $set: { importDue: false } });
  },
};
