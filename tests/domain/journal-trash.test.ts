import mongoose from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EntryVersionModel, JournalEntryModel } from "#models/journal-entry.server";
import { anEdit, anEntry, aPage, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { editEntry, moveToTrash, readEntry, restore } from "~/domain/journal/entries/entries.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { listVersions } from "~/domain/journal/entries/versions.server";
import { describeDeletion, readTrashCursor } from "~/domain/journal/history/query";
import { eraseEntry, listTrash, purgeTrash } from "~/domain/journal/history/trash.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";
import { log } from "~/platform/log.server";

const DAY = 86_400_000;
let at: Date;
let member: Member;
let other: Member;

beforeEach(async () => {
  at = new Date("2026-11-21T06:12:00Z");
  setClock(() => at);
  member = await createMember();
  other = await createMember();
});

const edit = (id: string, body: string, version: number, who = member) =>
  editEntry(who, id, anEdit(body), version);
const versionsOf = async (id: string) => {
  const entry = await readEntry(member, id);
  return entry ? listVersions(member, entry) : [];
};

const textsOf = async (id: string) => (await versionsOf(id)).map(({ content }) => content?.body);

describe("the trash", () => {
  it("keeps an entry for thirty days and then erases it with its own versions only", async () => {
    const [gone, kept, alive, foreign] = await Promise.all([
      createEntry(member),
      createEntry(member),
      createEntry(member),
      createEntry(other),
    ]);
    for (const { _id } of [gone, kept, alive]) await edit(_id, "changed", 1);
    await edit(foreign._id, "changed", 1, other);
    await moveToTrash(member, gone._id);
    await moveToTrash(other, foreign._id);
    at = new Date(at.getTime() + 1_000);
    await moveToTrash(member, kept._id);
    at = new Date(at.getTime() + 30 * DAY - 1_000);
    expect(await purgeTrash(member)).toBe(1);
    expect(await readEntry(member, gone._id)).toBeNull();
    expect((await listTrash(member)).entries.map(({ id }) => id)).toEqual([kept._id]);
    expect(await EntryVersionModel.distinct("entryId")).toHaveLength(3);
    expect(await purgeTrash()).toBe(1);
    expect(await JournalEntryModel.countDocuments({})).toBe(2);
    expect((await EntryVersionModel.distinct("entryId")).sort()).toEqual([kept._id, alive._id].sort());
    expect(await purgeTrash()).toBe(0);
  });

  it("is purged in batches of a hundred entries", async () => {
    const long = new Date(at.getTime() - 31 * DAY);
    await createEntries(Array.from({ length: 251 }, () => anEntry(member, { deletedAt: long })));
    await createEntry(member);
    const sizes: number[] = [];
    mongoose.set("debug", (collection: string, method: string, filter: { _id?: { $in: string[] } }) => {
      const isOurs = collection === JournalEntryModel.collection.name && method === "deleteMany";
      if (isOurs) sizes.push(filter._id?.$in.length ?? Infinity);
    });
    expect(await purgeTrash().finally(() => mongoose.set("debug", false))).toBe(251);
    expect(sizes).toEqual([100, 100, 51]);
    expect(await JournalEntryModel.countDocuments({})).toBe(1);
  });

  it("lists each entry once on its pages, most recently deleted first", async () => {
    const records = Array.from({ length: 45 }, (_, n) =>
      anEntry(member, { deletedAt: new Date(at.getTime() - (n % 7) * 1_000) }),
    );
    await createEntries([...records, anEntry(member), anEntry(other, { deletedAt: at })]);
    const pages: string[][] = [];
    let older: string | undefined;
    do {
      const page = await listTrash(member, readTrashCursor(older ?? null));
      pages.push(page.entries.map(({ id }) => id));
      older = page.older;
    } while (older && pages.length < 9);
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    const time = (id: string) => records.find(({ _id }) => _id === id)?.deletedAt?.getTime() ?? 0;
    const times = pages.flat().map(time);
    expect(new Set(pages.flat()).size).toBe(45);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("restores entries with their versions, and erases both", async () => {
    const { _id } = await createEntry(member);
    await edit(_id, "changed", 1);
    await moveToTrash(member, _id);
    await restore(member, _id);
    expect((await listTrash(member)).entries).toEqual([]);
    expect(await versionsOf(_id)).toHaveLength(1);
    await moveToTrash(member, _id);
    expect(await eraseEntry(member, _id)).toBe(true);
    expect(await eraseEntry(member, _id)).toBe(false);
    expect(await EntryVersionModel.countDocuments({})).toBe(0);
    expect(await JournalEntryModel.countDocuments({})).toBe(0);
  });

  it.each([
    [0, "UTC", "Will be deleted on 21 December 2026, in 30 days"],
    [29, "UTC", "Will be deleted tomorrow, 21 December 2026"],
    [30, "UTC", "Will be deleted today"],
    [31, "UTC", "Will be deleted today"],
    [0, "Pacific/Honolulu", "Will be deleted on 20 December 2026, in 30 days"],
  ])("describes the deletion after %i days in %s: %s", (days, zone, text) => {
    expect(describeDeletion(at, new Date(at.getTime() + days * DAY), zone)).toBe(text);
  });

  it.each([null, "", "x", "$ne", "zzzzzzzzzz.a", "1.2.3"])("rejects the cursor %j", (text) => {
    expect(readTrashCursor(text)).toBeUndefined();
  });
});

describe("versions", () => {
  it("are the last ten texts, newest first, each with the time it was saved", async () => {
    const { _id } = await createEntry(member, { content: { body: "text 1" } });
    for (let n = 1; n <= 13; n++) {
      at = new Date(at.getTime() + 60_000);
      expect(await edit(_id, `text ${n + 1}`, n)).toEqual({ ok: true });
    }
    const versions = await versionsOf(_id);
    expect(versions.map(({ version }) => version)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
    expect(versions.map(({ content }) => content?.body)).toEqual(
      versions.map(({ version }) => `text ${version}`),
    );
    expect(versions[0]?.savedAt).toEqual(new Date(at.getTime() - 60_000));
    expect(await EntryVersionModel.countDocuments({})).toBe(10);
    expect(await listVersions(other, { id: _id, version: 14 })).toEqual([]);
  });

  it("are stored only when a save changes the text", async () => {
    const { _id } = await createEntry(member, { content: { body: "one" } });
    await edit(_id, "one", 1);
    await edit(_id, " ", 1);
    expect(await edit(_id, "stale", 7)).toEqual({ ok: false, code: "conflict" });
    await moveToTrash(member, _id);
    await restore(member, _id);
    expect(await EntryVersionModel.countDocuments({})).toBe(0);
    const both = await Promise.all([edit(_id, "mine", 1), edit(_id, "theirs", 1)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await textsOf(_id)).toEqual(["one"]);
  });

  it("contain the first text when the same form is submitted again with another text", async () => {
    const first = await finishEntry(member, aPage({ body: "one" }), { submission: "A" });
    await finishEntry(member, aPage({ body: "two" }), { submission: "A" });
    expect(await textsOf(first.ok ? first.id : "")).toEqual(["one"]);
  });

  it("are encrypted, and bound to their number and entry", async () => {
    const [one, two] = [
      await createEntry(member, { content: { body: "Zebulon" } }),
      await createEntry(member, { content: { body: "Naphtali" } }),
    ];
    await edit(one._id, "x", 1);
    await edit(one._id, "y", 2);
    await edit(two._id, "x", 1);
    const stored = await EntryVersionModel.find({}).lean();
    expect(JSON.stringify(stored)).not.toMatch(/zebulon/i);
    const versionOf = (id: string, number: number) =>
      stored.find(({ entryId, version }) => entryId === id && version === number);
    const [a, b, c] = [versionOf(one._id, 1), versionOf(one._id, 2), versionOf(two._id, 1)];
    await EntryVersionModel.updateOne({ _id: a?._id }, { $set: { sealed: c?.sealed } });
    await EntryVersionModel.updateOne({ _id: b?._id }, { $set: { sealed: a?.sealed } });
    const logError = vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect((await versionsOf(one._id)).map(({ content }) => content)).toEqual([null, null]);
    expect(logError).toHaveBeenCalledTimes(2);
    expect((await versionsOf(two._id))[0]?.content?.body).toBe("Naphtali");
  });
});
