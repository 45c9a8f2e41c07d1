import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { InstanceModel } from "#models/operations.server";
import { createSignedIn } from "#tests/factories/user";
import { filled } from "#tests/support/every-visit";
import { FORMS } from "#tests/support/form-manifest";
import { answer, post, visit } from "#tests/support/request";
import { pathOf } from "#tests/support/route-table";
import { refreshInstanceSettings } from "~/domain/operations/instance-settings.server";

/** Sends every form that saves without one of its fields, whose stored value must stay. */
type Fields = Record<string, string>;
type Saving = {
  id: string;
  params?: Fields;
  /** The fields that are saved first. */
  fields: Fields;
  /** Checkboxes, which are unchecked when they are missing. */
  boxes?: Fields;
  /** Creates the record of the form, and returns the fields that name it. */
  prepare?: () => Promise<Fields>;
};

const modules = import.meta.glob<{
  action?: (args: ActionFunctionArgs) => unknown;
  loader?: (args: LoaderFunctionArgs) => unknown;
}>("/app/routes/**/*.{ts,tsx}");

let session: string;
beforeEach(async () => {
  ({ secret: session } = await createSignedIn({ subscriptionTier: "tier2", isAdmin: true }));
});
afterEach(async () => {
  await InstanceModel.deleteMany({});
  await refreshInstanceSettings();
});

async function routeNamed(id: string) {
  const load = modules[`/app/routes/${id}.tsx`] ?? modules[`/app/routes/${id}/route.tsx`];
  return load?.() ?? expect.fail(`There is no route ${id}.`);
}

async function send(id: string, fields: Fields, params: Fields = {}) {
  const { action } = await routeNamed(id);
  return answer(async () => action?.(await post(filled(pathOf(id), params), fields, { session, params })));
}

/** The stored values, from the loader of the page. */
async function shown(id: string, params: Fields = {}) {
  const { loader } = await routeNamed(id);
  const { data } = await answer(async () =>
    loader?.(await visit(filled(pathOf(id), params), { session, params })),
  );
  return JSON.parse(
    JSON.stringify(data, (name, value: unknown) => (name === "version" ? undefined : value)),
  ) as Fields;
}

async function firstOf(id: string, fields: Fields, list: string): Promise<string> {
  expect((await send(id, { intent: "add", ...fields })).status).toBe(302);
  const page = (await shown(id)) as unknown as Record<string, { id: string; text?: string }[]>;
  return (
    page[list]?.find(({ text }) => text === undefined || text === fields.text)?.id ??
    expect.fail(`no ${list}`)
  );
}

const PRAYED = { name: "Ruth", line: "Before the operation" };
const prayer = async () => ({ prayerId: await firstOf("member/journal/prayers", PRAYED, "intentions") });
const OWN = { text: "What was good today?", slot: "evening" };
const LIBRARY = {
  category: "gratitude",
  slot: "evening",
  depth: "2",
  season: "lent",
  text: "What was given to you this week?",
};
const WAY =
  "name: Ashes\nbegins: ash-wednesday\ndays:\n  - title: Dust\n    passage: Genesis 3:17-19\n    questions: [What is dust?]\n";

const SAVING: Saving[] = [
  {
    id: "member/settings/settings",
    fields: {
      firstName: "Ruth",
      lastName: "Hill",
      username: "ruth_hill",
      timezone: "Europe/Oslo",
      locale: "en-IE",
      weekStart: "0",
    },
  },
  {
    id: "member/settings/appearance",
    fields: { theme: "dark", textSize: "large" },
    boxes: { runningVerses: "on", serif: "on", reducedMotion: "on", withoutDayColour: "on" },
  },
  {
    id: "member/settings/prayer",
    fields: {
      promptSetPreference: "lectio_examen",
      morningPromptTime: "05:10",
      eveningPromptTime: "20:20",
      passagePlan: "mark",
      tradition: "roman",
      translation: "kjv",
      length: "20",
    },
    boxes: { onePage: "on", showSeason: "on", feastsOnSunday: "on" },
  },
  {
    id: "member/settings/prayer-shape",
    fields: {
      intent: "save",
      slot: "evening",
      part1: "thanks",
      part2: "presence",
      part3: "",
      part4: "",
      part5: "",
      part6: "",
    },
  },
  { id: "member/settings/prayer-passages", fields: { intent: "save", passages: "John 15:1-8\nPsalm 23" } },
  { id: "member/settings/privacy", fields: { intent: "exclude", excludedTags: "work, health" } },
  { id: "member/settings/security", fields: { intent: "lock-after", lockAfter: "15" } },
  {
    id: "member/settings/reminders",
    fields: { intent: "save" },
    boxes: { morning: "on", evening: "on", inApp: "on", quietDays: "3" },
  },
  { id: "member/journal/rhythm", fields: { intent: "save", restDay: "3" }, boxes: { hidden: "on" } },
  {
    id: "member/journal/prayer",
    prepare: prayer,
    fields: { intent: "save", ...PRAYED, rhythm: "yearly", day: "03-03" },
    boxes: { shared: "1" },
  },
  {
    id: "member/journal/prayer",
    prepare: prayer,
    fields: { intent: "save", ...PRAYED, rhythm: "until", until: "2099-12-24" },
  },
  { id: "member/journal/prayer", prepare: prayer, fields: { intent: "laydown", came: "She came home." } },
  {
    id: "member/journal/prompts",
    prepare: async () => ({ id: await firstOf("member/journal/prompts", OWN, "own") }),
    fields: { intent: "edit", ...OWN },
  },
  {
    id: "admin/instance",
    fields: {
      intent: "save",
      houseName: "St. Mary",
      registration: "invite",
      defaultPlan: "tier1",
      welcome: "Peace to you.",
      sharedWay: "grief",
      wayOnToday: "on",
    },
  },
  {
    id: "admin/prompt",
    prepare: async () => ({ promptId: await firstOf("admin/prompts", LIBRARY, "prompts") }),
    fields: { intent: "save", ...LIBRARY },
  },
];

/** Fields that name a record or a button. */
const KEYS = /^(?:intent|slot|prayerId|id)$/;

describe("form that saves", () => {
  it.each(SAVING.map((saving) => [saving.id, saving.fields.intent ?? "save", saving] as const))(
    "keeps the stored value of %s (%s) when a text or a choice is missing",
    async (id, _intent, { params = {}, fields, boxes = {}, prepare }) => {
      const record = (await prepare?.()) ?? {};
      const place = { ...params, ...record };
      const whole = { ...fields, ...boxes, ...record };
      const saved = await send(id, whole, place);
      expect(saved.status, JSON.stringify(saved.data)).toBe(302);
      const before = await shown(id, place);
      for (const missing of Object.keys(fields).filter(
        (name) => !KEYS.test(name) || (name === "slot" && !id.includes("shape")),
      )) {
        const { [missing]: _, ...rest } = whole;
        const sent = await send(id, rest, place);
        expect(sent.status, `${missing}: ${JSON.stringify(sent.data)}`).toBe(302);
        expect(await shown(id, place), missing).toEqual(before);
      }
      for (const box of Object.keys(boxes)) {
        const { [box]: _, ...rest } = whole;
        expect((await send(id, rest, place)).status).toBe(302);
        expect(await shown(id, place), box).not.toEqual(before);
      }
    },
  );

  it("clears a text when it is sent empty", async () => {
    const name = { firstName: "Ruth", lastName: "Hill", username: "ruth_hill", timezone: "Europe/Oslo" };
    await send("member/settings/settings", name);
    await send("member/settings/settings", { ...name, firstName: "" });
    expect(await shown("member/settings/settings")).toMatchObject({ firstName: "", lastName: "Hill" });
    const instance = { intent: "save", houseName: "St. Mary", welcome: "Peace to you." };
    await send("admin/instance", instance);
    await send("admin/instance", { ...instance, houseName: "" });
    expect(await shown("admin/instance")).toMatchObject({
      choices: { houseName: "", welcome: "Peace to you." },
    });
  });

  it("rejects an empty required text", async () => {
    expect((await send("member/settings/settings", { username: "" })).status).toBe(400);
    expect((await send("member/settings/prayer", { morningPromptTime: "" })).status).toBe(400);
  });

  it("rejects a lock time that is not offered", async () => {
    await send("member/settings/security", { intent: "lock-after", lockAfter: "15" });
    const refused = await send("member/settings/security", { intent: "lock-after", lockAfter: "7" });
    expect(refused).toMatchObject({
      status: 400,
      data: { lastResult: { error: { lockAfter: [expect.any(String)] } } },
    });
    expect(await shown("member/settings/security")).toMatchObject({ lockAfter: 15 });
  });

  it("keeps the time zone when the first choices have none", async () => {
    const { secret } = await createSignedIn({ timezone: "Europe/Oslo" });
    session = secret;
    const begin = { intent: "begin", length: "10" };
    expect((await send("member/dashboard", begin)).status).toBe(302);
    expect(await shown("member/settings/settings")).toMatchObject({ timezone: "Europe/Oslo" });
  });

  it("keeps the text of a way when it is missing", async () => {
    expect((await send("admin/ways", { intent: "save", name: "ashes", text: WAY })).status).toBe(302);
    const { seen } = await shown("admin/way", { way: "ashes" });
    expect(
      (await send("admin/way", { intent: "save", name: "ashes", seen: seen ?? "" }, { way: "ashes" })).status,
    ).toBe(302);
    expect(await shown("admin/way", { way: "ashes" })).toMatchObject({ text: WAY });
    await send("admin/way", { intent: "remove", name: "ashes" }, { way: "ashes" });
  });

  it("is tested for every intent that saves or edits", () => {
    const tested = new Set([
      ...SAVING.map(({ id }) => id),
      "admin/ways",
      // A choice and its fields are one discriminated union, so nothing of another choice is kept.
      "member/settings/data-legacy",
      "member/journal/prayers",
      "member/journal/entry-edit",
    ]);
    const saving = FORMS.filter(({ fields }) =>
      /^(?:save|edit|laydown|lock-after)$/.test(fields.intent ?? ""),
    );
    expect([...new Set(saving.map(({ id }) => id))].filter((id) => !tested.has(id))).toEqual([]);
  });
});
