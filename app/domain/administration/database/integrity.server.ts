import { CheckReportModel, type CheckReportRecord } from "#models/check-report.server";
import { embeddedEngine } from "#models/db/connection.server";
import { collectionFacts, collectionSizes, ownersByCollection } from "#models/db/inspect.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import PASSAGES from "~/content/passages.yaml";
import { isReadable } from "~/domain/administration/library/library.server";
import { verifyAuditLog } from "~/domain/audit/log.server";
import { doKeysOpen } from "~/domain/member/person-keys.server";
import { checkIntentions } from "~/domain/prayers/check-sealed.server";
import { BOOK_PASSAGES } from "~/domain/scripture/passages/passages-in-course";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { isSealedValue } from "~/platform/encryption.server";

/**
 * Slow looks at the whole database, by the job runner: how large each collection is, and whether everything is sound
 *. Nothing that people wrote is opened: a sealed value is known by its form, and whether a key
 * opens by opening the key alone.
 */
async function keep(_id: CheckReportRecord["_id"], report: Partial<CheckReportRecord>): Promise<void> {
  await CheckReportModel.deleteOne({ _id });
  await CheckReportModel.create({ _id, at: now(), ...report });
}

export async function measureSizes(signal?: AbortSignal): Promise<void> {
  const collections: CheckReportRecord["collections"] = [];
  for await (const size of collectionSizes()) {
    if (signal?.aborted) return;
    collections.push(size);
  }
  await keep("sizes", { collections });
}

/** More of one kind are counted, not named. */
const NAMED = 20;

export async function checkIntegrity(signal?: AbortSignal): Promise<void> {
  const problems = (await embeddedEngine()?.integrityCheck()) ?? [];
  const users = await checkUsers(problems, signal);
  const entries = await checkEntries(users, problems, signal);
  const intentions = await checkIntentions(signal);
  problems.push(...intentions.problems);
  if (signal?.aborted) return;
  const orphans = await checkOwners(users, problems, signal);
  const { lines, brokenAt } = await verifyAuditLog();
  if (brokenAt !== null)
    problems.push(t("Line {brokenAt} of the audit log is altered, missing or out of place.", { brokenAt }));
  const references = planReferences();
  for (const reference of references) if (!isReadable(reference)) problems.push(`${FAILING}${reference}`);
  for (const { name, missingIndexes } of await collectionFacts())
    for (const keys of missingIndexes)
      problems.push(t("The collection {name} is missing its index on {keys}.", { name, keys }));
  const more = problems.length - NAMED;
  await keep("integrity", {
    looked: [
      { what: "data keys", count: users.size },
      { what: t("entries and drafts"), count: entries },
      { what: t("people and intentions, and their order"), count: intentions.count },
      { what: t("owners of other records"), count: orphans },
      { what: t("audit log lines"), count: lines },
      { what: t("plan references"), count: references.length },
    ],
    problems: more > 0 ? [...problems.slice(0, NAMED), t("And {more} more.", { more })] : problems,
  });
}

/** How a line about a reference that cannot be read begins. */
export const FAILING = t("No verse, or too many, in the reference ");

/** Every reference that a plan can lead to. */
export function planReferences(): string[] {
  const lists = [
    ...Object.values(BOOK_PASSAGES),
    ...Object.values(PASSAGES.seasons),
    Object.values(PASSAGES.feasts),
    PASSAGES.verses,
  ];
  return [...new Set(lists.flat())];
}

async function checkUsers(problems: string[], signal?: AbortSignal): Promise<Set<number>> {
  const ids = new Set<number>();
  for await (const { _id, crypto } of UserModel.find({})
    .select({ crypto: 1 })
    .lean()
    .cursor({ batchSize: 500 })) {
    if (signal?.aborted) break;
    ids.add(_id);
    if (!doKeysOpen({ _id, crypto }))
      problems.push(t("The data key of user {_id} does not open with the keys of ENCRYPTION_KEYS.", { _id }));
  }
  return ids;
}

/** An account created during the check is looked up once more. */
async function isSomebody(users: Set<number>, id: number): Promise<boolean> {
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
    if (!(await isSomebody(users, userId)))
      problems.push(t("The journal record {_id} belongs to no account.", { _id }));
    if (!isSealedValue(storedBytes(sealed)))
      problems.push(t("The journal record {_id} is not encrypted.", { _id }));
  }
  return count;
}

/** Records that are left of someone who is gone. The audit log keeps its numbers by design; they name no one. */
async function checkOwners(users: Set<number>, problems: string[], signal?: AbortSignal): Promise<number> {
  const seen = new Set<number>();
  for await (const { name, owners } of ownersByCollection()) {
    if (signal?.aborted) break;
    if (name === JournalEntryModel.collection.collectionName) continue;
    for (const id of owners) {
      seen.add(id);
      if (!(await isSomebody(users, id)))
        problems.push(
          t("The collection {name} holds records of user {id}, who no longer exists.", { name, id }),
        );
    }
  }
  return seen.size;
}

export const readReport = (_id: CheckReportRecord["_id"]) => CheckReportModel.findById(_id).lean();
