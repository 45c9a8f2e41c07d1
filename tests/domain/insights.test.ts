import { beforeEach, describe, expect, it, vi } from "vitest";
import { InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createUser } from "#tests/factories/user";
import { useAiServer } from "#tests/support/use-ai-server";
import { listAiCalls, setAiConsent } from "~/domain/ai/model-access.server";
import {
  listInsights,
  listInsightsForExport,
  listSeasons,
  previewInsightRequest,
  readInsight,
  readLatestInsight,
  readSeasonReview,
} from "~/domain/insights/insights.server";
import { insightsSettled, makeInsight, makeLastWeekInsight } from "~/domain/insights/make-insight.server";
import { deleteInsight, saveFeedback } from "~/domain/insights/week-actions.server";
import { runWeeklyInsights } from "~/domain/insights/weekly-run.server";
import { saveExcludedTags } from "~/domain/journal/entries/entries.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { INSIGHTS } from "~/domain/member/preferences";
import { defaultsOf } from "~/domain/member/setting";
import { setClock, setWait } from "~/platform/clock";
import { env } from "~/platform/env.server";

const server = useAiServer({});

type Slot = "morning" | "evening";
type Kind = "habit" | "examen" | "lectio";

/** Monday morning; the week before began on the 9th. */
const MONDAY = "2026-11-16T08:00:00Z";
const WEEK = "2026-11-09";
beforeEach(() => {
  setClock(() => new Date(MONDAY));
  server.reply = goodAnswer;
  env.AI_BASE_URL = undefined;
});
/** Holds all answers of the model. @returns a function that releases them */
function holdAnswers(): () => void {
  let release = () => {};
  server.held = new Promise((resolve) => (release = resolve));
  return () => release();
}
const configureModel = () => (env.AI_BASE_URL = server.url);

type Day = [forDate: string, slot: Slot, kind: Kind, texts: Record<string, string>, passageRef?: string];
const DAYS: Day[] = [
  ["2026-11-09", "morning", "habit", { thanks: "My sister’s call", presence: "The meeting at work" }],
  ["2026-11-10", "evening", "habit", { grace: "We sang at supper.", heavy: "The hospital bill came again." }],
  [
    "2026-11-12",
    "evening",
    "examen",
    {
      consolation: "Sitting with Anna, saying little.",
      desolation: "The hospital bill, and a long meeting at work.",
    },
  ],
  [
    "2026-11-15",
    "morning",
    "lectio",
    { wordKept: "Abide in me", meditatio: "Work is not the vine." },
    "John 15:4-5",
  ],
];

/** Four entries of the week before. */
async function writeWeek(member: Member): Promise<string[]> {
  const ids: string[] = [];
  for (const [forDate, slot, kind, texts, passageRef = ""] of DAYS) {
    const answers = Object.entries(texts).map(([key, text]) => ({ key, question: "?", text }));
    ids.push((await createEntry(member, { forDate, slot, kind, passageRef, content: { answers } }))._id);
  }
  return ids;
}

const goodAnswer = {
  threads: [
    {
      name: "The bill",
      note: "It came up on two evenings.",
      quotations: [
        { entry: "e2", words: "The hospital bill came again." },
        { entry: "e3", words: "The hospital bill, and a long meeting" },
      ],
    },
    { name: "Dancing", note: "", quotations: [{ entry: "e1", words: "I danced all night" }] },
  ],
  consolation: [{ entry: "e3", words: "Sitting with Anna, saying little." }],
  desolation: [],
  question: "Who could look at the bill with you?",
  passage: "Psalm 131:1-3",
  prayer: "God, you know the bill.\nStay with us.\nAmen.",
};

const person = (more: Partial<UserRecord> = {}) => createMember({ weekStart: 1, ...more });
/** A member who has written the week before. */
async function writer(more: Partial<UserRecord> = {}): Promise<Member> {
  const member = await person(more);
  await writeWeek(member);
  return member;
}
const write = (member: Member, forDate: string, body: string, more = {}) =>
  createEntry(member, { forDate, content: { body }, ...more });
const reload = async ({ id }: Member) => memberFrom((await UserModel.findById(id).lean()) as UserRecord);

describe("rule-based insight of a week", () => {
  it("is made once, of the week's entries, and stored encrypted", async () => {
    const member = await person();
    const ids = await writeWeek(member);
    expect(await makeInsight(member, WEEK)).toBe(true);
    expect(await makeInsight(member, WEEK)).toBe(false);
    const insight = await readInsight(member, WEEK);
    expect(insight).toMatchObject({
      status: "ready",
      engine: "rules",
      entries: 4,
      making: false,
      fallback: "",
    });
    expect(insight?.content).toMatchObject({
      mornings: 2,
      evenings: 2,
      passages: ["John 15:4-5"],
      kept: [{ entryId: ids[3], text: "Abide in me" }],
    });
    const stored = JSON.stringify(await InsightModel.find().lean());
    for (const word of ["hospital", "Abide", "Anna", "aGVseG"]) expect(stored).not.toContain(word);
  });

  it("cannot be decrypted with another member's key", async () => {
    const [member, other] = [await writer(), await person()];
    await makeInsight(member, WEEK);
    expect(await readInsight(other, WEEK)).toBeNull();
    const record = await InsightModel.findOne().lean();
    await InsightModel.deleteMany({});
    await InsightModel.create({ ...record, _id: `${other.id}|${WEEK}`, userId: other.id });
    expect((await readInsight(other, WEEK))?.content).toBeNull();
  });

  it("has the status too_few when the week has fewer than three entries", async () => {
    const member = await person();
    await write(member, "2026-11-10", "Tired at work.");
    await write(member, "2026-11-11", "Tired at work again.");
    await makeLastWeekInsight(member);
    const insight = await readInsight(member, WEEK);
    expect(insight).toMatchObject({
      status: "too_few",
      entries: 2,
      content: { others: 2, threads: [], prayer: "" },
    });
    expect(await readLatestInsight(member)).toBeNull();
  });

  it("leaves out excluded entries, drafts and the trash", async () => {
    const member = await writer();
    const content = { body: "SECRET tagged", tags: ["Private"] };
    for (const more of [
      { excludeFromInsights: true },
      { deletedAt: new Date() },
      { status: "draft" },
      { content },
    ])
      await write(member, "2026-11-11", "SECRET", more);
    await saveExcludedTags(member, ["private"]);
    await makeInsight(member, WEEK);
    expect(await readInsight(member, WEEK)).toMatchObject({ entries: 4 });
    const preview = await previewInsightRequest(member, WEEK);
    expect(preview).toMatchObject({ entries: 4, excluded: 2 });
    expect(JSON.stringify([await readInsight(member, WEEK), preview])).not.toContain("SECRET");
  });

  it("leaves out pictures and their descriptions", async () => {
    const member = await writer();
    const pictures = [{ id: "p".repeat(22), width: 2, height: 2, text: "SECRET heron" }];
    await createEntry(member, { forDate: "2026-11-11", content: { body: "By the lake.", pictures } });
    const preview = await previewInsightRequest(member, WEEK);
    expect(JSON.stringify(preview)).toContain("By the lake.");
    await makeInsight(member, WEEK);
    expect(JSON.stringify([await readInsight(member, WEEK), preview])).not.toMatch(/SECRET|pppp/);
  });

  it("quotes no entry that is deleted or excluded later", async () => {
    const member = await person();
    const [, , examen] = await writeWeek(member);
    await makeInsight(member, WEEK);
    await JournalEntryModel.updateOne({ _id: examen }, { $set: { deletedAt: new Date() } });
    const text = JSON.stringify((await readInsight(member, WEEK))?.content);
    expect(text).not.toContain("Anna");
    expect(text).toContain("We sang at supper.");
    await JournalEntryModel.updateMany({ userId: member.id }, { $set: { excludeFromInsights: true } });
    expect((await readInsight(member, WEEK))?.content).toMatchObject({
      threads: [],
      kept: [],
      gifts: [],
      prayer: "",
    });
  });

  it("accepts feedback, is deleted, and is made again on request", async () => {
    const member = await writer();
    await makeInsight(member, WEEK);
    expect(await saveFeedback(member, WEEK, "not_quite")).toBe(true);
    expect(await saveFeedback(await person(), WEEK, "wrong")).toBe(false);
    expect(await readInsight(member, WEEK)).toMatchObject({ feedback: "not_quite" });
    expect(await deleteInsight(member, WEEK)).toBe(true);
    expect(await InsightModel.findOne().lean()).toMatchObject({
      status: "deleted",
      sealed: null,
      entryIds: [],
    });
    await makeLastWeekInsight(member);
    await runWeeklyInsights(new AbortController().signal);
    expect(await readInsight(member, WEEK)).toMatchObject({ status: "deleted", content: null });
    expect(await makeInsight(member, WEEK, { again: true })).toBe(true);
    expect(await readInsight(member, WEEK)).toMatchObject({ status: "ready", feedback: "" });
  });

  it("is listed newest first, summarized and exported", async () => {
    const member = await writer();
    for (const forDate of ["2026-11-02", "2026-11-03", "2026-11-04"])
      await write(member, forDate, "Rain and rest.");
    await makeInsight(member, "2026-11-02");
    await makeInsight(member, WEEK);
    const { insights, older } = await listInsights(member);
    expect(insights.map(({ weekStart }) => weekStart)).toEqual([WEEK, "2026-11-02"]);
    expect(older).toBeUndefined();
    expect(await readLatestInsight(member)).toMatchObject({
      weekStart: WEEK,
      summary: expect.stringMatching(/^What came back: /) as string,
    });
    const exported = await listInsightsForExport(member);
    expect(exported.map(({ weekStart }) => weekStart)).toEqual(["2026-11-02", WEEK]);
    expect(exported[1]).toMatchObject({ engine: "rules", kept: [{ text: "Abide in me" }] });
  });
});

describe("model insight of a week", () => {
  const consentingWriter = async (more: Partial<UserRecord> = {}) => {
    configureModel();
    const member = await writer({ subscriptionTier: "tier1", ...more });
    await setAiConsent(member.id, "insights", { given: true, host: server.host });
    return reload(member);
  };

  it("keeps parts with verbatim quotations and drops the others", async () => {
    const member = await consentingWriter();
    await makeInsight(member, WEEK);
    const insight = await readInsight(member, WEEK);
    const made = { engine: "model", endpointHost: server.host, aiModel: "small", fallback: "", dropped: 1 };
    expect(insight).toMatchObject(made);
    // The parts of the rules that the model does not replace stay.
    expect(insight?.content).toMatchObject({
      threads: [{ name: "The bill" }],
      kept: [{ text: "Abide in me" }],
    });
    expect(await listAiCalls(member.id)).toMatchObject([{ feature: "insights", outcome: "ok" }]);
  });

  it("sends nothing for a member whose plan has no model", async () => {
    const member = await consentingWriter({ subscriptionTier: "free" });
    const before = server.connections();
    await makeInsight(member, WEEK);
    expect(server.connections()).toBe(before);
    expect(await readInsight(member, WEEK)).toMatchObject({ status: "ready", engine: "rules", fallback: "" });
    expect(await listAiCalls(member.id)).toEqual([]);
  });

  it("sends no week with a crisis signal, and shows a help note", async () => {
    const member = await consentingWriter();
    await write(member, "2026-11-13", "I want to kill myself tonight.");
    const before = server.connections();
    await makeInsight(member, WEEK);
    expect(server.connections()).toBe(before);
    expect(await readInsight(member, WEEK)).toMatchObject({ engine: "rules", content: { help: "self" } });
    expect((await listInsightsForExport(member))[0]).not.toHaveProperty("help");
  });

  it.each([
    ["500", "unavailable"],
    ["429", "rate_limited"],
    ["400", "rejected"],
    ["garbage", "bad_answer"],
    ["empty", "bad_answer"],
    ["over-long", "too_long"],
    ["broken", "unavailable"],
  ] as const)("falls back to the rules, with the reason, when the model is %s", async (mode, fallback) => {
    const member = await consentingWriter();
    server.mode = mode;
    await makeInsight(member, WEEK);
    const insight = await readInsight(member, WEEK);
    expect(insight).toMatchObject({ status: "ready", engine: "rules", fallback, endpointHost: "" });
    expect(insight?.content?.threads.length).toBeGreaterThan(0);
    server.mode = "good";
    await makeInsight(member, WEEK, { again: true });
    expect(await readInsight(member, WEEK)).toMatchObject({ engine: "model", fallback: "" });
  });

  it("limits the parts of an overlong answer", async () => {
    const member = await consentingWriter();
    const good = server.reply as object;
    server.reply = { ...good, prayer: "Amen. ".repeat(500), question: `${"Why ".repeat(100)}?` };
    await makeInsight(member, WEEK);
    const insight = await readInsight(member, WEEK);
    expect(insight).toMatchObject({ engine: "model", dropped: 3 });
    expect(insight?.content?.prayer.length).toBeLessThan(1_200);
    expect(insight?.content?.question.length).toBeLessThan(220);
  });

  it("is requested once by concurrent visits", async () => {
    const member = await consentingWriter();
    // The model answers when all visits but the one with the claim have returned.
    const requestConcurrently = async (count: number, again: boolean) => {
      const release = holdAnswers();
      let settled = 0;
      const all = Array.from({ length: count }, async () => {
        await makeInsight(member, WEEK, { again });
        settled += 1;
      });
      await expect.poll(() => settled).toBe(count - 1);
      release();
      await Promise.all(all);
    };
    await requestConcurrently(6, false);
    expect(server.requests).toHaveLength(1);
    await requestConcurrently(4, true);
    expect(server.requests).toHaveLength(2);
  });

  it("is shown as pending when the model is slow", async () => {
    const member = await consentingWriter();
    const release = holdAnswers();
    // The visit stops waiting as soon as the model has been called.
    setWait(() => vi.waitFor(() => expect(server.requests).toHaveLength(1)));
    await makeLastWeekInsight(member);
    expect(await readInsight(member, WEEK)).toMatchObject({ status: "new", making: true, content: null });
    release();
    await insightsSettled();
    expect(await readInsight(member, WEEK)).toMatchObject({
      status: "ready",
      making: false,
      engine: "model",
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("weekly run", () => {
  const run = () => runWeeklyInsights(new AbortController().signal);
  const makeDue = () =>
    UserModel.updateMany({}, { $set: { insightsDueAt: new Date("2026-11-16T00:00:00Z") } });
  const dueOf = async (id: number) => (await UserModel.findById(id).lean())?.insightsDueAt?.toISOString();

  it("makes the insight of a week once, when the week ends in the member's time zone", async () => {
    setClock(() => new Date("2026-11-15T12:00:00Z"));
    const berlin = await writer({ timezone: "Europe/Berlin" });
    const chicago = await writer({ timezone: "America/Chicago" });
    expect(await run()).toEqual({ users: 0 });
    expect(await dueOf(berlin.id)).toBe("2026-11-15T23:00:00.000Z");
    expect(await dueOf(chicago.id)).toBe("2026-11-16T06:00:00.000Z");
    setClock(() => new Date("2026-11-15T23:00:00Z"));
    expect(await run()).toEqual({ users: 1 });
    expect(await run()).toEqual({ users: 0 });
    expect((await InsightModel.find().lean()).map(({ userId }) => userId)).toEqual([berlin.id]);
    setClock(() => new Date("2026-11-16T06:00:00Z"));
    expect(await run()).toEqual({ users: 1 });
    expect(await InsightModel.countDocuments({ status: "ready" })).toBe(2);
    expect(await dueOf(berlin.id)).toBe("2026-11-22T23:00:00.000Z");
  });

  it("resumes after an interruption or a crash", async () => {
    const first = await writer();
    for (const _ of [2, 3]) await writer();
    await makeDue();
    // A process claimed the first week and crashed.
    await InsightModel.create({
      _id: `${first.id}|${WEEK}`,
      userId: first.id,
      weekStart: WEEK,
      status: "new",
      claim: { owner: "gone", until: new Date("2026-11-16T07:59:00Z") },
    });
    const cut = new AbortController();
    cut.abort();
    expect(await runWeeklyInsights(cut.signal)).toEqual({ users: 0 });
    expect(await run()).toEqual({ users: 3 });
    expect(await InsightModel.countDocuments({ status: "ready", claim: null })).toBe(3);
  });

  it("continues after a broken record, and retries it", async () => {
    const broken = await createUser({
      weekStart: 1,
      crypto: { wrappedKey: Buffer.from("no"), keyId: "k1", version: 1 },
    });
    const member = await writer();
    await makeDue();
    await JournalEntryModel.create({
      ...(await JournalEntryModel.findOne().lean()),
      _id: "other",
      userId: broken._id,
    });
    expect(await run()).toEqual({ users: 2 });
    expect(await InsightModel.countDocuments({ userId: member.id, status: "ready" })).toBe(1);
    expect(await dueOf(broken._id)).toBe("2026-11-16T09:00:00.000Z");
  });

  it("skips members whose deletion is pending or whose address is unverified", async () => {
    await writer({ status: "deleting" });
    await writer({ emailVerifiedAt: null });
    await makeDue();
    expect(await run()).toEqual({ users: 2 });
    expect(await InsightModel.countDocuments()).toBe(0);
  });

  it("sends one email without content on request", async () => {
    const asked = await writer({ insights: { ...defaultsOf(INSIGHTS), mailNotice: true } });
    await writer();
    // A member without entries gets no email.
    await person({ insights: { ...defaultsOf(INSIGHTS), mailNotice: true } });
    for (const _ of [1, 2]) {
      await makeDue();
      await run();
    }
    const mails = await OutgoingMailModel.find().lean();
    expect(mails.map(({ userId, kind }) => [userId, kind])).toEqual([[asked.id, "insight-ready"]]);
  });

  it("makes an insight once when two processes run concurrently", async () => {
    configureModel();
    for (let at = 0; at < 5; at++) {
      const { id } = await writer({ subscriptionTier: "tier2" });
      await setAiConsent(id, "insights", { given: true, host: server.host });
    }
    await makeDue();
    await Promise.all([run(), run()]);
    expect(server.requests).toHaveLength(5);
    expect(await InsightModel.countDocuments({ engine: "model" })).toBe(5);
  });
});

describe("season reviews", () => {
  it("require the Formation Plan, and use the present entries", async () => {
    const member = await writer({ subscriptionTier: "tier2" });
    expect((await listSeasons(member)).map(({ name }) => name)).toEqual([
      "Ordinary time after Pentecost 2026",
    ]);
    const key = (await listSeasons(member))[0]?.key ?? "";
    const review = await readSeasonReview(member, key);
    expect(review).toMatchObject({ entries: 4, content: { kept: [{ text: "Abide in me" }] } });
    expect(await readSeasonReview(await person({ subscriptionTier: "tier1" }), key)).toBeNull();
    expect(await readSeasonReview(member, "lent-2026-02-19")).toBeNull();
    expect(await readSeasonReview(member, "lent-2026-02-18")).toMatchObject({ entries: 0, content: null });
  });

  it("are offered for the last five seasons, back to the first entry", async () => {
    const names = async (member: Member) => (await listSeasons(member)).map(({ name }) => name);
    const member = await person({ subscriptionTier: "tier2" });
    expect(await names(member)).toEqual([]);
    await createEntry(member, { forDate: "2026-01-20", status: "draft" });
    await createEntry(member, { forDate: "2026-03-29" });
    expect(await names(member)).toEqual(["Ordinary time after Pentecost 2026", "Easter 2026", "Lent 2026"]);
    await createEntry(member, { forDate: "2016-03-01" });
    expect(await names(member)).toHaveLength(5);
  });
});
