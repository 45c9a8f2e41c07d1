import { z } from "zod";
import {
  allCollections,
  collectionSizes,
  collectionSummaries,
  countExpired,
  databaseBytes,
  engineName,
  ownersByCollection,
} from "#models/db/collections.server";
import { embeddedEngine } from "#models/db/connection.server";
import { createIndexes } from "#models/db/define-model.server";
import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { listAppliedMigrations } from "#models/migrations/migrations.server";
import { CheckReportModel, type CheckReportRecord } from "#models/operations.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { DRAFT_DAYS } from "~/domain/journal/entries/finish-entry.server";
import { trashEnd } from "~/domain/journal/history/query";
import { checkIntentionsEncrypted } from "~/domain/journal/prayers/encrypted-intention.server";
import type { Member } from "~/domain/member/member";
import { canDecrypt } from "~/domain/member/member-keys.server";
import { audit, verifyAuditLog } from "~/domain/operations/audit-log.server";
import { t, tn } from "~/i18n/t";
import { now } from "~/platform/clock";
import { isSealedValue } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { expiredBackupFiles, lastBackupTime, listBackups } from "./backups.server";
import { isReadable } from "./library.server";
import { isSmallInstance, planReferences, UNREADABLE_REFERENCE } from "./statistics/scripture-stats.server";

/** Data of the Database page: sizes, counts and states of the collections, never their contents. */
export async function readDatabasePage() {
  const [engine, bytes, facts, sizes, integrity, backups, lastBackup, retention, isSmall, migrations] =
    await Promise.all([
      engineName(),
      databaseBytes(),
      collectionSummaries(),
      CheckReportModel.findById("sizes").lean(),
      CheckReportModel.findById("integrity").lean(),
      listBackups(),
      lastBackupTime(),
      retentionReport(),
      isSmallInstance(),
      listAppliedMigrations(),
    ]);
  return {
    engine,
    bytes,
    collections: facts.map((fact) => {
      const size = sizes?.collections.find(({ name }) => name === fact.name);
      // In a small instance the number of records reveals how much one member writes.
      const documents = isSmall && fact.isPersonal ? null : fact.documents;
      return { ...fact, documents, bytes: size?.bytes ?? null, indexBytes: size?.indexBytes ?? null };
    }),
    measuredAt: sizes?.at ?? null,
    integrity: integrity && {
      at: integrity.at,
      looked: isSmall ? [] : integrity.looked.map(({ what, count: looked }) => ({ what, count: looked })),
      problems: integrity.problems,
    },
    backups,
    lastBackup,
    liftedAt: migrations.at(-1)?.at ?? null,
    retention,
  };
}

export const DatabaseSchema = z.object({
  intent: z.enum(["backup", "indexes", "integrity", "sizes"], t("Please use the buttons on this page.")),
});

export async function makeIndexes(administrator: Member): Promise<void> {
  await createIndexes();
  await audit({ kind: "admin.indexes_made", actorId: administrator.id });
}

type RetentionLine = { what: string; kept: string; by: string; due: number };

/**
 * Collections with a TTL index: what they hold and how long.
 * @internal Exported for tests.
 */
export const TTL_COLLECTIONS: Record<string, [what: string, kept: string]> = {
  abAssignments: [t("Landing page visits"), t("A year")],
  accessKeys: [t("Keys for programs"), t("90 days")],
  aiCalls: [t("Requests to the language model, without what was said"), t("90 days")],
  billingEvents: [t("Messages from the payment service"), t("30 days")],
  coachDays: [t("Counts of each person’s coach messages"), t("3 days")],
  contactMessages: [t("Contact form messages"), t("A year")],
  eventDays: [t("Daily counts"), t("40 days")],
  prayerRequests: [t("Requests for prayer"), t("30 days after their end")],
  heldFiles: [
    t("Pending uploads and downloads; a person’s last change of tags"),
    t("A day or less; 30 days"),
  ],
  heldPosts: [t("Forms held after a session expired"), t("An hour")],
  invitations: [t("Invitations, after their seven days"), t("30 days")],
  loginAttempts: [t("Counters of failed sign-ins"), t("An hour or a day")],
  metricMinutes: [t("Counts by the minute"), t("8 days")],
  outgoingMail: [t("Sent and undeliverable emails"), t("30 days")],
  pendingSignIns: [t("Signing in to a sealed journal, between password and code"), t("5 minutes")],
  promptSwaps: [t("Questions that were swapped"), t("65 days")],
  reminderClaims: [t("Marks of reminders sent"), t("3 days")],
  sessions: [t("Sessions"), t("Until they end")],
  submissions: [t("Form submission ids"), t("A day")],
};

/** Lists the kinds of data that are deleted automatically, each with its period, its job, and the number of due records. */
async function retentionReport(): Promise<RetentionLine[]> {
  const at = now();
  const oldDrafts = new Date(at.getTime() - DRAFT_DAYS * DAY);
  const lines: [what: string, kept: string, by: string, due: PromiseLike<number>][] = [
    [
      t("Entries in the trash"),
      t("30 days"),
      t("Job purge-trash"),
      JournalEntryModel.countDocuments({ deletedAt: { $gt: new Date(0), $lte: trashEnd(at) } }),
    ],
    [
      t("Abandoned drafts: they become entries"),
      t("{draftDays} days", { draftDays: DRAFT_DAYS }),
      t("Job keep-drafts"),
      JournalEntryModel.countDocuments({ draftKey: { $exists: true }, updatedAt: { $lte: oldDrafts } }),
    ],
    [
      t("Accounts scheduled for deletion"),
      t("7 days"),
      t("Job destroy-accounts"),
      UserModel.countDocuments({ deleteAfter: { $gt: new Date(0), $lte: at } }),
    ],
    [
      t("Backups on this machine"),
      env.BACKUP_DAYS ? tn("One day", "{count} days", env.BACKUP_DAYS) : t("Until someone deletes them"),
      t("Job remove-old-backups"),
      expiredBackupFiles().then((files) => files.length),
    ],
    ...allCollections().flatMap((name): (typeof lines)[number][] => {
      const expiring = TTL_COLLECTIONS[name];
      return expiring ? [[...expiring, t("The database"), countExpired(name, at)]] : [];
    }),
  ];
  return Promise.all(lines.map(async ([what, kept, by, due]) => ({ what, kept, by, due: await due })));
}

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
 * Checks the whole database and stores a report. Decrypts no text: it checks only the format of encrypted values, and that
 * each data key can be unwrapped.
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
  for (const reference of references)
    if (!isReadable(reference)) problems.push(`${UNREADABLE_REFERENCE}${reference}`);
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

/** Looks up an id that is missing in `users`, because the account may have been created during the check. */
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
