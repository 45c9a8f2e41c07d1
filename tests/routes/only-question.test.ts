import { load } from "cheerio";
import { afterEach, beforeEach, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createSignedIn } from "#tests/factories/user";
import { documentsOf } from "#tests/support/documents";
import { ownPlan } from "#tests/support/own-plan";
import { answer, post, visit } from "#tests/support/request";
import { DEFAULT_PRAYER, type PromptSetKey } from "~/domain/member/prayer-settings";
import { setClock } from "~/platform/clock";
import * as dashboard from "~/routes/member/dashboard/route";
import * as slotPage from "~/routes/member/journal/reflection/route";

const NOW = new Date("2026-11-21T06:12:00Z");
const ALONE = "/journal/morning?only=1";
beforeEach(() => setClock(() => NOW));
afterEach(() => setClock());

async function signIn(promptSetPreference: PromptSetKey, morning: string[] = []) {
  const shape = { morning, evening: [] };
  const prayer = { ...DEFAULT_PRAYER, length: 10 as const, shape };
  const { secret } = await createSignedIn({
    ...ownPlan("tier2", NOW),
    ...{ timezone: "UTC", seenTour: true, promptSetPreference, prayer },
  });
  return secret;
}

type Page = { only: boolean; step: string; flow: { fields: { key: string }[]; steps: unknown[] } };
async function open(session: string, path = ALONE): Promise<Page> {
  const params = { slot: path.includes("evening") ? "evening" : "morning" };
  return (await answer(async () => slotPage.loader(await visit(path, { session, params })))).data as Page;
}
const send = async (session: string, fields: Record<string, string>) =>
  answer(async () =>
    slotPage.action(await post(ALONE, { only: "1", ...fields }, { session, params: { slot: "morning" } })),
  );
async function textOf(session: string, path: string | null): Promise<string> {
  const respond = await documentsOf("member/journal/entry");
  const response = await respond((await visit(path ?? "", { session })).request);
  return load(await response.text())("main").text();
}
const linkOf = async (session: string) => {
  const { data } = await answer(async () => dashboard.loader(await visit("/dashboard", { session })));
  return (data as { onlyOne: string | null }).onlyOne;
};

it.each([
  ["daily_habit", "question", "grace"],
  ["random_prompts", "answer", "answer"],
  ["lectio_examen", "wordKept", "gifts"],
] as const)("asks one question of %s alone, and all of them the next time", async (set, morning, evening) => {
  const session = await signIn(set);
  for (const [path, key] of [
    [ALONE, morning],
    ["/journal/evening?only=1", evening],
  ] as const) {
    const { flow, only, step } = await open(session, path);
    expect([only, step, flow.steps, flow.fields.map((field) => field.key)]).toEqual([true, "", [], [key]]);
  }
  const { only, flow } = await open(session, "/journal/morning");
  expect([only, flow.fields.length > 1]).toEqual([false, set !== "random_prompts"]);
});

it("offers a single question if the reflection has several and is not begun", async () => {
  const habit = await signIn("daily_habit");
  expect(await linkOf(habit)).toBe(ALONE);
  expect(await linkOf(await signIn("random_prompts"))).toBeNull();
  expect(await linkOf(await signIn("daily_habit", ["thanks"]))).toBeNull();
  expect(await linkOf(await signIn("daily_habit", ["thanks", "presence"]))).toBe(ALONE);
  await send(habit, { intent: "draft", question: "Bread." });
  expect(await linkOf(habit)).toBeNull();
});

it("shows the single question again after a save, and keeps the other answers of the draft", async () => {
  const session = await signIn("daily_habit");
  await send(session, { intent: "draft", thanks: "The kettle.", only: "" });
  expect(await send(session, { intent: "draft", question: "Bread." })).toMatchObject({
    status: 302,
    location: ALONE,
  });
  const { location } = await send(session, { intent: "finish", question: "Bread was broken." });
  expect(await textOf(session, location)).toMatch(/The kettle\.[^]*Bread was broken\./);
});

it("refuses an empty answer beside the question", async () => {
  const session = await signIn("lectio_examen");
  const { status, data } = await send(session, { intent: "finish", wordKept: " " });
  expect(status).toBe(400);
  const { lastResult } = data as { lastResult: { error: Record<string, string[]> } };
  expect(Object.keys(lastResult.error)).toEqual(["wordKept"]);
});

it("does not mention the other questions in the finished entry", async () => {
  const session = await signIn("daily_habit");
  const { location } = await send(session, { intent: "finish", question: "Bread was broken." });
  expect(location).toMatch(/^\/journal\/entries\//);
  expect(await JournalEntryModel.countDocuments({ status: "final" })).toBe(1);
  const text = await textOf(session, location);
  expect(text).toContain("Bread was broken.");
  expect(text).not.toMatch(/I thank God for|be present to|only one/i);
});
