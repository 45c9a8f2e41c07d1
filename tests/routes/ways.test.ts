import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { DailyEventCountModel } from "#models/statistics.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createMember, readMember as memberWithId } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import {
  createSession,
  see as open,
  readMember,
  send,
  signIn,
  signInAt,
  type MemberSession,
  type Page,
} from "#tests/support/member-session";
import { ownPlan } from "#tests/support/own-plan";
import { load } from "#tests/support/request";
import { importFile } from "#tests/support/upload-journal";
import { openWayPage } from "~/domain/journal/reflection/way-progress.server";
import { flushEvents } from "~/domain/operations/daily-events.server";
import { setStoredSettings } from "~/domain/operations/instance-settings.server";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { guidanceOf } from "~/domain/ways/assigned-passages.server";
import { BUILT_IN_WAYS, setCustomWays } from "~/domain/ways/available-ways.server";
import type { Way } from "~/domain/ways/way";
import { setClock } from "~/platform/clock";
import * as instancePage from "~/routes/admin/instance";
import * as dashboardPage from "~/routes/member/dashboard/route";
import * as entryPage from "~/routes/member/journal/entry";
import * as slotPage from "~/routes/member/journal/reflection/route";
import * as offlineToday from "~/routes/member/offline-today";
import * as givenPage from "~/routes/member/settings/prayer-passages";
import * as dayPage from "~/routes/member/ways/way-day";
import * as wayPage from "~/routes/member/ways/way/route";
import * as waysPage from "~/routes/member/ways/ways";
import * as frontPage from "~/routes/public/home";
import * as todayPage from "~/routes/public/today";
import { loader as feed } from "~/routes/resources/today-feed";

const GRIEF = BUILT_IN_WAYS.grief as Way;

const press = (intent: string, way: string, slot = "morning") =>
  send(waysPage, "/ways", { intent, way, slot });
async function see(route: Parameters<typeof open>[0], path: string, params = {}): Promise<Page> {
  const { status, page } = await open(route, path, params);
  expect(status, path).toBe(200);
  return page;
}
const morning = () => see(slotPage, "/journal/morning", { slot: "morning" });
const way = (id: string) => see(wayPage, `/ways/${id}`, { way: id });
async function pray(text: string, slot = "morning", query = ""): Promise<string> {
  const path = `/journal/${slot}${query}`;
  const { variant } = await see(slotPage, path, { slot });
  const fields = { intent: "finish", variant, wayFirst: text };
  const kept = await send(slotPage, path, fields, { slot });
  return kept.location?.split("/").at(-1) ?? expect.fail(JSON.stringify(kept));
}

let user: UserRecord;
beforeEach(async () => {
  setClock(() => new Date("2026-11-23T07:00:00Z"));
  setCustomWays(new Map());
  ({ user } = await signIn({ timezone: "UTC" }));
});

describe("a way", () => {
  it("is part of the day that the device stores for offline use", async () => {
    await press("begin", "grief");
    const kept = await see(offlineToday, "/offline/today");
    const [first] = GRIEF.days;
    expect(kept.reflections[0]).toMatchObject({ title: first?.title, point: first?.point });
    expect(kept.reflections[0].fields.map(({ label }: { label: string }) => label)).toEqual(first?.questions);
    expect(kept.reflections[1].point).toBeUndefined();
  });

  it("replaces the morning with its next day not prayed, also when it is begun again after it was left", async () => {
    const ordinary = await morning();
    expect((await press("begin", "grief")).location).toBe("/ways/grief");
    const { flow } = await morning();
    const [first, second, third] = GRIEF.days;
    expect(flow).toMatchObject({
      title: first?.title,
      passageRef: first?.passage,
      way: { day: 1, point: first?.point },
    });
    expect(flow.fields.map(({ label }: Page) => label)).toEqual(first?.questions);
    const id = await pray("Her name is Ruth.");
    expect((await morning()).flow.title).toBe(first?.title);
    expect(await see(entryPage, `/journal/entries/${id}`, { entryId: id })).toMatchObject({
      way: { id: "grief", title: first?.title },
      passage: { reference: "John 11:28–37" },
    });

    // Three days without a prayer: the second day is still the next one.
    await signInAt("2026-11-27T07:00:00Z");
    expect((await morning()).flow.title).toBe(second?.title);
    expect((await see(dashboardPage, "/dashboard")).way).toMatchObject({ title: second?.title });
    await press("leave", "grief");
    expect((await morning()).flow.promptSet).toBe(ordinary.flow.promptSet);
    await press("begin", "grief", "evening");
    expect((await morning()).flow.promptSet).toBe(ordinary.flow.promptSet);
    const evening = await see(slotPage, "/journal/evening", { slot: "evening" });
    expect(evening.flow.title).toBe(second?.title);
    await pray("The chair at the window.", "evening");
    const page = await way("grief");
    expect(page.words.map(({ title }: Page) => title)).toEqual([first?.title, second?.title]);
    expect(JSON.stringify(page.words)).toContain("Her name is Ruth.");
    expect(page.today.title).toBe(second?.title);
    await signInAt("2026-11-28T07:00:00Z");
    expect((await way("grief")).today.title).toBe(third?.title);
  });

  it("has the day of the date when it belongs to a season, regardless of the days prayed", async () => {
    await press("begin", "lent");
    expect((await way("lent")).today).toBeNull();
    await signInAt("2027-02-15T07:00:00Z");
    expect((await morning()).flow.way?.day).toBe(5);
  });

  it("can be prayed on any of its days, and keeps a draft when the way is removed", async () => {
    const given: Way = { ...GRIEF, name: "Ours" };
    setCustomWays(new Map([["ours", given]]));
    await press("begin", "ours");
    const { variant } = await see(slotPage, "/journal/morning?way=ours.3", { slot: "morning" });
    expect(variant).toBe("way ours 3");
    const draft = { intent: "draft", variant, wayFirst: "half a line" };
    await send(slotPage, "/journal/morning", draft, { slot: "morning" });
    setCustomWays(new Map());
    const { flow } = await morning();
    expect(flow).toMatchObject({ title: GRIEF.days[2]?.title, passageRef: GRIEF.days[2]?.passage });
    expect(flow.fields.map(({ label }: Page) => label)).toEqual(GRIEF.days[2]?.questions);
    await pray("a whole line");
    const page = await way("ours");
    expect(page).toMatchObject({ name: "Ours", way: null, words: [{ title: GRIEF.days[2]?.title }] });
    expect((await morning()).flow.promptSet).toBe("daily_habit");
    const list = await see(waysPage, "/ways");
    expect(list.walking).toEqual([{ id: "ours", name: "Ours", slot: "morning", isHere: false }]);
  });

  it(
    "is encrypted in the records, and is exported and imported with its texts",
    { tags: ["release"] },
    async () => {
      await press("begin", "grief");
      await pray("Her name is Ruth.");
      const stored = JSON.stringify([
        await UserModel.findById(user._id).lean(),
        await JournalEntryModel.find({ userId: user._id }).lean(),
      ]);
      expect(stored).not.toMatch(/grief|empty chair/i);
      const other = await createMember();
      await importFile(other, await bytesOf(await exportJournal(await readMember(), "json")));
      const there = await memberWithId(other.id);
      expect(guidanceOf(there).walks.morning).toEqual({
        way: "grief",
        name: GRIEF.name,
        since: "2026-11-23",
      });
      expect((await openWayPage(there, "grief"))?.words).toMatchObject([{ title: GRIEF.days[0]?.title }]);
    },
  );

  it("marks the days that a short Advent leaves out, and has an introduction", async () => {
    const { about, days } = (await way("advent")).way as { about: string; days: Page[] };
    expect(about).toContain("From the first Sunday of Advent to Christmas Eve");
    const leftOut = days.filter(({ date }) => date === "left out this year");
    expect(leftOut.map(({ title }) => title)).toEqual(["Little Bethlehem", "The key"]);
    expect(days.filter(({ passage }) => passage.includes("-"))).toEqual([]);
    const day = await see(dayPage, "/ways/advent/26", { way: "advent", day: "26" });
    expect(day.date).toBe("left out this year");
    expect((await way("grief")).way.days[0].date).toBeNull();
  });

  it("shows when it begins, and no missed days, percentage or streak", async () => {
    await press("begin", "advent");
    await signInAt("2026-12-06T07:00:00Z");
    const pages = [
      await see(waysPage, "/ways"),
      await way("advent"),
      await see(dayPage, "/ways/advent/2", { way: "advent", day: "2" }),
      await morning(),
    ];
    expect(JSON.stringify(pages)).not.toMatch(/\bmissed\b|\bbehind\b|%|\bstreak\b/i);
    await signInAt("2026-11-23T07:00:00Z");
    const { ways } = await see(waysPage, "/ways");
    expect(ways[0]).toMatchObject({ id: "advent", words: "Begins on Sunday" });
    expect(ways.find(({ id }: Page) => id === "lent").words).toBe("Begins on 10 February 2027");
  });

  it("is announced on the dashboard in the week before it begins, unless the member walks it", async () => {
    const next = async () => (await see(dashboardPage, "/dashboard")).next;
    await signInAt("2026-11-21T12:00:00Z");
    expect(await next()).toBeNull();
    await signInAt("2026-11-22T12:00:00Z");
    expect(await next()).toMatchObject({ id: "advent", when: "Begins on 29 November 2026" });
    await signInAt("2026-11-28T12:00:00Z");
    expect(await next()).toMatchObject({ id: "advent", when: "Begins tomorrow" });
    await press("begin", "advent");
    expect(await next()).toBeNull();
    await press("leave", "advent");
    await signInAt("2026-11-29T12:00:00Z");
    expect(await next()).toBeNull();
  });

  it.each([
    ["/ways/nothing", wayPage, { way: "nothing" }],
    ["/ways/grief/8", dayPage, { way: "grief", day: "8" }],
    ["/ways/grief/1x", dayPage, { way: "grief", day: "1x" }],
  ])("responds 404 when the way or the day does not exist: %s", async (path, route, params) => {
    expect((await open(route, path, params)).status).toBe(404);
    expect((await press("begin", "nothing")).status).toBe(404);
  });
});

describe("assigned passages", () => {
  const save = (fields: Record<string, string>) =>
    send(givenPage, "/settings/prayer/passages", { intent: "save", ...fields });

  it.each(["daily_habit", "lectio_examen"] as const)(
    "replace the morning's passages on their days, and then the former plan applies again (%s)",
    async (promptSetPreference) => {
      const plan = { promptSetPreference, ...ownPlan("tier2", new Date()) };
      await UserModel.updateOne({ _id: user._id }, { $set: plan });
      const ordinary = (await morning()).flow;
      const passages = "jn 15,1-8 - where you are grafted in\n2026-11-25 Psalm 23\n";
      expect((await save({ passages })).status).toBe(302);
      expect(await see(givenPage, "/settings/prayer/passages")).toEqual({
        passages: "2026-11-23 John 15:1-8 - where you are grafted in\n2026-11-25 Psalm 23",
      });
      const page = await morning();
      expect(page.flow.promptSet).toBe(ordinary.promptSet);
      expect(page.passage.reference).toBe("John 15:1–8");
      expect(page.planNote).toBe("where you are grafted in");
      expect(await see(dashboardPage, "/dashboard")).toMatchObject({
        passage: { reference: "John 15:1–8" },
        passageNote: "where you are grafted in",
      });
      await signInAt("2026-11-24T07:00:00Z");
      expect((await morning()).flow.passageRef).not.toBe("John 15:1-8");
      await signInAt("2026-11-25T07:00:00Z");
      expect((await morning()).flow.passageRef).toBe("Psalm 23");
      expect((await save({ intent: "clear" })).status).toBe(302);
      expect((await morning()).flow.passageRef).not.toBe("Psalm 23");
    },
  );

  it("report invalid lines and keep the input, and appear in no other page and no unencrypted record", async () => {
    const passages = "Psalm 23\nHezekiah 3\n2026-11-24 Genesis 99\nPsalm 24 - the vine of mine\nJn 3:30-99";
    const refused = await save({ passages });
    expect(refused.status).toBe(400);
    expect(refused.data).toMatchObject({
      lastResult: {
        initialValue: { passages },
        error: {
          passages: [
            "Line 2: this is not a passage that we know: Hezekiah 3",
            "Line 3: this is not a passage that we know: Genesis 99",
            "Line 5: this is not a passage that we know: Jn 3:30-99",
          ],
        },
      },
    });
    await save({ passages: "Obadiah 1:3 - the vine of mine" });
    await morning();
    await flushEvents();
    const other = await createSession();
    for (const mine of [user._id, other.user._id])
      expect(JSON.stringify(await UserModel.findById(mine).lean())).not.toContain("vine of mine");
    expect(JSON.stringify(await DailyEventCountModel.find().lean())).not.toContain("Obadiah");
    const theirs = await open(givenPage, "/settings/prayer/passages", {}, other);
    expect(theirs.page).toEqual({ passages: "" });
  });
});

describe("shared way", () => {
  const LENT = BUILT_IN_WAYS.lent;
  const [, , third] = LENT?.days ?? [];

  let administrator: MemberSession;

  beforeEach(async () => {
    // The third day of Lent.
    await signInAt("2027-02-12T08:00:00Z");
    administrator = await createSession({ isAdmin: true });
  });
  afterEach(() => setStoredSettings({}));

  const choose = (fields: Record<string, string>) =>
    send(instancePage, "/admin/house", { intent: "save", ...fields }, {}, administrator);
  const front = async (): Promise<Page> => (await load(frontPage.loader, "/home")).data;
  const dashboard = () => see(dashboardPage, "/dashboard");
  const today = async (): Promise<Page> => (await load(todayPage.loader, "/today")).data;

  it("shows the shared way on the landing page and on dashboards of members who do not walk it", async () => {
    expect([(await front()).shared, (await dashboard()).shared]).toEqual([null, null]);
    expect(await choose({ sharedWay: "lent", wayOnToday: "off" })).toMatchObject({ status: 302 });
    const shown = { id: "lent", name: LENT?.name, when: expect.stringContaining("until") as string };
    expect([(await front()).shared, (await dashboard()).shared]).toMatchObject([shown, shown]);
    // The dashboard of a member who walks the way shows it as their own, not as the shared one.
    await press("begin", "lent");
    expect(await dashboard()).toMatchObject({ shared: null, way: { id: "lent", title: third?.title } });
  });

  it("shows its day on the public page if the settings allow it, and only on its dates", async () => {
    await choose({ sharedWay: "lent", wayOnToday: "off" });
    expect((await today()).shared).toBeNull();
    await choose({ sharedWay: "lent", wayOnToday: "on" });
    const lent = await today();
    expect(lent).toMatchObject({
      shared: { way: LENT?.name, title: third?.title },
      passage: { reference: third?.passage.replace("-", "–") },
    });
    expect(lent.questions[0]).toBe(third?.questions[0]);
    expect(lent.questions).toHaveLength(2);
    expect(await feed().text()).toContain(third?.title);
    setClock(() => new Date("2027-02-14T08:00:00Z"));
    expect((await today()).shared).toBeNull();
  });

  it("omits a shared way whose file is missing, and rejects the choice of a missing one", async () => {
    setStoredSettings({ sharedWay: "gone", wayOnToday: "on" });
    expect([(await front()).shared, (await today()).shared]).toEqual([null, null]);
    const refused: Page = await choose({ sharedWay: "nowhere" });
    expect(refused.status).toBe(400);
    expect(refused.data.lastResult.error.sharedWay).toHaveLength(1);
  });
});
