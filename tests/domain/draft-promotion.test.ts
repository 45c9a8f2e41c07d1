import { beforeEach, describe, expect, it, vi } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { aPage, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import type { EntryContent } from "~/domain/journal/entries/content";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { promoteOldDrafts } from "~/domain/journal/entries/finish-entry.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";
import { log } from "~/platform/log.server";

const DAY = 86_400_000;
let at: Date;
let member: Member;

beforeEach(async () => {
  at = new Date("2026-08-01T06:12:00Z");
  setClock(() => at);
  member = await createMember();
});

const draft = (who: Member, content: Partial<EntryContent>, slot: "morning" | "none" = "none") => {
  const kind = slot === "none" ? "free" : "habit";
  const input = aPage(content, { kind, slot, forDate: "2026-07-30", passageRef: "John 15:4" });
  return saveDraft(who, input, {});
};
const later = (days: number) => (at = new Date(at.getTime() + days * DAY));
const bodies = async (who = member) => (await listHistory(who)).entries.map(({ content }) => content?.body);

describe("old drafts", () => {
  it("become searchable entries of their day and member after ninety days", async () => {
    const other = await createMember();
    await draft(member, { title: "Rain", body: "the heron", tags: ["water"], mood: "calm" });
    await draft(member, { body: "a morning" }, "morning");
    await draft(other, { body: "theirs" });
    const written = at;
    // The entry keeps the day name of the time of writing, whatever the calendar says when the draft is
    // promoted.
    await UserModel.updateOne({ _id: member.id }, { $set: { "prayer.tradition": "roman" } });
    later(89);
    expect(await promoteOldDrafts()).toBe(0);
    later(1);
    expect(await promoteOldDrafts()).toBe(3);
    expect(await promoteOldDrafts()).toBe(0);
    expect(await findDrafts(member, ["free", "morning|2026-07-30"])).toEqual([]);
    expect((await bodies()).sort()).toEqual(["a morning", "the heron"]);
    expect(await bodies(other)).toEqual(["theirs"]);
    const [found] = (await searchHistory(member, { q: "heron", tag: "water", mood: "calm", book: "John" }))
      .entries;
    expect(found).toMatchObject({
      forDate: "2026-07-30",
      createdAt: written,
      kind: "free",
      version: 1,
      dayName: "Thursday of the ninth week after Pentecost, green",
      content: { title: "Rain" },
    });
    // The promoted draft no longer occupies its key, so the next draft can be stored.
    expect((await draft(member, { body: "anew" })).ok).toBe(true);
    expect((await findDrafts(member, ["free"]))[0]?.content.body).toBe("anew");
  });

  it("remain drafts when they were saved again in the last ninety days", async () => {
    await createEntry(member, { forDate: "2026-01-01" });
    await draft(member, { body: "one" });
    later(60);
    await draft(member, { body: "two" });
    later(60);
    expect(await promoteOldDrafts()).toBe(0);
    expect((await findDrafts(member, ["free"]))[0]?.content.body).toBe("two");
    expect(await JournalEntryModel.countDocuments({})).toBe(2);
  });

  it("become one entry when the job was interrupted between its two writes", async () => {
    await draft(member, { body: "the heron" });
    later(100);
    const [left] = await JournalEntryModel.find({}).lean();
    expect(await promoteOldDrafts()).toBe(1);
    // Simulates a process that ended after the entry was stored and before the draft was deleted.
    await JournalEntryModel.insertMany([left], { lean: true });
    expect(await promoteOldDrafts()).toBe(1);
    expect(await bodies()).toEqual(["the heron"]);
    expect(await JournalEntryModel.countDocuments({})).toBe(1);
  });

  it("become one entry each in two concurrent runs", async () => {
    for (let n = 0; n < 5; n++) await draft(await createMember(), { body: `text ${n}` });
    later(100);
    await Promise.all([promoteOldDrafts(), promoteOldDrafts()]);
    expect(await JournalEntryModel.countDocuments({ status: "final" })).toBe(5);
    expect(await JournalEntryModel.countDocuments({})).toBe(5);
  });

  it("remain drafts when they are unreadable, and do not block others", async () => {
    await draft(member, { body: "lost" });
    const other = await createMember();
    await draft(other, { body: "theirs" });
    const stranger = await createMember();
    await draft(stranger, { body: "of nobody" });
    await UserModel.deleteOne({ _id: stranger.id });
    await JournalEntryModel.updateOne(
      { userId: member.id },
      { $set: { sealed: Buffer.from("x".repeat(60)) } },
    );
    later(100);
    const logError = vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect(await promoteOldDrafts()).toBe(1);
    expect(logError).toHaveBeenCalled();
    expect(await bodies(other)).toEqual(["theirs"]);
    expect(await JournalEntryModel.countDocuments({ status: "draft" })).toBe(2);
  });

  it("remain drafts when the job is aborted", async () => {
    await draft(member, { body: "the heron" });
    later(100);
    expect(await promoteOldDrafts(AbortSignal.abort())).toBe(0);
  });
});
