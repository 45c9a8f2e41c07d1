/** @module-tag release */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import {
  createSomeone,
  memberBy,
  sealFor,
  signedIn,
  signOutEverywhere,
  startVisit,
} from "#tests/factories/sealed";
import { PASSWORD } from "#tests/factories/user";
import { SEALED_WORDS, exportAsJson, writeEverything } from "#tests/support/full-journal";
import { operatorReads, operatorSees } from "#tests/support/operator";
import { moveToEmbedded, restoreBackup } from "#tests/support/stopped-instance";
import { uploadJournal } from "#tests/support/upload-journal";
import { destroyDueAccounts, startDeletion, undoDeletion } from "~/domain/accounts/deletion/deletion.server";
import { backupRetention, reencryptTexts } from "~/domain/accounts/sealing/reencrypt-texts.server";
import { listBackups, makeBackup, removeOldBackups } from "~/domain/administration/backups.server";
import { pendingDeletionOfSession } from "~/domain/identity/session-lock.server";
import { startSession } from "~/domain/identity/sessions.server";
import { signIn } from "~/domain/identity/sign-in.server";
import { runWeeklyInsights } from "~/domain/insights/weekly-run.server";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { saveDraft } from "~/domain/journal/entries/drafts.server";
import { promoteOldDrafts } from "~/domain/journal/entries/finish-entry.server";
import type { Member } from "~/domain/member/member";
import { DEFAULT_REMINDERS } from "~/domain/member/preferences";
import { onVisitTasksDone } from "~/domain/operations/on-visit-tasks.server";
import { runImport } from "~/domain/portability/run-import.server";
import { claimMail } from "~/domain/reminders/mail/outbox.server";
import { saveReminders, sendDueReminders } from "~/domain/reminders/reminders.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { backup, moveDatabase } from "../../scripts/commands/backup";

const signal = new AbortController().signal;
let at: Date;
const later = (days: number) => (at = new Date(at.getTime() + days * 86_400_000));
let folder: string;

beforeEach(() => {
  at = new Date("2026-11-21T08:00:00Z");
  setClock(() => at);
  folder = mkdtempSync(path.join(tmpdir(), "away-"));
  // Test files of one process share its data folder.
  rmSync(path.join(env.DATA_DIR, "backups"), { recursive: true, force: true });
});
afterEach(async () => {
  await onVisitTasksDone();
  rmSync(folder, { recursive: true, force: true });
});

const missing = async (member: Member, words: readonly string[] = SEALED_WORDS) => {
  const journal = await exportAsJson(member);
  return words.filter((word) => !journal.includes(word));
};
/** A sealed, re-encrypted journal with a record of every kind, signed out. */
async function sealedAndAway(): Promise<Member> {
  const journalOwner = await createSomeone();
  await writeEverything(journalOwner.member);
  const sealed = await sealFor({ ...journalOwner, member: await memberBy(journalOwner.secret) });
  for (let round = 1; round <= 2; round++) {
    await reencryptTexts(await memberBy(sealed.secret), () => Promise.resolve(true));
    later(1 / 96);
  }
  await signOutEverywhere(sealed.member);
  return sealed.member;
}
const emptyDatabase = async () => {
  for (const { collection } of Object.values(mongoose.models)) await collection.deleteMany({});
};

describe("sealed journal while its owner is away", () => {
  it(
    "stays encrypted in a backup with every server secret, and opens for its owner after a restore",
    { tags: ["release"] },
    async () => {
      const member = await sealedAndAway();
      const sealed = path.join(folder, "sealed.backup");
      await backup([sealed]);
      await emptyDatabase();
      await restoreBackup(sealed);
      expect(await UserModel.countDocuments({ sealing: { $ne: null } })).toBe(1);
      expect(await operatorReads()).toEqual([]);
      const seen = await operatorSees();
      expect(SEALED_WORDS.filter((word) => seen.includes(word))).toEqual([]);
      expect(await missing((await startVisit(member)).member)).toEqual([]);
    },
  );

  it("names the day on which the last unsealed backup expires", async () => {
    const { member: open } = await createSomeone();
    expect(backupRetention(open)).toBeNull();
    await makeBackup();
    const member = await sealedAndAway();
    const files = async () => (await listBackups()).length;
    later(13);
    await removeOldBackups();
    expect([backupRetention(member), await files()]).toEqual([null, 1]);
    env.BACKUP_DAYS = 14;
    await removeOldBackups();
    const lastDay = "6 December 2026";
    expect([backupRetention(member), await files()]).toEqual([{ days: 14, lastDay, areGone: false }, 1]);
    later(2);
    await removeOldBackups();
    expect([backupRetention(member), await files()]).toEqual([{ days: 14, lastDay, areGone: true }, 0]);
  });

  it("stays sealed when moved to another server and back", { tags: ["release"] }, async () => {
    const member = await sealedAndAway();
    const engine = await start({ dataDir: folder });
    try {
      await moveDatabase([engine.uri]);
      await emptyDatabase();
      await moveToEmbedded(engine.uri);
    } finally {
      await engine.stop();
    }
    expect(await operatorReads()).toEqual([]);
    expect(await missing((await startVisit(member)).member)).toEqual([]);
  });

  it("is skipped by the weekly-insights job and caught up at the owner's visit", async () => {
    const journalOwner = await createSomeone();
    for (const day of ["10", "11", "12"])
      await createEntry(journalOwner.member, {
        forDate: `2026-11-${day}`,
        content: { body: "The heron stood." },
      });
    const { member } = await sealFor(journalOwner);
    await signOutEverywhere(member);
    await UserModel.updateMany({}, { $set: { insightsDueAt: new Date("2026-11-16T00:00:00Z") } });
    const logInfo = vi.spyOn(log, "info");
    expect(await runWeeklyInsights(signal)).toEqual({ users: 0 });
    expect(logInfo).toHaveBeenCalledWith("insights.sealed_weeks_wait", { people: 1 });
    expect(await InsightModel.countDocuments()).toBe(0);
    await onVisitTasksDone();
    await startVisit(member);
    await onVisitTasksDone();
    expect(await InsightModel.countDocuments({ status: "ready" })).toBe(1);
    const user = await UserModel.findById(member.id).orFail().lean();
    expect(user.insightsDueAt?.getTime()).toBeGreaterThan(at.getTime());
    await signOutEverywhere(member);
    expect((await operatorReads()).filter((line) => line.startsWith("insights"))).toEqual([]);
  });

  it("is skipped by the job for old drafts and caught up at the owner's visit", async () => {
    const journalOwner = await createSomeone();
    const { member } = await sealFor(journalOwner);
    const draft = {
      kind: "free",
      slot: "none",
      forDate: "2026-11-21",
      promptSet: "",
      promptIds: [],
    } as const;
    const content = { ...EMPTY_CONTENT, body: "The heron stood." };
    await saveDraft(member, { ...draft, promptIds: [], passageRef: "", content }, {});
    await signOutEverywhere(member);
    later(91);
    await UserModel.updateMany({}, { $set: { insightsDueAt: at } });
    const logInfo = vi.spyOn(log, "info");
    expect(await promoteOldDrafts(signal)).toBe(0);
    expect(logInfo).toHaveBeenCalledWith("drafts.sealed_wait", { people: 1 });
    const entries = () => JournalEntryModel.countDocuments({ status: "final" });
    expect(await entries()).toBe(0);
    await startVisit(member);
    await onVisitTasksDone();
    expect([await entries(), await JournalEntryModel.countDocuments()]).toEqual([1, 1]);
    expect(await promoteOldDrafts(signal)).toBe(0);
    expect(logInfo).toHaveBeenLastCalledWith("drafts.sealed_wait", { people: 0 });
  });

  it("gets reminders without journal text", async () => {
    const member = await sealedAndAway();
    await saveReminders(member, { ...DEFAULT_REMINDERS, email: true });
    const due = (await UserModel.findById(member.id).orFail().lean()).reminders?.nextAt;
    at = new Date((due?.getTime() ?? 0) + 60_000);
    expect(await sendDueReminders(signal)).toBe(1);
    const texts: string[] = [];
    for (let next = await claimMail(); next; next = await claimMail())
      if (next.record.kind === "reminder")
        texts.push(`${next.mail.subject} ${next.mail.text} ${next.mail.html}`);
    expect(texts).toHaveLength(1);
    expect(SEALED_WORDS.filter((word) => texts.join().includes(word))).toEqual([]);
  });

  it(
    "keeps a staged import encrypted and continues it when the owner returns",
    { tags: ["release"] },
    async () => {
      const member = await sealedAndAway();
      const text = "---\ndate: 2020-01-02\n---\n# Finch\n\nIt sang.\n";
      const { member: here } = await startVisit(member);
      const upload = await uploadJournal(here, "2020-01-02.md", Buffer.from(text));
      if (!upload.ok) throw new Error(upload.code);
      await signOutEverywhere(member);
      expect(await operatorReads()).toEqual([]);
      const { member: back } = await startVisit(member);
      expect(await runImport(back, upload.id)).toBe("done");
      expect(await missing(back, [...SEALED_WORDS, "It sang."])).toEqual([]);
    },
  );

  it("stays sealed and exportable during a pending deletion, and is destroyed unless the owner undoes it", async () => {
    const member = await sealedAndAway();
    await startDeletion(member.id);
    later(3);
    const result = await signIn({ email: member.email, password: PASSWORD }, { network: "home" });
    if (!result.ok) throw new Error(result.code);
    expect(result.isPendingDeletion).toBe(true);
    const { secret } = await startSession(result.user, { remember: false, device: "Test" });
    const leaving = await pendingDeletionOfSession(secret);
    if (!leaving) throw new Error("the session is not let in");
    expect(await missing(leaving.member)).toEqual([]);
    const owner = await undoDeletion(leaving.member);
    if (!owner) throw new Error("too late");
    const { member: back } = await signedIn(owner);
    expect(back.sealed).not.toBeNull();
    expect(await missing(back)).toEqual([]);

    await startDeletion(member.id);
    later(8);
    expect(await destroyDueAccounts(signal)).toBe(1);
    expect(await UserModel.findById(member.id).lean()).toBeNull();
  });
});
