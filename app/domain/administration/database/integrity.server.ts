import { CheckReportModel, type CheckReportRecord } from "#models/check-report.server";
import { embeddedEngine } from "#models/db/connection.server";
import { collectionSizes, collectionSummaries, ownersByCollection } from "#models/db/inspect.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { isReadable } from "~/domain/administration/library/library.server";
import { FAILING, planReferences } from "~/domain/administration/statistics/scripture-stats.server";
import { checkIntentionsEncrypted } from "~/domain/journal/prayers/encrypted-intention.server";
import { canDecrypt } from "~/domain/member/person-keys.server";
import { verifyAuditLog } from "~/domain/operations/audit-log.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { isSealedValue } from "~/platform/encryption.server";

async function storeReport(_id: CheckReportRecord["_id"], report: Partial<CheckReportRecord>): Promise<void> {
  await CheckReportModel.deleteOne({ _id });
  await CheckReportModel.create({ _id, at: now(), ...report });
}

export async function measureSizes(signal?: AbortSignal): Promise<void> {
  const collections: CheckReportRecord["collections"] = [];
  for await (const size of collectionSizes()) {
    if (signal?.aborted) return;
    collections.push(size);
  }
  await storeReport("sizes", { collections });
}

const MAX_LISTED_PROBLEMS = 20;

/**
 * Checks the whole database without decrypting a text: an encrypted value is recognised by its format, and a key by
 * unwrapping it alone.
 */
export async function checkIntegrity(signal?: AbortSignal): Promise<void> {
  const problems = (await embeddedEngine()?.integrityCheck()) ?? [];
  const users = await checkUsers(problems, signal);
  const entries = await checkEntries(users, problems, signal);
  const intentions = await checkIntentionsEncrypted(signal);
  problems.push(...intentions.problems);
  if (signal?.aborted) return;
  const orphans = await checkOwners(users, problems, signal);
  const { lines, brokenAt } = await verifyAuditLog();
  if (brokenAt !== null)
    problems.push(t("Line {brokenAt} of the audit log is altered, missing or out of place.", { brokenAt }));
  const references = planReferences();
  for (const reference of references) if (!isReadable(reference)) problems.push(`${FAILING}${reference}`);
  for (const { name, missingIndexes } of await collectionSummaries())
    for (const keys of missingIndexes)
      problems.push(t("The collection {name} is missing its index on {keys}.", { name, keys }));
  const more = problems.length - MAX_LISTED_PROBLEMS;
  await storeReport("integrity", {
    looked: [
      { what: "data keys", count: users.size },
      { what: t("entries and drafts"), count: entries },
      { what: t("people and intentions, and their order"), count: intentions.count },
      { what: t("owners of other records"), count: orphans },
      { what: t("audit log lines"), count: lines },
      { what: t("plan references"), count: references.length },
    ],
    problems:
      more > 0 ? [...problems.slice(0, MAX_LISTED_PROBLEMS), t("And {more} more.", { more })] : problems,
  });
}

async function checkUsers(problems: string[], signal?: AbortSignal): Promise<Set<number>> {
  const ids = new Set<number>();
  for await (const { _id, crypto } of UserModel.find({})
    .select({ crypto: 1 })
    .lean()
    .cursor({ batchSize: 500 })) {
    if (signal?.aborted) break;
    ids.add(_id);
    if (!canDecrypt({ _id, crypto }))
      problems.push(t("The data key of user {_id} does not open with the keys of ENCRYPTION_KEYS.", { _id }));
  }
  return ids;
}

/** An account created during the check is missing in `users`, so it is looked up. */
async function hasAccount(users: Set<number>, id: number): Promise<boolean> {
  if (!users.has(id) && (await UserModel.exists({ _id: id }))) users.add(id);
  return users.has(id);
}

async function checkEntries(users: Set<number>, problems: string[], signal?: AbortSignal): Promise<number> {
  let count = 0;
  const cursor = JournalEntryModel.find({})
    .select({ userId: 1, sealed: 1 })
    .lean()
    .cursor({ batchSize: 200 });
  for await (const { _id, userId, sealed } of cursor) {
    if (signal?.aborted) break;
    count += 1;
    if (!(await hasAccount(users, userId)))
      problems.push(t("The journal record {_id} belongs to no account.", { _id }));
    if (!isSealedValue(storedBytes(sealed)))
      problems.push(t("The journal record {_id} is not encrypted.", { _id }));
  }
  return count;
}

/** Finds orphaned records. The audit log keeps the ids of deleted accounts by design. */
async function checkOwners(users: Set<number>, problems: string[], signal?: AbortSignal): Promise<number> {
  const seen = new Set<number>();
  for await (const { name, owners } of ownersByCollection()) {
    if (signal?.aborted) break;
    if (name === JournalEntryModel.collection.collectionName) continue;
    for (const id of owners) {
      seen.add(id);
      if (!(await hasAccount(users, id)))
        problems.push(
          t("The collection {name} holds records of user {id}, who no longer exists.", { name, id }),
        );
    }
  }
  return seen.size;
}
