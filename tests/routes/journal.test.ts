import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { tripsOf } from "#tests/support/count-round-trips";
import {
  errorsIn,
  inputIn,
  readMember,
  see,
  send,
  signIn,
  signInAt,
  updateMember,
  type Fields,
  type Page,
} from "#tests/support/member-session";
import { ownPlan } from "#tests/support/own-plan";
import { visit, type Answered } from "#tests/support/request";
import { publicPrayerFor } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import type { Member } from "~/domain/member/member";
import { now, setClock } from "~/platform/clock";
import { hashToken, sign } from "~/platform/signing.server";
import * as dashboard from "~/routes/member/dashboard/route";
import * as entryPage from "~/routes/member/journal/entry";
import * as editPage from "~/routes/member/journal/entry-edit/route";
import * as freePage from "~/routes/member/journal/free/route";
import * as monthPage from "~/routes/member/journal/history-month";
import * as historyPage from "~/routes/member/journal/history/route";
import * as journal from "~/routes/member/journal/journal";
import * as slotPage from "~/routes/member/journal/reflection/route";
import * as publicToday from "~/routes/public/today";

const TODAY = "2026-11-21";
const MORNING = { slot: "morning" };
const EVENING = { slot: "evening" };
let session: string;
let member: Member;

beforeEach(async () => {
  setClock(() => new Date(`${TODAY}T06:12:00Z`));
  ({ member, session } = await signIn());
});

const morning = (fields: Fields) => send(slotPage, "/journal/morning", fields, MORNING);
const evening = (fields: Fields) => send(slotPage, "/journal/evening", fields, EVENING);
const free = (fields: Fields) => send(freePage, "/journal/free", fields);
const seeMorning = (query = "") => see(slotPage, `/journal/morning${query}`, MORNING);
const seeFree = () => see(freePage, "/journal/free");
const seeEntry = (entryId: string) => see(entryPage, `/journal/entries/${entryId}`, { entryId });
const seeDashboard = async (): Promise<Page> => (await see(dashboard, "/dashboard")).page;
const idIn = ({ location }: Answered) => /^\/journal\/entries\/([\w-]{22})$/.exec(location ?? "")?.[1] ?? "";
const count = () => JournalEntryModel.countDocuments({});

describe("/journal", () => {
  it.each([
    ["/journal", "06:12", "/journal/morning"],
    ["/journal", "18:00", "/journal/evening"],
    ["/journal?slot=evening", "06:12", "/journal/evening"],
    ["/journal?slot=morning", "18:00", "/journal/morning"],
    ["/journal?slot=noon", "18:00", "/journal/evening"],
    ["/journal?kind=free", "06:12", "/journal/free"],
  ])("redirects %s at %s to %s", async (path, time, target) => {
    await signInAt(`${TODAY}T${time}:00Z`);
    expect(await see(journal, path)).toMatchObject({ status: 302, location: target });
  });

  it("offers a choice when the due reflection is written, until another one is begun", async () => {
    await signInAt(`${TODAY}T06:12:00Z`);
    const id = idIn(await morning({ intent: "finish", thanks: "Rain" }));
    expect(await see(journal, "/journal")).toMatchObject({
      status: 200,
      page: { slot: "morning", entryId: id },
    });
    expect((await see(journal, "/journal?slot=morning")).location).toBe("/journal/morning");
    await morning({ intent: "draft", thanks: "Snow" });
    expect((await see(journal, "/journal")).location).toBe("/journal/morning");
  });

  it("follows the member's local time", async () => {
    await updateMember({ timezone: "Asia/Tokyo" });
    await signInAt(`${TODAY}T08:00:00Z`);
    expect((await see(journal, "/journal")).location).toBe("/journal/evening");
    await signInAt(`${TODAY}T22:00:00Z`);
    expect((await seeMorning()).page.flow.forDate).toBe("2026-11-22");
  });
});

describe("a saved entry", () => {
  it("keeps its question, its passage and the name of its day, whatever the calendar says later", async () => {
    const { page } = await seeMorning();
    const [, , question] = page.flow.fields;
    const id = idIn(await morning({ intent: "finish", question: "Rain" }));
    const shown = async () => (await seeEntry(id)).page;
    const before = await shown();
    expect(before.dateLine).toBe("21 November 2026 · Saturday of the 25th week after Pentecost, green");
    await updateMember({ "prayer.tradition": "roman" });
    const after = await shown();
    expect([after.dateLine, after.passage.reference]).toEqual([before.dateLine, before.passage.reference]);
    expect(JSON.stringify(after.content)).toContain(question.label);
    const month = async () =>
      (await see(monthPage, "/journal/history/month?month=2026-11")).page.days[0].name;
    expect(await month()).toBe(before.dateLine);
  });

  it("shows only the weekday when it was saved before day names were stored", async () => {
    const id = idIn(await morning({ intent: "finish", question: "Rain" }));
    const asked = { promptIds: ["habit.morning.lent.3"], passageRef: "Matthew 5:14-16" };
    await JournalEntryModel.updateOne({ _id: id }, { $set: asked, $unset: { dayName: 1 } });
    const { page } = await seeEntry(id);
    expect(page.passage.reference).toBe("Matthew 5:14–16");
    expect(page.dateLine).toBe("21 November 2026 · Saturday");
    expect(JSON.stringify(page.content)).toContain("Rain");
    const month = (await see(monthPage, "/journal/history/month?month=2026-11")).page;
    expect(month.days[0].name).toBe(page.dateLine);
  });
});

describe("a morning", () => {
  it("shows its questions under a verse, and stores nothing when it is opened", async () => {
    const { page } = await seeMorning();
    expect(page.flow.fields.map(({ key }: Page) => key)).toEqual(["thanks", "presence", "question"]);
    expect(page.passage.verses.length).toBeGreaterThan(0);
    expect(page.draft).toBeNull();
    expect(await count()).toBe(0);
  });

  it("is saved as a draft and shown with the time it was saved", async () => {
    const result = await morning({ intent: "draft", thanks: "rain\r\nand wind", presence: "Anna" });
    expect(result).toMatchObject({ status: 302, location: "/journal/morning" });
    const { page } = await seeMorning();
    expect(page.draft.savedAt).toBe("06:12");
    expect(page.draft.content.answers.map(({ text }: Page) => text)).toEqual(["rain\nand wind", "Anna", ""]);
    expect((await see(slotPage, "/journal/evening", EVENING)).page.carryover.presence).toBe("Anna");
  });

  it("becomes an entry when it is finished, and its draft is deleted", async () => {
    await morning({ intent: "draft", thanks: "ra" });
    const result = await morning({ intent: "finish", thanks: "rain", presence: "Anna" });
    expect(result.status).toBe(302);
    const { page } = await seeEntry(idIn(result));
    expect(page.content.answers.map(({ question, text }: Page) => [question, text]).slice(0, 2)).toEqual([
      ["I thank God for…", "rain"],
      ["Today I want to be present to…", "Anna"],
    ]);
    expect(await count()).toBe(1);
    const desk = await seeMorning();
    expect(desk.page).toMatchObject({ draft: null, writtenId: idIn(result) });
  });

  it("is not finished without text", async () => {
    const result = await morning({ intent: "finish", thanks: "  " });
    expect(result.status).toBe(400);
    expect(errorsIn(result)).toEqual({ thanks: ["Write a few words first, or save it as a draft."] });
    expect(errorsIn(await evening({ intent: "finish" }))).toHaveProperty("grace");
    expect(await count()).toBe(0);
  });

  it.each([
    ["draft", { forDate: "2026-11-22" }, "forDate", /^This day has not come yet\./],
    ["finish", { forDate: "2026-11-22" }, "forDate", /^This day has not come yet\./],
    ["finish", { thanks: "a".repeat(20_001) }, "thanks", /^Please keep this under 20,000 characters\.$/],
  ] as const)(
    "is refused beside the field as a %s, with its text (%#)",
    async (intent, wrong, field, says) => {
      const fields = { thanks: "rain", ...wrong };
      const result = await morning({ intent, ...fields });
      expect(result.status).toBe(400);
      expect(errorsIn(result)).toEqual({ [field]: [expect.stringMatching(says)] });
      expect(inputIn(result).thanks).toBe(fields.thanks);
      expect(await count()).toBe(0);
    },
  );

  it("is accepted for a past day", async () => {
    const saved = await morning({ intent: "draft", thanks: "rain", forDate: "2026-11-03" });
    expect(saved.location).toBe("/journal/morning?date=2026-11-03");
    const { page } = await see(slotPage, saved.location ?? "", MORNING);
    expect(page.draft.content.answers[0]?.text).toBe("rain");
    expect((await seeMorning("?date=2027-01-01")).page.flow.forDate).toBe(TODAY);
  });

  it("returns a small response to a background save", async () => {
    const result = await morning({ intent: "draft", _auto: "1", thanks: "rain" });
    expect(result).toMatchObject({ status: 200, location: null });
    expect(JSON.stringify(result.data).length).toBeLessThan(100);
    expect(await count()).toBe(1);
  });

  it("returns both texts after a change in another window", async () => {
    await morning({ intent: "draft", thanks: "first", draftVersion: "0" });
    const result = await morning({ intent: "draft", thanks: "second", draftVersion: "0" });
    expect(result.status).toBe(409);
    expect(inputIn(result).thanks).toBe("second");
    const { page } = await seeMorning();
    expect(page.draft.content.answers[0]?.text).toBe("first");
    const both = await morning({ intent: "draft", thanks: "both", draftVersion: String(page.draft.version) });
    expect(both.status).toBe(302);
  });

  it.each<[Record<string, string>]>([
    [{ "thanks[$ne]": "1" }],
    [{ intent: "steal", thanks: "x" }],
    [{ intent: "finish", thanks: "x", forDate: "yesterday" }],
    [{ intent: "draft", thanks: "x", draftVersion: "-1" }],
  ])("refuses %o", async (fields) => {
    const result = await morning(fields);
    expect([400, 302]).toContain(result.status);
    if (result.status === 302) expect(await count()).toBe(0);
  });

  it("returns 404 for an unknown slot", async () => {
    expect((await see(slotPage, "/journal/noon", { slot: "noon" })).status).toBe(404);
    expect(
      (await send(slotPage, "/journal/noon", { intent: "finish", thanks: "x" }, { slot: "noon" })).status,
    ).toBe(404);
  });
});

describe("twenty concurrent posts of one form", () => {
  const token = () => `n.${sign(`form|${hashToken(session)}`, "n")}`;

  it.each([
    ["/journal/morning", slotPage, { slot: "morning" }, { thanks: "rain" }],
    ["/journal/free", freePage, {}, { title: "T", body: "words" }],
  ])("create one entry for %s", async (path, module, params, fields) => {
    const form = { ...fields, intent: "finish", _token: token(), _submission: "abcdefgh1234" };
    const results = await Promise.all(Array.from({ length: 20 }, () => send(module, path, form, params)));
    expect(new Set(results.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect(results[0]?.status).toBe(302);
    expect(await count()).toBe(1);
    // Another form creates another entry.
    const another = await send(module, path, { ...form, _submission: "abcdefgh5678" }, params);
    expect(another).toMatchObject({ status: 302 });
    expect(another.location).not.toBe(results[0]?.location);
    expect(await count()).toBe(2);
  });
});

describe("a free page", () => {
  const fields = {
    title: "On rain",
    body: "words",
    tags: "Work, rest ,work",
    mood: "calm",
    forDate: "2026-11-03",
  };

  it("is saved as a draft, and finished", async () => {
    expect((await free({ ...fields, intent: "draft" })).location).toBe("/journal/free");
    const desk = await seeFree();
    expect(desk.page).toMatchObject({
      forDate: "2026-11-03",
      draft: { content: { title: "On rain", tags: ["Work", "rest"] } },
    });
    const result = await free({ ...fields, intent: "finish" });
    const { page } = await seeEntry(idIn(result));
    expect(page).toMatchObject({ name: "On rain", content: { body: "words", mood: "calm" } });
    expect(page.dateLine).toContain("3 November 2026");
    expect((await seeFree()).page.draft).toBeNull();
  });

  it.each([
    ["title", "a".repeat(201), "Please keep the title under 200 characters."],
    ["mood", "a".repeat(41), "Please keep this under 40 characters."],
    ["tags", "a".repeat(41), "Please keep each tag under 40 characters."],
    ["tags", Array.from({ length: 21 }, (_, n) => `t${n}`).join(","), "Please use 20 tags or fewer."],
    ["body", "a".repeat(20_001), "Please keep this under 20,000 characters."],
    ["forDate", "2026-11-22", "This day has not come yet. Please choose today or an earlier day."],
    ["forDate", "soon", "Please enter a day as YYYY-MM-DD."],
  ])("shows beside %s what is wrong, and keeps the input", async (name, value, message) => {
    const result = await free({ ...fields, intent: "finish", [name]: value });
    expect(result.status).toBe(400);
    expect(errorsIn(result)).toEqual({ [name]: [message] });
    expect(inputIn(result).body).toBe(name === "body" ? value : "words");
  });

  it("links to a page of the next day with the same tags unless its day is today", async () => {
    const { page } = await seeEntry(idIn(await free({ ...fields, intent: "finish" })));
    expect(page.nextPage).toBe("/journal/free?forDate=2026-11-04&tags=Work&tags=rest");
    const next = await see(freePage, page.nextPage);
    expect(next.page).toMatchObject({ forDate: "2026-11-04", tags: "Work, rest" });
    const today = await free({ ...fields, forDate: "2026-11-21", intent: "finish" });
    expect((await seeEntry(idIn(today))).page.nextPage).toBeNull();
    await free({ body: "A draft", tags: "own", intent: "draft" });
    expect((await see(freePage, page.nextPage)).page).toMatchObject({
      tags: "",
      draft: { content: { tags: ["own"] } },
    });
  });

  it("keeps text that looks like code unchanged", async () => {
    const body = "<script>alert(1)</script>\n  \u2028 {{x}} ${y} ]]> \" onload='1' & 🙏 e\u0301";
    const result = await free({ body, intent: "finish" });
    expect((await seeEntry(idIn(result))).page.content.body).toBe(body);
    const stored = await JournalEntryModel.collection.findOne({});
    expect(JSON.stringify(stored)).not.toContain("script");
  });
});

describe("an entry's page", () => {
  it.each([
    ["favourite", { favourite: true }],
    ["unfavourite", { favourite: false }],
    ["exclude", { excludeFromInsights: true }],
    ["include", { excludeFromInsights: false }],
    ["delete", { goes: "Will be deleted on 21 December 2026, in 30 days" }],
    ["restore", { goes: null }],
  ])("accepts %s", async (intent, change) => {
    const { _id } = await createEntry(member);
    const path = `/journal/entries/${_id}`;
    expect(await send(entryPage, path, { intent }, { entryId: _id })).toMatchObject({
      status: 302,
      location: path,
    });
    expect((await see(entryPage, path, { entryId: _id })).page).toMatchObject(change);
  });

  it("refuses an unknown or missing intent", async () => {
    const { _id } = await createEntry(member);
    expect((await send(entryPage, "/", { intent: "burn" }, { entryId: _id })).status).toBe(400);
    expect((await send(entryPage, "/", {}, { entryId: _id })).status).toBe(400);
  });

  it("returns 404 for another member's entry, as for a missing one", async () => {
    const { _id } = await createEntry(await createMember());
    for (const entryId of [_id, "AAAAAAAAAAAAAAAAAAAAAA", "x/../y", "__proto__"]) {
      expect((await see(entryPage, "/", { entryId })).status).toBe(404);
      expect((await see(editPage, "/", { entryId })).status).toBe(404);
      for (const intent of ["favourite", "exclude", "delete", "restore"])
        expect((await send(entryPage, "/", { intent }, { entryId })).status).toBe(404);
      expect(
        (await send(editPage, "/", { intent: "save", version: "1", body: "x" }, { entryId })).status,
      ).toBe(404);
    }
    expect(await JournalEntryModel.findById(_id).lean()).toMatchObject({
      ...{ version: 1, deletedAt: null, favourite: false, excludeFromInsights: false },
    });
  });
});

describe("editing", () => {
  it("saves with the current version; a stale one is a conflict that shows both texts", async () => {
    const { _id } = await createEntry(member, { content: { body: "one" } });
    const save = (body: string, version: string) =>
      send(editPage, `/journal/entries/${_id}/edit`, { intent: "save", version, body }, { entryId: _id });
    expect(await save("two", "1")).toMatchObject({ status: 302, location: `/journal/entries/${_id}` });
    const stale = await save("mine", "1");
    expect(stale.status).toBe(409);
    expect(inputIn(stale).body).toBe("mine");
    expect((await see(editPage, "/", { entryId: _id })).page).toMatchObject({
      version: 2,
      content: { body: "two" },
    });
    expect((await save("mine", "2")).status).toBe(302);
    const empty = await save(" ", "3");
    expect(empty.status).toBe(400);
    expect(errorsIn(empty)).toHaveProperty("title");
  });

  it("is refused for an entry in the trash", async () => {
    const { _id } = await createEntry(member, { deletedAt: new Date() });
    expect((await see(editPage, "/", { entryId: _id })).status).toBe(404);
  });
});

describe("the history", () => {
  it("groups by month, and links to older pages and back to the newest", async () => {
    for (let n = 1; n <= 21; n++) {
      await createEntry(member, { forDate: `2026-${n > 15 ? "10" : "11"}-${String(n).padStart(2, "0")}` });
    }
    const { page } = await see(historyPage, "/journal/history");
    expect(page.months.map(({ month }: Page) => month)).toEqual(["November 2026", "October 2026"]);
    expect(page.newest).toBeNull();
    const older = await see(historyPage, page.older);
    expect(older.page.months.flatMap(({ entries }: Page) => entries)).toHaveLength(1);
    expect(older.page).toMatchObject({ older: null, newest: "/journal/history" });
  });

  it("keeps its filters from page to page, and ignores invalid ones", async () => {
    for (let n = 0; n < 21; n++) await createEntry(member, { content: { tags: ["work"] } });
    await createEntry(member);
    const { page } = await see(historyPage, "/journal/history?tag=Work&kind=%24ne&page=nonsense&from=x");
    expect(page.older).toMatch(/^\/journal\/history\?tag=Work&page=[\w-]+$/);
    expect((await see(historyPage, page.older)).page.months[0]?.entries).toHaveLength(1);
  });
});

describe("the dashboard", () => {
  it("names the member and the day, and offers the reflection that is due", async () => {
    const { page } = await see(dashboard, "/dashboard");
    expect(page).toMatchObject({
      name: member.username,
      date: "21 November 2026",
      season: "Saturday of the 25th week after Pentecost, green",
      begin: { label: "Begin morning reflection", to: "/journal/morning" },
      zoneKnown: false,
    });
    await morning({ intent: "finish", thanks: "x", presence: "Anna" });
    expect(await seeDashboard()).toMatchObject({
      begin: { label: "Done for this morning.", to: null },
      carryover: { presence: "Anna" },
    });
  });

  it("is read in two round trips, one of them for session and user", async () => {
    const args = await visit("/dashboard", { session });
    const [person, page, ...more] = await tripsOf(() => dashboard.loader(args));
    expect([person, more]).toEqual([["findOne", "findOne"], []]);
    // Queried concurrently: the journal, the latest insight, the rotation and the reminders. A collection that has not changed
    // since an earlier page is not queried again.
    expect(page).toContain("aggregate");
    expect(page?.length).toBeLessThanOrEqual(4);
  });

  it("shows the same verse as the daily habit and the public page", async () => {
    const { page } = await see(dashboard, "/dashboard");
    const { passage } = (await seeMorning()).page;
    expect(page.passage.reference).toBe(passage?.reference);
    expect(publicPrayerFor(TODAY).passage.reference).toBe(passage?.reference);
  });

  it("shows the passage of the new day after midnight, as the daily habit and the public page do", async () => {
    await signInAt("2026-11-22T00:30:00Z");
    const { page } = await see(dashboard, "/dashboard");
    const { passage } = (await seeMorning()).page;
    const { page: today } = await see(publicToday, "/today");
    expect(page).toMatchObject({
      date: "22 November 2026",
      begin: { to: "/journal/evening" },
      passage: { reference: passage?.reference },
    });
    expect(today).toMatchObject({ date: "2026-11-22", passage: { reference: passage?.reference } });
    expect((await see(slotPage, "/journal/evening", EVENING)).page.flow.forDate).toBe("2026-11-21");
  });

  it("shows the beginning of today's passage by the member's passage plan", async () => {
    const passage = async (changes: Record<string, unknown>) => {
      await updateMember(changes);
      return (await seeDashboard()).passage;
    };
    expect((await passage({})).reference).not.toBe("Mark 1:1–8");
    const mark = await passage({
      ...ownPlan("tier1", now()),
      "prayer.passagePlan": "mark",
      "prayer.planSince": TODAY,
    });
    expect(mark).toMatchObject({ reference: "Mark 1:1–8", isWhole: false });
    expect(mark.lines.join("").length).toBeLessThan(195);
    // Without the plan the season's passage applies again, and the choice is kept.
    expect((await passage({ subscriptionTier: "free", "plan.grants": [] })).reference).not.toBe("Mark 1:1–8");
  });

  it("asks for the time zone until it is known", async () => {
    const refused = await send(dashboard, "/dashboard", { timezone: "Atlantis" });
    expect(refused.status).toBe(400);
    expect(errorsIn(refused)).toHaveProperty("timezone");
    for (const nothing of [{}, { timezone: "  " }])
      expect(errorsIn(await send(dashboard, "/dashboard", nothing as Fields))).toHaveProperty("timezone");
    expect(await send(dashboard, "/dashboard", { timezone: "berlin" })).toMatchObject({
      status: 302,
      location: "/dashboard",
    });
    expect((await readMember()).timezone).toBe("Europe/Berlin");
    expect((await seeDashboard()).zoneKnown).toBe(true);
  });
});
