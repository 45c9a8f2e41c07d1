import { beforeEach, describe, expect, it } from "vitest";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import {
  errorsIn,
  inputIn,
  see,
  send,
  signIn,
  type Fields,
  type MemberSession,
} from "#tests/support/member-session";
import { answer, post } from "#tests/support/request";
import { useAiServer } from "#tests/support/use-ai-server";
import { setAiConsent } from "~/domain/ai/model-access.server";
import { insightsSettled } from "~/domain/insights/make-insight.server";
import { runWeeklyInsights } from "~/domain/insights/weekly-run.server";
import { readEntry } from "~/domain/journal/entries/entries.server";
import type { Member } from "~/domain/member/member";
import { unsubscribeUrl } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import * as settings from "~/routes/member/insights/choices/route";
import * as list from "~/routes/member/insights/insights";
import * as seasons from "~/routes/member/insights/season";
import * as week from "~/routes/member/insights/week/route";
import * as unsubscribing from "~/routes/public/unsubscribe";

const server = useAiServer("nothing of use");

const WEEK = "2026-11-09";
const params = { weekStart: WEEK };
beforeEach(() => {
  setClock(() => new Date("2026-11-16T08:00:00Z"));
  env.AI_BASE_URL = undefined;
});

async function writeEvenings(member: Member, count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    const answers = [
      { key: "grace", question: "?", text: `The robin in the garden, day ${day}` },
      { key: "heavy", question: "?", text: "The long meeting at work again." },
    ];
    const forDate = `2026-11-${String(9 + day).padStart(2, "0")}`;
    await createEntry(member, { kind: "habit", slot: "evening", forDate, content: { answers } });
  }
}
/** Signs in a member who has written the given number of evenings of the week. */
async function writer(more: Partial<UserRecord> = {}, count = 4): Promise<MemberSession> {
  const signedIn = await signIn({ weekStart: 1, ...more });
  await writeEvenings(signedIn.member, count);
  return signedIn;
}
/** A writer who has agreed to the model. */
async function consentingWriter(): Promise<MemberSession> {
  env.AI_BASE_URL = server.url;
  const signedIn = await writer({ subscriptionTier: "tier1" });
  await setAiConsent(signedIn.member.id, "insights", { given: true, host: server.host });
  return signedIn;
}

const PATH = `/insights/${WEEK}`;
const read = (as?: MemberSession) => see(week, PATH, params, as);
const seeList = () => see(list, "/insights");
/** Sends a form, then waits for the insights that are generated after its response. */
const act = async (fields: Fields, as?: MemberSession) => {
  const sent = await send(week, PATH, fields, params, as);
  await insightsSettled();
  return sent;
};
const generate = () => act({ intent: "generate" });

describe("/insights", () => {
  it("makes the insight of the last week once, on the first visit", async () => {
    await writer();
    const first = await seeList();
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
    await seeList();
    expect((await InsightModel.findOne().lean())?.madeAt).toEqual(madeAt);
  });

  it("reports a week with no entries or too few", async () => {
    const { member } = await writer({}, 0);
    expect(await seeList()).toMatchObject({ data: { insights: [], quietWeek: "9 to 15 November 2026" } });
    await writeEvenings(member, 2);
    expect(await seeList()).toMatchObject({
      data: { insights: [{ summary: "Too few entries to say anything honest." }], quietWeek: null },
    });
  });

  it("accepts the intents of a week's page for the named week", async () => {
    await writer();
    const choose = (fields: Fields) => send(list, "/insights", fields);
    expect(await choose({ intent: "generate" })).toMatchObject({
      status: 302,
      location: `/insights/${WEEK}`,
    });
    expect(await choose({ intent: "feedback", weekStart: WEEK, feedback: "true" })).toMatchObject({
      status: 302,
    });
    expect(await InsightModel.findOne().lean()).toMatchObject({ feedback: "true", status: "ready" });
    expect(await choose({ intent: "feedback", weekStart: WEEK, feedback: "maybe" })).toMatchObject({
      status: 400,
    });
    expect(await choose({ intent: "generate", weekStart: "2026-11-16" })).toMatchObject({ status: 404 });
    expect(await choose({ intent: "dance" })).toMatchObject({ status: 400 });
    expect(await choose({ intent: "delete", weekStart: WEEK })).toMatchObject({
      status: 302,
      location: "/insights",
    });
    expect(await choose({ intent: "delete", weekStart: "2026-11-02" })).toMatchObject({ status: 404 });
  });

  it("pages through older insights", async () => {
    await writer();
    await seeList();
    const earlier = await see(list, `/insights?before=${WEEK}`);
    expect(earlier).toMatchObject({ data: { insights: [], quietWeek: null } });
  });
});

describe("/insights/:weekStart", () => {
  it("shows the insight, its quotations with days, and its provenance", async () => {
    await writer();
    expect(await read()).toMatchObject({ status: 200, data: { insight: null } });
    expect(await generate()).toMatchObject({
      status: 302,
      location: `/insights/${WEEK}`,
    });
    const { data } = await read();
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
    expect(Object.keys(insight).toSorted().join(" ")).toBe(
      "care content days feedback isShortened made making passage prayer status",
    );
  });

  it.each(["2026-11-10", "2026-11-16", "2026-13-40", "..", "settings "])(
    "responds with 404 for %s",
    async (weekStart) => {
      await writer({}, 0);
      const path = `/insights/${encodeURIComponent(weekStart)}`;
      expect((await see(week, path, { weekStart })).status).toBe(404);
    },
  );

  it("answers 404 to another member", async () => {
    await writer();
    await generate();
    const other = await writer({}, 0);
    expect(await read(other)).toMatchObject({ data: { insight: null } });
    expect(await act({ intent: "delete" }, other)).toMatchObject({ status: 404 });
    expect(await act({ intent: "keep", prayer: "x" }, other)).toMatchObject({ status: 404 });
  });

  it("saves the edited prayer once, and leaves the draft unchanged", async () => {
    const { member } = await writer();
    await generate();
    await createEntry(member, {
      status: "draft",
      draftKey: "free",
      forDate: "2026-11-16",
      content: { body: "A draft" },
    });
    const fields = { intent: "keep", prayer: "Stay with me.\nAmen.", _submission: "one-form" };
    const first = await act(fields);
    const again = await act(fields);
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

  it.each([
    ["an empty", "  ", "Write a few words first."],
    ["a long", "a".repeat(20_001), "Please keep this under 20,000 characters."],
  ])("rejects %s prayer beside the field and keeps the input", async (_name, prayer, message) => {
    await writer();
    await generate();
    const refused = await act({ intent: "keep", prayer });
    expect([refused.status, errorsIn(refused)]).toEqual([400, { prayer: [message] }]);
    expect(inputIn(refused).prayer).toBe(prayer);
  });

  it("reports a failed model and the fallback to the rules", async () => {
    await consentingWriter();
    await generate();
    expect(await read()).toMatchObject({
      data: { insight: { made: { engine: "rules", fallback: "bad_answer", model: "given" } } },
    });
    expect(server.requests).toHaveLength(1);
  });

  it("shows a help note for a week with a crisis signal, and the numbers for one day", async () => {
    const { member } = await consentingWriter();
    await createEntry(member, { forDate: "2026-11-13", content: { body: "I want to kill myself." } });
    await generate();
    expect(server.requests).toHaveLength(0);
    expect(await read()).toMatchObject({ data: { insight: { care: { level: 2 } } } });
    await InsightModel.updateOne({}, { $set: { madeAt: new Date("2026-11-15T07:00:00Z") } });
    expect(await read()).toMatchObject({ data: { insight: { care: { level: 1 } } } });
  });
});

describe("/insights/settings", () => {
  const seeSettings = () => see(settings, "/insights/settings");
  const choose = (fields: Fields) => send(settings, "/insights/settings", fields);

  it("shows host and exact text, and gives and withdraws consent", async () => {
    env.AI_BASE_URL = server.url;
    const names = { username: "miriam_k", email: "miriam@example.test" };
    const { member } = await writer({ subscriptionTier: "tier1", ...names });
    await createEntry(member, {
      forDate: "2026-11-12",
      excludeFromInsights: true,
      content: { body: "SECRET" },
    });
    const before = await seeSettings();
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
    expect(await choose({ intent: "agree", host: "elsewhere.example" })).toMatchObject({ status: 409 });
    expect(server.requests).toHaveLength(0);
    expect(await choose({ intent: "agree", host: server.host })).toMatchObject({ status: 302 });
    await generate();
    const { prompt, system } = (before.data as { preview: { prompt: string; system: string } }).preview;
    expect(server.requests[0]?.body.messages).toEqual([
      { role: "system", content: system },
      { role: "user", content: prompt },
    ]);
    expect(server.requests[0]?.raw).not.toMatch(/miriam/i);
    const given = { access: { state: "given" }, agreedOn: "16 November 2026" };
    expect(await seeSettings()).toMatchObject({ data: given });
    expect(await choose({ intent: "withdraw" })).toMatchObject({ status: 302 });
    server.requests.length = 0;
    await generate();
    expect(server.requests).toHaveLength(0);
  });

  it("offers no model when there is no endpoint or the plan includes none", async () => {
    await writer({ subscriptionTier: "tier1" }, 0);
    expect(await seeSettings()).toMatchObject({ data: { access: { state: "off" }, preview: null } });
    env.AI_BASE_URL = server.url;
    await writer({}, 0);
    expect(await seeSettings()).toMatchObject({ data: { inPlan: false, preview: null } });
  });

  it("turns the email notice on and off, also by its unsubscribe link", async () => {
    const { user, member } = await writer({}, 0);
    const wants = async () => (await UserModel.findById(user._id).lean())?.insights?.mailNotice ?? false;
    expect(await wants()).toBe(false);
    await choose({ intent: "notice", mailNotice: "on" });
    expect(await wants()).toBe(true);
    await choose({ intent: "notice" });
    expect(await wants()).toBe(false);
    await choose({ intent: "notice", mailNotice: "on" });
    const { pathname } = new URL(unsubscribeUrl("insights", member.id));
    const token = pathname.split("/").at(-1) ?? "";
    await answer(async () => unsubscribing.action(await post(pathname, {}, { params: { token } })));
    expect(await wants()).toBe(false);
  });
});

describe("without consent", () => {
  it("sends no request to the model from any insights route", async () => {
    env.AI_BASE_URL = server.url;
    await writer({ subscriptionTier: "tier2" });
    const before = server.connections();
    const season = { season: "ordinary-2026-05-31" };
    const lists = (fields: Fields) => send(list, "/insights", fields);
    const sets = (fields: Fields) => send(settings, "/insights/settings", fields);
    await seeList();
    await see(settings, "/insights/settings");
    await see(seasons, `/insights/seasons/${season.season}`, season);
    await read();
    for (const intent of ["generate", "feedback", "keep"])
      await act({ intent, feedback: "true", prayer: "Amen." });
    await lists({ intent: "generate", weekStart: WEEK });
    await lists({ intent: "feedback", weekStart: WEEK, feedback: "wrong" });
    await sets({ intent: "agree", host: "elsewhere.example" });
    await sets({ intent: "notice", mailNotice: "on" });
    await sets({ intent: "agree", host: server.host });
    await sets({ intent: "withdraw" });
    await generate();
    await runWeeklyInsights(new AbortController().signal);
    await act({ intent: "delete" });
    expect(server.connections()).toBe(before);
    expect(server.requests).toEqual([]);
    // Control: with consent the same request reaches the endpoint.
    await sets({ intent: "agree", host: server.host });
    await generate();
    expect(server.requests).toHaveLength(1);
  });
});

describe("/insights/seasons/:season", () => {
  const key = "ordinary-2026-05-31";
  const look = (season = key) => see(seasons, `/insights/seasons/${season}`, { season });

  it("requires the Formation Plan, and is listed there", async () => {
    await writer({ subscriptionTier: "tier2" });
    expect(await seeList()).toMatchObject({
      data: { seasons: [{ key, name: "Ordinary time after Pentecost 2026", running: true }] },
    });
    expect(await look()).toMatchObject({
      data: { line: "31 May 2026 to 16 November 2026, so far", content: { threads: expect.any(Array) } },
    });
    expect(await look("lent-2026-02-19")).toMatchObject({ status: 404 });
    await writer({ subscriptionTier: "tier1" }, 0);
    expect(await look()).toMatchObject({ status: 404 });
  });
});
