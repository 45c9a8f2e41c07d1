import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PrayerModel, PrayerRotationModel } from "#models/prayers.server";
import { operationsOf } from "#tests/support/count-round-trips";
import {
  errorsIn,
  inputIn,
  see,
  send,
  signIn,
  signInAt,
  type Fields,
  type Page,
} from "#tests/support/member-session";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";
import * as dashboard from "~/routes/member/dashboard/route";
import * as entryPage from "~/routes/member/journal/entry";
import * as freePage from "~/routes/member/journal/free/route";
import * as prayPage from "~/routes/member/journal/pray";
import * as prayOnePage from "~/routes/member/journal/pray-one";
import * as onePage from "~/routes/member/journal/prayer";
import * as pastPage from "~/routes/member/journal/prayers-past";
import * as listPage from "~/routes/member/journal/prayers/route";
import * as slotPage from "~/routes/member/journal/reflection/route";
import * as today from "~/routes/member/offline-today";

const LIST = "/journal/prayers";
let member: Member;

/** Sets the day and signs in again: the session of the day before has expired. */
const signInOn = (day: string) => signInAt(`${day}T18:12:00Z`);
beforeEach(async () => {
  setClock(() => new Date("2026-11-22T18:12:00Z"));
  ({ member } = await signIn());
});
afterEach(() => setClock());

const pageOf = async (...opened: Parameters<typeof see>): Promise<Page> => (await see(...opened)).page;
const act = (fields: Fields) => send(listPage, LIST, fields);
const add = (name: string, more: Fields = {}) => act({ intent: "add", name, ...more });
const list = (query = ""): Promise<Page> => pageOf(listPage, LIST + query);
const held = async (): Promise<string[]> => (await list()).held;
const idOf = async (name: string): Promise<string> =>
  (await list(`?q=${encodeURIComponent(`"${name}"`)}`)).intentions[0].id as string;
describe("adding intentions", () => {
  it("adds an intention with a note to the rotation, and returns to the list", async () => {
    const result = await add("  Mum  and Dad ", { line: "their move" });
    expect([result.status, result.location]).toEqual([302, LIST]);
    const page = await list();
    expect(page.intentions).toMatchObject([
      {
        name: "Mum and Dad",
        line: "their move",
        coming: "In turn",
        carried: "On your list since 22 November 2026",
      },
    ]);
    expect(page.held).toEqual(["Mum and Dad"]);
  });

  it("adds a pasted list in order without duplicates, and once for the same form", async () => {
    const fields = {
      intent: "add",
      list: "- Anna\r\n\n2. Ben\nAnna\n  the   hospice ",
      _submission: "a".repeat(24),
    };
    for (const _ of [1, 2]) expect((await act(fields)).status).toBe(302);
    const { intentions } = await list();
    expect(intentions.map(({ name }: Page) => name)).toEqual(["Anna", "Ben", "the hospice"]);
  });

  it.each([
    ["nothing", { name: "   " }, "name", "Please write who or what you hold in prayer."],
    [
      "no line of a list",
      { list: " \n ", paste: "1" },
      "list",
      "Please write at least one name, each on a line of its own.",
    ],
    ["a long name", { name: "n".repeat(121) }, "name", "Please keep this under 120 characters."],
    ["a long line", { name: "Mum", line: "l".repeat(501) }, "line", "Please keep this under 500 characters."],
    [
      "a long line of a list",
      { list: `Mum\n${"n".repeat(121)}` },
      "list",
      "Line 2 is too long. Please keep each under 120 characters.",
    ],
    ["an unknown rhythm", { name: "Mum", rhythm: "hourly" }, "rhythm", "Please choose one of these."],
    ["no weekday", { name: "Mum", rhythm: "weekdays" }, "weekdays", "Please choose at least one weekday."],
    ["no day", { name: "Mum", rhythm: "until" }, "until", "Please enter a day as YYYY-MM-DD."],
    [
      "a day that is over",
      { name: "Mum", rhythm: "until", until: "2026-11-21" },
      "until",
      "This day has passed. Please choose today or a later day.",
    ],
    [
      "no day of the year",
      { name: "Mum", rhythm: "yearly", day: "02-30" },
      "day",
      "Please enter a day of the year, such as 3 March or 03-03.",
    ],
  ])("refuses %s and keeps the input", async (_what, fields, field, message) => {
    const result = await act({ intent: "add", ...fields });
    expect(result.status).toBe(400);
    expect(errorsIn(result)[field]).toEqual([message]);
    expect(inputIn(result)).toMatchObject(
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim())),
    );
    expect(await PrayerModel.countDocuments({})).toBe(0);
  });

  it.each([
    ["daily", {}, "Every day"],
    ["until", { until: "2026-11-26" }, "Every day until 26 November 2026"],
    ["yearly", { day: "03-03" }, "Each year on 3 March and on All Souls"],
    ["yearly", { day: "Mar 3", dayOnly: "on" }, "Each year on 3 March"],
  ])("accepts the recurrence %s %j", async (rhythm, fields, words) => {
    await add("Mum", { rhythm, ...fields } as Fields);
    expect((await list()).intentions[0].coming).toBe(words);
  });

  it("accepts several weekdays", async () => {
    await act({ intent: "add", name: "Mum", rhythm: "weekdays", weekdays: ["5", "1"] });
    expect((await list()).intentions[0].coming).toBe("On Monday, Friday");
  });

  it("accepts two thousand intentions and refuses one more", async () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `Person ${at}`);
    expect((await act({ intent: "add", list: names.join("\n") })).status).toBe(302);
    const result = await add("One more");
    expect(result.status).toBe(409);
    expect((result.data as Page).notice.text).toContain("You already carry 2,000 intentions.");
    expect(inputIn(result).name).toBe("One more");
  });
});

describe("the selection of a day", () => {
  const names = ["A", "B", "C", "D", "E"];
  beforeEach(() => act({ intent: "add", list: names.join("\n") }));

  it("is the same on the list, the dashboard, a free page and in the evening", async () => {
    const few = ["A", "B", "C"];
    for (const _ of [1, 2]) expect(await held()).toEqual(few);
    expect((await pageOf(dashboard, "/dashboard")).held).toEqual(few);
    const namesOf = (page: Page) => page.held.map(({ name }: Page) => name as string);
    expect(namesOf(await pageOf(freePage, "/journal/free"))).toEqual(few);
    expect(namesOf(await pageOf(slotPage, "/journal/evening", { slot: "evening" }))).toEqual(few);
    expect(namesOf(await pageOf(slotPage, "/journal/morning", { slot: "morning" }))).toEqual([]);
    await signInOn("2026-11-23");
    expect(await held()).toEqual(["D", "E", "A"]);
  });

  it("is shown next to the Oratio", async () => {
    await signIn({ subscriptionTier: "tier2", promptSetPreference: "lectio_examen" });
    await add("Mum");
    expect((await pageOf(slotPage, "/journal/morning?step=oratio", { slot: "morning" })).held).toMatchObject([
      { name: "Mum" },
    ]);
  });

  it("is stored on the device with names and notes only", async () => {
    const prayerId = await idOf("B");
    await act({ intent: "save", prayerId, name: "B", line: "her knee", version: "1" });
    const kept = await pageOf(today, "/offline/today");
    expect(kept.held).toEqual([
      { name: "A", line: "" },
      { name: "B", line: "her knee" },
      { name: "C", line: "" },
    ]);
    expect(kept.carry.fields).toMatchObject([{ key: "name", maxLength: 120 }]);
    const text = JSON.stringify(kept);
    expect(text).not.toContain(prayerId);
    expect(text).not.toMatch(/"[DE]"/);
    await act({ intent: "rest", prayerId });
    expect((await pageOf(today, "/offline/today")).held.map(({ name }: Page) => name)).toEqual(["A", "C"]);
  });

  it("shows one intention per page, and its end after the last one", async () => {
    expect((await see(prayPage, `${LIST}/pray`)).location).toBe(`${LIST}/pray/1`);
    const first = await pageOf(prayOnePage, `${LIST}/pray/1`, { n: "1" });
    expect(first).toMatchObject({ name: "A", next: `${LIST}/pray/2`, back: null });
    const last = await pageOf(prayOnePage, `${LIST}/pray/3`, { n: "3" });
    expect(last).toMatchObject({ name: "C", next: null, back: `${LIST}/pray/2` });
    expect((await see(prayOnePage, `${LIST}/pray/4`, { n: "4" })).location).toBe(`${LIST}/pray`);
    expect((await see(prayOnePage, `${LIST}/pray/x`, { n: "x" })).status).toBe(404);
  });

  it("shrinks when an intention rests, and its slot is not refilled", async () => {
    await act({ intent: "rest", prayerId: await idOf("B") });
    expect(await held()).toEqual(["A", "C"]);
    await signInOn("2026-11-23");
    expect(await held()).toEqual(["D", "E", "A"]);
    await act({ intent: "resume", prayerId: await idOf("B") });
    await signInOn("2026-11-24");
    expect(await held()).toEqual(["C", "B", "D"]);
  });

  it("is repaired after an interrupted change", async () => {
    await PrayerRotationModel.deleteMany({});
    expect(await held()).toEqual([]);
    await add("F");
    await signInOn("2026-11-23");
    expect((await held()).length).toBe(3);
    expect((await pageOf(dashboard, "/dashboard")).held).toHaveLength(3);
  });

  it("omits an unreadable record", async () => {
    const { log } = await import("~/platform/log.server");
    const events: string[] = [];
    const { error } = log;
    log.error = (event: string) => void events.push(event);
    const [other] = await PrayerModel.find({}).sort({ _id: 1 }).limit(1).lean();
    await PrayerModel.updateMany({ _id: { $ne: other?._id } }, { $set: { sealed: other?.sealed } });
    expect((await list()).intentions).toHaveLength(1);
    log.error = error;
    expect(events).toContain("prayers.unreadable");
  });
});

describe("changing an intention", () => {
  let prayerId: string;
  const one = (): Promise<Page> => pageOf(onePage, `${LIST}/${prayerId}`, { prayerId });
  beforeEach(async () => {
    await add("Mum", { line: "her knee" });
    prayerId = await idOf("Mum");
  });

  it("saves its text and its recurrence", async () => {
    const fields = {
      intent: "save",
      prayerId,
      name: "Mother",
      line: "",
      rhythm: "daily",
      version: "1",
      shared: "on",
    };
    expect((await act(fields)).location).toBe(`${LIST}/${prayerId}`);
    expect((await one()).prayer).toMatchObject({
      name: "Mother",
      line: "",
      coming: "Every day",
      shared: true,
      version: 2,
    });
    expect((await act({ ...fields, name: "", version: "2" })).status).toBe(400);
  });

  it("shows both texts when two windows save, and saves the chosen one", async () => {
    const fields = { intent: "save", prayerId, line: "", version: "1" };
    await act({ ...fields, name: "First window" });
    const result = await act({ ...fields, name: "Second window" });
    expect(result.status).toBe(409);
    const data = result.data as Page;
    expect(data.saved).toMatchObject({ name: "First window", version: 2 });
    expect(inputIn(result).name).toBe("Second window");
    await act({ ...fields, name: "Second window", version: "2" });
    expect((await one()).prayer.name).toBe("Second window");
    const late = await act({ intent: "laydown", prayerId, came: "It healed.", version: "2" });
    expect([late.status, (late.data as Page).saved.name]).toEqual([409, "Second window"]);
  });

  it("lays an intention down with its outcome, and lists it by season with both dates", async () => {
    await signInOn("2027-02-20");
    expect(
      (await act({ intent: "laydown", prayerId, came: "It healed, slowly.", version: "1" })).location,
    ).toBe(`${LIST}/past`);
    await signInOn("2027-03-01");
    expect((await pageOf(pastPage, `${LIST}/past`)).seasons).toMatchObject([
      {
        heading: "Lent 2027",
        items: [
          {
            name: "Mum",
            line: "her knee",
            came: "It healed, slowly.",
            carried: "On your list from 22 November 2026 to 20 February 2027",
          },
        ],
      },
    ]);
    expect(await held()).toEqual([]);
    expect((await list("?q=healed")).intentions).toMatchObject([{ name: "Mum", coming: "Finished" }]);
    await act({ intent: "resume", prayerId });
    expect(await held()).toEqual(["Mum"]);
    const long = await act({ intent: "laydown", prayerId, came: "x".repeat(501) });
    expect(errorsIn(long).came).toEqual(["Please keep this under 500 characters."]);
  });

  it("deletes an intention permanently", async () => {
    await act({ intent: "delete", prayerId });
    expect(await PrayerModel.countDocuments({})).toBe(0);
    expect((await see(onePage, `${LIST}/${prayerId}`, { prayerId })).status).toBe(404);
  });

  it("is refused for intentions of other members", async () => {
    await signIn();
    expect((await list()).intentions).toEqual([]);
    expect((await see(onePage, `${LIST}/${prayerId}`, { prayerId })).status).toBe(404);
    for (const intent of ["save", "rest", "resume", "laydown", "delete"])
      expect((await act({ intent, prayerId, name: "Taken over" })).status, intent).toBe(404);
    expect((await pageOf(freePage, `/journal/free?prayer=${prayerId}`)).about).toBeNull();
  });

  it("opens a page about an intention, and lists its entry", async () => {
    const write = (fields: Fields) => send(freePage, "/journal/free", fields);
    // The text of a page without an intention is saved first.
    expect((await write({ body: "half a thought", about: prayerId })).location).toBe(
      `/journal/free?prayer=${prayerId}`,
    );
    const page = await pageOf(freePage, `/journal/free?prayer=${prayerId}`);
    expect(page).toMatchObject({ about: { name: "Mum", line: "her knee" }, held: [], draft: null });
    expect((await pageOf(freePage, "/journal/free")).draft.content.body).toBe("half a thought");
    await write({ intent: "draft", body: "She laughed", prayer: prayerId });
    expect((await pageOf(dashboard, "/dashboard")).drafts).toContainEqual({
      label: "A free page",
      to: `/journal/free?prayer=${prayerId}`,
    });
    const { location } = await write({ intent: "finish", body: "She laughed today.", prayer: prayerId });
    const entryId = location?.split("/").at(-1) ?? "";
    expect((await one()).entries).toMatchObject([{ id: entryId, excerpt: "She laughed today." }]);
    expect((await pageOf(entryPage, `/journal/entries/${entryId}`, { entryId })).about).toEqual({
      id: prayerId,
      name: "Mum",
    });
    expect(await JournalEntryModel.countDocuments({ status: "draft" })).toBe(1);
    const about = { grace: "rain", about: prayerId };
    const asked = await send(slotPage, "/journal/evening", about, { slot: "evening" });
    expect(asked.location).toBe(`/journal/free?prayer=${prayerId}`);
    expect(await JournalEntryModel.countDocuments({ status: "draft" })).toBe(2);
  });
});

describe("storage and cost", () => {
  it("encrypts name, note, recurrence and outcome in every collection", async () => {
    await add("Zebulon", { line: "Naphtali", rhythm: "yearly", day: "07-19" });
    const prayerId = await idOf("Zebulon");
    await act({ intent: "laydown", prayerId, came: "Issachar" });
    const everything = await Promise.all(
      Object.values(mongoose.models).map((model) => model.collection.find({}).toArray()),
    );
    const plain = JSON.stringify(everything);
    expect(plain).toContain(prayerId);
    for (const word of ["Zebulon", "Naphtali", "Issachar", "07-19", "yearly"])
      expect(plain).not.toContain(word);
  });

  it(
    "needs as many reads for two thousand intentions as for ten, on the dashboard, the lists and the flows",
    { tags: ["release"] },
    async () => {
      const cost = async () => {
        const pages: Parameters<typeof see>[] = [
          [dashboard, "/dashboard"],
          [slotPage, "/journal/evening", { slot: "evening" }],
          [freePage, "/journal/free"],
          [listPage, LIST],
          [prayOnePage, `${LIST}/pray/1`, { n: "1" }],
        ];
        const counts = [];
        for (const page of pages) {
          await see(...page);
          counts.push((await operationsOf(() => see(...page))).length);
        }
        return counts;
      };
      const people = (from: number, to: number) =>
        addIntentions(member, {
          names: Array.from({ length: to - from }, (_, at) => `Person ${from + at}`),
          line: "",
          rhythm: { kind: "turn" },
        });
      await people(0, 10);
      const ten = await cost();
      await people(10, 2_000);
      expect(await cost()).toEqual(ten);
      const page = await list();
      expect(page.intentions).toHaveLength(30);
      const next = await list(page.older as string);
      expect(next.intentions).toHaveLength(30);
      expect(next.intentions[0].name).not.toBe(page.intentions[0].name);
      expect((await list("?q=1234")).intentions).toMatchObject([{ name: "Person 1234" }]);
    },
  );
});
