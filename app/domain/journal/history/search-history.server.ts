import { JournalEntryModel, WORD_INDEX } from "#models/journal-entry.server";
import { searchableTexts, type EntryContent } from "~/domain/journal/entries/content";
import {
  entryFrom,
  journalKeys,
  termsOfWords,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { vocabularyForSearch } from "~/domain/journal/vocabulary/maintain-vocabulary.server";
import { expandPrefix, isFull, type VocabularyChunk } from "~/domain/journal/vocabulary/vocabulary.server";
import type { Member } from "~/domain/member/member";
import { createYielder } from "~/platform/concurrency.server";
import { dateSpansFor } from "./calendar.server";
import {
  historyFilter,
  NEWEST_FIRST,
  PAGE_SIZE,
  toHistoryPage,
  type HistoryPage,
} from "./list-history.server";
import { writeCursor, type Cursor, type HistoryFilters } from "./query";
import { isEmptySearch, matchNextText, parseSearch, type MatchState, type Search } from "./search";

/** Whether an entry is what a search finds, anywhere in it; yields between its texts. */
export async function matchesSearch(
  content: EntryContent,
  { terms, without }: Search,
  pause: ReturnType<typeof createYielder>,
): Promise<boolean> {
  let open: MatchState = { missing: terms, without, isRefused: false };
  for (const text of searchableTexts(content)) {
    await pause();
    open = matchNextText(text, open);
    if (open.isRefused || (open.missing.length === 0 && without.length === 0)) break;
  }
  return open.missing.length === 0 && !open.isRefused;
}

/** Up to this many entries are all opened and read; above it, fingerprints tell which ones to open. */
const SCAN_UP_TO = 300;
/** How many entries one search opens, and how many the fingerprints may name before reading on by the day is as good. */
const LOOK_AT = 1_000;
/** Of long searches these many words, the longest, choose the entries; the others are looked for in what is opened. */
const ASKED_BY = 8;

export type SearchPage = HistoryPage & {
  /** The day up to which was looked, where a page ends because it was a lot to read. */
  lookedBackTo?: string;
  /** The list of words is being made; meanwhile only whole words are found. */
  isGathering?: boolean;
};

/**
 * Entries that a search finds, newest first, a page at a time. Each of them is opened and read: fingerprints only say
 * which ones are worth it, so that both ways answer the same.
 */
export async function searchHistory(
  member: Member,
  filters: HistoryFilters,
  after?: Cursor,
  { size = PAGE_SIZE, scanUpTo = SCAN_UP_TO, lookAt = LOOK_AT } = {},
): Promise<SearchPage> {
  const typed = parseSearch(filters.q ?? "");
  if (isEmptySearch(typed)) return { entries: [] };
  const keys = journalKeys(member);
  // During a re-encryption the fingerprints are mixed: then entries are read.
  const isLong = keys.entry.earlier === null && (await isLonger(member, scanUpTo));
  const pieces = isLong ? await vocabularyForSearch(member) : null;
  // Terms of an earlier tokeniser miss words: until all are current, entries are read.
  const isIndexed = pieces !== null || (isLong && !member.isIndexOutdated);
  const isGathering = isIndexed && !pieces;
  const search = isGathering ? inWholeWords(typed) : typed;
  const marks = isIndexed ? await rarest(member, keys, search, pieces, lookAt) : null;
  const found: HistoryPage["entries"] = [];
  let looked = 0;
  const pause = createYielder();
  const page = () => ({ ...toHistoryPage(found, size), ...(isGathering && { isGathering }) });
  if (marks?.length === 0) return page();
  for (const span of await dateSpansFor(member, filters, after)) {
    const query = JournalEntryModel.find(
      {
        ...historyFilter(member, keys, { ...filters, season: undefined, ...span }, after),
        ...(marks && { words: { $in: marks } }),
      },
      { words: 0 },
    )
      .sort(NEWEST_FIRST)
      .batchSize(marks ? size + 1 : 100);
    if (marks) void query.hint(WORD_INDEX);
    const records = query.lean().cursor();
    try {
      for await (const record of records) {
        await pause();
        const entry = entryFrom(keys, record);
        if (entry.content && (await matchesSearch(entry.content, search, pause))) found.push(entry);
        if (found.length > size) return page();
        if (++looked === lookAt) return { ...page(), ...goesOnAt(record) };
      }
    } finally {
      await records.close();
    }
  }
  return page();
}

function goesOnAt({ forDate, createdAt, _id }: { forDate: string; createdAt: Date; _id: string }) {
  const older = writeCursor({ forDate, createdAt, id: _id });
  return { older, lookedBackTo: forDate };
}

function inWholeWords({ terms, without }: Search): Search {
  const whole = (list: Search["terms"]) => list.map((term) => ({ ...term, begins: false }));
  return { terms: whole(terms), without: whole(without) };
}

/**
 * The fingerprints of what is rarest in a search. Null if even that is common: reading from the newest on then finds it
 * as soon.
 */
async function rarest(
  member: Member,
  keys: JournalKeys,
  { terms }: Search,
  pieces: readonly VocabularyChunk[] | null,
  lookAt: number,
): Promise<string[] | null> {
  const texts = pieces?.map(({ text }) => text) ?? [];
  const choices = terms.flatMap(({ words, begins }) =>
    words.map((word, at) => {
      if (!begins || at < words.length - 1) return [word];
      return isFull(pieces ?? []) ? null : expandPrefix(texts, word);
    }),
  );
  const asked = choices
    .filter((words) => words !== null)
    .sort((a, b) => a.length - b.length || (b[0]?.length ?? 0) - (a[0]?.length ?? 0))
    .slice(0, ASKED_BY);
  let best: { marks: string[]; count: number } | null = null;
  for (const words of asked) {
    const marks = termsOfWords(keys, words);
    const count = await countWith(member, marks, lookAt + 1);
    if (count <= lookAt && count < (best?.count ?? Infinity)) best = { marks, count };
    if (best && best.count < PAGE_SIZE) break;
  }
  return best?.marks ?? null;
}

/** Counted in the index alone, with drafts and trash: either way gives the same answer. */
function countWith(member: Member, marks: readonly string[], limit: number): Promise<number> {
  if (marks.length === 0) return Promise.resolve(0);
  return JournalEntryModel.countDocuments({ userId: member.id, words: { $in: marks } }, { limit }).hint(
    WORD_INDEX,
  );
}

async function isLonger(member: Member, limit: number): Promise<boolean> {
  return (await JournalEntryModel.countDocuments({ userId: member.id }, { limit: limit + 1 })) > limit;
}
