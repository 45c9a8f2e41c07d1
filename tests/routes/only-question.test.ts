import { load } from "cheerio";
import { beforeEach, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { documentsOf } from "#tests/support/documents";
import {
  errorsIn,
  see,
  send as sendForm,
  signIn,
  type Fields,
  type Page,
} from "#tests/support/member-session";
import { ownPlan } from "#tests/support/own-plan";
import { visit } from "#tests/support/request";
import { DEFAULT_PRAYER, type PromptSetKey } from "~/domain/member/prayer-settings";
import { setClock } from "~/platform/clock";
import * as dashboard from "~/routes/member/dashboard/route";
import * as slotPage from "~/routes/member/journal/reflection/route";

const NOW = new Date("2026-11-21T06:12:00Z");
const ALONE = "/journal/morning?only=1";
beforeEach(() => setClock(() => NOW));

const memberWith = (promptSetPreference: PromptSetKey, morning: string[] = []) =>
  signIn({
    ...ownPlan("tier2", NOW),
    ...{ timezone: "UTC", seenTour: true, promptSetPreference },
    prayer: { ...DEFAULT_PRAYER, length: 10, shape: { morning, evening: [] } },
  });
const open = async (path = ALONE): Promise<Page> =>
  (await see(slotPage, path, { slot: path.includes("evening") ? "evening" : "morning" })).page;
const send = (fields: Fields) => sendForm(slotPage, ALONE, { only: "1", ...fields }, { slot: "morning" });
async function textOf(session: string, path: string | null): Promise<string> {
  const respond = await documentsOf("member/journal/entry");
  const response = await respond((await visit(path ?? "", { session })).request);
  return load(await response.text())("main").text();
}
/** The link to a single question on the dashboard of a new member. */
const linkFor = async (...member: Parameters<typeof memberWith>) => {
  await memberWith(...member);
  return seeLink();
};
const seeLink = async () => (await see(dashboard, "/dashboard")).page.onlyOne as string | null;

it.each([
  ["daily_habit", "question", "grace"],
  ["random_prompts", "answer", "answer"],
  ["lectio_examen", "wordKept", "gifts"],
] as const)("asks one question of %s alone, and all of them the next time", async (set, morning, evening) => {
  await memberWith(set);
  for (const [path, key] of [
    [ALONE, morning],
    ["/journal/evening?only=1", evening],
  ] as const) {
    const { flow, only, step } = await open(path);
    expect([only, step, flow.steps, flow.fields.map(({ key }: Page) => key)]).toEqual([true, "", [], [key]]);
  }
  const { only, flow } = await open("/journal/morning");
  expect([only, flow.fields.length > 1]).toEqual([false, set !== "random_prompts"]);
});

it("offers a single question if the reflection has several and is not begun", async () => {
  expect(await linkFor("random_prompts")).toBeNull();
  expect(await linkFor("daily_habit", ["thanks"])).toBeNull();
  expect(await linkFor("daily_habit", ["thanks", "presence"])).toBe(ALONE);
  expect(await linkFor("daily_habit")).toBe(ALONE);
  await send({ intent: "draft", question: "Bread." });
  expect(await seeLink()).toBeNull();
});

it("shows the single question again after a save, and keeps the other answers of the draft", async () => {
  const { session } = await memberWith("daily_habit");
  await send({ intent: "draft", thanks: "The kettle.", only: "" });
  expect(await send({ intent: "draft", question: "Bread." })).toMatchObject({
    status: 302,
    location: ALONE,
  });
  const { location } = await send({ intent: "finish", question: "Bread was broken." });
  expect(await textOf(session, location)).toMatch(/The kettle\.[^]*Bread was broken\./);
});

it("refuses an empty answer beside the question", async () => {
  await memberWith("lectio_examen");
  const refused = await send({ intent: "finish", wordKept: " " });
  expect(refused.status).toBe(400);
  expect(Object.keys(errorsIn(refused))).toEqual(["wordKept"]);
});

it("does not mention the other questions in the finished entry", async () => {
  const { session } = await memberWith("daily_habit");
  const { location } = await send({ intent: "finish", question: "Bread was broken." });
  expect(location).toMatch(/^\/journal\/entries\//);
  expect(await JournalEntryModel.countDocuments({ status: "final" })).toBe(1);
  const text = await textOf(session, location);
  expect(text).toContain("Bread was broken.");
  expect(text).not.toMatch(/I thank God for|be present to|only one/i);
});
