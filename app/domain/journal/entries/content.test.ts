import { describe, expect, it } from "vitest";
import fc from "#tests/support/properties";
import { dueButton, unfinishedLink } from "~/domain/accounts/dashboard/dashboard.server";
import { formatRelativeDay, formatSavedAt } from "~/domain/calendar/local-day";
import { filtersFrom, groupByMonth, queryOf, readCursor, writeCursor } from "~/domain/journal/history/query";
import {
  CONTENT_LIMITS,
  contentPages,
  EMPTY_CONTENT,
  excerptOf,
  isBlank,
  isSameContent,
  PAGE_CHARACTERS,
  readPageNumber,
  tagsFrom,
} from "./content";
import { editParts, textsOfPart, withPartReplaced } from "./entry";

const answer = (text: string, key = "thanks") => ({ key, question: `${key}?`, text });

describe("entry content", () => {
  it("parses distinct tags from a comma-separated list", () => {
    expect(tagsFrom(" work, Family ,, #work,FAMILY,  deep   rest ")).toEqual(["work", "Family", "deep rest"]);
    expect(tagsFrom(" , ")).toEqual([]);
  });

  it("is blank without text, even with tags and a mood", () => {
    expect(isBlank({ ...EMPTY_CONTENT, tags: ["a"], mood: "calm", answers: [answer(" \n ")] })).toBe(true);
    expect(isBlank({ ...EMPTY_CONTENT, title: "T" })).toBe(false);
    expect(isBlank({ ...EMPTY_CONTENT, answers: [answer(""), answer("x")] })).toBe(false);
  });

  it("counts as unchanged when only a question was reworded", () => {
    const one = { ...EMPTY_CONTENT, answers: [answer("rain")] };
    expect(isSameContent(one, { ...one, answers: [{ ...answer("rain"), question: "For what?" }] })).toBe(
      true,
    );
    expect(isSameContent(one, { ...one, answers: [answer("Rain")] })).toBe(false);
    expect(isSameContent(one, { ...one, mood: "calm" })).toBe(false);
  });

  it("has no markup and is cut between words, never inside a character, when a list shows it", () => {
    expect(excerptOf({ ...EMPTY_CONTENT, body: "one\n two" })).toBe("one two");
    const rich =
      "# A day\n\n> Be *still*\n\n---\n- **a robin**\n1. [a hymn](https://a.example/x) & 2 * 3 * 4";
    expect(excerptOf({ ...EMPTY_CONTENT, body: rich })).toBe("A day Be still a robin a hymn & 2 * 3 * 4");
    for (const signed of ["# A", "> A", "- A", "+ A", "\t7) A", "*A*", "[A](https://a.example/)", "A\n___"])
      expect(excerptOf({ ...EMPTY_CONTENT, body: signed })).toBe("A");
    expect(excerptOf({ ...EMPTY_CONTENT, body: "word ".repeat(100) })).toMatch(/word…$/);
    const emoji = excerptOf({ ...EMPTY_CONTENT, body: "🙏".repeat(200) }, 41);
    expect(emoji.isWellFormed()).toBe(true);
  });
});

describe("history query", () => {
  it("parses filters and drops invalid ones", () => {
    const filters = filtersFrom(
      new URLSearchParams("kind=habit&slot=night&tag=%23work&from=2026-01-01&to=2026-99-01&favourite=1&x=1"),
    );
    expect(queryOf(filters)).toBe("?kind=habit&tag=work&favourite=1&from=2026-01-01");
    expect(filtersFrom(new URLSearchParams(queryOf(filters)))).toEqual(filters);
    expect(queryOf(filtersFrom(new URLSearchParams()))).toBe("");
  });

  it("round-trips a cursor", () => {
    const place = {
      forDate: "2026-11-21",
      createdAt: new Date(1_795_000_000_123),
      id: "AbC-_1234567890abcdefg",
    };
    expect(readCursor(writeCursor(place))).toEqual(place);
  });

  it.each([
    "",
    "x",
    "%00",
    "MjAyNi0xMS0yMQ",
    btoa("2026-11-21.zz.$ne"),
    btoa("2026-99-21.zz.a"),
    "a".repeat(500),
  ])("rejects the cursor %s", (text) => expect(readCursor(text)).toBeUndefined());

  it("groups adjacent entries by month", () => {
    const days = ["2026-11-21", "2026-11-01", "2026-10-31", "2025-10-31"].map((forDate) => ({ forDate }));
    expect(groupByMonth(days).map(({ month, items }) => [month, items.length])).toEqual([
      ["November 2026", 2],
      ["October 2026", 1],
      ["October 2025", 1],
    ]);
  });
});

describe("dates and labels", () => {
  const now = new Date("2026-11-21T05:30:00Z");

  it("format the time of a saved draft in the member's time zone", () => {
    expect(formatSavedAt(new Date("2026-11-21T05:12:00Z"), now, "Europe/Berlin")).toBe("06:12");
    expect(formatSavedAt(new Date("2026-11-20T22:59:00Z"), now, "Europe/Berlin")).toBe(
      "20 November 2026, 23:59",
    );
    expect(formatSavedAt(new Date("2026-11-20T23:00:00Z"), now, "Europe/Berlin")).toBe("00:00");
    const night = new Date("2026-11-20T23:30:00Z");
    expect(formatSavedAt(new Date("2026-11-20T23:10:00Z"), night, "Europe/Berlin")).toBe("00:10");
    expect(formatSavedAt(new Date("2026-11-20T22:10:00Z"), night, "Europe/Berlin")).toBe(
      "20 November 2026, 23:10",
    );
  });

  it("format the last two days as Today and Yesterday", () => {
    expect(formatRelativeDay("2026-11-21", "2026-11-21")).toBe("Today");
    expect(formatRelativeDay("2026-10-31", "2026-11-01")).toBe("Yesterday");
    expect(formatRelativeDay("2026-10-30", "2026-11-01")).toBe("Friday, 30 October 2026");
  });

  it("name the due slot on the dashboard's button", () => {
    expect(dueButton("morning", "open", "daily_habit")).toEqual({
      label: "Begin morning reflection",
      to: "/journal/morning",
    });
    expect(dueButton("evening", "open", "daily_habit").label).toBe("Begin evening reflection");
    expect(dueButton("evening", "open", "lectio_examen").label).toBe("Begin evening Examen");
    expect(dueButton("evening", "started", "lectio_examen").label).toBe("Continue");
    expect(dueButton("evening", "done", "daily_habit")).toMatchObject({
      label: "Done for today. Rest.",
    });
    expect(unfinishedLink({ slot: "evening", forDate: "2026-11-20" }, "2026-11-21")).toEqual({
      label: "Evening reflection, Yesterday",
      to: "/journal/evening?date=2026-11-20",
    });
    expect(unfinishedLink({ slot: "none", forDate: "2026-11-20" }, "2026-11-21").to).toBe("/journal/free");
  });
});

describe("pages of an entry", () => {
  it("shows an entry of ordinary length on one page", () => {
    const content = {
      ...EMPTY_CONTENT,
      answers: [answer("Bread.", "a")],
      body: "x".repeat(PAGE_CHARACTERS - 6),
    };
    expect(contentPages(content)).toEqual([content]);
  });

  it("splits an entry into pages of limited length without losing or splitting a character", () => {
    const piece = fc.constantFrom("word ", "a line\n", "a paragraph\n\n", "🕊️", "x".repeat(700), "> - ", " ");
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("").repeat(20));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), text, (texts, body) => {
        const answers = texts.map((each, at) => answer(each, `a${at}`));
        const pages = contentPages({ ...EMPTY_CONTENT, answers, body, tags: ["bird"], mood: "calm" });
        const shown = (key: string) =>
          pages
            .flatMap((page) => page.answers.filter((one) => one.key === key).map((one) => one.text))
            .join("");
        for (const one of answers) expect(shown(one.key)).toBe(one.text);
        expect(pages.map((page) => page.body).join("")).toBe(body);
        for (const page of pages) {
          const all = [...page.answers.map((one) => one.text), page.body];
          expect(all.join("").length).toBeLessThanOrEqual(PAGE_CHARACTERS);
          expect(all.every((each) => each.isWellFormed())).toBe(true);
        }
        expect(pages.map(({ tags }) => tags.length)).toEqual([...pages.slice(1).map(() => 0), 1]);
      }),
    );
  });

  it("cuts between paragraphs, else lines, else words", () => {
    const cutOf = (text: string) => contentPages({ ...EMPTY_CONTENT, body: text })[0].body.slice(-6);
    const filler = "abcdefghi ".repeat(3_800);
    const rest = "z".repeat(PAGE_CHARACTERS);
    expect(cutOf(`${filler}one.\n\ntwo\nthree ${rest}`)).toBe("one.\n\n".slice(-6));
    expect(cutOf(`${filler}one\nthree ${rest}`)).toBe("i one\n");
    expect(cutOf(`${filler}${rest}`)).toBe("efghi ");
  });

  it.each([
    [null, 1],
    ["2", 2],
    ["2.9", 2],
    ["0", 1],
    ["-7", 1],
    ["99", 3],
    ["1e9", 3],
    ["Infinity", 1],
    ["many", 1],
    ["", 1],
  ])("clamps page %j to three pages", (asked, page) => {
    expect(readPageNumber(asked, 3)).toBe(page);
  });
});

const word = fc.constantFrom("word ", "a line\n", "<", "🕊️");
const contents = fc
  .array(fc.tuple(word, fc.nat({ max: 45_000 })), { minLength: 1, maxLength: 22 })
  .map((all) => ({
    ...EMPTY_CONTENT,
    answers: all.map(([text, length], at) => answer(text.repeat(length / text.length), `a${at}`)),
  }));

it("keeps an entry of ordinary length in one part", () => {
  const content = {
    ...EMPTY_CONTENT,
    answers: [answer("Bread.", "a"), answer("Rain.", "b")],
  };
  const [part, ...others] = editParts("lectio", content);
  expect(others).toEqual([]);
  expect(textsOfPart(content, part)).toEqual({ answers: content.answers, body: "" });
});

it("limits parts to the size of a page and segments to the size of a field", () => {
  fc.assert(
    fc.property(contents, (content) => {
      for (const part of editParts("lectio", content)) {
        const lengths = part.map(({ from, to }) => to - from);
        expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(PAGE_CHARACTERS);
        expect(Math.max(...lengths)).toBeLessThanOrEqual(CONTENT_LIMITS.answer);
        expect(new Set(part.map(({ key }) => key)).size).toBe(part.length);
      }
    }),
    { numRuns: 30 },
  );
});

it("omits only white space between parts and changes nothing when a part is saved unchanged", () => {
  fc.assert(
    fc.property(contents, (content) => {
      const parts = editParts("lectio", content);
      const shown = parts.flatMap((part) => textsOfPart(content, part).answers);
      for (const { key, text } of content.answers) {
        const segments = shown.filter((one) => one.key === key).map((one) => one.text);
        expect(segments.join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
      }
      for (const part of parts) {
        const typed = new Map(textsOfPart(content, part).answers.map(({ key, text }) => [key, text]));
        expect(withPartReplaced(content, part, (key) => typed.get(key)).answers).toEqual(content.answers);
      }
    }),
    { numRuns: 30 },
  );
});
