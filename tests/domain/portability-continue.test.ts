/** @module-tag release */
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { EntryVersionModel, JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel } from "#models/picture.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import { createSomeone, sealFor } from "#tests/factories/sealed";
import { createMember } from "#tests/factories/user";
import { makeZip } from "#tests/support/make-zip";
import { snapshotDatabase, stopAfterWrites } from "#tests/support/stop-at-write";
import { fileEntry, importFile, journalFile, stageImport, untilRead } from "#tests/support/upload-journal";
import { endSession, memberOfSession } from "~/domain/identity/sessions.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { onVisitTasksDone, runOnVisitTasks } from "~/domain/operations/on-visit-tasks.server";
import type { ImportBatch } from "~/domain/portability/parsed-upload";
import { importEntryBatch, runImport } from "~/domain/portability/run-import.server";
import {
  decryptStaged,
  discardImport,
  importState,
  listImports,
  nextBatchId,
} from "~/domain/portability/staged-import.server";
import { findPendingImport, readingState, retryReading } from "~/domain/portability/upload-journal.server";
import { JOBS } from "~/jobs.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { closePicturePool } from "~/platform/pictures.server";

const LEASE_MS = 10_000;
const HOUR_MS = 3_600_000;
const { signal } = new AbortController();
let at: Date;

beforeEach(() => {
  at = new Date("2026-11-21T10:00:00Z");
  setClock(() => at);
});
afterEach(async () => {
  await onVisitTasksDone();
  setClock();
  env.JOURNAL_QUOTA_MB = 1024;
});
afterAll(closePicturePool);

/** Runs the background job that continues imports. */
async function continueImports(until = signal): Promise<void> {
  const job = JOBS.find(({ name }) => name === "continue-imports") ?? expect.fail();
  await job.run(until);
}

const wait = (ms: number) => (at = new Date(at.getTime() + ms));

async function upload(member: Member, count = 150): Promise<string> {
  const entries = Array.from({ length: count }, (_, n) => fileEntry(`${member.id}-${n}`));
  return (await stageImport(member, journalFile(entries))).id;
}

/** Leaves the state of a process that was killed in the first batch of a confirmed import. */
async function simulateKilledImport(member: Member, id: string, stored: number): Promise<void> {
  const head = await TransferFileModel.findById(id).orFail().lean();
  const record = await TransferFileModel.findById(nextBatchId(head)).orFail().lean();
  const part = decryptStaged<ImportBatch>(member, record);
  if (!("entries" in part)) throw new Error("The first part has no entries.");
  await importEntryBatch(member, journalKeys(member), part.entries.slice(0, stored));
  const busyUntil = new Date(at.getTime() + LEASE_MS);
  await TransferFileModel.updateOne({ _id: id }, { $set: { busyUntil, resumeAt: at } });
}

async function createKilledImport(member: Member, stored: number): Promise<string> {
  const id = await upload(member);
  await simulateKilledImport(member, id, stored);
  return id;
}

it("records the confirmation before the first batch", async () => {
  const member = await createMember();
  const id = await upload(member);
  const failing = runImport({ ...member, journalKey: () => Buffer.alloc(0) }, id);
  await expect(failing).rejects.toThrow();
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 0, isBusy: false });
});

it("counts the stored entries of a killed import, and finishes it once its lease has expired", async () => {
  const member = await createMember();
  const id = await createKilledImport(member, 40);
  await continueImports();
  expect(await runImport(member, id)).toBe("busy");
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 40, isBusy: true });
  wait(LEASE_MS);
  await continueImports();
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150, percent: 100 });
  expect(await JournalEntryModel.countDocuments({ userId: member.id })).toBe(150);
  expect(await listImports(member)).toMatchObject([{ id, entries: 150 }]);
  expect(await TransferFileModel.findById(id).lean()).not.toHaveProperty("resumeAt");
});

it("leaves an import alone when it is unconfirmed or the server is stopping", async () => {
  const member = await createMember();
  const id = await upload(member);
  await continueImports();
  expect(await importState(member, id)).toMatchObject({ stage: "preview", added: 0 });
  await simulateKilledImport(member, id, 1);
  wait(LEASE_MS);
  await continueImports(AbortSignal.abort());
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 1 });
});

it("retries an hour after the journal was full, while the member can retry at once", async () => {
  const member = await createMember();
  const id = await createKilledImport(member, 1);
  wait(LEASE_MS);
  env.JOURNAL_QUOTA_MB = 0;
  await continueImports();
  expect(await importState(member, id)).toMatchObject({ stage: "running", isPaused: true, isBusy: false });
  env.JOURNAL_QUOTA_MB = 1024;
  await continueImports();
  expect(await importState(member, id)).toMatchObject({ isPaused: true });
  wait(HOUR_MS);
  await continueImports();
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150 });
});

it("keeps a confirmed import when it is discarded or another file is uploaded", async () => {
  const member = await createMember();
  const id = await createKilledImport(member, 40);
  expect(await discardImport(member, id)).toBe(false);
  const other = await upload(member, 3);
  expect(await discardImport(member, other)).toBe(true);
  wait(LEASE_MS);
  await continueImports();
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150 });
});

it("finishes a killed import into a sealed journal at the member’s next visit", async () => {
  const { secret } = await sealFor(await createSomeone());
  const member = (await memberOfSession(secret)) ?? expect.fail();
  const id = await createKilledImport(member, 40);
  wait(LEASE_MS);
  await continueImports();
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 40 });
  await memberOfSession(secret, runOnVisitTasks);
  await onVisitTasksDone();
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150 });
  expect(await UserModel.findById(member.id).lean()).toMatchObject({ importDue: false });
  await endSession(secret);
});

/** Continues a staged import, or uploads the file again if there is none. */
async function resumeOrRetry(member: Member, file: Uint8Array): Promise<unknown> {
  const waiting = await findPendingImport(member);
  if (!waiting) return importFile(member, file, { name: "journal.zip" });
  if (await readingState(member, waiting.id)) {
    expect(await retryReading(member, waiting.id)).toBe(true);
    expect(await untilRead(member, waiting.id)).toEqual({ ok: true, id: waiting.id });
  }
  expect(await importState(member, waiting.id)).not.toBeNull();
  return expect(await runImport(member, waiting.id, { budgetMs: 60_000 })).toBe("done");
}

it(
  "resumes an import that was stopped at any write, without losses or duplicates",
  { tags: ["release"] },
  async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#993366" } }).jpeg();
    const file = makeZip([
      { name: "2026-01-01.md", data: "A gate ![](gate.jpg)" },
      { name: "2026-01-02.md", data: "A river" },
      { name: "gate.jpg", data: await picture.toBuffer() },
    ]);
    const member = await createMember();
    const restore = await snapshotDatabase();
    const seen = { again: 0, held: 0, nothing: 0 };
    let isWhole = false;
    for (let writes = 0; !isWhole; writes++) {
      await restore();
      isWhole = await stopAfterWrites(writes, () => importFile(member, file, { name: "journal.zip" }));
      // The lease of the stopped server expires within a minute.
      wait(61_000);
      const waiting = await findPendingImport(member);
      if (!waiting) seen.nothing++;
      else if (await readingState(member, waiting.id)) seen.again++;
      else seen.held++;
      if (!isWhole) await resumeOrRetry(member, file);
      const entries = await JournalEntryModel.find({ userId: member.id }, { pictures: 1 }).lean();
      expect([writes, entries.length]).toEqual([writes, 2]);
      expect(entries.flatMap(({ pictures = [] }) => pictures)).toHaveLength(1);
      expect(await PictureModel.countDocuments({ userId: member.id, looseSince: null })).toBe(1);
      expect(await EntryVersionModel.countDocuments()).toBe(0);
      const left = await TransferFileModel.find({ userId: member.id }).lean();
      // Orphaned chunks expire within a day.
      const toStay = left.filter(({ expiresAt }) => expiresAt.getTime() > at.getTime() + 24 * HOUR_MS);
      const purposes = new Set(toStay.map(({ purpose }) => purpose));
      expect([writes, purposes]).toEqual([writes, new Set(["brought", "import"])]);
    }
    // The test took each of the three paths.
    expect(Object.values(seen).every((times) => times > 0)).toBe(true);
  },
);

it("rejects a late write of a stopped server after its restart", { tags: ["release"] }, async () => {
  const member = await createMember();
  let late: Promise<unknown> = Promise.resolve();
  const write = () => TransferFileModel.deleteOne({ _id: `none ${member.id}` });
  const isWhole = await stopAfterWrites(0, async () => {
    late = new Promise((resolve) => setTimeout(resolve, 50)).then(write);
    await write();
  });
  expect(isWhole).toBe(false);
  await expect(late).rejects.toThrow("stopped at a write");
  await expect(write()).resolves.toMatchObject({ acknowledged: true });
});
