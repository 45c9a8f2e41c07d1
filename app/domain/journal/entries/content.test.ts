import { describe, expect, it } from "vitest";
import { dueButton, unfinishedLink } from "~/domain/accounts/dashboard/dashboard.server";
import { formatRelativeDay, formatSavedAt } from "~/domain/calendar/local-day";
import { filtersFrom, groupByMonth, queryOf, readCursor, writeCursor } from "~/domain/journal/history/query";
import { EMPTY_CONTENT, excerptOf, isBlank, isSameContent, tagsFrom } from "./content";

const answer = (text: string) => ({ key: "thanks", question: "I thank God for…", text });

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

  it("is the same if the texts are, even if a prompt was reworded", () => {
    const one = { ...EMPTY_CONTENT, answers: [answer("rain")] };
    expect(isSameContent(one, { ...one, answers: [{ ...answer("rain"), question: "For what?" }] })).toBe(
      true,
    );
    expect(isSameContent(one, { ...one, answers: [answer("Rain")] })).toBe(false);
    expect(isSameContent(one, { ...one, mood: "calm" })).toBe(false);
  });

  it("is cut between words for lists, and never inside a character", () => {
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

describe("dates as text", () => {
  const now = new Date("2026-11-21T05:30:00Z");

  it("describe when a draft was saved, in the member's time zone", () => {
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

  it("describe today and yesterday", () => {
    expect(formatRelativeDay("2026-11-21", "2026-11-21")).toBe("Today");
    expect(formatRelativeDay("2026-10-31", "2026-11-01")).toBe("Yesterday");
    expect(formatRelativeDay("2026-10-30", "2026-11-01")).toBe("Friday, 30 October 2026");
  });

  it("name the slot that is due", () => {
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
