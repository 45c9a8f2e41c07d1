import { afterEach, beforeEach, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import { createSomeone, sealFor } from "#tests/factories/sealed";
import { createMember } from "#tests/factories/user";
import { uploadJournal } from "#tests/support/upload-journal";
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
import { JOBS } from "~/jobs.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

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
/** Runs the background job that continues imports. */
async function continueImports(until: AbortSignal): Promise<void> {
  const job = JOBS.find(({ name }) => name === "continue-imports");
  if (!job) throw new Error("There is no such job.");
  await job.run(until);
}

const wait = (ms: number) => (at = new Date(at.getTime() + ms));

async function upload(member: Member, count = 150): Promise<string> {
  const entries = Array.from({ length: count }, (_, n) => ({
    ...{ id: `${member.id}-${n}`, kind: "free", slot: "none", forDate: "2026-01-02", body: `Entry ${n}` },
    ...{ createdAt: "2026-01-02T10:00:00Z", updatedAt: "2026-01-02T10:00:00Z" },
  }));
  const file = JSON.stringify({ schema: "still-and-know/journal", version: 1, entries });
  const result = await uploadJournal(member, "life.json", Buffer.from(file));
  if (!result.ok) throw new Error(result.code);
  return result.id;
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

it("counts stored entries when an import is killed in its first batch", async () => {
  const member = await createMember();
  const id = await upload(member);
  expect(await importState(member, id)).toMatchObject({ stage: "preview", added: 0 });
  await simulateKilledImport(member, id, 40);
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 40, isBusy: true });
});

it("records the confirmation before the first batch", async () => {
  const member = await createMember();
  const id = await upload(member);
  const failing = runImport({ ...member, journalKey: () => Buffer.alloc(0) }, id);
  await expect(failing).rejects.toThrow();
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 0, isBusy: false });
});

it("finishes a killed import once its lease has expired", async () => {
  const member = await createMember();
  const id = await upload(member);
  await simulateKilledImport(member, id, 40);
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 40 });
  wait(LEASE_MS);
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150, percent: 100 });
  expect(await JournalEntryModel.countDocuments({ userId: member.id })).toBe(150);
  expect(await listImports(member)).toMatchObject([{ id, entries: 150 }]);
  expect(await TransferFileModel.findById(id).lean()).not.toHaveProperty("resumeAt");
});

it("leaves an import alone when it is unconfirmed or the server is stopping", async () => {
  const member = await createMember();
  const id = await upload(member);
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ stage: "preview" });
  await simulateKilledImport(member, id, 1);
  wait(LEASE_MS);
  await continueImports(AbortSignal.abort());
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 1 });
});

it("retries an hour after the journal was full, while the member can retry at once", async () => {
  const member = await createMember();
  const id = await upload(member);
  await simulateKilledImport(member, id, 1);
  wait(LEASE_MS);
  env.JOURNAL_QUOTA_MB = 0;
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ stage: "running", isPaused: true, isBusy: false });
  env.JOURNAL_QUOTA_MB = 1024;
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ isPaused: true });
  wait(HOUR_MS);
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150 });
});

it("keeps a confirmed import when it is discarded or another file is uploaded", async () => {
  const member = await createMember();
  const id = await upload(member);
  await simulateKilledImport(member, id, 40);
  expect(await discardImport(member, id)).toBe(false);
  const other = await upload(member, 3);
  expect(await discardImport(member, other)).toBe(true);
  wait(LEASE_MS);
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150 });
});

it("finishes a killed import into a sealed journal at the member’s next visit", async () => {
  const { secret } = await sealFor(await createSomeone());
  const visit = async () => {
    await memberOfSession(secret, runOnVisitTasks);
    await onVisitTasksDone();
  };
  const member = await memberOfSession(secret);
  if (!member) throw new Error("no session");
  const id = await upload(member);
  await simulateKilledImport(member, id, 40);
  wait(LEASE_MS);
  await continueImports(signal);
  expect(await importState(member, id)).toMatchObject({ stage: "running", added: 40 });
  await visit();
  expect(await importState(member, id)).toMatchObject({ stage: "done", added: 150 });
  expect(await UserModel.findById(member.id).lean()).toMatchObject({ importDue: false });
  await endSession(secret);
});
