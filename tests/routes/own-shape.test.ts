import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createMember } from "#tests/factories/user";
import { tripsOf } from "#tests/support/count-round-trips";
import { bytesOf } from "#tests/support/download";
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
import type { Answered } from "#tests/support/request";
import { uploadJournal } from "#tests/support/upload-journal";
import { LAYOUT_FIELDS } from "~/domain/journal/prompt-sets/prompt-set";
import {
  addOwnPrompt,
  editOwnPrompt,
  listOwnPrompts,
  removeOwnPrompt,
  setOwnPromptActive,
} from "~/domain/journal/prompts/own-prompts.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { runImport } from "~/domain/portability/run-import.server";
import { setClock } from "~/platform/clock";
import * as dashboardPage from "~/routes/member/dashboard/route";
import * as entryPage from "~/routes/member/journal/entry";
import * as slotPage from "~/routes/member/journal/reflection/route";
import * as offlineToday from "~/routes/member/offline-today";
import * as shapePage from "~/routes/member/settings/prayer-shape/route";

let user: UserRecord;
const signedInAs = async (overrides: Partial<UserRecord>) => ({ user } = await signIn(overrides));
const ownId = async (text: string): Promise<string> => {
  const member = await readMember();
  await addOwnPrompt(member, { text, slot: "any" });
  return (await listOwnPrompts(member)).find((own) => own.text === text)?.id ?? "";
};

const see = async (slot: string): Promise<Page> => (await open(slotPage, `/journal/${slot}`, { slot })).page;
const send = (slot: string, fields: Fields) => sendForm(slotPage, `/journal/${slot}`, fields, { slot });
const shapeIs = (slot: string, ...parts: string[]): Promise<Answered> => {
  const places = Object.fromEntries(LAYOUT_FIELDS.map((field, at) => [field, parts[at] ?? ""]));
  return sendForm(shapePage, "/settings/prayer/shape", { intent: "save", slot, ...places });
};
const asked = ({ flow }: Page) => flow.fields.map(({ key, label }: Page) => [key, label]);

beforeEach(() => setClock(() => new Date("2026-11-17T06:12:00Z")));

describe("a custom layout", () => {
  it("asks its parts in order, even on the free plan, while the other slot keeps its prompt set", async () => {
    await signedInAs({});
    const first = await ownId("Who is at the table?");
    const second = await ownId("What can wait?");
    expect(await shapeIs("morning", `own.${second}`, "", "thanks", `own.${first}`)).toMatchObject({
      status: 302,
      location: "/settings/prayer/shape",
    });
    expect(asked(await see("morning"))).toEqual([
      ["ownFirst", "What can wait?"],
      ["thanks", "I thank God for…"],
      ["ownSecond", "Who is at the table?"],
    ]);
    const kept = await send("morning", {
      intent: "finish",
      variant: (await see("morning")).variant,
      ownFirst: "the letters",
      ownSecond: "Ruth",
    });
    const entryId = kept.location?.split("/").at(-1) ?? "";
    const questions = [
      ["What can wait?", "the letters"],
      ["I thank God for…", ""],
      ["Who is at the table?", "Ruth"],
    ];
    const shown = async () => {
      const { page } = await open(entryPage, kept.location ?? "", { entryId });
      return page.content.answers.map(({ question, text }: Page) => [question, text]);
    };
    expect(await shown()).toEqual(questions);
    // Saved answers keep their questions, whatever happens to the questions.
    await editOwnPrompt(await readMember(), first, { text: "Who was missing?", slot: "any" });
    await removeOwnPrompt(await readMember(), second);
    expect(await shown()).toEqual(questions);
    // A deleted or disabled question is not asked again.
    expect(asked(await see("morning"))).toEqual([
      ["thanks", "I thank God for…"],
      ["ownFirst", "Who was missing?"],
    ]);
    await setOwnPromptActive(await readMember(), first, false);
    expect(asked(await see("morning"))).toEqual([["thanks", "I thank God for…"]]);
    expect(asked(await see("evening")).map(([key]: Page) => key)).toEqual(["grace", "heavy", "ask"]);
  });

  it("keeps its former parts in a draft and in an open form when it is changed", async () => {
    await signedInAs({});
    const own = await ownId("What can wait?");
    await shapeIs("morning", "answer", `own.${own}`, "question");
    const open = await see("morning");
    await shapeIs("morning", "presence");
    await removeOwnPrompt(await readMember(), own);
    const question = open.flow.fields[0].label as string;
    await send("morning", { intent: "draft", variant: open.variant, answer: "much", ownFirst: "all of it" });
    const draft = await see("morning");
    expect(asked(draft).map(([key]: Page) => key)).toEqual(["answer", "ownFirst", "question"]);
    expect(draft.flow.fields[0].label).toBe(question);
    expect(draft.flow.fields[2].label).toBe(open.flow.fields[2].label);
    const done = await send("morning", { intent: "finish", variant: draft.variant, draftVersion: "1" });
    expect(done.status).toBe(302);
    expect(asked(await see("morning")).map(([key]: Page) => key)).toEqual(["presence"]);
    // An open form of the prompt set keeps its answers to its own questions.
    const before = { variant: "habit.morning.ordinary.1", thanks: "rain", presence: "Ruth" };
    await send("morning", { intent: "draft", ...before });
    expect(asked(await see("morning")).map(([key]: Page) => key)).toEqual(["thanks", "presence", "question"]);
  });

  it("includes movements of Lectio and the Examen with the Formation Plan, and continues without them when it ends", async () => {
    await signedInAs({ subscriptionTier: "tier2", promptSetPreference: "lectio_examen" });
    await shapeIs("morning", "oratio", "wordKept", "gifts");
    const page = await see("morning");
    expect(asked(page).map(([key]: Page) => key)).toEqual(["oratio", "wordKept", "gifts"]);
    expect(page.passage.verses.length).toBeGreaterThan(0);
    const fields = { variant: page.variant, oratio: "help", tone: "lament", wordKept: "still" };
    await send("morning", { intent: "draft", ...fields });
    const [draft] = await JournalEntryModel.find({ userId: user._id }).lean();
    expect(draft?.promptIds).toEqual([
      expect.stringMatching(/^oratio@lectio\.\d+$/),
      expect.stringMatching(/^wordKept@lectio\.\d+$/),
      expect.stringMatching(/^gifts@examen\.\w+/),
    ]);
    await updateMember({ subscriptionTier: "free", "plan.grants": [] });
    // All answers stay visible.
    const ended = await see("morning");
    expect(asked(ended).map(([key]: Page) => key)).toEqual(["thanks", "presence", "question"]);
    expect(ended.otherAnswers.map(({ text }: Page) => text)).toEqual(["help", "still"]);
    const refused = await shapeIs("morning", "thanks", "oratio");
    expect(refused).toMatchObject({
      status: 403,
      data: { lastResult: { error: { part2: [expect.stringContaining("Formation Plan")] } } },
    });
  });

  it("refuses invalid parts beside their field, keeps the input, and changes nothing", async () => {
    await signedInAs({});
    await shapeIs("evening", "heavy");
    const cases: [field: string, ...parts: string[]][] = [
      ["part2", "thanks", "burn"],
      // The part is a question of another member.
      ["part1", "own.AAAAAAAAAAAAAAAAAAAAAA"],
      ["part3", "thanks", "presence", "thanks"],
      ["part1", "x".repeat(81)],
      ["part1", "question@habit.morning.lent.3"],
    ];
    for (const [field, ...parts] of cases) {
      const refused = await shapeIs("evening", ...parts);
      expect(refused.status).toBe(400);
      expect(Object.keys(errorsIn(refused))).toEqual([field]);
      expect(inputIn(refused)).toMatchObject({ slot: "evening", part1: parts[0] });
    }
    expect((await readMember()).prayer.shape).toEqual({ morning: [], evening: ["heavy"] });
  });

  it("needs three queries, names the evening button on the dashboard, and is cleared with a button", async () => {
    await signedInAs({ subscriptionTier: "tier2", promptSetPreference: "lectio_examen" });
    await updateMember({ "prayer.length": 10 });
    await shapeIs("evening", `own.${await ownId("What can wait?")}`, "answer");
    const trips = await tripsOf(() => see("evening"));
    expect(trips, JSON.stringify(trips)).toHaveLength(3);
    await signInAt("2026-11-17T19:00:00Z");
    const begin = async () => (await open(dashboardPage, "/dashboard")).page.begin;
    expect(await begin()).toMatchObject({ label: "Begin evening reflection" });
    const clear = { intent: "clear", slot: "evening" };
    expect((await sendForm(shapePage, "/settings/prayer/shape", clear)).status).toBe(302);
    expect(await begin()).toMatchObject({ label: "Begin evening Examen" });
  });

  it("stores no text of own questions on a device", async () => {
    await signedInAs({});
    const own = [await ownId("canary one?"), await ownId("canary two?")];
    await shapeIs("morning", ...own.map((id) => `own.${id}`), "answer");
    const today = (await open(offlineToday, "/offline/today")).page;
    const text = JSON.stringify(today);
    expect(text).not.toContain("canary");
    const [morning] = today.reflections;
    expect(morning.fields.map(({ key }: Page) => key)).toEqual(["ownFirst", "ownSecond", "answer"]);
    await send("morning", { intent: "draft", variant: morning.variant, ownSecond: "written away" });
    expect(asked(await see("morning"))[1]).toEqual(["ownSecond", "canary two?"]);
  });

  it(
    "is exported and imported with the journal, with the new ids of own questions",
    { tags: ["release"] },
    async () => {
      await signedInAs({ subscriptionTier: "tier2" });
      const own = await ownId("What can wait?");
      await shapeIs("morning", "thanks", `own.${own}`, "meditatio");
      const file = await bytesOf(await exportJournal(await readMember(), "json"));
      const settings = (JSON.parse(file.toString()) as Page).settings;
      expect(settings.prayer.shape).toEqual({ morning: ["thanks", `own.${own}`, "meditatio"], evening: [] });
      const to = await createMember();
      const upload: Page = await uploadJournal(to, "journal.json", file);
      expect(await runImport(to, upload.id, { withSettings: true })).toBe("done");
      const there = memberFrom((await UserModel.findById(to.id).lean()) as UserRecord);
      const [question] = await listOwnPrompts(there);
      expect(question?.text).toBe("What can wait?");
      expect(question?.id).not.toBe(own);
      // Without the Formation Plan its movements are not imported.
      expect(there.prayer.shape).toEqual({ morning: ["thanks", `own.${question?.id}`], evening: [] });
    },
  );
});
