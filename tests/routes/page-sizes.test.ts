import { expect, it } from "vitest";
/** @module-tag release */
import { anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { costOf } from "#tests/support/main-thread";
import { see, signIn } from "#tests/support/member-session";
import { ORIGIN, post, submit, visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { COACH_LIMITS, MAX_TURNS } from "~/domain/coaches/thread";
import { readEntry } from "~/domain/journal/entries/entries.server";
import type { RenderedContent } from "~/domain/journal/entries/entry";
import { draftIdOf, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { addIntentions, importIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { ANSWER_KEYS } from "~/domain/journal/prompt-sets/prompt-set";
import { importOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { importInsights, importThreads } from "~/domain/portability/import-extras.server";
import { ORIGIN_HEADER } from "~/http/request-origin.server";
import { env } from "~/platform/env.server";
import * as entryPage from "~/routes/member/journal/entry";
import { action } from "~/routes/member/journal/entry-edit/route";
import { action as keepFree } from "~/routes/member/journal/free/route";
import * as monthPage from "~/routes/member/journal/history-month";
import { action as keepReflection } from "~/routes/member/journal/reflection/route";

const MAX_PAGE_BYTES = 1024 * 1024;

/** Opens a page, which must be found and be below a megabyte. */
async function open(path: string, session: string): Promise<string> {
  const { serve } = await wholeApplication();
  const response = await serve((await visit(path, { session })).request);
  const html = await response.text();
  expect([path, response.status, Buffer.byteLength(html) < MAX_PAGE_BYTES]).toEqual([path, 200, true]);
  return html;
}

it("edits an entry of long texts in segments of less than a megabyte", async () => {
  const { user, secret: session } = await createSignedIn();
  const member = memberFrom(user);
  const text = "<".repeat(99_000);
  const content = {
    title: "Long",
    answers: ANSWER_KEYS.map((key) => ({ key, question: "Why?", text })),
  };
  const { _id } = await createEntry(member, { kind: "lectio", content });
  for (const part of [1, 2, 99]) await open(`/journal/entries/${_id}/edit?part=${part}`, session);
  const [first = "", second = ""] = ANSWER_KEYS;
  const fields = { intent: "save", version: "1", part: "1", title: "Long", [first]: "Shorter now. " };
  const params = { entryId: _id };
  const sent = await submit(action, `/journal/entries/${_id}/edit`, fields, { session, params });
  expect(sent.status).toBe(302);
  const saved = new Map((await readEntry(member, _id))?.content?.answers.map(({ key, text }) => [key, text]));
  expect(saved.get(first as never)).toMatch(/^Shorter now\. <+$/);
  expect(saved.get(second as never)).toBe(text);
});

/** The characters that need most bytes in a page: markup and hydration data need up to eleven for each. */
const COSTLY = ["<", "&", '"', "🕊"];
const filled = (sign: string, length: number) => sign.repeat(length / sign.length);

/** A member whose records have their maximum length. */
async function filledJournal(sign: string) {
  const { user, secret: session } = await createSignedIn();
  const member = memberFrom(user);
  const content = {
    title: filled(sign, 200),
    body: filled(sign, 99_000),
    tags: Array.from({ length: 20 }, (_, at) => `${filled(sign, 36)}${at}`),
  };
  const answers = ANSWER_KEYS.map((key) => ({ key, question: "Why?", text: content.body }));
  const lectio = anEntry(member, { kind: "lectio", forDate: "2026-10-10", content: { ...content, answers } });
  const others = Array.from({ length: 30 }, (_, at) => {
    const deletedAt = at % 2 ? new Date() : null;
    return anEntry(member, { words: [], deletedAt, forDate: "2026-10-11", content });
  });
  await createEntries([lectio, ...others]);
  const names = Array.from({ length: 20 }, (_, at) => `${filled(sign, 100)}${at}`);
  for (let page = 0; page < 2; page++)
    await addIntentions(member, {
      names: names.map((name) => `${name}/${page}`),
      line: filled(sign, 500),
      rhythm: { kind: "daily" },
    });
  return { session, id: lectio._id };
}

it.each(COSTLY)("keeps each page below a megabyte when all texts consist of %s", async (sign) => {
  const { session, id } = await filledJournal(sign);
  for (const path of [
    ...["/dashboard", "/journal/history", "/journal/history?q=zzz", "/journal/history/trash"],
    ...["/journal/history/month?month=2026-10", "/journal/history/calendar?month=2026-10"],
    ...[`/journal/entries/${id}`, `/journal/entries/${id}/versions`, "/journal/free", "/journal/morning"],
    ...["/journal/tags", "/journal/words", "/journal/conversation", "/journal/prayers"],
    ...["/insights", "/journal/rhythm"],
  ])
    await open(path, session);
});

/** Drafts that exceed the limits of their forms, as an import may create them. */
async function longDrafts(member: Member, sign: string) {
  const forDate = "2026-10-10";
  const body = filled(sign, 99_000);
  const content = { title: filled(sign, 200), tags: ["kept"], body };
  const answers = (["presence", "wordKept", "intention", "oratio"] as const).map((key) => ({
    key,
    question: "Why?",
    text: body,
  }));
  const draftOf = (key: string, more: Parameters<typeof anEntry>[1]) =>
    anEntry(member, {
      ...{ _id: draftIdOf(journalKeys(member), key), status: "draft", draftKey: key, forDate, words: [] },
      ...more,
    });
  await createEntries([
    draftOf("free", { content: { ...content, answers } }),
    ...(["morning", "evening"] as const).map((slot) =>
      draftOf(`${slot}|${forDate}`, { kind: "prompt", slot, content: { ...content, answers } }),
    ),
  ]);
  return { ...content, answers };
}

it.each(COSTLY)("opens drafts of %s that exceed the limits of their forms, without loss", async (sign) => {
  const { user, secret: session } = await createSignedIn();
  const member = memberFrom(user);
  const content = await longDrafts(member, sign);
  const reflection = "?date=2026-10-10";
  for (const path of [
    ...["/journal/free", "/journal/free?text=shared", "/journal/share?title=shared"],
    ...[`/journal/morning${reflection}`, `/journal/morning${reflection}&all=1`],
    ...[`/journal/evening${reflection}`, "/journal/silence?minutes=2&back=step", "/dashboard"],
  ]) {
    const html = await open(path, session);
    if (path.startsWith("/journal") && !path.includes("silence"))
      expect(html).toContain("longer than one form can hold");
    if (path.includes("shared")) expect(html).toMatch(/What you shared[^]*>shared</);
  }
  for (const [path, action, params, fields] of [
    ["/journal/free", keepFree, {}, {}],
    ["/journal/morning", keepReflection, { slot: "morning" }, { forDate: "2026-10-10" }],
  ] as const) {
    const sent = { intent: "finish", draftVersion: "1", ...fields };
    const { status, location } = await submit(action, path, sent, { session, params });
    expect([path, status]).toEqual([path, 302]);
    const kept = await readEntry(member, location?.split("/").at(-1)?.split("?")[0] ?? "");
    expect(kept?.content).toMatchObject({ title: content.title, body: content.body, tags: content.tags });
    for (const { key, text } of content.answers)
      expect(kept?.content?.answers.find((each) => each.key === key)?.text).toBe(text);
    expect(await open(path + reflection, session)).not.toContain("longer than one form can hold");
  }
});

/** Insights, intentions and questions of the maximum length that an import accepts. */
async function filledOtherRecords(member: Member, sign: string) {
  const { _id: entryId } = await createEntry(member, { content: { body: filled(sign, 99_000) } });
  const quotations = Array.from({ length: 100 }, (_, at) => ({
    entryId,
    text: `${filled(sign, 1_996)}${String(at).padStart(4, "-")}`,
  }));
  const threads = Array.from({ length: 20 }, (_, at) => ({
    name: `${filled(sign, 196)}${at}`,
    note: filled(sign, 1_000),
    quotations: at < 2 ? quotations : quotations.slice(0, 1),
  }));
  const many = { gifts: [{ group: "people" as const, quotations }], threads, kept: quotations };
  const content = {
    ...{ mornings: 7, evenings: 7, others: 7, ...many, consolation: quotations, desolation: quotations },
    ...{ passages: Array.from({ length: 100 }, () => filled(sign, 80)), passage: "Psalm 119" },
    ...{ question: filled(sign, 1_000), prayer: filled(sign, 4_000) },
  };
  const made = { engine: "rules" as const, endpointHost: "", feedback: "" as const, madeAt: new Date() };
  const weeks = Array.from({ length: 27 }, (_, at) =>
    new Date(Date.UTC(2025, 0, 6 + 7 * at)).toISOString().slice(0, 10),
  );
  await importInsights(
    member,
    weeks.map((weekStart, at) => ({
      ...{ weekStart, ...made, entryIds: [entryId] },
      content:
        at === 0 ? content : { ...content, ...{ kept: [], gifts: [], consolation: [], desolation: [] } },
    })),
  );
  const at = new Date("2026-10-01T00:00:00Z");
  await importIntentions(
    member,
    Array.from({ length: 62 }, (_, each) => ({
      ...{
        id: `intention-${each}`,
        name: filled(sign, 120),
        line: filled(sign, 500),
        came: filled(sign, 500),
      },
      ...{ rhythm: { kind: "daily" as const }, since: "2026-10-01", shared: false },
      ...{
        state: each % 2 ? ("past" as const) : ("carried" as const),
        laidOn: each % 2 ? "2026-10-02" : null,
      },
      ...{ createdAt: at, updatedAt: at, version: 1 },
    })),
  );
  await importOwnPrompts(
    member,
    Array.from({ length: 100 }, (_, each) => ({
      ...{ id: `question-${each}`, text: `${filled(sign, 296)}${each}`, createdAt: at },
      ...{ slot: "any" as const, active: true },
    })),
  );
  return weeks[0] ?? "";
}

it.each(COSTLY)("shows insights, intentions and questions of %s below a megabyte", async (sign) => {
  const { user, secret: session } = await createSignedIn({ subscriptionTier: "tier2" });
  const week = await filledOtherRecords(memberFrom(user), sign);
  for (const path of [
    ...[`/insights/${week}`, "/insights?before=2027-01-01", "/dashboard", "/journal/prompts"],
    ...["/coaches/listener", "/journal/prayers", "/journal/prayers/past", "/journal/prayers/intention-1"],
    ...["/journal/prayers/pray/1", "/journal/evening", "/journal/free?prayer=intention-0"],
  ]) {
    const html = await open(path, session);
    if (path.endsWith(week)) expect(html).toContain("An export of your data holds them all.");
  }
});

/** A conversation of the maximum length that an import accepts, with its selected entries. */
async function filledThread(member: Member, sign: string) {
  const at = new Date();
  const content = { title: filled(sign, 200), body: filled(sign, 99_000) };
  const entries = Array.from({ length: 5 }, () => anEntry(member, { words: [], content }));
  await createEntries(entries);
  const messages = Array.from({ length: 4 * MAX_TURNS }, (_, seq) => {
    const text = filled(sign, 2 * COACH_LIMITS.message - 4) + String(seq).padStart(4, "-");
    return { seq, at, kind: "talk" as const, engine: "rules" as const, note: "" as const, text };
  });
  const thread = { coachKey: "listener" as const, createdAt: at, updatedAt: at, passageRef: "Psalm 119" };
  const contextEntryIds = entries.map(({ _id }) => _id);
  const open = messages.filter(({ seq }) => seq < 2 * MAX_TURNS - 1);
  await importThreads(member, [
    { ...thread, id: "closed", fixedUntil: null, contextEntryIds, messages },
    { ...thread, id: "open", fixedUntil: null, contextEntryIds, messages: open },
  ]);
}

it.each(COSTLY)("shows each message of a long conversation of %s once on its pages", async (sign) => {
  const { user, secret: session } = await createSignedIn({ subscriptionTier: "tier2" });
  await filledThread(memberFrom(user), sign);
  Object.assign(env, { AI_BASE_URL: "http://127.0.0.1:9/v1", AI_MODEL: "small" });
  for (const [id, length] of [
    ["closed", 4 * MAX_TURNS],
    ["open", 2 * MAX_TURNS - 1],
  ] as const) {
    const shown: number[] = [];
    let path: string | undefined = `/coaches/threads/${id}`;
    while (path) {
      const html: string = await open(path, session);
      // An open conversation also shows the text for the model.
      expect(html.includes('id="sent"')).toBe(id === "open" && !path.includes("before="));
      const list = /<main[^]*<\/main>/.exec(html)?.[0].split('id="sent"')[0] ?? "";
      const seqs = [...list.matchAll(/-{2,3}(\d{1,2})<\/p>/g)].map(([, seq]) => Number(seq));
      shown.unshift(...seqs);
      path = /<a[^>]*href="([^"]*before=[^"]*)"[^>]*>The earlier messages/.exec(html)?.[1];
    }
    expect(shown).toEqual(Array.from({ length }, (_, seq) => seq));
  }
});

it("shows each entry of a month of long entries once on its pages", async () => {
  const { session } = await filledJournal("&");
  const shown: string[] = [];
  let path: string | undefined = "/journal/history/month?month=2026-10";
  while (path) {
    const html: string = await open(path, session);
    shown.push(...[...html.matchAll(/<h3[^>]*><a[^>]* href="([^"?]*)"/g)].map(([, to]) => to ?? ""));
    const later: string | undefined = /<a[^>]*href="([^"]*page=[^"]*)"[^>]*>The rest of/.exec(html)?.[1];
    path = later?.replaceAll("&amp;", "&");
  }
  expect(shown).toHaveLength(16);
  expect(new Set(shown).size).toBe(16);
});

it.each(COSTLY)("shows a refused form of %s again with its text below a megabyte", async (sign) => {
  const { serve } = await wholeApplication();
  const { session, id } = await filledJournal(sign);
  // The maximum of a form, whose characters are sent as "%26".
  const text = filled(sign, sign.length > 1 ? 42_000 : 80_000);
  const first = ANSWER_KEYS[0] ?? "";
  for (const [path, fields] of [
    ["/journal/free", { intent: "finish", body: text }],
    [`/journal/entries/${id}/edit`, { intent: "save", version: "0", part: "1", [first]: text }],
  ] as const) {
    const { request } = await post(path, fields as Record<string, string>, { session });
    const headers = new Headers(request.headers);
    headers.set(ORIGIN_HEADER, ORIGIN);
    headers.delete("Origin");
    const response = await serve(new Request(request, { headers }));
    const size = Buffer.byteLength(await response.text());
    expect([path, response.status, size < MAX_PAGE_BYTES, size]).toEqual([
      path,
      expect.any(Number),
      true,
      size,
    ]);
    expect(size).toBeGreaterThan(text.length);
  }
});

it.each(COSTLY)("blocks the thread for at most 200 ms when the largest pages consist of %s", async (sign) => {
  const { session, id } = await filledJournal(sign);
  const turns: Record<string, number> = {};
  for (const path of [
    `/journal/entries/${id}`,
    `/journal/entries/${id}/edit?part=1`,
    "/journal/history",
    "/journal/history/month?month=2026-10",
    "/journal/tags",
  ])
    // The first visit warms up the second one, which is measured.
    for (let time = 0; time < 2; time++) {
      const { longestTurnMs } = await costOf(() => open(path, session));
      turns[path] = Math.round(longestTurnMs);
    }
  expect(Object.entries(turns).filter(([, ms]) => ms > 200)).toEqual([]);
});

type EntryPage = { page: number; pages: number; content: RenderedContent };

const picture = (id: string) => ({ id: id.repeat(22), width: 40, height: 30, text: "" });
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name} ${at}, ${"by the water ".repeat(7)}`).join("\n");

it("shows a long text page by page with each picture once, and its beginning in a month", async () => {
  const { member } = await signIn();
  const body = `${lines("Morning", 600)}\n[picture 2]\n${lines("Evening", 600)}`;
  const content = { body, pictures: [picture("a"), picture("b")], tags: ["heron"] };
  const { _id } = await createEntry(member, { content, forDate: "2026-10-10" });
  const open = async (page: string): Promise<EntryPage> =>
    (await see(entryPage, `/journal/entries/${_id}${page}`, { entryId: _id })).page;
  const { pages } = await open("");
  expect(pages).toBe(4);
  const all = await Promise.all([1, 2, 3, 4].map((page) => open(`?page=${page}`)));
  const textOf = ({ content: { body: whole, placed } }: (typeof all)[number]) =>
    (placed ?? [whole]).map((part) => (typeof part === "string" ? part : "[picture 2]"));
  const words = (text: string) => text.replace(/\s+/g, " ").trim();
  expect(words(all.flatMap(textOf).join("\n"))).toBe(words(body));
  const shown = all.map((each) => [
    ...(each.content.placed ?? []).filter((part) => typeof part === "object"),
    ...(each.content.pictures ?? []),
  ]);
  const ids = shown.map((each) => each.map((one) => ("id" in one ? one.id[0] : "?")).join(""));
  expect(ids).toEqual(["", "b", "", "a"]);
  expect(all.map((each) => each.content.tags)).toEqual([[], [], [], ["heron"]]);
  // An invalid page number leads to the nearest page.
  const clamped = await Promise.all(["99", "0", "x"].map((page) => open(`?page=${page}`)));
  expect(clamped.map(({ page }) => page)).toEqual([4, 1, 1]);

  const { page: month } = await see(monthPage, "/journal/history/month?month=2026-10");
  expect(month.days[0].entries[0].content).toMatchObject({ isTruncated: true, pictures: [] });
  expect(JSON.stringify(month).length).toBeLessThan(60_000);
});
