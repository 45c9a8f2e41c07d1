/** @module-tag release */
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { EntryVersionModel } from "#models/entry-version.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PictureModel } from "#models/picture.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { createMember } from "#tests/factories/user";
import { makeZip } from "#tests/support/make-zip";
import { snapshotDatabase, stopAfterWrites } from "#tests/support/stop-at-write";
import { untilRead, uploadJournal } from "#tests/support/upload-journal";
import type { Member } from "~/domain/member/member";
import { runImport } from "~/domain/portability/run-import.server";
import { importState } from "~/domain/portability/staged-import.server";
import { findPendingImport, readingState, retryReading } from "~/domain/portability/upload-journal.server";
import { setClock } from "~/platform/clock";
import { closePicturePool } from "~/platform/pictures.server";

let at: Date;
beforeEach(() => {
  at = new Date("2026-11-21T08:00:00Z");
  setClock(() => at);
});
afterEach(() => setClock());
afterAll(closePicturePool);

async function importFile(member: Member, file: Uint8Array): Promise<void> {
  const uploaded = await uploadJournal(member, "journal.zip", file);
  if (!uploaded.ok) throw new Error(uploaded.code);
  expect(await runImport(member, uploaded.id, { budgetMs: 60_000 })).toBe("done");
}

/** Continues a staged import, or uploads the file again if there is none. */
async function resumeOrRetry(member: Member, file: Uint8Array): Promise<void> {
  const waiting = await findPendingImport(member);
  if (!waiting) return importFile(member, file);
  if (await readingState(member, waiting.id)) {
    expect(await retryReading(member, waiting.id)).toBe(true);
    expect(await untilRead(member, waiting.id)).toEqual({ ok: true, id: waiting.id });
  }
  expect(await importState(member, waiting.id)).not.toBeNull();
  expect(await runImport(member, waiting.id, { budgetMs: 60_000 })).toBe("done");
}

it(
  "resumes an import that was stopped at any write, without losses or duplicates",
  { timeout: 120_000 },
  async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#993366" } })
      .jpeg()
      .toBuffer();
    const file = makeZip([
      { name: "2026-01-01.md", data: "A gate ![](gate.jpg)" },
      { name: "2026-01-02.md", data: "A river" },
      { name: "gate.jpg", data: picture },
    ]);
    const member = await createMember();
    const restore = await snapshotDatabase();
    const seen = { again: 0, held: 0, nothing: 0 };
    let isWhole = false;
    for (let writes = 0; !isWhole; writes++) {
      await restore();
      isWhole = await stopAfterWrites(writes, () => importFile(member, file));
      // The lease of the stopped server expires within a minute.
      at = new Date(at.getTime() + 61_000);
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
      const toStay = left.filter(({ expiresAt }) => expiresAt.getTime() > at.getTime() + 24 * 3_600_000);
      const purposes = new Set(toStay.map(({ purpose }) => purpose));
      expect([writes, purposes]).toEqual([writes, new Set(["brought", "import"])]);
    }
    // The test took each of the three paths.
    expect(Object.values(seen).every((times) => times > 0)).toBe(true);
  },
);

it("rejects a late write of a stopped server after its restart", async () => {
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
