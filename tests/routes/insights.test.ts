import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { startAiServer, type AiServer } from "#tests/support/ai-server";
import { answer, post, visit } from "#tests/support/request";
import { setAiConsent } from "~/domain/ai/model-access.server";
import { insightsSettled } from "~/domain/insights/make-insight.server";
import { runWeeklyInsights } from "~/domain/insights/weekly-run.server";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { unsubscribeUrl } from "~/domain/reminders/mail/outbox.server";
import { resetCircuit } from "~/platform/ai/model.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import * as settings from "~/routes/member/insights/choices/route";
import * as list from "~/routes/member/insights/insights";
import * as seasons from "~/routes/member/insights/season";
import * as week from "~/routes/member/insights/week/route";
import * as unsubscribing from "~/routes/public/unsubscribe";

let server: AiServer;
beforeAll(async () => {
  server = await startAiServer();
});
afterAll(() => server.stop());

const WEEK = "2026-11-09";
const params = { weekStart: WEEK };
beforeEach(() => {
  setClock(() => new Date("2026-11-16T08:00:00Z"));
  resetCircuit();
  Object.assign(server, { mood: "good", next: [], requests: [], says: "nothing of use" });
  Object.assign(env, { AI_BASE_URL: undefined, AI_API_KEY: "key-1", AI_MODEL: "small" });
});

async function writer(more: Partial<UserRecord> = {}): Promise<{ member: Member; session: string }> {
  const { user, secret } = await createSignedIn({ weekStart: 1, ...more });
  return { member: memberFrom(user), session: secret };
}

async function writeWeek(member: Member, count = 4): Promise<void> {
  for (let day = 0; day < count; day++) {
    const answers = [
      { key: "grace", question: "?", text: `The robin in the garden, day ${day}` },
      { key: "heavy", question: "?", text: "The long meeting at work again." },
    ];
    const forDate = `2026-11-${String(9 + day).padStart(2, "0")}`;
    await createEntry(member, { kind: "habit", slot: "evening", forDate, content: { answers } });
  }
}

const read = async (session: string) =>
  answer(async () => week.loader(await visit(`/insights/${WEEK}`, { session, params })));
/** Sends a form and waits for the insights that its response did not wait for. */
const send = async (session: string, fields: Record<string, string>) => {
  const sent = await answer(async () =>
    week.action(await post(`/insights/${WEEK}`, fields, { session, params })),
  );
  await insightsSettled();
  return sent;
};

describe("/insights", () => {
  it("makes the insight of the last week once, on the first visit", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    const visitList = async () => answer(async () => list.loader(await visit("/insights", { session })));
    const first = await visitList();
    expect(first).toMatchObject({
      status: 200,
      data: {
        insights: [
          {
            weekStart: WEEK,
            week: "9 to 15 November 2026",
            summary: expect.stringMatching(/^What came back: /) as string,
          },
        ],
        quietWeek: null,
        ends: "Sunday",
        seasons: [],
      },
    });
    const { madeAt } = (await InsightModel.findOne().lean()) ?? {};
    setClock(() => new Date("2026-11-17T08:00:00Z"));
    await visitList();
    expect((await InsightModel.findOne().lean())?.madeAt).toEqual(madeAt);
  });

  it("reports a week with no entries or too few", async () => {
    const { member, session } = await writer();
    const visitList = async () => answer(async () => list.loader(await visit("/insights", { session })));
    expect(await visitList()).toMatchObject({ data: { insights: [], quietWeek: "9 to 15 November 2026" } });
    await writeWeek(member, 2);
    expect(await visitList()).toMatchObject({
      data: {
        insights: [{ summary: "Too few entries to say anything honest." }],
        quietWeek: null,
      },
    });
  });

  it("accepts the intents of a week's page for the named week", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    const act = async (fields: Record<string, string>) =>
      answer(async () => list.action(await post("/insights", fields, { session })));
    expect(await act({ intent: "generate" })).toMatchObject({ status: 302, location: `/insights/${WEEK}` });
    expect(await act({ intent: "feedback", weekStart: WEEK, feedback: "true" })).toMatchObject({
      status: 302,
    });
    expect(await InsightModel.findOne().lean()).toMatchObject({ feedback: "true", status: "ready" });
    expect(await act({ intent: "generate", weekStart: "2026-11-16" })).toMatchObject({ status: 404 });
    expect(await act({ intent: "dance" })).toMatchObject({ status: 400 });
    expect(await act({ intent: "delete", weekStart: WEEK })).toMatchObject({
      status: 302,
      location: "/insights",
    });
    expect(await act({ intent: "delete", weekStart: "2026-11-02" })).toMatchObject({ status: 404 });
  });

  it("pages through older insights", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    await list.loader(await visit("/insights", { session }));
    const earlier = await answer(async () =>
      list.loader(await visit(`/insights?before=${WEEK}`, { session })),
    );
    expect(earlier).toMatchObject({ data: { insights: [], quietWeek: null } });
  });
});

describe("/insights/:weekStart", () => {
  it("shows the insight, its quotations with days, and its provenance", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    expect(await read(session)).toMatchObject({ status: 200, data: { insight: null } });
    expect(await send(session, { intent: "generate" })).toMatchObject({
      status: 302,
      location: `/insights/${WEEK}`,
    });
    const { data } = await read(session);
    const { insight } = data as {
      insight: { content: { lines: { nearer: { entryId: string }[] } }; days: Record<string, string> };
    };
    expect(insight).toMatchObject({
      status: "ready",
      making: false,
      care: null,
      content: { threads: expect.any(Array) as unknown },
      passage: { reference: expect.any(String) as string },
      made: { engine: "rules", at: "16 November 2026", model: "off" },
    });
    expect(insight.days[insight.content.lines.nearer[0]?.entryId ?? ""]).toBe(WEEK);
    // The loader returns only data that the page shows.
    expect(Object.keys(insight).toSorted()).toEqual(
      [
        "care",
        "content",
        "days",
        "feedback",
        "isShortened",
        "made",
        "making",
        "passage",
        "prayer",
        "status",
      ].toSorted(),
    );
  });

  it.each(["2026-11-10", "2026-11-16", "2026-13-40", "..", "settings "])(
    "responds with 404 for %s",
    async (weekStart) => {
      const { session } = await writer();
      const result = await answer(async () =>
        week.loader(
          await visit(`/insights/${encodeURIComponent(weekStart)}`, { session, params: { weekStart } }),
        ),
      );
      expect(result.status).toBe(404);
    },
  );

  it("answers 404 to another member", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    await send(session, { intent: "generate" });
    const { session: other } = await writer();
    expect(await read(other)).toMatchObject({ data: { insight: null } });
    expect(await send(other, { intent: "delete" })).toMatchObject({ status: 404 });
    expect(await send(other, { intent: "keep", prayer: "x" })).toMatchObject({ status: 404 });
  });

  it("saves the edited prayer once, and keeps the draft", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    await send(session, { intent: "generate" });
    await createEntry(member, {
      status: "draft",
      draftKey: "free",
      forDate: "2026-11-16",
      content: { body: "A draft" },
    });
    const fields = { intent: "keep", prayer: "Stay with me.\nAmen.", _submission: "one-form" };
    const first = await send(session, fields);
    const again = await send(session, fields);
    expect(first).toMatchObject({
      status: 302,
      location: expect.stringMatching(/^\/journal\/entries\//) as string,
    });
    expect(again.location).toBe(first.location);
    const entry = await readEntry(member, first.location?.split("/").at(-1) ?? "");
    expect(entry).toMatchObject({
      forDate: "2026-11-16",
      kind: "free",
      content: { title: "A prayer after 9 to 15 November 2026", body: "Stay with me.\nAmen." },
    });
    expect(await JournalEntryModel.countDocuments({ status: "draft" })).toBe(1);
  });

  it("rejects an empty prayer with an error at the field", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    await send(session, { intent: "generate" });
    expect(await send(session, { intent: "keep", prayer: "  " })).toMatchObject({
      status: 400,
      data: { lastResult: { error: { prayer: ["Write a few words first."] } } },
    });
  });

  it("deletes an insight and makes it again on request", async () => {
    const { member, session } = await writer();
    await writeWeek(member);
    await send(session, { intent: "generate" });
    expect(await send(session, { intent: "feedback", feedback: "wrong" })).toMatchObject({ status: 302 });
    expect(await send(session, { intent: "feedback", feedback: "maybe" })).toMatchObject({ status: 400 });
    await send(session, { intent: "delete" });
    expect(await read(session)).toMatchObject({ data: { insight: { status: "deleted", content: null } } });
    await send(session, { intent: "generate" });
    expect(await read(session)).toMatchObject({ data: { insight: { status: "ready", feedback: "" } } });
  });

  it("reports a failed model and the fallback to the rules", async () => {
    env.AI_BASE_URL = server.url;
    const { member, session } = await writer({ subscriptionTier: "tier1" });
    await setAiConsent(member.id, "insights", { given: true, host: server.host });
    await writeWeek(member);
    await send(session, { intent: "generate" });
    expect(await read(session)).toMatchObject({
      data: { insight: { made: { engine: "rules", fallback: "bad_answer", model: "given" } } },
    });
    expect(server.requests).toHaveLength(1);
  });

  it("shows a help note for a week with a crisis signal, with numbers for a day", async () => {
    env.AI_BASE_URL = server.url;
    const { member, session } = await writer({ subscriptionTier: "tier1" });
    await setAiConsent(member.id, "insights", { given: true, host: server.host });
    await writeWeek(member);
    await createEntry(member, { forDate: "2026-11-13", content: { body: "I want to kill myself." } });
    await send(session, { intent: "generate" });
    expect(server.requests).toHaveLength(0);
    expect(await read(session)).toMatchObject({ data: { insight: { care: { level: 2 } } } });
    await InsightModel.updateOne({}, { $set: { madeAt: new Date("2026-11-15T07:00:00Z") } });
    expect(await read(session)).toMatchObject({ data: { insight: { care: { level: 1 } } } });
  });
});

describe("/insights/settings", () => {
  const visitSettings = async (session: string) =>
    answer(async () => settings.loader(await visit("/insights/settings", { session })));
  const act = async (session: string, fields: Record<string, string>) =>
    answer(async () => settings.action(await post("/insights/settings", fields, { session })));

  it("shows host and exact text, and gives and withdraws consent", async () => {
    env.AI_BASE_URL = server.url;
    const { member, session } = await writer({ subscriptionTier: "tier1" });
    await writeWeek(member);
    await createEntry(member, {
      forDate: "2026-11-12",
      excludeFromInsights: true,
      content: { body: "SECRET" },
    });
    const before = await visitSettings(session);
    expect(before).toMatchObject({
      data: {
        access: { state: "ask", host: server.host },
        asking: { agree: `Agree to send each week’s entries to ${server.host}` },
        preview: {
          entries: 4,
          excluded: 1,
          prompt: expect.stringContaining("The robin in the garden, day 3") as string,
        },
      },
    });
    expect(JSON.stringify(before.data)).not.toContain("SECRET");
    expect(await act(session, { intent: "agree", host: "elsewhere.example" })).toMatchObject({ status: 409 });
    expect(server.requests).toHaveLength(0);
    expect(await act(session, { intent: "agree", host: server.host })).toMatchObject({ status: 302 });
    await send(session, { intent: "generate" });
    const { prompt, system } = (before.data as { preview: { prompt: string; system: string } }).preview;
    expect(server.requests[0]?.body.messages).toEqual([
      { role: "system", content: system },
      { role: "user", content: prompt },
    ]);
    expect(await visitSettings(session)).toMatchObject({
      data: {
        access: { state: "given" },
        agreedOn: "16 November 2026",
      },
    });
    expect(await act(session, { intent: "withdraw" })).toMatchObject({ status: 302 });
    server.requests.length = 0;
    await send(session, { intent: "generate" });
    expect(server.requests).toHaveLength(0);
  });

  it("offers no model without an endpoint or a plan with one", async () => {
    const { session } = await writer({ subscriptionTier: "tier1" });
    expect(await visitSettings(session)).toMatchObject({ data: { access: { state: "off" }, preview: null } });
    env.AI_BASE_URL = server.url;
    const { session: free } = await writer();
    expect(await visitSettings(free)).toMatchObject({ data: { inPlan: false, preview: null } });
  });

  it("turns the email notice on and off, also by its unsubscribe link", async () => {
    const { member, session } = await writer();
    const wants = async () => (await UserModel.findById(member.id).lean())?.insights?.mailNotice ?? false;
    expect(await wants()).toBe(false);
    await act(session, { intent: "notice", mailNotice: "on" });
    expect(await wants()).toBe(true);
    await act(session, { intent: "notice" });
    expect(await wants()).toBe(false);
    await act(session, { intent: "notice", mailNotice: "on" });
    const { pathname } = new URL(unsubscribeUrl("insights", member.id));
    const token = pathname.split("/").at(-1) ?? "";
    await answer(async () => unsubscribing.action(await post(pathname, {}, { params: { token } })));
    expect(await wants()).toBe(false);
  });
});

describe("without consent", () => {
  it("sends no request to the model from any insights route", async () => {
    env.AI_BASE_URL = server.url;
    const { member, session } = await writer({ subscriptionTier: "tier2" });
    await writeWeek(member);
    const before = server.connections();
    const season = { season: "ordinary-2026-05-31" };
    const lists = async (fields: Record<string, string>) =>
      answer(async () => list.action(await post("/insights", fields, { session })));
    const sets = async (fields: Record<string, string>) =>
      answer(async () => settings.action(await post("/insights/settings", fields, { session })));
    await list.loader(await visit("/insights", { session }));
    await settings.loader(await visit("/insights/settings", { session }));
    await seasons.loader(await visit(`/insights/seasons/${season.season}`, { session, params: season }));
    await read(session);
    for (const intent of ["generate", "feedback", "keep"])
      await send(session, { intent, feedback: "true", prayer: "Amen." });
    await lists({ intent: "generate", weekStart: WEEK });
    await lists({ intent: "feedback", weekStart: WEEK, feedback: "wrong" });
    await sets({ intent: "agree", host: "elsewhere.example" });
    await sets({ intent: "notice", mailNotice: "on" });
    await sets({ intent: "agree", host: server.host });
    await sets({ intent: "withdraw" });
    await send(session, { intent: "generate" });
    await runWeeklyInsights(new AbortController().signal);
    await send(session, { intent: "delete" });
    expect(server.connections()).toBe(before);
    expect(server.requests).toEqual([]);
    // Control: with consent the same request reaches the endpoint.
    await sets({ intent: "agree", host: server.host });
    await send(session, { intent: "generate" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("repeated forms", () => {
  it("calls the model once for concurrent posts, and keeps invalid input", async () => {
    env.AI_BASE_URL = server.url;
    server.mood = "slow";
    server.slowMs = 300;
    const { member, session } = await writer({ subscriptionTier: "tier1" });
    await setAiConsent(member.id, "insights", { given: true, host: server.host });
    await writeWeek(member);
    const fields = { intent: "generate", _submission: "one-form-1" };
    const [first, again] = await Promise.all([send(session, fields), send(session, fields)]);
    expect([first.status, again.status]).toEqual([302, 302]);
    expect(server.requests).toHaveLength(1);
    const long = "a".repeat(20_001);
    const refused = await send(session, { intent: "keep", prayer: long });
    expect(refused).toMatchObject({ status: 400, data: { lastResult: { initialValue: { prayer: long } } } });
  });
});

describe("/insights/seasons/:season", () => {
  const key = "ordinary-2026-05-31";
  const look = async (session: string, named = key) =>
    answer(async () =>
      seasons.loader(await visit(`/insights/seasons/${named}`, { session, params: { season: named } })),
    );

  it("requires the Formation Plan, and is listed there", async () => {
    const { member, session } = await writer({ subscriptionTier: "tier2" });
    await writeWeek(member);
    expect(await answer(async () => list.loader(await visit("/insights", { session })))).toMatchObject({
      data: { seasons: [{ key, name: "Ordinary time after Pentecost 2026", running: true }] },
    });
    expect(await look(session)).toMatchObject({
      data: { line: "31 May 2026 to 16 November 2026, so far", content: { threads: expect.any(Array) } },
    });
    expect(await look(session, "lent-2026-02-19")).toMatchObject({ status: 404 });
    const { session: growth } = await writer({ subscriptionTier: "tier1" });
    expect(await look(growth)).toMatchObject({ status: 404 });
  });
});
