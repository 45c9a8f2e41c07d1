import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LibraryChangeModel } from "#models/prompts.server";
import { DailyEventCountModel, DailyStatsModel, ScriptureRangeModel } from "#models/statistics.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createUser } from "#tests/factories/user";
import { createSession, see, send, signIn, type Fields, type Page } from "#tests/support/member-session";
import { refreshLibrary } from "~/domain/administration/library.server";
import { readDays, rollUpDays } from "~/domain/administration/statistics/daily-stats.server";
import { readScriptureStats } from "~/domain/administration/statistics/scripture-stats.server";
import { libraryFor } from "~/domain/journal/prompts/prompt-library.state";
import { flushEvents } from "~/domain/operations/daily-events.server";
import { plannedPassage } from "~/domain/scripture/passages/passage-plan";
import { setClock } from "~/platform/clock";
import * as analyticsPage from "~/routes/admin/analytics";
import * as analyticsFile from "~/routes/admin/analytics-file";
import * as promptPage from "~/routes/admin/prompt";
import * as libraryFile from "~/routes/admin/prompts-file";
import * as promptsPage from "~/routes/admin/prompts/route";
import * as scripturePage from "~/routes/admin/scripture-analytics";
import * as slotPage from "~/routes/member/journal/reflection/route";

const at = (text: string) => setClock(() => new Date(text));
const on = (day: string, time = "09:00") => new Date(`${day}T${time}:00Z`);

beforeEach(() => at("2026-11-21T12:00:00Z"));
afterEach(async () => {
  await LibraryChangeModel.deleteMany({});
  await refreshLibrary();
});

describe("daily statistics", () => {
  it("agree with the entries and accounts of stored days and of today", async () => {
    const days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"];
    const writer = await createMember({ createdAt: on("2026-11-18") });
    await createUser({ createdAt: on("2026-11-18", "23:59"), emailVerifiedAt: null });
    await createUser({ createdAt: on("2026-11-21", "00:00") });
    for (const [index, day] of days.entries()) {
      const morning = { kind: "habit", slot: "morning", createdAt: on(day), forDate: day } as const;
      for (let n = 0; n <= index; n++) await createEntry(writer, morning);
      await createEntry(writer, { ...morning, slot: "evening" });
      await createEntry(writer, { ...morning, status: "draft" });
    }
    const live = (await readDays("2026-11-18")).at(-1);
    expect(live).toMatchObject({ day: "2026-11-21", signUps: 1 });
    await rollUpDays();
    const kept = await readDays("2026-11-18");
    expect(kept.map(({ day, signUps, verified, entries }) => [day, signUps, verified, entries])).toEqual([
      ["2026-11-18", 2, 1, { "habit morning": 1, "habit evening": 1 }],
      ["2026-11-19", 0, 0, { "habit morning": 2, "habit evening": 1 }],
      ["2026-11-20", 0, 0, { "habit morning": 3, "habit evening": 1 }],
      ["2026-11-21", 1, 1, { "habit morning": 4, "habit evening": 1 }],
    ]);
  });

  it("are complete and without duplicates after an interrupted roll-up", async () => {
    await createUser({ createdAt: on("2026-11-10") });
    const cut = new AbortController();
    cut.abort();
    await rollUpDays(cut.signal);
    expect(await DailyStatsModel.countDocuments({})).toBe(0);
    await rollUpDays();
    await rollUpDays();
    expect(await DailyStatsModel.countDocuments({})).toBe(11);
  });
});

describe("System Analytics", () => {
  it("shows every day of the range, empty without a record", async () => {
    await createUser({ createdAt: on("2026-11-20") });
    const days = await readDays("2026-10-23");
    expect(days).toHaveLength(30);
    expect(days.map(({ day }) => day).slice(0, 3)).toEqual(["2026-10-23", "2026-10-24", "2026-10-25"]);
    expect(days[0]).toMatchObject({ signUps: 0, entries: {} });
    await rollUpDays();
    expect((await readDays("2026-10-23")).find(({ signUps }) => signUps > 0)?.day).toBe("2026-11-20");
  });

  it("suppresses small groups but not totals", async () => {
    await signIn({ isAdmin: true });
    for (let n = 0; n < 6; n++) await createUser();
    await createUser({ subscriptionTier: "tier2" });
    expect((await see(analyticsPage, "/admin/analytics")).page).toMatchObject({
      facts: expect.arrayContaining([{ label: "Accounts", value: "8" }]) as unknown,
      tiers: [
        { name: "Free Plan", value: "7" },
        { name: "Growth Plan", value: "0" },
        { name: "Formation Plan", value: "fewer than 5" },
      ],
      variants: [{ rate: "not enough data" }, { rate: "not enough data" }],
    });
    const file = await see(analyticsFile, "/admin/analytics/export?days=90");
    const lines = String(file.data).split("\r\n");
    expect(lines[0]).toContain("day,sign-ups,verified");
    expect(lines).toHaveLength(92);
  });
});

describe("Scripture analytics", () => {
  const pageAt = async (path: string): Promise<Page> => {
    await signIn({ isAdmin: true });
    return (await see(scripturePage, path)).page;
  };

  it("counts passages and questions, and previews a day", async () => {
    const member = await createMember({ createdAt: on("2026-11-19") });
    // The page shows figures only from five accounts on.
    for (let n = 0; n < 4; n++) await createUser();
    for (let n = 0; n < 6; n++)
      await createEntry(member, {
        kind: "lectio",
        slot: "morning",
        passageRef: "1 John 4:7-12",
        promptIds: ["gratitude.1", "own.AAAAAAAAAAAAAAAAAAAAAA"],
        createdAt: on("2026-11-20"),
      });
    // The page reads the range that the job has stored, then sums the days itself.
    for (const rolled of [rollUpDays, () => ScriptureRangeModel.deleteMany({})]) {
      await rolled();
      const page = await pageAt("/admin/scripture-analytics?date=2026-12-25");
      expect(page).toMatchObject({
        passages: [{ name: "1 John 4:7-12", prayed: "6", served: "0", skipped: "0" }],
        books: [{ name: "1 John", value: "6" }],
        genres: [{ name: "Letters", value: "6" }],
        seasons: [{ value: "6" }],
        failing: null,
        preview: {
          season: "christmas",
          lines: [{ line: "Friday, Christmas Day, white" }, {}, {}, {}],
        },
      });
      // A member's own question is not counted.
      expect(page.prompts).toMatchObject([{ id: "gratitude.1", answered: "6", canRetire: true }]);
      expect(page.preview.readings.every(({ isReadable }: Page) => isReadable)).toBe(true);
    }
  });

  it("counts shown, skipped and swapped items without user ids", async () => {
    at("2026-11-20T09:00:00Z");
    const people = await Promise.all(
      Array.from({ length: 7 }, () =>
        createSession({ promptSetPreference: "random_prompts", subscriptionTier: "tier1" }),
      ),
    );
    const morning = { slot: "morning" };
    const [first = expect.fail(), ...others] = people;
    const { flow } = (await see(slotPage, "/journal/morning", morning, first)).page;
    for (const other of others) await see(slotPage, "/journal/morning", morning, other);
    const swap = { intent: "swap", forDate: flow.forDate, variant: flow.promptIds[0], draftVersion: "0" };
    expect((await send(slotPage, "/journal/morning", swap, morning, first)).status).toBe(302);
    const member = await createMember();
    for (let n = 0; n < 2; n++)
      await createEntry(member, {
        kind: "prompt",
        slot: "morning",
        passageRef: flow.passageRef,
        createdAt: on("2026-11-20"),
      });
    await flushEvents();
    at("2026-11-21T12:00:00Z");
    await rollUpDays();
    expect(await readScriptureStats(30)).toMatchObject({
      totals: { served: 7, prayed: 2, begun: 0, skipped: 5 },
      passages: [{ name: flow.passageRef, served: 7, prayed: 2, skipped: 5 }],
      changed: 1,
    });
    const { prompts } = await readScriptureStats(30);
    expect(prompts.reduce((sum, { shown }) => sum + shown, 0)).toBe(7);
    expect(prompts.find(({ id }) => id === flow.promptIds[0])).toMatchObject({ changed: 1 });
    expect(await pageAt("/admin/scripture-analytics")).toMatchObject({
      passages: [{ served: "7", prayed: "fewer than 5", skipped: "5" }],
    });
    const records = JSON.stringify(await DailyEventCountModel.find({}).lean());
    for (const { user } of people) expect(records).not.toContain(user.username);
    expect(records).not.toContain("userId");
  });
});

describe("Prompts and passages", () => {
  beforeEach(() => signIn({ isAdmin: true }));

  const change = (fields: Fields) => send(promptsPage, "/admin/prompts", fields);
  const question = {
    intent: "add",
    text: "What did the rain teach you today?",
    category: "creation",
    slot: "any",
    depth: "1",
    season: "",
  };
  const texts = () => libraryFor("tier2").map(({ text }) => text);

  it("shows one category with its count, and changed questions of all categories", async () => {
    const look = async (query: string): Promise<Page> =>
      (await see(promptsPage, `/admin/prompts${query}`)).page;
    for (const [query, category] of [
      ["", "gratitude"],
      ["?state=used&category=memory", "memory"],
    ] as const) {
      const { prompts, categories } = await look(query);
      expect(new Set(prompts.map((prompt: Page) => prompt.category))).toEqual(new Set([category]));
      const words = categories.find(([key]: Page) => key === category)?.[1];
      expect(words).toMatch(new RegExp(`\\(${prompts.length}\\)$`));
    }
    expect((await look("?state=retired")).prompts).toEqual([]);
  });

  it("applies added, edited and removed questions immediately", async () => {
    expect((await change(question)).status).toBe(302);
    expect(texts()).toContain(question.text);
    expect((await change(question)).status).toBe(409);
    expect((await change({ ...question, text: "Short" })).status).toBe(400);
    const { prompts } = (await see(promptsPage, "/admin/prompts?state=added")).page;
    const edit = { ...question, intent: "save", text: "What did the snow teach you today?" };
    const changeOne = async (fields: Fields) =>
      (await send(promptPage, "/admin/prompts/x", fields, { promptId: prompts[0]?.id })).status;
    expect(await changeOne(edit)).toBe(302);
    expect(texts()).toContain(edit.text);
    expect(texts()).not.toContain(question.text);
    expect(await changeOne({ intent: "remove" })).toBe(302);
    expect(texts()).not.toContain(edit.text);
  });

  it("retires and restores a question", async () => {
    const all = libraryFor("tier2").length;
    expect((await change({ intent: "retire", id: "gratitude.1" })).status).toBe(302);
    expect(libraryFor("tier2")).toHaveLength(all - 1);
    expect(libraryFor("free").some(({ id }) => id === "gratitude.1")).toBe(false);
    expect((await change({ intent: "return", id: "gratitude.1" })).status).toBe(302);
    expect(libraryFor("tier2")).toHaveLength(all);
    expect((await change({ intent: "retire", id: "nothing.1" })).status).toBe(404);
  });

  it("replaces a passage only when the replacement is readable", async () => {
    const reading = { plan: "mark", since: "2026-11-21", showSeason: true } as const;
    const before = plannedPassage(reading, "2026-11-21");
    const replacement = { intent: "replace", reference: before, replacement: "Psalm 46:1-11" };
    expect((await change({ ...replacement, replacement: "Hezekiah 3:16" })).status).toBe(400);
    expect((await change({ ...replacement, replacement: "Psalm 119:1-176" })).status).toBe(400);
    expect((await change(replacement)).status).toBe(302);
    expect(plannedPassage(reading, "2026-11-21")).toBe("Psalm 46:1-11");
    expect((await change({ intent: "restore", reference: before })).status).toBe(302);
    expect(plannedPassage(reading, "2026-11-21")).toBe(before);
  });

  it("imports an export of another instance, without duplicates when repeated", async () => {
    await change(question);
    await change({ intent: "retire", id: "gratitude.2" });
    const file = JSON.stringify((await see(libraryFile, "/admin/prompts/file")).data);
    await LibraryChangeModel.deleteMany({});
    await refreshLibrary();
    expect(texts()).not.toContain(question.text);
    for (let n = 0; n < 2; n++) expect((await change({ intent: "import", library: file })).status).toBe(302);
    expect(texts().filter((text) => text === question.text)).toHaveLength(1);
    expect(await LibraryChangeModel.countDocuments({})).toBe(2);
    for (const library of ["", "{}", "not json", '{"format":"still-and-know-library"}'])
      expect((await change({ intent: "import", library })).status).toBe(400);
  });
});
