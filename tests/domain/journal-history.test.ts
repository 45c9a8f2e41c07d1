import { beforeEach, describe, expect, it } from "vitest";
import { anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import fc from "#tests/support/properties";
import { seasonOf, SEASONS } from "~/domain/calendar/church-year";
import { addDays } from "~/domain/calendar/local-day";
import { listHistory, PAGE_SIZE } from "~/domain/journal/history/list-history.server";
import { readCursor, type HistoryFilters } from "~/domain/journal/history/query";
import type { Member } from "~/domain/member/member";
import { journalPages } from "~/domain/portability/journal-pages.server";
import { setClock } from "~/platform/clock";

let member: Member;

beforeEach(async () => {
  setClock(() => new Date("2026-11-21T06:12:00Z"));
  member = await createMember();
});

async function everyPage(filters: HistoryFilters = {}, size?: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { entries, older } = await listHistory(member, filters, readCursor(cursor ?? null), size);
    pages.push(entries.map(({ id }) => id));
    cursor = older;
  } while (cursor && pages.length < 100);
  return pages;
}

describe("the history", () => {
  it("lists each entry once on pages of twenty, newest first", async () => {
    const at = new Date("2026-11-20T06:00:00Z");
    // Many entries share a day, and some also the time; only the id orders entries with the same time.
    const records = Array.from({ length: 65 }, (_, n) =>
      anEntry(member, {
        forDate: addDays("2026-11-20", -Math.floor(n / 10)),
        createdAt: new Date(at.getTime() - (n % 3)),
      }),
    );
    await createEntries(records);
    await createEntry(await createMember());
    const pages = await everyPage();
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 5]);
    const key = (id: string) => {
      const record = records.find(({ _id }) => _id === id)!;
      return `${record.forDate} ${record.createdAt.toISOString()} ${id}`;
    };
    const keys = pages.flat().map(key);
    expect(new Set(keys).size).toBe(65);
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? 1 : -1)));
    expect(PAGE_SIZE).toBe(20);
  });

  it("has no further page after the last entry", async () => {
    await createEntries(Array.from({ length: 40 }, () => anEntry(member)));
    expect((await everyPage()).map((page) => page.length)).toEqual([20, 20]);
  });

  it("returns the same entries as a naive filter for every field", async () => {
    const kinds = ["habit", "free"] as const;
    const slots = ["morning", "evening", "none"] as const;
    // Three years, so that every season occurs more than once.
    const dayOf = (n: number) => addDays("2026-11-20", -n * 23);
    const records = Array.from({ length: 48 }, (_, n) => ({
      kind: kinds[n % 2]!,
      slot: slots[n % 3]!,
      favourite: n % 5 === 0,
      forDate: dayOf(n),
      content: {
        body: `text ${n}`,
        tags: n % 4 === 0 ? ["Work", "rest"] : n % 4 === 1 ? ["rest"] : [],
        mood: n % 3 === 0 ? "calm" : "",
      },
    }));
    const stored = records.map((record) => anEntry(member, record));
    await createEntries(stored);
    const day = fc.option(fc.integer({ min: 0, max: 50 }).map(dayOf), { nil: undefined });
    const filters = fc.record({
      kind: fc.constantFrom(undefined, ...kinds),
      slot: fc.constantFrom(undefined, ...slots),
      tag: fc.constantFrom(undefined, "work", "REST", "none"),
      mood: fc.constantFrom(undefined, "Calm"),
      favourite: fc.constantFrom(undefined, true as const),
      season: fc.constantFrom(undefined, undefined, ...SEASONS),
      from: day,
      to: day,
    });
    await fc.assert(
      fc.asyncProperty(filters, async (wanted) => {
        const expected = stored
          .filter((_, n) => {
            const { kind, slot, favourite, forDate, content } = records[n]!;
            const tags = content.tags.map((tag) => tag.toLowerCase());
            return (
              (!wanted.kind || kind === wanted.kind) &&
              (!wanted.slot || slot === wanted.slot) &&
              (!wanted.tag || tags.includes(wanted.tag.toLowerCase())) &&
              (!wanted.mood || content.mood === "calm") &&
              (!wanted.favourite || favourite) &&
              (!wanted.season || seasonOf(forDate) === wanted.season) &&
              (!wanted.from || forDate >= wanted.from) &&
              (!wanted.to || forDate <= wanted.to)
            );
          })
          .map(({ _id }) => _id);
        expect((await everyPage(wanted, 7)).flat()).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  });

  it("exports the same entries as the history shows when a season is chosen", async () => {
    await createEntries(
      Array.from({ length: 60 }, (_, n) => anEntry(member, { forDate: addDays("2026-11-20", -n * 19) })),
    );
    for (const season of SEASONS) {
      const shown = (await everyPage({ season })).flat();
      const exported: string[] = [];
      for await (const { entries } of journalPages(member, { filters: { season } }))
        exported.push(...entries.map(({ id }) => id));
      expect(exported.reverse()).toEqual(shown);
      expect(shown.length).toBeGreaterThan(0);
    }
  });
});
