import mongoose from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { anEntry, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import fc from "#tests/support/properties";
import { addDays } from "~/domain/calendar/local-day";
import { seasonOf } from "~/domain/church-year/church-year";
import { NO_CONTENT } from "~/domain/journal/entries/content";
import { saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry } from "~/domain/journal/entries/entries.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { marksOfWords } from "~/domain/journal/entries/search-index.server";
import { readCursor, type HistoryFilters } from "~/domain/journal/history/query";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import type { Member } from "~/domain/member/member";
import { wordsIn } from "~/i18n/words";

let member: Member;
beforeEach(async () => {
  member = await createMember();
});

const SCAN = 1_000_000;
const INDEX = 0;

async function everyPage(filters: HistoryFilters, scanUpTo: number, size = 4): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchHistory(member, filters, readCursor(cursor ?? null), size, scanUpTo);
    expect(page.entries.length).toBeLessThanOrEqual(size);
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.older;
  } while (cursor && ids.length < 500);
  return ids;
}

describe("a search", () => {
  it("finds the same by reading and by fingerprints as comparing words does, in any mixture of both", async () => {
    const vocabulary = [
      "grace",
      "Grâce",
      "GRACE",
      "disgrace",
      "rain",
      "Straße",
      "strasse",
      "祷告",
      "a",
      "psalm 23",
    ];
    const records = Array.from({ length: 40 }, (_, n) => {
      const pick = (k: number) => vocabulary[(n * k + k) % vocabulary.length] ?? "";
      const content = {
        title: n % 3 === 0 ? pick(7) : "",
        body: `${pick(1)}, ${pick(3)}\n${n % 4 === 0 ? "" : pick(2)}`,
        tags: n % 5 === 0 ? ["Harvest rain"] : [],
        answers: n % 2 ? [{ key: "k", question: "question words", text: pick(4) }] : [],
      };
      const kind = n % 2 ? ("habit" as const) : ("free" as const);
      const passageRef = n % 4 === 1 ? "John 15:4-5" : n % 4 === 3 ? "1 John 4:7" : "";
      const record = anEntry(member, {
        content,
        kind,
        passageRef,
        forDate: addDays("2026-11-20", -Math.floor(n / 3)),
        // Half of them from before there were fingerprints.
        ...(n % 2 && { words: undefined }),
      });
      return { record, content, kind, passageRef };
    });
    await createEntries(records.map(({ record }) => record));
    await createEntry(await createMember(), { content: { body: "grace rain a" } });
    await createEntry(member, { content: { body: "grace rain a" }, deletedAt: new Date() });
    const queries = fc.record({
      q: fc.array(fc.constantFrom(...vocabulary, "harvest", "question", "gra"), {
        minLength: 1,
        maxLength: 3,
      }),
      kind: fc.constantFrom(undefined, "habit" as const),
      book: fc.constantFrom(undefined, "John"),
      season: fc.constantFrom(undefined, "ordinary" as const, "advent" as const),
    });
    await fc.assert(
      fc.asyncProperty(queries, async ({ q, kind, book, season }) => {
        const wanted = wordsIn(q.join(" "));
        const expected = records
          .filter(({ content }) => {
            const written = new Set(
              [
                content.title,
                content.body,
                ...content.tags,
                ...content.answers.map(({ text }) => text),
              ].flatMap(wordsIn),
            );
            return wanted.every((word) => written.has(word));
          })
          .filter((one) => !kind || one.kind === kind)
          .filter((one) => !book || one.passageRef.startsWith("John "))
          .filter(({ record }) => !season || seasonOf(record.forDate) === season)
          .map(({ record }) => record._id)
          .sort();
        const filters = { q: q.join(" "), kind, book, season };
        const scanned = await everyPage(filters, SCAN);
        expect([...scanned].sort()).toEqual(expected);
        expect(await everyPage(filters, INDEX)).toEqual(scanned);
      }),
      { numRuns: 40 },
    );
    expect(await JournalEntryModel.countDocuments({ userId: member.id, words: null, status: "final" })).toBe(
      0,
    );
  });

  it("answers while older entries still wait for their fingerprints", async () => {
    await createEntries(
      Array.from({ length: 253 }, (_, n) =>
        anEntry(member, { content: { body: n === 110 ? "Zebulon" : "rain" }, words: undefined }),
      ),
    );
    const waiting = () => JournalEntryModel.countDocuments({ words: null });
    const counts: number[] = [];
    for (let n = 0; n < 3; n++) {
      expect(await everyPage({ q: "zebulon" }, INDEX)).toHaveLength(1);
      counts.push(await waiting());
    }
    expect(counts).toEqual([153, 53, 0]);
    expect(await everyPage({ q: "zebulon" }, INDEX)).toHaveLength(1);
  });

  it("knows what was finished and changed, and not what is a draft", async () => {
    const writing = (text: string) => ({
      kind: "free" as const,
      slot: "none" as const,
      forDate: "2020-01-02",
      promptSet: "",
      promptIds: [],
      passageRef: "",
      content: { ...NO_CONTENT, body: text },
    });
    await saveDraft(member, writing("Zebulon drafted"), {});
    const finished = await finishEntry(member, writing("Zebulon finished"), {});
    const id = finished.ok ? finished.id : "";
    for (const way of [SCAN, INDEX]) {
      expect(await everyPage({ q: "zebulon" }, way)).toEqual([id]);
      expect(await everyPage({ q: "drafted" }, way)).toEqual([]);
    }
    await editEntry(member, id, { title: "", body: "Naphtali", tags: [], mood: "", answers: {} }, 1);
    for (const way of [SCAN, INDEX]) {
      expect(await everyPage({ q: "zebulon" }, way)).toEqual([]);
      expect(await everyPage({ q: "naphtali" }, way)).toEqual([id]);
      expect(await everyPage({ q: "…" }, way)).toEqual([]);
    }
  });

  it.each(["(a+)+$", ".*", "$ne", "a".repeat(10_000), "\\", "[", "{$gt: ''}", "\u0000", "\ud800 grace"])(
    "takes %j as words and nothing else",
    async (q) => {
      await createEntry(member, { content: { body: "words of mine" } });
      expect(await everyPage({ q }, SCAN)).toEqual([]);
      expect(await everyPage({ q }, INDEX)).toEqual([]);
    },
  );
});

describe("fingerprints", () => {
  it("are another person's for the same word, and no word is among what is stored", async () => {
    const other = await createMember();
    const [mine, theirs] = [member, other].map((person) => marksOfWords(journalKeys(person), ["zebulon"]));
    expect(mine).not.toEqual(theirs);
    await createEntry(member, { content: { body: "Zebulon" } });
    const stored = await JournalEntryModel.collection.findOne({});
    const bytes = Buffer.from(mongoose.mongo.BSON.serialize(stored ?? {}))
      .toString("latin1")
      .toLowerCase();
    expect(stored?.words).toEqual(mine);
    expect(bytes).not.toContain("zebulon");
  });
});
