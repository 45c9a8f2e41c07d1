import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { aroundWrites } from "#tests/support/stop-at-write";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { randomOldEntry } from "~/domain/journal/history/on-this-day.server";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import { changeTag, readLastTagChange, undoTagChange } from "~/domain/journal/tags/change-tag.server";
import { listTags, recentTags } from "~/domain/journal/tags/list-tags.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";

let member: Member;
let other: Member;
beforeEach(async () => {
  setClock(() => new Date("2026-11-21T06:12:00Z"));
  [member, other] = [await createMember(), await createMember()];
  await createEntry(other, { content: { tags: ["Walking", "theirs"] } });
});

const write = (forDate: string, tags: string[], more = {}) =>
  createEntry(member, { forDate, content: { body: `On ${forDate}.`, tags }, ...more });
const tagsOf = async (id: string) => (await readEntry(member, id))?.content?.tags;
const names = async () => (await listTags(member)).map(({ tag }) => tag);
const found = async (tag: string) =>
  (await listHistory(member, { tag })).entries.map(({ forDate }) => forDate);

describe("the tags of a journal", () => {
  it("are listed once, by last use, without those in the trash, in drafts or of other members", async () => {
    await write("2026-11-01", ["walking", "robin"]);
    await write("2026-11-03", ["Walking"]);
    await write("2026-11-02", ["frost"]);
    await write("2026-11-04", ["thrown"], { deletedAt: new Date() });
    await write("2026-11-05", ["begun"], { status: "draft" });
    expect(await listTags(member)).toEqual([
      { tag: "Walking", last: "2026-11-03" },
      { tag: "frost", last: "2026-11-02" },
      { tag: "robin", last: "2026-11-01" },
    ]);
    expect(await recentTags(member)).toEqual(["Walking", "frost", "robin"]);
  });

  it("are renamed in all entries and the trash, found by the new name, and restored", async () => {
    const one = await write("2026-11-01", ["walking", "robin"]);
    const thrown = await write("2026-11-02", ["Walking"], { deletedAt: new Date() });
    expect(await changeTag(member, { kind: "rename", tag: "walking", to: "On foot" })).toEqual({
      ok: true,
      isAll: true,
    });
    expect(await tagsOf(one._id)).toEqual(["On foot", "robin"]);
    expect(await tagsOf(thrown._id)).toEqual(["On foot"]);
    expect(await found("on foot")).toEqual(["2026-11-01"]);
    expect(await found("walking")).toEqual([]);
    expect((await searchHistory(member, { q: "foot" })).entries).toHaveLength(1);
    expect((await searchHistory(member, { q: "walking" })).entries).toEqual([]);
    expect(await listTags(other)).toHaveLength(2);
    expect(await undoTagChange(member)).toBe(true);
    expect(await tagsOf(one._id)).toEqual(["walking", "robin"]);
    expect(await found("walking")).toEqual(["2026-11-01"]);
    expect(await undoTagChange(member)).toBeNull();
  });

  it("change their capitalisation when renamed to the same letters", async () => {
    const one = await write("2026-11-01", ["walking"]);
    expect(await changeTag(member, { kind: "rename", tag: "walking", to: "Walking" })).toMatchObject({
      ok: true,
    });
    expect(await tagsOf(one._id)).toEqual(["Walking"]);
  });

  it("are merged, and separated again by an undo", async () => {
    const both = await write("2026-11-01", ["walk", "walking"]);
    const one = await write("2026-11-02", ["walking", "frost"]);
    await write("2026-11-03", ["walk"]);
    const merge = { kind: "merge", tag: "walking", to: "walk" } as const;
    expect(await changeTag(member, merge)).toMatchObject({ ok: true });
    expect([await tagsOf(both._id), await tagsOf(one._id)]).toEqual([["walk"], ["walk", "frost"]]);
    expect(await names()).toEqual(["walk", "frost"]);
    await undoTagChange(member);
    expect([await tagsOf(both._id), await tagsOf(one._id)]).toEqual([
      ["walk", "walking"],
      ["walking", "frost"],
    ]);
  });

  it("are removed, and restored by an undo", async () => {
    const one = await write("2026-11-01", ["walking", "robin"]);
    await changeTag(member, { kind: "remove", tag: "robin", to: "" });
    expect(await tagsOf(one._id)).toEqual(["walking"]);
    expect(await names()).toEqual(["walking"]);
    await undoTagChange(member);
    expect(await tagsOf(one._id)).toEqual(["walking", "robin"]);
  });

  it("are not renamed to an existing one, nor merged with a missing one", async () => {
    await write("2026-11-01", ["walking"]);
    await write("2026-11-02", ["walk"]);
    const change = (kind: "rename" | "merge", to: string) => changeTag(member, { kind, tag: "walking", to });
    expect(await change("rename", "walk")).toEqual({ ok: false, code: "exists" });
    expect(await change("merge", "running")).toEqual({ ok: false, code: "missing" });
    expect(await change("merge", "Walking")).toEqual({ ok: false, code: "same" });
    expect(await readLastTagChange(member)).toBeNull();
  });

  it("change a limited number of entries per request, also in an undo, and the next request continues", async () => {
    await createEntries(
      Array.from({ length: 25 }, () => anEntry(member, { content: { tags: ["walking"] } })),
    );
    const rename = { kind: "rename", tag: "walking", to: "feet" } as const;
    expect(await changeTag(member, rename, 10)).toEqual({ ok: true, isAll: false });
    expect((await found("feet")).length).toBe(10);
    expect(await changeTag(member, rename, 20)).toEqual({ ok: true, isAll: true });
    expect(await names()).toEqual(["feet"]);
    expect(await undoTagChange(member, 20)).toBe(false);
    expect(await undoTagChange(member, 20)).toBe(true);
    expect(await names()).toEqual(["walking"]);
  });

  it("continue with an entry that was saved at the same moment, also in an undo", async () => {
    const ids = [(await write("2026-11-01", ["walking"]))._id, (await write("2026-11-02", ["walking"]))._id];
    const rename = { kind: "rename", tag: "walking", to: "feet" } as const;
    /** Runs `work` while the first entry is saved concurrently, just before its tags are written. */
    const besideSave = async <T>(work: () => Promise<T>): Promise<T> => {
      const restore = aroundWrites(async (name, args, write) => {
        if (name === "bulkWrite") {
          restore();
          await JournalEntryModel.updateOne({ _id: ids[0] }, { $inc: { version: 1 } });
        }
        return write(args);
      });
      return work();
    };
    expect(await besideSave(() => changeTag(member, rename))).toEqual({ ok: true, isAll: false });
    expect(await names()).toEqual(["feet", "walking"]);
    expect(await changeTag(member, rename)).toEqual({ ok: true, isAll: true });
    expect(await names()).toEqual(["feet"]);
    expect(await besideSave(() => undoTagChange(member))).toBe(false);
    expect(await undoTagChange(member)).toBe(true);
    expect(await Promise.all(ids.map(tagsOf))).toEqual([["walking"], ["walking"]]);
  });

  it("are stored without readable names, and can be restored for thirty days", async () => {
    await write("2026-11-01", ["Zwetschge"]);
    await changeTag(member, { kind: "rename", tag: "Zwetschge", to: "Mirabelle" });
    const stored = JSON.stringify([
      await JournalEntryModel.find().lean(),
      await JournalEntryModel.db.collection("heldFiles").find().toArray(),
    ]);
    expect(stored).not.toMatch(/zwetschge|mirabelle/i);
    setClock(() => new Date("2026-12-22T06:12:00Z"));
    expect(await undoTagChange(member)).toBeNull();
  });
});

describe("a random old entry", () => {
  it("is any entry at least ninety days old", async () => {
    expect(await randomOldEntry(member)).toBeNull();
    await write("2026-11-01", []);
    expect(await randomOldEntry(member)).toBeNull();
    const [first, second] = [await write("2024-01-01", []), await write("2025-06-01", [])];
    expect(await randomOldEntry(member, () => 0)).toBe(first._id);
    expect(await randomOldEntry(member, () => 0.999)).toBe(second._id);
    await write("2023-01-01", [], { deletedAt: new Date() });
    expect(await randomOldEntry(member, () => 0)).toBe(first._id);
  });
});
