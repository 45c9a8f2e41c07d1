import { load } from "cheerio";
import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { documentsOf } from "#tests/support/documents";
import { readMember, see, send, signIn, type Fields, type Page } from "#tests/support/member-session";
import { visit } from "#tests/support/request";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";
import * as dashboard from "~/routes/member/dashboard/route";
import * as editPage from "~/routes/member/journal/entry-edit/route";
import * as versionsPage from "~/routes/member/journal/entry-versions";
import * as calendarPage from "~/routes/member/journal/history-calendar";
import * as monthPage from "~/routes/member/journal/history-month";
import * as historyPage from "~/routes/member/journal/history/route";
import * as rhythmPage from "~/routes/member/journal/rhythm/route";
import * as trashPage from "~/routes/member/journal/trash";
import * as erasePage from "~/routes/member/journal/trash-entry";

const TODAY = "2026-11-21";
let session: string;
let member: Member;
let other: Member;

beforeEach(async () => {
  setClock(() => new Date(`${TODAY}T20:12:00Z`));
  ({ member, session } = await signIn());
  other = await createMember();
});

const pageOf = async (route: Parameters<typeof see>[0], path: string): Promise<Page> =>
  (await see(route, path)).page;
const seeHistory = (query = "") => pageOf(historyPage, `/journal/history${query}`);
const seeTrash = () => pageOf(trashPage, "/journal/history/trash");
const seeMonth = (query: string) => pageOf(monthPage, `/journal/history/month${query}`);
const seeDashboard = () => pageOf(dashboard, "/dashboard");
/** A snippet with its matches in brackets. */
const marked = (pieces: { text: string; hit: boolean }[]) =>
  pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");
const idsOf = (page: Page): string[] =>
  page.months.flatMap(({ entries }: Page) => entries.map(({ id }: Page) => id));

it("separates day, name, excerpt and tags of an entry for browsers without styles", async () => {
  const { _id } = await createEntry(member, {
    ...{ kind: "habit", slot: "morning", forDate: "2026-11-15", favourite: true },
    content: { body: "Bulbs.", tags: ["work"] },
  });
  const open = await documentsOf("member/journal/history");
  const response = await open((await visit("/journal/history", { session })).request);
  const $ = load(await response.text());
  const text = $(`main a[href="/journal/entries/${_id}"]`).text();
  expect(text.replace(/\s+/g, " ")).toBe("Sunday 15 Favourite Morning reflection Bulbs. #work");
});

describe("the trash", () => {
  it("shows when an entry will be deleted, restores it, and erases due ones", async () => {
    const long = new Date(Date.parse(`${TODAY}T20:12:00Z`) - 31 * 86_400_000);
    const kept = await createEntry(member, { deletedAt: new Date(`${TODAY}T10:00:00Z`) });
    const over = await createEntry(member, { deletedAt: long });
    await createEntry(member);
    await createEntry(other, { deletedAt: long });
    const page = await seeTrash();
    expect(page.entries).toMatchObject([
      { id: kept._id, goes: "Will be deleted on 21 December 2026, in 30 days" },
    ]);
    expect(await JournalEntryModel.exists({ _id: over._id })).toBeNull();
    expect(await JournalEntryModel.countDocuments({})).toBe(3);
    const back = await send(trashPage, "/journal/history/trash", { intent: "restore", id: kept._id });
    expect(back).toMatchObject({ status: 302, location: "/journal/history/trash" });
    expect((await seeTrash()).entries).toEqual([]);
    expect(idsOf(await seeHistory())).toContain(kept._id);
  });

  it("is emptied only for its owner", async () => {
    const deletedAt = new Date(`${TODAY}T20:11:00Z`);
    for (let at = 0; at < 3; at++) await createEntry(member, { deletedAt });
    const kept = [await createEntry(member), await createEntry(other, { deletedAt })];
    expect(await send(trashPage, "/journal/history/trash", { intent: "empty" })).toMatchObject({
      status: 302,
      location: "/journal/history/trash",
    });
    const left = await JournalEntryModel.distinct("_id");
    expect(left.sort()).toEqual(kept.map(({ _id }) => _id).sort());
  });

  it("asks before erasing an entry, and erases only the member's own in the trash", async () => {
    const mine = await createEntry(member, { deletedAt: new Date() });
    const alive = await createEntry(member);
    const foreign = await createEntry(other, { deletedAt: new Date() });
    for (const entryId of [alive._id, foreign._id, "AAAAAAAAAAAAAAAAAAAAAA", "$ne"]) {
      expect((await see(erasePage, "/", { entryId })).status).toBe(404);
      expect((await send(erasePage, "/", { intent: "erase" }, { entryId })).status).toBe(404);
    }
    const restored = await send(trashPage, "/", { intent: "restore", id: foreign._id });
    expect(restored.status).toBe(404);
    expect((await see(erasePage, "/", { entryId: mine._id })).page).toMatchObject({ id: mine._id });
    expect((await send(erasePage, "/", {}, { entryId: mine._id })).status).toBe(400);
    expect(await JournalEntryModel.countDocuments({})).toBe(3);
    expect(await send(erasePage, "/", { intent: "erase" }, { entryId: mine._id })).toMatchObject({
      status: 302,
      location: "/journal/history/trash",
    });
    expect(await JournalEntryModel.countDocuments({})).toBe(2);
  });
});

describe("versions", () => {
  it("shows earlier texts and restores one", async () => {
    const content = { title: "T", body: "one", tags: ["a"] };
    const { _id: entryId } = await createEntry(member, { content });
    const params = { entryId };
    await send(editPage, "/", { intent: "save", version: "1", title: "T", body: "two", tags: "b" }, params);
    const here = `/journal/entries/${entryId}/versions`;
    const { page } = await see(versionsPage, here, params);
    expect(page).toMatchObject({ current: 2, versions: [{ version: 1, excerpt: "one" }], shown: null });
    const read = await see(versionsPage, `${here}?version=1`, params);
    expect(read.page.shown.content.body).toBe("one");
    expect((await see(versionsPage, `${here}?version=2`, params)).status).toBe(404);
    const take = (fields: Fields) => send(versionsPage, here, fields, params);
    expect((await take({ intent: "take", version: "1", current: "1" })).status).toBe(409);
    expect((await take({ intent: "take", version: "5", current: "2" })).status).toBe(404);
    expect((await take({ intent: "keep", version: "1", current: "2" })).status).toBe(400);
    expect(await take({ intent: "take", version: "1", current: "2" })).toMatchObject({
      status: 302,
      location: `/journal/entries/${entryId}`,
    });
    expect((await see(versionsPage, here, params)).page).toMatchObject({
      current: 3,
      versions: [{ excerpt: "two" }, { excerpt: "one" }],
    });
    expect((await readEntry(member, entryId))?.content).toMatchObject(content);
  });

  it("returns 404 for another member's entry and for an entry in the trash", async () => {
    const entries = [await createEntry(other), await createEntry(member, { deletedAt: new Date() })];
    for (const { _id: entryId } of entries) {
      expect((await see(versionsPage, "/", { entryId })).status).toBe(404);
      const taken = await send(
        versionsPage,
        "/",
        { intent: "take", version: "1", current: "1" },
        { entryId },
      );
      expect(taken.status).toBe(404);
    }
  });
});

describe("the search", () => {
  it("shows the line with the word, and keeps the query from page to page", async () => {
    for (let n = 0; n < 21; n++)
      await createEntry(member, { content: { body: "first\nBy Grâce alone\nlast" } });
    await createEntry(member, { content: { body: "disgrace" } });
    await createEntry(other, { content: { body: "grace" } });
    const page = await seeHistory("?q=+GRACE&kind=");
    expect(idsOf(page)).toHaveLength(20);
    expect(marked(page.months[0].entries[0].found)).toBe("By [Grâce] alone");
    expect(page.older).toMatch(/^\/journal\/history\?q=GRACE&page=/);
    expect(idsOf((await see(historyPage, page.older)).page)).toHaveLength(1);
  });

  it("finds prefixes, and intentions beside entries, and reports what it could not search", async () => {
    const prayed = await createEntry(member, { content: { mood: "prayerful", body: "rain" } });
    await createEntry(member, { content: { body: "spray" } });
    const rhythm = { kind: "turn" } as const;
    const names = ["Prayer group", ...Array.from({ length: 6 }, (_, n) => `Someone ${n}`)];
    await addIntentions(member, { names, line: "who prays with us", rhythm });
    await addIntentions(other, { names: ["Praying aunt"], line: "", rhythm });
    const search = async (query: string) => await seeHistory(`?q=${encodeURIComponent(query)}`);
    const page = await search("pray");
    expect(idsOf(page)).toEqual([prayed._id]);
    expect(marked(page.months[0].entries[0].found)).toBe("[prayerful]");
    expect(page.intentions).toHaveLength(5);
    const [{ name, text }] = page.intentions;
    expect([marked(name), marked(text)]).toEqual(["[Prayer] group", "who [prays] with us"]);
    expect(page.moreIntentions).toBe("/journal/prayers?q=pray");
    expect((await search("someone -prays")).intentions).toEqual([]);
    expect((await search("group")).intentions).toHaveLength(1);
    const none = { months: [], intentions: [], older: null };
    const short = ["Please type at least two letters."];
    expect(await search("p")).toMatchObject({ ...none, notes: short, isAsked: false });
    const long = ["That was long: only the beginning of it was looked for."];
    expect(await search("a".repeat(6_000))).toMatchObject({ ...none, notes: long, isAsked: true });
  });

  it("can be limited to a book of the Bible", async () => {
    const john = await createEntry(member, { passageRef: "John 15:4-5" });
    const letter = await createEntry(member, { passageRef: "1 John 4:7" });
    const psalm = await createEntry(member, { passageRef: "Psalm 46:10" });
    const found = async (query: string) => idsOf(await seeHistory(`?${query}`));
    expect(await found("book=John")).toEqual([john._id]);
    expect(await found("book=1+john")).toEqual([letter._id]);
    expect(await found("book=Psalms&q=words")).toEqual([psalm._id]);
    expect(await found("book=Nobody")).toHaveLength(3);
  });
});

describe("the calendar", () => {
  it("shows a month and a year of the member's days, and falls back to this month", async () => {
    await createEntry(member, { forDate: "2026-11-03", slot: "morning", kind: "habit" });
    await createEntry(member, { forDate: "2026-11-03" });
    await createEntry(member, { forDate: "2026-02-28", slot: "evening", kind: "habit" });
    await createEntry(member, { forDate: "2026-11-04", deletedAt: new Date() });
    await createEntry(other, { forDate: "2026-11-05" });
    const written = ({ rows }: Page) => rows.flat().filter((day: Page) => day?.marks);
    const month = (await see(calendarPage, "/journal/history/calendar?month=2026-11")).page;
    expect(written(month)).toEqual([
      { date: "2026-11-03", marks: { morning: true, evening: false, free: true }, isPast: true },
    ]);
    expect(month).toMatchObject({ name: "November 2026", isEmpty: false });
    const year = (await see(calendarPage, "/journal/history/calendar?year=2026")).page;
    expect(written(year).map(({ date }: Page) => date)).toEqual(["2026-11-03", "2026-02-28"]);
    for (const query of ["?month=2026-13", "?year=$ne", "?month=__proto__", ""]) {
      expect((await see(calendarPage, `/journal/history/calendar${query}`)).page.name).toBe("November 2026");
    }
  });

  it("shows a month as text, oldest entry first, and continues on a further page", async () => {
    const at = new Date(`${TODAY}T08:00:00Z`);
    for (let n = 0; n < 102; n++) {
      const forDate = `2026-11-${String(20 - (n % 20)).padStart(2, "0")}`;
      await createEntry(member, {
        forDate,
        createdAt: new Date(at.getTime() + (n % 3)),
        content: { body: `text ${n}` },
      });
    }
    await createEntry(member, { forDate: "2026-10-31" });
    await createEntry(other, { forDate: "2026-11-02" });
    const page = await seeMonth("?month=2026-11");
    const rest = await seeMonth(`${page.later}`);
    const texts = [...page.days, ...rest.days].flatMap(({ entries }: Page) => entries);
    expect(new Set(texts.map(({ id }: Page) => id)).size).toBe(102);
    expect(page.days[0]).toMatchObject({ date: "2026-11-01" });
    expect(page.days[0].name).toBe("1 November 2026 · Sunday");
    expect(rest.later).toBeNull();
    const dates = [...page.days, ...rest.days].map(({ date }: Page) => date);
    expect(dates).toEqual([...dates].sort());
    expect((await seeMonth("?month=2020-01")).days).toEqual([]);
  });
});

describe("on this day", () => {
  it("is on the dashboard and on the first page of the history, with at most three own entries", async () => {
    for (const forDate of ["2025-11-21", "2024-11-21", "2023-11-21", "2025-11-20"]) {
      await createEntry(member, { forDate });
    }
    // This day is the Saturday of the 25th week after Pentecost, a year before.
    await createEntry(member, { forDate: "2025-12-06" });
    await createEntry(member, { forDate: "2025-11-22" });
    await createEntry(other, { forDate: "2025-11-21" });
    const expected = ["On this day in 2025", "On this day in 2024"];
    const shown = (await seeDashboard()).remembered;
    expect(shown).toHaveLength(3);
    expect(shown.map(({ because }: Page) => because)).toEqual(expect.arrayContaining(expected));
    expect((await seeHistory()).remembered).toEqual(shown);
    expect((await seeHistory("?kind=free")).remembered).toEqual([]);
  });
});

describe("the rhythm", () => {
  const rhythm = async () => (await see(rhythmPage, "/journal/rhythm")).page;
  const save = (fields: Fields) => send(rhythmPage, "/journal/rhythm", fields);
  const written = (forDate: string, createdAt = `${forDate}T18:00:00Z`) =>
    createEntry(member, { forDate, createdAt: new Date(createdAt) });

  it("is on the dashboard without a number, until it is hidden", async () => {
    await written("2026-11-21");
    await written("2026-11-20");
    await written("2026-11-10", "2026-11-13T00:00:00Z");
    await createEntry(other, { forDate: "2026-11-19", createdAt: new Date("2026-11-19T18:00:00Z") });
    const seen = (await seeDashboard()).rhythm;
    expect(seen).toHaveLength(28);
    expect(await save({ intent: "save", restDay: "0", hidden: "1" })).toMatchObject({ status: 302 });
    expect((await seeDashboard()).rhythm).toBeNull();
    const { days, ...choice } = await rhythm();
    expect(choice).toMatchObject({ restDay: 0, hidden: true });
    const of = (state: string) => days.filter((day: Page) => day.state === state).length;
    expect([of("kept"), of("rest")]).toEqual([2, 4]);
    await save({ intent: "save", restDay: "" });
    expect(await rhythm()).toMatchObject({ restDay: null, hidden: false });
  });

  it("pauses and resumes", async () => {
    expect((await save({ intent: "pause", until: "2026-12-01" })).status).toBe(302);
    expect((await rhythm()).pause).toBe("until the end of 1 December 2026");
    await save({ intent: "save", restDay: "3" });
    expect((await rhythm()).days.at(-1).state).toBe("paused");
    expect((await save({ intent: "resume" })).status).toBe(302);
    expect((await rhythm()).pause).toBeNull();
    expect((await rhythm()).days.at(-1).state).toBe("open");
  });

  it.each<Fields>([
    { intent: "pause", until: "2026-11-20" },
    { intent: "pause", until: "2030-01-01" },
    { intent: "pause", until: "soon" },
    { intent: "pause" },
    { intent: "save", restDay: "7" },
    { intent: "save", "restDay[$ne]": "1", restDay: "x" },
    { intent: "burn" },
  ])("refuses %o", async (fields) => {
    const { rhythm: before } = await readMember();
    expect((await save(fields)).status).toBe(400);
    expect((await readMember()).rhythm).toEqual(before);
  });
});

describe("the years above the history", () => {
  it("are listed newest first when at least two have entries", async () => {
    await createEntry(member, { forDate: "2026-03-01" });
    await createEntry(other, { forDate: "1999-03-01" });
    expect((await see(historyPage, "/journal/history")).page.years).toEqual([]);
    for (const forDate of ["1987-12-31", "1988-01-01", "2024-02-29", "2024-12-31"])
      await createEntry(member, { forDate });
    expect((await see(historyPage, "/journal/history")).page.years).toEqual(["2026", "2024", "1988", "1987"]);
    const { page } = await see(historyPage, "/journal/history?from=2024-01-01&to=2024-12-31");
    expect(idsOf(page)).toHaveLength(2);
  });
});
