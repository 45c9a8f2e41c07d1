/** @module-tag release */
import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { allCollections } from "#models/db/inspect.server";
import { everyRecordOf } from "#tests/factories/every-record";
import { createSignedIn } from "#tests/factories/user";
import { ADMIN_PAGES, MEMBER_PAGES, PUBLIC_PAGES } from "#tests/support/every-page";
import { filled, PARAMS, VISITS, type Visitor } from "#tests/support/every-visit";
import { visit } from "#tests/support/request";
import { pathOf } from "#tests/support/route-table";
import { wholeApplication } from "#tests/support/whole-application";
import { DELETE_WORD } from "~/domain/accounts/ending/deletion";
import { COUNTABLE } from "~/domain/administration/database/countable";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { BOOKS } from "~/domain/scripture/bible/bible-books";
import { lastVerse, verseText } from "~/domain/scripture/bible/bible.server";
import { COOKIES } from "~/domain/support/cookies";
import { EXAMPLE_WAY } from "~/domain/ways/example-way";
import { setClock } from "~/platform/clock";
import { notTranslatedHtml } from "./pseudo-language";

/** The whole text of the Bible, in which a quotation is looked for. */
const squeezed = (text: string) => text.replace(/[^\p{L}]+/gu, " ").trim();
const BIBLE = squeezed(
  BOOKS.flatMap((book) =>
    Array.from({ length: 150 }, (_, at) => at + 1).flatMap((chapter) =>
      // From what stands above the first verse on.
      Array.from({ length: lastVerse(book, chapter) + 1 }, (_, at) => verseText(book, chapter, at)),
    ),
  ).join(" "),
);
const BOOK =
  /^“?(?:[123] )?(?:Song of (?:Solomon|Songs)|[A-Z][a-z]+)(?: \d+(?:[:.,–-]\d+)*(?:[;,] ?[\d:–-]+)*)?[.:;” ·]*$/;

/** Values that can be counted, as the database has them. */
const VALUES = new Set(
  Object.values(COUNTABLE).flatMap(({ where }) =>
    Object.values(where).map((value) => String(value).replaceAll("_", " ")),
  ),
);

/** What is the same in every language, each with its reason. */
const SAME: Record<string, (line: string) => boolean> = {
  "text of the Bible": (line) =>
    squeezed(line).length > 8 && BIBLE.includes(squeezed(line.replace(/\w*…$/, ""))),
  "a book of the Bible, or a place in it": (line) => BOOK.test(line),
  "what a person is called or wrote": (line) =>
    /person_\d+|^PE$|^Some words$|^Test$|^somebody@example\.test$|^Where was water today\?$|^file\.json$/.test(
      line,
    ),
  "names of other applications": (line) =>
    /^(Day One|Journey|Diarium|Apple Journal|DailyTxT|Obsidian)$/.test(line),
  "how the file of a way is written, as everywhere": (line) =>
    squeezed(EXAMPLE_WAY).includes(squeezed(line.replace("&gt;", ""))),
  "names of cookies": (line) => COOKIES.some(({ name }) => name === line),
  "names of collections, jobs, settings and values as the database has them": (line) =>
    allCollections().includes(line) ||
    /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^[a-z]+(-[a-z]+)+$|^“[a-z0-9 ]+”$|^test\.?$|^(alerts|reminders)$|^\w+: -?1$/.test(
      line,
    ) ||
    VALUES.has(line),
  "the word to type, which is the same in every language": (line) => line === DELETE_WORD,
  "units of measurement": (line) => /^[\d.,]+ (k?B|MB|GB|ms|s|min|h|d)( \d+ (min|h))?$/.test(line),
  "variants of the front page": (line) => /^A(\/B)?$|^B$/.test(line),
  "addresses, versions and keys": (line) =>
    /^SNK-|https?:\/\/|^\/|127\.0\.0\.1|localhost|^[\w-]+\.backup$|^welcome\.md$|^v?\d[\w.]*$|^findahelpline\.com$/.test(
      line,
    ) || line.startsWith(hostname()),
};
const isSame = (line: string) => Object.values(SAME).some((same) => same(line));

describe("the application in another language", async () => {
  const { serve, pages } = await wholeApplication();

  async function left(path: string, status: number, session?: string): Promise<string[]> {
    const { request } = await visit(path, { session });
    const response = await serve(request);
    if (response.status !== status)
      return [`answered ${response.status} ${response.headers.get("Location") ?? ""}`];
    if (!response.headers.get("Content-Type")?.includes("text/html")) return [];
    const html = await response.text();
    return html.includes("⟦")
      ? notTranslatedHtml(html).filter((line) => !isSame(line))
      : ["says nothing in it"];
  }

  it("says every page of all three houses in it", async () => {
    setClock(() => new Date("2026-11-21T12:00:00Z"));
    const { user, secret } = await createSignedIn({ isAdmin: true, subscriptionTier: "tier2" });
    const sessions: Record<Visitor, string | undefined> = {
      stranger: undefined,
      administrator: secret,
      free: (await createSignedIn()).secret,
      leaving: (await createSignedIn({ status: "deleting", deleteAfter: new Date("2026-12-01") })).secret,
    };
    const records = await everyRecordOf(memberFrom(user));
    const found: Record<string, string[]> = {};
    for (const id of pages) {
      const { as = "administrator", query = "", status = 200 } = VISITS[id] ?? {};
      const entryId = (id === "member/journal/trash-entry" ? records.thrownId : records.entryId) ?? "";
      const params = { ...PARAMS, ...records, entryId };
      const path = `${filled(pathOf(id), params)}?${filled(query, params)}`;
      const words = await left(path, status, sessions[as]);
      if (words.length > 0) found[id] = words;
    }
    expect(found).toEqual({});
  });

  it.each([
    ["public", PUBLIC_PAGES, undefined],
    ["member's", MEMBER_PAGES, { subscriptionTier: "tier2" as const }],
    ["administrator's", ADMIN_PAGES, { isAdmin: true }],
  ])("says the %s pages of the browser tests in it", async (_name, paths, overrides) => {
    const session = overrides && (await createSignedIn(overrides)).secret;
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      if (path === "/journal/guide") continue;
      const words = await left(path, path === "/404" ? 404 : 200, session);
      if (words.length > 0) found[path] = words;
    }
    expect(found).toEqual({});
  });
});
