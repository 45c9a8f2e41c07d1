import mongoose from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { anEdit, aPage, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { findCanaries } from "#tests/support/canary";
import { operationsOf, tripsOf } from "#tests/support/count-round-trips";
import { readJournalToday } from "~/domain/accounts/dashboard/dashboard.server";
import { EMPTY_CONTENT } from "~/domain/journal/entries/content";
import { findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import {
  editEntry,
  moveToTrash,
  readEntry,
  restore,
  setExcluded,
  setFavourite,
} from "~/domain/journal/entries/entries.server";
import type { EntryInput } from "~/domain/journal/entries/entry";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { readSlot } from "~/domain/journal/reflection/reflection.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";
import { log } from "~/platform/log.server";

const TODAY = "2026-11-21";
let at: Date;
let member: Member;
let other: Member;

beforeEach(async () => {
  at = new Date(`${TODAY}T06:12:00Z`);
  setClock(() => at);
  member = await createMember();
  other = await createMember();
});

function morning(texts: Record<string, string> = {}, overrides: Partial<EntryInput> = {}): EntryInput {
  const answers = ["thanks", "presence", "question"].map((key) => ({
    key,
    question: `${key}?`,
    text: texts[key] ?? "",
  }));
  return {
    kind: "habit",
    slot: "morning",
    forDate: TODAY,
    promptSet: "daily_habit",
    promptIds: ["habit.morning.ordinary.6"],
    passageRef: "Psalm 46:10",
    content: { ...EMPTY_CONTENT, answers },
    ...overrides,
  };
}

const free = (content: Partial<EntryInput["content"]>, forDate = TODAY) => aPage(content, { forDate });
const count = () => JournalEntryModel.countDocuments({});

describe("a draft", () => {
  const draftsOf = () => findDrafts(member, [`morning|${TODAY}`]);

  it("is unique for a slot and day, even if it is saved concurrently", async () => {
    const saves = Array.from({ length: 20 }, (_, at) =>
      saveDraft(member, morning({ thanks: `rain ${at}` }), {}),
    );
    expect(await Promise.all(saves)).toEqual(Array(20).fill({ ok: true }));
    expect(await saveDraft(member, morning({ thanks: "the last" }), {})).toEqual({ ok: true });
    expect(await count()).toBe(1);
    expect((await draftsOf())[0]?.content.answers[0]?.text).toBe("the last");
  });

  it("is found only for its member and its day", async () => {
    await saveDraft(member, morning({ thanks: "mine" }), {});
    await saveDraft(other, morning({ thanks: "theirs" }), {});
    await saveDraft(member, morning({ thanks: "before" }, { forDate: "2026-11-20" }), {});
    await saveDraft(member, free({ body: "page" }), {});
    expect(await count()).toBe(4);
    expect((await draftsOf()).map(({ content }) => content.answers[0]?.text)).toEqual(["mine"]);
  });

  it("is not overwritten by a window that has not seen its last save", async () => {
    await saveDraft(member, morning({ thanks: "first window" }), { submission: "A", draftVersion: 0 });
    const late = await saveDraft(member, morning({ thanks: "second window" }), {
      submission: "B",
      draftVersion: 0,
    });
    expect(late).toEqual({ ok: false, code: "conflict" });
    expect((await draftsOf())[0]).toMatchObject({
      version: 1,
      content: { answers: [{ text: "first window" }, {}, {}] },
    });
    // The first window can save again; the second window can save once it has loaded the stored text.
    const more = await saveDraft(member, morning({ thanks: "more" }), { submission: "A", draftVersion: 0 });
    const both = await saveDraft(member, morning({ thanks: "both" }), { submission: "B", draftVersion: 2 });
    expect([more, both]).toEqual([{ ok: true }, { ok: true }]);
  });

  it("is not stored without text", async () => {
    await saveDraft(member, morning({ thanks: "rain" }), {});
    await saveDraft(member, morning({ thanks: " " }), {});
    expect(await draftsOf()).toEqual([]);
  });

  it("is accepted for the day of the member's time zone", async () => {
    const eastern = { ...member, timezone: "Pacific/Kiritimati" };
    at = new Date(`${TODAY}T12:00:00Z`);
    expect((await saveDraft(eastern, morning({ thanks: "x" }, { forDate: "2026-11-22" }), {})).ok).toBe(true);
  });

  it("is not created by a background save that arrives after its form was finished", async () => {
    await finishEntry(member, morning({ thanks: "done" }), { submission: "A", draftVersion: 0 });
    await saveDraft(member, morning({ thanks: "don" }), { submission: "A", draftVersion: 0, auto: true });
    expect(await draftsOf()).toEqual([]);
    await saveDraft(member, morning({ thanks: "again" }), { submission: "A", draftVersion: 0 });
    expect(await draftsOf()).toHaveLength(1);
  });
});

describe("finishing", () => {
  it("replaces the entry when its form is posted again with other text, and adds a second one after an edit", async () => {
    const first = await finishEntry(member, morning({ thanks: "one" }), { submission: "A" });
    const second = await finishEntry(member, morning({ thanks: "two" }), { submission: "A" });
    expect(second).toEqual(first);
    const id = first.ok ? first.id : "";
    expect((await readEntry(member, id))?.content?.answers[0]?.text).toBe("two");
    const third = await finishEntry(member, morning({ thanks: "three" }), { submission: "A" });
    expect(third).not.toEqual(first);
    expect(await count()).toBe(2);
  });

  it("leaves another window's draft unchanged", async () => {
    await saveDraft(member, free({ body: "still writing" }), { submission: "A", draftVersion: 0 });
    await finishEntry(member, free({ body: "a quick one" }), { submission: "B", draftVersion: 0 });
    expect((await findDrafts(member, ["free"]))[0]?.content.body).toBe("still writing");
  });

  it("requires text and a day that is not in the future", async () => {
    for (const [input, code] of [
      [morning({ thanks: " \n" }), "empty"],
      [free({ tags: ["a"], mood: "calm" }), "empty"],
      [free({ body: "x" }, "2026-11-22"), "future_day"],
    ] as const)
      expect(await finishEntry(member, input, {})).toEqual({ ok: false, code });
    expect((await finishEntry(member, free({ body: "x" }, "0001-01-01"), {})).ok).toBe(true);
  });

  it("stores nothing readable", async () => {
    const canary = "Zebulonite";
    await finishEntry(member, free({ title: canary, body: canary, tags: [canary], mood: canary }), {});
    await saveDraft(member, morning({ thanks: canary }), {});
    const stored = await JournalEntryModel.collection.find({}).toArray();
    expect(stored).toHaveLength(2);
    for (const record of stored) {
      const bytes = Buffer.from(mongoose.mongo.BSON.serialize(record)).toString("latin1");
      expect(findCanaries([canary], bytes)).toEqual([]);
    }
  });
});

describe("round trips", () => {
  it("are at most two for a save and one for the dashboard", async () => {
    const origin = { submission: "A", draftVersion: 0 };
    const { _id } = await createEntry(member);
    // The first save reserves a block of the quota, which the others use.
    await finishEntry(member, free({ body: "an earlier day" }), {});
    const saves = [
      await tripsOf(() => saveDraft(member, morning({ thanks: "a" }), { ...origin, auto: true })),
      await tripsOf(() => finishEntry(member, morning({ thanks: "a" }), origin)),
      await tripsOf(() => editEntry(member, _id, anEdit("new"), 1)),
    ];
    expect(saves).toEqual([
      [["findOne"], ["updateOne"]],
      [["insertOne"], ["deleteOne"]],
      // The version with the old text is written concurrently.
      [["findOne"], ["replaceOne", "updateOne"]],
    ]);
    expect(await tripsOf(() => readJournalToday(member))).toEqual([["aggregate"]]);
    expect(await operationsOf(() => readSlot(member, "evening", TODAY))).toHaveLength(1);
    expect(await operationsOf(() => listHistory(member, { kind: "free" }))).toHaveLength(1);
  });
});

describe("an entry", () => {
  it("is not found while it is only a draft", async () => {
    await saveDraft(member, morning({ thanks: "rain" }), {});
    const { _id } = (await JournalEntryModel.findOne({}).lean()) ?? { _id: "" };
    expect(await readEntry(member, _id)).toBeNull();
    expect(await setFavourite(member, _id, true)).toBe(false);
    expect((await listHistory(member)).entries).toEqual([]);
  });

  it("is edited only with its current version", async () => {
    const { _id } = await createEntry(member, { content: { title: "T", body: "one", tags: ["a"] } });
    const edit = { title: "T", body: "two", tags: ["b"], mood: "calm", answers: {} };
    expect(await editEntry(member, _id, edit, 1)).toEqual({ ok: true });
    const stale = await editEntry(member, _id, { ...edit, body: "stale" }, 1);
    expect(stale).toEqual({ ok: false, code: "conflict" });
    expect(await editEntry(member, _id, edit, 1)).toEqual({ ok: true });
    expect(await readEntry(member, _id)).toMatchObject({
      version: 2,
      content: { body: "two", tags: ["b"], mood: "calm" },
    });
    expect((await listHistory(member, { tag: "B", mood: "CALM" })).entries).toHaveLength(1);
    expect((await listHistory(member, { tag: "a" })).entries).toHaveLength(0);
    expect(await editEntry(member, _id, { ...edit, title: "", body: " " }, 2)).toMatchObject({
      code: "empty",
      field: "title",
    });
  });

  it("is saved once and in conflict once by two concurrent windows", async () => {
    const { _id } = await createEntry(member);
    const save = (body: string) => editEntry(member, _id, anEdit(body), 1);
    const results = await Promise.all([save("mine"), save("theirs")]);
    expect(results.map((result) => result.ok).sort()).toEqual([false, true]);
  });

  it("keeps its questions when it is edited", async () => {
    const finished = await finishEntry(member, morning({ thanks: "rain" }), {});
    const id = finished.ok ? finished.id : "";
    await editEntry(member, id, { ...anEdit(""), answers: { thanks: "sun", heavy: "x" } }, 1);
    expect((await readEntry(member, id))?.content?.answers).toEqual([
      { key: "thanks", question: "thanks?", text: "sun" },
      { key: "presence", question: "presence?", text: "" },
      { key: "question", question: "question?", text: "" },
    ]);
  });

  it("goes to the trash and back as a favourite", async () => {
    const { _id } = await createEntry(member);
    await setFavourite(member, _id, true);
    await setExcluded(member, _id, true);
    await moveToTrash(member, _id);
    expect((await listHistory(member)).entries).toEqual([]);
    expect((await readEntry(member, _id))?.deletedAt).toEqual(at);
    await restore(member, _id);
    const { entries } = await listHistory(member, { favourite: true });
    expect(entries).toMatchObject([{ favourite: true, excludeFromInsights: true, deletedAt: null }]);
    await editEntry(member, _id, anEdit("new words"), 1);
    expect((await listHistory(member, { favourite: true })).entries).toHaveLength(1);
    await setFavourite(member, _id, false);
    expect((await listHistory(member, { favourite: true })).entries).toEqual([]);
  });

  it("is unreadable after its text was exchanged with another's, while others stay readable", async () => {
    const [one, two] = [await createEntry(member), await createEntry(member)];
    await JournalEntryModel.updateOne({ _id: one._id }, { $set: { sealed: two.sealed } });
    const logError = vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect((await readEntry(member, one._id))?.content).toBeNull();
    const { entries } = await listHistory(member);
    expect(entries.filter(({ content }) => content === null)).toHaveLength(1);
    expect(logError).toHaveBeenCalledWith("journal.unreadable", expect.anything());
  });
});

describe("an unreadable draft", () => {
  it("is ignored on pages and replaced by the next save", async () => {
    await saveDraft(member, morning({ thanks: "rain" }), {});
    await JournalEntryModel.updateOne({}, { $set: { sealed: Buffer.alloc(60) } });
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect((await readSlot(member, "morning", TODAY)).draft).toBeUndefined();
    expect(await readJournalToday(member)).toMatchObject({ due: "started" });
    expect((await saveDraft(member, morning({ thanks: "anew" }), {})).ok).toBe(true);
    expect((await readSlot(member, "morning", TODAY)).draft?.content.answers[0]?.text).toBe("anew");
  });
});

describe("today", () => {
  it("is open, then started by a draft, then done", async () => {
    expect(await readJournalToday(member)).toMatchObject({
      due: "open",
      current: { slot: "morning", forDate: TODAY },
      carryover: { presence: "", word: "", intention: "" },
    });
    await saveDraft(member, morning({ thanks: "rain" }), {});
    expect(await readJournalToday(member)).toMatchObject({ due: "started", drafts: [] });
    await finishEntry(member, morning({ thanks: "rain", presence: "Anna" }), {});
    expect(await readJournalToday(member)).toMatchObject({ due: "done", carryover: { presence: "Anna" } });
    at = new Date(`${TODAY}T17:00:00Z`);
    expect(await readJournalToday(member)).toMatchObject({
      due: "open",
      current: { slot: "evening" },
      carryover: { presence: "Anna" },
    });
  });

  it("shows the carry-over of the morning's draft, with any number of drafts and remembered days", async () => {
    const year = (n: number) => `${2026 - n}-11-21`;
    for (let n = 1; n <= 19; n++)
      for (let times = 0; times < 4; times++) await createEntry(member, { forDate: year(n) });
    await saveDraft(member, morning({ presence: "a draft" }), {});
    await saveDraft(member, free({ body: "page" }), {});
    await createEntry(other, { forDate: TODAY, slot: "morning" });
    const seen = await readJournalToday(member);
    expect(seen).toMatchObject({ due: "started", carryover: { presence: "a draft" } });
    expect(seen.remembered.map(({ forDate }) => forDate)).toEqual([year(1), year(2), year(3)]);
    expect(seen.drafts).toEqual([{ slot: "none", forDate: TODAY }]);
    expect((await readJournalToday(other)).remembered).toEqual([]);
  });

  it("shows the morning and other years when the day has more entries than one query reads", async () => {
    await createEntry(member, { forDate: "2025-11-21" });
    await finishEntry(member, morning({ presence: "Anna" }), {});
    for (let n = 0; n < 50; n++) {
      at = new Date(at.getTime() + 1_000);
      await createEntry(member, { forDate: TODAY });
    }
    const seen = await readJournalToday(member);
    expect(seen).toMatchObject({ due: "done", carryover: { presence: "Anna" } });
    expect(seen.remembered.map(({ forDate }) => forDate)).toEqual(["2025-11-21"]);
  });

  it("limits the drafts to three and changes nothing else when there are many", async () => {
    await createEntry(member, { forDate: "2025-11-21" });
    for (const presence of ["earlier", "later"]) {
      at = new Date(at.getTime() + 1_000);
      await finishEntry(member, morning({ presence }), { submission: presence });
    }
    const today = await readJournalToday(member);
    expect(today).toMatchObject({ due: "done", carryover: { presence: "later" }, drafts: [] });
    for (let n = 0; n < 120; n++)
      await saveDraft(
        member,
        morning({ thanks: "x" }, { forDate: `20${10 + (n % 12)}-03-${10 + (n % 17)}` }),
        {},
      );
    const { drafts, ...seen } = await readJournalToday(member);
    expect(drafts).toHaveLength(3);
    expect({ ...seen, drafts: [] }).toEqual(today);
  });

  it("shows the morning's intention in the evening, also from a draft, and never another day's", async () => {
    await saveDraft(member, morning({ presence: "a draft" }), {});
    expect((await readSlot(member, "evening", TODAY)).presence).toBe("a draft");
    await finishEntry(member, morning({ presence: "Anna" }), {});
    expect((await readSlot(member, "evening", TODAY)).presence).toBe("Anna");
    expect((await readSlot(member, "morning", TODAY)).presence).toBe("");
    expect((await readSlot(member, "evening", "2026-11-20")).presence).toBe("");
  });

  it("counts as yesterday's evening after midnight, and offers an unfinished reflection", async () => {
    await saveDraft(member, morning({ thanks: "x" }, { forDate: "2026-11-20" }), {});
    at = new Date("2026-11-22T00:30:00Z");
    const { current, drafts } = await readJournalToday(member);
    expect(current).toMatchObject({ date: "2026-11-22", slot: "evening", forDate: TODAY });
    expect(drafts).toMatchObject([{ slot: "morning", forDate: "2026-11-20" }]);
  });
});
