import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OwnPromptModel } from "#models/prompts.server";
import type { UserRecord } from "#models/user.server";
import {
  errorsIn,
  inputIn,
  see as open,
  readMember,
  send as sendForm,
  signIn,
  signInAt,
  updateMember,
  type Fields,
  type Page,
} from "#tests/support/member-session";
import { answer, call } from "#tests/support/request";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { setClock } from "~/platform/clock";
import * as settingsCall from "~/routes/api/user-settings";
import * as entryPage from "~/routes/member/journal/entry";
import * as passagePage from "~/routes/member/journal/passage";
import * as promptsPage from "~/routes/member/journal/prompts/route";
import * as slotPage from "~/routes/member/journal/reflection/route";
import * as silencePage from "~/routes/member/journal/silence";
import * as prayerPage from "~/routes/member/settings/prayer";

const TODAY = "2026-11-21";

async function signedInAs(overrides: Partial<UserRecord>, moment = `${TODAY}T06:12:00Z`): Promise<void> {
  setClock(() => new Date(moment));
  await signIn(overrides);
}
const formation = { subscriptionTier: "tier2", promptSetPreference: "lectio_examen" } as const;
const random = { subscriptionTier: "tier1", promptSetPreference: "random_prompts" } as const;

const see = async (slot: string, query = ""): Promise<Page> => {
  const opened = await open(slotPage, `/journal/${slot}${query}`, { slot });
  expect([opened.status, opened.location]).toEqual([200, null]);
  return opened.page;
};
const send = (slot: string, fields: Fields) => sendForm(slotPage, `/journal/${slot}`, fields, { slot });
const read = async (location: string | null): Promise<Page> =>
  (await open(entryPage, location ?? "", { entryId: location?.split("/").at(-1) })).page;
const textsOf = (page: Page): Record<string, string> =>
  Object.fromEntries((page.draft?.content ?? page.content).answers.map((a: Page) => [a.key, a.text]));

describe("Lectio Divina", () => {
  beforeEach(() => signedInAs(formation));

  it("leads through six movements and saves the answers of each", async () => {
    const page = await see("morning");
    expect(page.flow).toMatchObject({ kind: "lectio", title: "Lectio Divina" });
    expect(page.flow.steps.map(({ key }: Page) => key).join(" ")).toBe(
      "still lectio meditatio oratio contemplatio carry",
    );
    expect(page.flow.fields.map(({ key }: Page) => key).join(" ")).toBe(
      "wordKept meditatio oratio contemplatio intention",
    );
    expect(page.step).toBe("still");
    expect(page.passage.verses.length).toBeLessThanOrEqual(12);

    const begun = await send("morning", { step: "still", intent: "next" });
    expect(begun.location).toBe("/journal/morning?step=lectio");
    expect(await JournalEntryModel.countDocuments({})).toBe(0);
    const kept = await send("morning", { step: "lectio", intent: "next", wordKept: "be still" });
    expect(kept.location).toBe("/journal/morning?step=meditatio");
    await send("morning", { step: "meditatio", intent: "next", meditatio: "the noise" });
    const oratio = await send("morning", { step: "oratio", intent: "back", oratio: "help", tone: "lament" });
    expect(oratio.location).toBe("/journal/morning?step=meditatio");
    await send("morning", { step: "contemplatio", intent: "draft", contemplatio: "peace" });
    const draft = await see("morning");
    expect(draft.step).toBe("contemplatio");
    const texts = { wordKept: "be still", meditatio: "the noise", oratio: "help", contemplatio: "peace" };
    expect(textsOf(draft)).toEqual({ ...texts, intention: "" });

    const done = await send("morning", { step: "carry", intent: "finish", intention: "call Ruth" });
    const entry = await read(done.location);
    expect(textsOf(entry)).toEqual({ ...texts, intention: "call Ruth" });
    expect(entry.content.answers[2]).toMatchObject({ question: /^Oratio, lament: / });
    expect(entry.passage.reference).toBe(page.passage.reference);
    expect(await JournalEntryModel.countDocuments({})).toBe(1);

    await signInAt(`${TODAY}T18:00:00Z`);
    expect((await see("evening")).carryover).toMatchObject({ word: "be still", intention: "call Ruth" });
  });

  it("uses a chosen verse as the word, then another one, and a typed word before both", async () => {
    const { passage } = await see("morning");
    const [first, second] = passage.verses.map((verse: Page) => `${verse.chapter}.${verse.number}`);
    const choose = async (wordKept: string, verse: string) => {
      await send("morning", { step: "lectio", wordKept, verse });
      return textsOf(await see("morning")).wordKept ?? "";
    };
    const word = await choose("", first);
    expect(passage.verses[0].text.replaceAll("\n", " ")).toContain(word.replace(/…$/, ""));
    expect(word.length).toBeLessThanOrEqual(120);
    expect(await choose(word, second)).not.toBe(word);
    expect(await choose("mine", second)).toBe("mine");
    expect(await choose("mine", "999.1")).toBe("mine");
  });

  it("shows all movements on one page on request, and redirects to the requested movement", async () => {
    expect((await see("morning", "?all=1")).step).toBe("");
    const all = await send("morning", { all: "1", wordKept: "w", meditatio: "m", intent: "draft" });
    expect(all.location).toBe("/journal/morning?all=1");
    for (const [fields, location] of [
      [{ step: "lectio", goto: "all" }, "/journal/morning?all=1"],
      [{ all: "1", goto: "steps" }, "/journal/morning?step=still"],
      [{ step: "lectio", goto: "carry" }, "/journal/morning?step=carry"],
      [{ step: "contemplatio", intent: "silence", minutes: "7" }, "/journal/silence?minutes=7&back=step"],
    ] as const)
      expect((await send("morning", fields)).location).toBe(location);
    await updateMember({ "prayer.onePage": true });
    expect((await see("morning")).step).toBe("");
    expect((await see("morning", "?step=oratio")).step).toBe("oratio");
    expect(textsOf(await see("morning"))).toMatchObject({ wordKept: "w", meditatio: "m" });
  });

  it("accepts a whole reflection in one post, and reports which line is too long", async () => {
    const whole = { wordKept: "w", meditatio: "m", oratio: "o", contemplatio: "c", intention: "i" };
    const done = await send("morning", { ...whole, intent: "finish" });
    expect(textsOf(await read(done.location))).toEqual(whole);
    const long = await send("morning", { ...whole, intent: "finish", wordKept: "a".repeat(121) });
    expect(long.status).toBe(400);
    expect(errorsIn(long)).toEqual({ wordKept: ["Please keep this under 120 characters."] });
    expect((await send("morning", { intent: "finish", step: "still" })).status).toBe(400);
    expect(errorsIn(await send("morning", { intent: "finish", step: "carry" }))).toHaveProperty("intention");
  });

  it("keeps the passage of a draft when the passage plan changes", async () => {
    const before = await see("morning");
    await send("morning", { step: "lectio", wordKept: "w" });
    await updateMember({ "prayer.passagePlan": "jonah" });
    expect((await see("morning")).passage.reference).toBe(before.passage.reference);
    expect((await see("morning", "?date=2026-11-20")).passage.reference).toContain("Jonah");
  });
});

it("keeps the question of a draft after the church year is turned off", async () => {
  await signedInAs({ promptSetPreference: "daily_habit" }, "2026-03-02T06:12:00Z");
  const { flow } = await see("morning");
  expect(flow.promptIds[0]).toContain("lent");
  await send("morning", { thanks: "rain" });
  await updateMember({ "prayer.showSeason": false });
  expect((await see("morning")).flow.promptIds).toEqual(flow.promptIds);
  expect((await see("morning", "?date=2026-03-01")).flow.promptIds[0]).toContain("ordinary");
});

describe("the Examen", () => {
  beforeEach(() => signedInAs(formation, `${TODAY}T18:00:00Z`));

  it("has three movements with the five steps, and a close", async () => {
    const page = await see("evening");
    expect(page.flow.steps.map(({ name }: Page) => name).join(" ")).toBe(
      "Gratitude Review Discernment Close",
    );
    expect(page.flow.fields.map(({ key }: Page) => key).join(" ")).toBe(
      "gifts consolation desolation mercy invitation tomorrow",
    );
    expect(page.frame.reference).toBe("Psalm 4:8");
    await send("evening", { step: "gratitude", intent: "next", gifts: "rain" });
    const answers = { consolation: "bread", desolation: "hurry", mood: "tired" };
    const review = await send("evening", { step: "review", intent: "next", ...answers });
    expect(review.location).toBe("/journal/evening?step=discernment");
    await send("evening", { step: "discernment", intent: "next", mercy: "a word", tomorrow: "sleep" });
    const done = await send("evening", { step: "close", intent: "finish" });
    const entry = await read(done.location);
    const kept = { gifts: "rain", desolation: "hurry", tomorrow: "sleep", invitation: "" };
    expect(textsOf(entry)).toMatchObject(kept);
    expect(entry.content.mood).toBe("tired");
  });

  it("keeps another pack when the member requests it", async () => {
    const shown = await see("evening", "?pack=grief");
    expect(shown.flow.promptIds).toEqual(["examen.grief"]);
    const blank = await send("evening", { step: "gratitude", goto: "examen.grief" });
    expect(blank.location).toContain("pack=grief");
    await send("evening", { step: "gratitude", variant: "examen.grief", gifts: "her letters" });
    expect((await see("evening")).flow.promptIds).toEqual(["examen.grief"]);
    const change = { step: "gratitude", variant: "examen.grief", goto: "examen.silence" };
    expect((await send("evening", change)).status).toBe(302);
    const page = await see("evening");
    expect(page.flow.promptIds).toEqual(["examen.silence"]);
    expect(textsOf(page).gifts).toBe("her letters");
    expect((await see("evening", "?pack=../x")).flow.promptIds).toEqual(["examen.silence"]);
  });
});

describe("without the Formation Plan", () => {
  it.each([
    ["free", "habit"],
    ["tier1", "prompt"],
  ] as const)("%s uses an included prompt set to read and to write", async (subscriptionTier, kind) => {
    await signedInAs({ ...formation, subscriptionTier });
    const page = await see("morning");
    expect(page.flow).toMatchObject({ kind, steps: [] });
    const fields = { intent: "finish", wordKept: "w", meditatio: "typed before it ended" };
    const done = await send("morning", fields);
    expect((await JournalEntryModel.findOne({}).lean())?.kind).toBe(kind);
    // No submitted text is lost.
    expect(textsOf(await read(done.location))).toMatchObject({ meditatio: "typed before it ended" });
  });

  it("a draft keeps its text when the plan ends", async () => {
    await signedInAs(formation);
    await send("morning", { step: "lectio", wordKept: "be still" });
    await updateMember({ subscriptionTier: "free", "plan.grants": [] });
    const page = await see("morning");
    expect(page.flow.kind).toBe("habit");
    expect(page.otherAnswers).toMatchObject([{ key: "wordKept", text: "be still" }]);
    const done = await send("morning", { intent: "finish", thanks: "rain" });
    expect(textsOf(await read(done.location))).toMatchObject({ thanks: "rain", wordKept: "be still" });
  });
});

describe("Random Prompts", () => {
  beforeEach(() => signedInAs(random));

  it("asks one question, the same at every visit, which is saved with the answer", async () => {
    const page = await see("morning");
    expect(page.flow.fields).toHaveLength(1);
    const [{ key, label }] = page.flow.fields;
    expect(key).toBe("answer");
    expect((await see("morning")).flow.promptIds).toEqual(page.flow.promptIds);
    const done = await send("morning", { intent: "finish", answer: "Because of rain" });
    expect((await read(done.location)).content.answers).toEqual([
      { key, question: label, text: "Because of rain" },
    ]);
  });

  it("changes the question three times and keeps the text", async () => {
    const seen = [(await see("morning")).flow.promptIds[0]];
    for (let times = 1; times <= 3; times++) {
      const swapped = await send("morning", {
        intent: "swap",
        answer: `typed ${times}`,
        variant: seen.at(-1) ?? "",
      });
      expect(swapped).toMatchObject({ status: 302, location: "/journal/morning" });
      const page = await see("morning");
      expect(page.swapsLeft).toBe(3 - times);
      expect(textsOf(page).answer).toBe(`typed ${times}`);
      seen.push(page.flow.promptIds[0]);
    }
    expect(new Set(seen).size).toBe(4);
    const fourth = await send("morning", { intent: "swap", answer: "typed 4" });
    expect(fourth.status).toBe(409);
    expect(inputIn(fourth).answer).toBe("typed 4");
    expect((await see("morning")).flow.promptIds[0]).toBe(seen.at(-1));
    expect((await see("evening")).swapsLeft).toBe(3);
  });

  it("stores a changed question before any text", async () => {
    const [before] = (await see("morning")).flow.promptIds;
    await send("morning", { intent: "swap", answer: "" });
    const [after] = (await see("morning")).flow.promptIds;
    expect(after).not.toBe(before);
    await send("morning", { intent: "finish", answer: "yes" });
    expect((await JournalEntryModel.findOne({}).lean())?.promptIds).toEqual([after]);
  });

  it("keeps the question of a draft that was opened in the morning and saved at night", async () => {
    const page = await see("morning");
    await signInAt(`${TODAY}T21:30:00Z`);
    await send("morning", { intent: "draft", answer: "x", variant: page.flow.promptIds[0] });
    expect((await see("morning")).flow.promptIds).toEqual(page.flow.promptIds);
  });

  it("offers no question of the greatest depth from nine in the evening", async () => {
    const { scheduledPrompt: scheduled, deckFor } =
      await import("~/domain/journal/prompts/prompt-of-day.server");
    const { LIBRARY, promptNamed } = await import("~/domain/journal/prompts/prompt-library.state");
    const { id } = await readMember();
    const deep = ["2026-11-19", "2026-11-20", TODAY].find(
      (date) => scheduled(deckFor(id, LIBRARY), "evening", date, "ordinary")?.depth === 3,
    );
    await signInAt(`${TODAY}T20:00:00Z`);
    expect(promptNamed((await see("evening", `?date=${deep}`)).flow.promptIds[0])?.depth).toBe(3);
    await signInAt(`${TODAY}T21:00:00Z`);
    expect(promptNamed((await see("evening", `?date=${deep}`)).flow.promptIds[0])?.depth).toBeLessThan(3);
  });

  it("asks on the free plan only questions of the core, whatever a form names", async () => {
    const { CORE_PROMPTS: CORE } = await import("~/domain/journal/prompts/prompt-library.state");
    await signedInAs({ ...random, subscriptionTier: "free" });
    await send("morning", { answer: "x", variant: "vocation.20" });
    expect(CORE.map(({ id }) => id)).toContain((await see("morning")).flow.promptIds[0]);
  });
});

describe("/journal/prompts", () => {
  const visitPage = async (): Promise<Page> => (await open(promptsPage, "/journal/prompts")).page;
  const act = (fields: Fields) => sendForm(promptsPage, "/journal/prompts", fields);

  it("adds, edits, disables, enables, uses and deletes questions, encrypted in the database", async () => {
    await signedInAs(random);
    await act({ intent: "add", text: "  Where was  Zebulon kind? ", slot: "morning" });
    const { own } = await visitPage();
    expect(own).toMatchObject([{ text: "Where was Zebulon kind?", slot: "morning", active: true }]);
    const id = own[0].id as string;
    expect(JSON.stringify(await OwnPromptModel.collection.find({}).toArray())).not.toContain("Zebulon");
    await act({ intent: "edit", id, text: "And now?", slot: "any" });
    await act({ intent: "off", id });
    expect((await visitPage()).own).toMatchObject([{ text: "And now?", slot: "any", active: false }]);
    expect((await act({ intent: "use", id })).status).toBe(404);
    await act({ intent: "on", id });
    expect((await act({ intent: "use", id })).location).toBe("/journal/morning");
    expect((await see("morning")).flow.fields[0].label).toBe("And now?");
    await send("morning", { intent: "draft", answer: "much" });
    await act({ intent: "remove", id });
    expect((await visitPage()).own).toEqual([]);
    // The answer keeps its question.
    expect((await see("morning")).flow.fields[0].label).toBe("And now?");
  });

  it("shows and changes only the member's own questions", async () => {
    await signedInAs(random);
    await act({ intent: "add", text: "Mine alone?", slot: "any" });
    const id = (await visitPage()).own[0].id as string;
    await signedInAs(random);
    expect((await visitPage()).own).toEqual([]);
    for (const intent of ["on", "off", "remove", "use", "edit"])
      expect((await act({ intent, id, text: "Taken over?" })).status, intent).toBe(404);
    expect(await OwnPromptModel.countDocuments({ active: true })).toBe(1);
  });

  it("adds, edits and uses own questions on the free plan", async () => {
    await signedInAs({ ...random, subscriptionTier: "free" });
    expect((await act({ intent: "add", text: "Mine?", slot: "any" })).status).toBe(302);
    const { own } = await visitPage();
    expect((await act({ intent: "edit", id: own[0].id, text: "Still mine?", slot: "any" })).status).toBe(302);
    expect((await act({ intent: "use", id: own[0].id })).location).toBe("/journal/morning");
    expect((await see("morning")).flow.fields[0].label).toBe("Still mine?");
  });

  it("reports a missing value beside its field", async () => {
    await signedInAs(random);
    expect(errorsIn(await act({ intent: "add", text: " " }))).toHaveProperty("text");
    expect(errorsIn(await act({ intent: "add", text: "a".repeat(301) }))).toHaveProperty("text");
    expect((await act({ intent: "burn" })).status).toBe(400);
  });
});

describe("/settings/prayer and PATCH /api/user/settings", () => {
  const fields = {
    promptSetPreference: "random_prompts",
    morningPromptTime: "5:45",
    eveningPromptTime: "21:00",
    timezone: "Berlin",
    passagePlan: "season",
    showSeason: "on",
  };
  const save = (changes: Fields) => sendForm(prayerPage, "/settings/prayer", { ...fields, ...changes });
  const seeSettings = async (): Promise<Page> => (await open(prayerPage, "/settings/prayer")).page;
  const patch = async (body: unknown, session: string, method = "PATCH") => {
    const args = await call("/api/user/settings", body, { method, session });
    return answer(() => settingsCall.action(args));
  };

  it("saves times, zone, plan and page, and shows them again", async () => {
    await signedInAs({ subscriptionTier: "tier1" });
    expect((await save({ passagePlan: "mark", onePage: "on", showSeason: "" })).location).toBe(
      "/settings/prayer",
    );
    expect(await readMember()).toMatchObject({
      promptSetPreference: "random_prompts",
      morningPromptTime: "05:45",
      eveningPromptTime: "21:00",
      timezone: "Europe/Berlin",
      prayer: { passagePlan: "mark", planSince: TODAY, onePage: true, showSeason: false },
    });
    expect(await seeSettings()).toMatchObject({
      sets: [{ key: "daily_habit" }, { key: "random_prompts" }],
      values: { morningPromptTime: "05:45", passagePlan: "mark", onePage: true },
    });
    expect((await see("morning")).passage.reference).toBe("Mark 1:1–8");
    expect((await see("morning")).dateLine).toBe("21 November 2026 · Saturday");
  });

  it("leaves the zone and the day of rest unchanged, which other pages edit", async () => {
    await signedInAs({ subscriptionTier: "tier2", timezone: "Asia/Tokyo" });
    await save({ timezone: "Asia/Tokyo", restDay: "3" });
    const { timezone: _, ...asked } = fields;
    expect((await sendForm(prayerPage, "/settings/prayer", asked)).status).toBe(302);
    expect(await readMember()).toMatchObject({ timezone: "Asia/Tokyo", rhythm: { restDay: 3 } });
  });

  it("folds away the church year and the layout of a reflection until they are changed", async () => {
    await signedInAs({ subscriptionTier: "tier2", prayer: DEFAULT_PRAYER });
    const changed = async () => (await seeSettings()).changed;
    expect(await changed()).toEqual({ year: false, reflection: false });
    await save({ tradition: "anglican", length: "10" });
    expect(await changed()).toEqual({ year: true, reflection: false });
    await save({ tradition: "ecumenical", onePage: "on" });
    expect(await changed()).toEqual({ year: false, reflection: true });
  });

  it("saves tradition, length, Examen questions and the day of rest, and shows their effects", async () => {
    await signedInAs({ subscriptionTier: "tier2", promptSetPreference: "lectio_examen" });
    const choices = { promptSetPreference: "lectio_examen", tradition: "anglican", length: "20" };
    expect(
      (await save({ ...choices, examenPack: "grief", restDay: "0", passagePlan: "office" })).status,
    ).toBe(302);
    expect(await readMember()).toMatchObject({
      prayer: { tradition: "anglican", length: 20, examenPack: "grief", passagePlan: "office" },
      rhythm: { restDay: 0 },
    });
    const morning = await see("morning");
    expect(morning).toMatchObject({
      dateLine: "21 November 2026 · Saturday of the second week before Advent, red",
      silence: 7,
    });
    const evening = await see("evening");
    expect(evening.flow.promptIds).toEqual(["examen.grief"]);
    expect(evening.passage.reference).toMatch(/^Psalm /);
    expect(morning.passage.reference).not.toMatch(/^Psalm /);
    // Missing fields remain unchanged; "none" disables the church year.
    expect(
      (await save({ promptSetPreference: "lectio_examen", tradition: "none", restDay: "none" })).status,
    ).toBe(302);
    expect(await readMember()).toMatchObject({
      prayer: { tradition: "none", showSeason: false, length: 20, examenPack: "grief" },
      rhythm: { restDay: null },
    });
    expect((await see("morning")).dateLine).toBe("21 November 2026 · Saturday");
    expect((await save({ examenPack: "classical", promptSetPreference: "lectio_examen" })).status).toBe(302);
    expect((await readMember()).prayer.examenPack).toBe("");
  });

  it.each([
    ["tradition", "druid"],
    ["length", "4"],
    ["examenPack", "nonsense"],
    ["restDay", "7"],
    ["passagePlan", "talmud"],
    ["passagePlan", "own:nothing"],
    ["passagePlan", "own:../secrets"],
    ...["24:00", "6", "06:60", "noon", "06:30:00", ""].map((time) => [
      "morningPromptTime",
      time,
      "Please enter a time as HH:MM, for example 06:30.",
    ]),
  ])("refuses the %s “%s”", async (field = "", value = "", message?) => {
    await signedInAs({ subscriptionTier: "tier2" });
    const result = await save({ [field]: value });
    expect(result.status).toBe(400);
    expect(errorsIn(result)).toEqual({ [field]: [message ?? expect.any(String)] });
  });

  it("rejects books in course without the Formation Plan, and reads by the season if they are stored", async () => {
    await signedInAs({ subscriptionTier: "tier1" });
    const refused = await save({ passagePlan: "office" });
    const message = "Books in course, and the Psalms, belong to the Formation Plan.";
    expect([refused.status, errorsIn(refused)]).toEqual([403, { passagePlan: [message] }]);
    await updateMember({ "prayer.passagePlan": "office" });
    expect((await see("morning")).passage.reference).toBeTruthy();
    expect((await readMember()).prayer.passagePlan).toBe("office");
  });

  it("refuses values outside the plan and unknown values beside their field", async () => {
    await signedInAs({});
    const set = await save({ promptSetPreference: "lectio_examen" });
    const errors = { promptSetPreference: [expect.stringContaining("Formation Plan")] };
    expect([set.status, errorsIn(set)]).toEqual([403, errors]);
    expect((await save({ passagePlan: "mark" })).status).toBe(403);
    expect(errorsIn(await save({ timezone: "Atlantis" }))).toHaveProperty("timezone");
    expect((await readMember()).promptSetPreference).toBe("daily_habit");
    await signedInAs({ subscriptionTier: "tier2" });
    expect((await save({ promptSetPreference: "lectio_examen", passagePlan: "jonah" })).status).toBe(302);
  });

  it("changes only the prompt set by JSON and returns the user", async () => {
    const { session } = await signIn({ subscriptionTier: "tier2", morningPromptTime: "07:00" });
    const result = await patch({ promptSetPreference: "lectio_examen" }, session);
    expect(result.status).toBe(200);
    expect(result.headers.get("Cache-Control")).toBe("no-store");
    const names = Object.keys(result.data as object).sort();
    expect(names.join(" ")).toBe(
      "email eveningPromptTime firstName id isAdmin lastName morningPromptTime promptSetPreference " +
        "subscriptionTier username",
    );
    const changed = { promptSetPreference: "lectio_examen", morningPromptTime: "07:00" };
    expect([result.data, await readMember()]).toMatchObject([changed, changed]);
  });

  it("refuses anonymous visitors, other plans, other values and other methods by JSON", async () => {
    const { session } = await signIn({ subscriptionTier: "tier1" });
    expect((await patch({ promptSetPreference: "daily_habit" }, "")).status).toBe(401);
    const refused = await patch({ promptSetPreference: "lectio_examen" }, session);
    expect(refused).toMatchObject({
      status: 403,
      data: { message: expect.any(String) as string, errors: { promptSetPreference: [expect.any(String)] } },
    });
    expect((await patch({ promptSetPreference: "psalms" }, session)).status).toBe(400);
    expect((await patch({}, session)).status).toBe(400);
    expect((await patch({ promptSetPreference: "daily_habit" }, session, "POST")).status).toBe(405);
  });
});

describe("/journal/passage and /journal/silence", () => {
  beforeEach(() => signedInAs(formation));

  it("redirects to a passage in its chapter, and to the Bible for anything else", async () => {
    for (const [ref, location] of [
      ["Mark 4:35–41", "/bible/mark/4?verse=35-41"],
      ["", "/bible"],
      ["nothing", "/bible"],
      ["Jude 30", "/bible"],
    ] as const) {
      const opened = await open(passagePage, `/journal/passage?ref=${encodeURIComponent(ref)}`);
      expect(opened).toMatchObject({ status: 302, location });
    }
  });

  it("sets a silence of one to twenty minutes, with the kept word", async () => {
    const sit = async (query: string): Promise<Page> =>
      (await open(silencePage, `/journal/silence${query}`)).page;
    await send("morning", { step: "lectio", wordKept: "be still" });
    expect(await sit("?minutes=7&back=step")).toMatchObject({
      minutes: 7,
      word: "be still",
      end: "/journal/silence?minutes=7&back=step&end=1",
      back: { to: "/journal/morning?step=contemplatio" },
    });
    for (const [query, minutes] of [
      ["", 0],
      ["?minutes=0", 1],
      ["?minutes=99", 20],
      ["?minutes=x", 0],
    ] as const)
      expect((await sit(query)).minutes).toBe(minutes);
  });
});
