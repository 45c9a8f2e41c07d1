import { z } from "zod";
import { CheckReportModel } from "#models/check-report.server";
import { createIndexes } from "#models/db/define-model.server";
import {
  allCollections,
  collectionSummaries,
  countExpired,
  databaseBytes,
  engineName,
} from "#models/db/inspect.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { listAppliedMigrations } from "#models/migrations/migrate.server";
import { UserModel } from "#models/user.server";
import { isSmallInstance } from "~/domain/administration/statistics/scripture-stats.server";
import { DAY } from "~/domain/calendar/durations";
import { DRAFT_DAYS } from "~/domain/journal/entries/promote-drafts.server";
import { trashEnd } from "~/domain/journal/history/query";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { t, tn } from "~/i18n/t";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { expiredBackupFiles, listBackups, lastBackup as readLastBackup } from "./backups.server";

/** Data of the Database page: sizes, counts and states of the collections, never their contents. */
export async function databasePage() {
  const [engine, bytes, facts, sizes, integrity, backups, lastBackup, kept, isSmall, lifted] =
    await Promise.all([
      engineName(),
      databaseBytes(),
      collectionSummaries(),
      CheckReportModel.findById("sizes").lean(),
      CheckReportModel.findById("integrity").lean(),
      listBackups(),
      readLastBackup(),
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
    liftedAt: lifted.at(-1)?.at ?? null,
    retention: kept,
  };
}

/** Intents of the Database page. */
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
