import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createMember } from "#tests/factories/user";
import { uploadJournal } from "#tests/support/upload-journal";
import { emptyTrash } from "~/domain/journal/history/trash.server";
import type { Member } from "~/domain/member/member";
import { runImport } from "~/domain/portability/run-import.server";
import { importState, undoImport } from "~/domain/portability/staged-import.server";

const [first, second] = ["1-first.json", "2-second-after-undo.json"].map((name) =>
  readFileSync(`tests/fixtures/import/${name}`),
);

async function bring(member: Member, bytes: Buffer | undefined) {
  const uploaded = await uploadJournal(member, "Journal.json", bytes ?? Buffer.of());
  if (!uploaded.ok) throw new Error(uploaded.code);
  const { preview } = (await importState(member, uploaded.id)) ?? {};
  expect(await runImport(member, uploaded.id)).toBe("done");
  return { id: uploaded.id, coming: preview?.coming, inTrash: preview?.inTrash };
}

it("brings an entry again, changed or not, when the import before was undone", async () => {
  const member = await createMember({ timezone: "America/New_York" });
  const there = () => JournalEntryModel.countDocuments({ userId: member.id, deletedAt: null });
  for (const file of [first, second, first]) {
    const { id, coming } = await bring(member, file);
    expect([coming, await there()]).toEqual([1, 1]);
    expect(await bring(member, file)).toMatchObject({ coming: 0 });
    expect(await undoImport(member, id)).toBe(1);
    expect(await there()).toBe(0);
  }
  expect(await emptyTrash(member)).toBe(3);
  expect(await bring(member, second)).toMatchObject({ coming: 1 });
});

it("does not bring an entry again when its owner deleted it", async () => {
  const member = await createMember({ timezone: "America/New_York" });
  await bring(member, first);
  await JournalEntryModel.updateMany({ userId: member.id }, { $set: { deletedAt: new Date() } });
  expect(await bring(member, first)).toMatchObject({ coming: 0, inTrash: 1 });
});
