import { beforeEach, describe, expect, it } from "vitest";
import { DeferredFormModel } from "#models/form-submission.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import type { publicPrayerFor } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { dailyPassage } from "~/domain/scripture/passages/passages.server";
import { setClock } from "~/platform/clock";
import { action as loginAction } from "~/routes/auth/login/route";
import { action, loader } from "~/routes/public/today";
import { loader as feed } from "~/routes/resources/today-feed";

const AT = new Date("2026-11-21T12:00:00Z");
beforeEach(() => setClock(() => AT));
const later = (ms: number) => setClock(() => new Date(AT.getTime() + ms));

const WORDS = { first: "A heron stood in the cold water.", second: "Patience." };
const send = async (intent: string, words: Record<string, string> = WORDS, extra = {}) => {
  const args = await post("/today", { intent, ...words }, extra);
  return answer(() => action(args));
};
type Today = ReturnType<typeof publicPrayerFor>;
const seeToday = async (session?: string): Promise<Today> => {
  const args = await visit("/today", session ? { session } : {});
  return (await answer(() => loader(args))).data as Today;
};
const cookieOf = (answered: { headers: Headers }) =>
  answered.headers.getSetCookie().find((cookie) => cookie.startsWith("prayer=")) ?? "";
const signIn = async (email: string, cookie: string) => {
  const args = await post(
    "/login",
    { email, password: PASSWORD },
    { headers: { Cookie: cookie.split(";")[0] ?? "" } },
  );
  return answer(() => loginAction(args));
};
const entriesOf = async (member: Member) =>
  entriesFrom(
    journalKeys(member),
    await JournalEntryModel.find({ userId: member.id, status: "final" }).lean(),
  );

describe("anonymous prayer", () => {
  it("shows a passage of the season and two questions about it", async () => {
    const page = await seeToday();
    expect(page.passage.verses.length).toBeGreaterThan(0);
    expect(page.questions).toEqual(["What word or phrase holds you?", "What do you want to say to God?"]);
  });

  it("is stored for the browser and becomes one entry of the new account", async () => {
    const stored = await send("keep");
    expect(stored).toMatchObject({ status: 302, location: "/auth/register" });
    const cookie = cookieOf(stored);
    expect(cookie).toMatch(/Max-Age=86400; .*HttpOnly/);
    const [record] = await DeferredFormModel.find().lean();
    expect(Buffer.from(record?.sealed as unknown as Uint8Array).toString("latin1")).not.toContain("heron");
    later(HOUR);
    const user = await createUser({ createdAt: new Date(AT.getTime() + HOUR) });
    const signedIn = await signIn(user.email, cookie);
    expect(signedIn.location).toBe("/dashboard");
    expect(cookieOf(signedIn)).toContain("Max-Age=0");
    await signIn(user.email, cookie);
    const [entry, ...more] = await entriesOf(memberFrom(user));
    expect(more).toEqual([]);
    expect(entry?.content?.body).toContain(WORDS.first);
    expect(entry?.forDate).toBe("2026-11-21");
    expect(await DeferredFormModel.countDocuments()).toBe(0);
  });

  it("becomes one entry when two tabs sign in concurrently", async () => {
    const cookie = cookieOf(await send("keep"));
    const user = await createUser({ createdAt: AT });
    await Promise.all([signIn(user.email, cookie), signIn(user.email, cookie)]);
    expect(await entriesOf(memberFrom(user))).toHaveLength(1);
  });

  it("is not claimed by an older account, nor after a day", async () => {
    const cookie = cookieOf(await send("keep"));
    const other = await createUser({ createdAt: new Date(AT.getTime() - DAY) });
    await signIn(other.email, cookie);
    expect(await entriesOf(memberFrom(other))).toEqual([]);
    later(DAY + 1);
    const late = await createUser({ createdAt: new Date(AT.getTime() + DAY) });
    await signIn(late.email, cookie);
    expect(await entriesOf(memberFrom(late))).toEqual([]);
  });

  it("stores nothing and sets no cookie when the visitor releases the prayer", async () => {
    const gone = await send("release");
    expect(gone).toMatchObject({ status: 200, data: { isGone: true } });
    expect(gone.headers.getSetCookie()).toEqual([]);
    expect(JSON.stringify(gone.data)).not.toContain("heron");
    expect(await DeferredFormModel.countDocuments()).toBe(0);
  });

  it("rejects empty and overlong text beside the field and keeps it", async () => {
    expect(await send("keep", { first: " ", second: "" })).toMatchObject({
      status: 400,
      data: { lastResult: { error: { first: [expect.any(String)] } } },
    });
    const long = await send("keep", { first: "a".repeat(10_001), second: "Patience." });
    expect(long).toMatchObject({
      status: 400,
      data: { lastResult: { initialValue: { second: "Patience." } } },
    });
    const longest = await send("keep", { first: "a".repeat(200_000), second: "" });
    expect(longest.status).toBe(413);
    expect(JSON.stringify(longest.data)).toContain("a".repeat(200_000));
    expect(await DeferredFormModel.countDocuments()).toBe(0);
  });

  it(
    "reports a full store, keeps the text, and does not use members' quota",
    { tags: ["release"] },
    async () => {
      for (let stored = 0; stored < 60; stored++) expect((await send("keep")).status).toBe(302);
      expect(await send("keep")).toMatchObject({
        status: 429,
        data: { lastResult: { initialValue: WORDS } },
      });
      expect(await DeferredFormModel.countDocuments({ kind: { $exists: false } })).toBe(0);
    },
  );

  it("evicts from the fullest network when the store is full", async () => {
    const others = Array.from({ length: 499 }, (_, at) => ({
      _id: `held-${at}`,
      kind: "prayer" as const,
      network: at < 5 ? `n-${at}` : `flood-${at % 9}`,
      sealed: Buffer.of(1),
      expiresAt: new Date(AT.getTime() + HOUR + at),
    }));
    expect((await send("keep")).status).toBe(302);
    await DeferredFormModel.insertMany(others);
    expect((await send("keep", WORDS, { address: "198.51.100.7" })).status).toBe(302);
    expect(await DeferredFormModel.countDocuments()).toBe(500);
    const first = others.slice(0, 5).map(({ _id }) => _id);
    expect(await DeferredFormModel.countDocuments({ _id: { $in: first } })).toBe(5);
    expect(await DeferredFormModel.countDocuments({ network: /^flood-/ })).toBe(493);
  });

  it("is rejected after 120 prayers from one subnet", { tags: ["release"] }, async () => {
    const addresses = ["203.0.113.5", "203.0.113.6", "203.0.113.7"];
    for (let stored = 0; stored < 120; stored++) {
      const address = addresses[stored % 2];
      expect((await send("keep", WORDS, { address })).status).toBe(302);
    }
    expect((await send("keep", WORDS, { address: addresses[2] })).status).toBe(429);
    expect((await send("keep", WORDS, { address: "198.51.100.7" })).status).toBe(302);
  });

  it("shows a member the day of their time zone and the verse of their calendar", async () => {
    setClock(() => new Date("2026-12-06T23:30:00Z"));
    const { secret } = await createSignedIn({
      timezone: "Europe/Berlin",
      prayer: { ...DEFAULT_PRAYER, length: 10, showSeason: false },
    });
    expect((await seeToday()).date).toBe("2026-12-06");
    expect(await seeToday(secret)).toMatchObject({
      date: "2026-12-07",
      season: "Monday",
      passage: { reference: dailyPassage("2026-12-07", { showSeason: false }).reference },
    });
  });

  it("becomes an entry of a member at once, with the passage that was shown", async () => {
    const chosen = { ...DEFAULT_PRAYER, length: 10 as const, showSeason: false };
    setClock(() => new Date("2026-12-25T12:00:00Z"));
    const { user, secret } = await createSignedIn({ prayer: chosen });
    const saved = await send("keep", WORDS, { session: secret });
    expect(saved.location).toMatch(/^\/journal\/entries\//);
    const [entry] = await entriesOf(memberFrom(user));
    expect(entry?.passageRef).toBe(dailyPassage("2026-12-25", chosen).reference);
  });
});

it("publishes seven days of passages as a feed", async () => {
  const answered = await answer(() => feed());
  const xml = String(answered.data);
  expect(answered.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  expect(xml.match(/<entry>/g)).toHaveLength(7);
  expect(xml.match(/<id>http:\/\/localhost:3000\/today#2026-11-(15|21)<\/id>/g)).toHaveLength(2);
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
});
