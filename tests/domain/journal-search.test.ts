import mongoose from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { anEdit, anEntry, aPage, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import fc from "#tests/support/properties";
import { seasonOf } from "~/domain/calendar/church-year";
import { addDays } from "~/domain/calendar/local-day";
import { saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry } from "~/domain/journal/entries/entries.server";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import { journalKeys, termsOfWords } from "~/domain/journal/entries/sealed-content.server";
import { readCursor, type HistoryFilters } from "~/domain/journal/history/query";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import type { Member } from "~/domain/member/member";

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
    const page = await searchHistory(member, filters, readCursor(cursor ?? null), { size, scanUpTo });
    expect(page.entries.length).toBeLessThanOrEqual(size);
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.older;
  } while (cursor && ids.length < 500);
  return ids;
}

const PARTS = ['"rain, grace"', '"grace"', "-rain", '-"grace a"', "-str", "告", "-praye"].concat(
  "harvest question gra psa gratef pray".split(" "),
);

/**
 * Reference implementation of a match: the words of the part are adjacent in the text, without case and accents. Outside
 * quotes the last word is a prefix.
 */
function matchesPart(text: string, part: string): boolean {
  const fold = (of: string) =>
    of
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .toLowerCase();
  const plain = (of: string) =>
    [...fold(of).replaceAll("ß", "ss")]
      .map((sign) => (/[\p{L}\p{N}]/u.test(sign) ? (/\p{Script=Han}/u.test(sign) ? ` ${sign} ` : sign) : " "))
      .join("")
      .replace(/ +/g, " ");
  const wanted = plain(part).trim();
  const last = wanted.split(" ").at(-1) ?? "";
  const isWhole = part.startsWith('"') || last.length === 1;
  return ` ${plain(text)} `.replace(/ +/g, " ").includes(isWhole ? ` ${wanted} ` : ` ${wanted}`);
}

describe("a search", () => {
  it(
    "finds the same entries as the reference implementation by scanning, by index and in any mixture",
    { tags: ["release"] },
    async () => {
      const vocabulary = "grace Grâce GRACE disgrace rain Straße strasse 祷告 a spray Prayed prayer"
        .split(" ")
        .concat("psalm 23");
      const records = Array.from({ length: 40 }, (_, n) => {
        const pick = (k: number) => vocabulary[(n * k + k) % vocabulary.length] ?? "";
        const content = {
          title: n % 3 === 0 ? pick(7) : "",
          body: `${pick(1)}, ${pick(3)}\n${n % 4 === 0 ? "" : pick(2)}`,
          tags: n % 5 === 0 ? ["Harvest rain"] : [],
          mood: n % 6 === 0 ? "grateful" : "",
          answers: n % 2 ? [{ key: "k", question: "question words", text: pick(4) }] : [],
        };
        const kind = n % 2 ? ("habit" as const) : ("free" as const);
        const passageRef = n % 4 === 1 ? "John 15:4-5" : n % 4 === 3 ? "1 John 4:7" : "";
        const record = anEntry(member, {
          content,
          kind,
          passageRef,
          forDate: addDays("2026-11-20", -Math.floor(n / 3)),
          // Half of the entries lack index terms, as entries from before the index do.
          ...(n % 2 && { words: undefined }),
        });
        return { record, content, kind, passageRef };
      });
      await createEntries(records.map(({ record }) => record));
      await createEntry(await createMember(), { content: { body: "grace rain a" } });
      await createEntry(member, { content: { body: "grace rain a" }, deletedAt: new Date() });
      const queries = fc.record({
        q: fc.array(fc.constantFrom(...vocabulary, ...PARTS), { minLength: 1, maxLength: 3 }),
        kind: fc.constantFrom(undefined, "habit" as const),
        book: fc.constantFrom(undefined, "John"),
        season: fc.constantFrom(undefined, "ordinary" as const, "advent" as const),
      });
      await fc.assert(
        fc.asyncProperty(queries, async ({ q, kind, book, season }) => {
          const expected = records
            .filter(({ content }) => {
              const { title, body, mood, tags, answers } = content;
              const texts = [title, body, mood, ...tags, ...answers.map(({ text }) => text)];
              const parts = q.flatMap((part) => (part.includes('"') ? [part] : part.split(" ")));
              if (parts.every((part) => part === "a")) return false;
              const has = (part: string) => texts.some((text) => matchesPart(text, part.replace(/^-/, "")));
              return parts.every((part) => has(part) !== part.startsWith("-"));
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
      const waiting = {
        userId: member.id,
        status: "final" as const,
        $or: [{ words: null }, { listed: null }],
      };
      expect(await JournalEntryModel.countDocuments(waiting)).toBe(0);
    },
  );

  it("finds whole words and says so while the vocabulary is incomplete", async () => {
    await createEntries(
      Array.from({ length: 253 }, (_, n) =>
        anEntry(member, { content: { body: n === 110 ? "Zebulon" : "rain" } }),
      ),
    );
    const search = (q: string) => searchHistory(member, { q }, undefined, { scanUpTo: INDEX });
    expect(await search("zebul")).toEqual({ entries: [], isVocabularyIncomplete: true });
    expect((await UserModel.findById(member.id).lean())?.wordsDue).toBe(true);
    const second = await search("zebulon");
    expect(second).toMatchObject({
      entries: [{ content: { body: "Zebulon" } }],
      isVocabularyIncomplete: true,
    });
    const third = await search("zebul");
    expect(third).toMatchObject({ entries: [{ content: { body: "Zebulon" } }] });
    expect(third.isVocabularyIncomplete).toBeUndefined();
  });

  it("decrypts a limited number of entries, and continues from there", async () => {
    const records = Array.from({ length: 60 }, (_, n) =>
      anEntry(member, {
        content: { body: n % 29 === 28 ? "rain heron" : "rain wren" },
        forDate: addDays("2026-11-20", -n),
      }),
    );
    await createEntries(records);
    const options = { scanUpTo: INDEX, lookAt: 25 };
    const pages = [];
    let cursor: string | undefined;
    do {
      const at = readCursor(cursor ?? null);
      const page = await searchHistory(member, { q: 'rai "rain heron"' }, at, options);
      pages.push([page.entries.length, page.searchedBackTo ?? null]);
      cursor = page.older;
    } while (cursor);
    // Only the two entries with the rarest word are decrypted.
    expect(pages).toEqual([[2, null]]);
    const common = await searchHistory(member, { q: "rain -wren" }, undefined, options);
    expect(common).toMatchObject({ entries: [], searchedBackTo: addDays("2026-11-20", -24) });
    const next = await searchHistory(member, { q: "rain -wren" }, readCursor(common.older ?? null), options);
    expect(next.entries.map(({ id }) => id)).toEqual([records[28]?._id]);
  });

  it("finds finished and changed entries, and no drafts", async () => {
    const writing = (body: string) => aPage({ body }, { forDate: "2020-01-02" });
    await saveDraft(member, writing("Zebulon drafted"), {});
    const finished = await finishEntry(member, writing("Zebulon finished"), {});
    const id = finished.ok ? finished.id : "";
    for (const way of [SCAN, INDEX]) {
      expect(await everyPage({ q: "zebulon" }, way)).toEqual([id]);
      expect(await everyPage({ q: "drafted" }, way)).toEqual([]);
    }
    await editEntry(member, id, anEdit("Naphtali"), 1);
    for (const way of [SCAN, INDEX]) {
      expect(await everyPage({ q: "zebulon" }, way)).toEqual([]);
      expect(await everyPage({ q: "naphtali" }, way)).toEqual([id]);
      expect(await everyPage({ q: "…" }, way)).toEqual([]);
    }
  });

  it.each(["(a+)+$", ".*", "$ne", "a".repeat(10_000), "\\", "[", "{$gt: ''}", "\u0000", "\ud800 grace"])(
    "searches for %j literally and finds nothing",
    async (q) => {
      await createEntry(member, { content: { body: "words of mine" } });
      expect(await everyPage({ q }, SCAN)).toEqual([]);
      expect(await everyPage({ q }, INDEX)).toEqual([]);
    },
  );
});

describe("index terms", () => {
  it("differ between members for the same word, and reveal no word", async () => {
    const other = await createMember();
    const [mine, theirs] = [member, other].map((person) => termsOfWords(journalKeys(person), ["zebulon"]));
    expect(mine).not.toEqual(theirs);
    await createEntry(member, { content: { body: "Zebulon" } });
    const stored = await JournalEntryModel.collection.findOne({});
    const bytes = Buffer.from(mongoose.mongo.BSON.serialize(stored ?? {})).toString("latin1");
    expect(stored?.words).toEqual(mine);
    expect(bytes).not.toMatch(/zebulon/i);
  });
});
