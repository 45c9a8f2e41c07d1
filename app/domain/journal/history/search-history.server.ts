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
import {
  dateSpansFor,
  historyFilter,
  NEWEST_FIRST,
  PAGE_SIZE,
  toHistoryPage,
  type HistoryPage,
} from "./list-history.server";
import { writeCursor, type Cursor, type HistoryFilters } from "./query";
import { isEmptySearch, matchNextText, parseSearch, type MatchState, type Search } from "./search";

/** Whether the texts of an entry match a search; yields between texts. */
export async function matchesSearch(
  content: EntryContent,
  { terms, without }: Search,
  pause: ReturnType<typeof createYielder>,
): Promise<boolean> {
  let state: MatchState = { missing: terms, without, isRefused: false };
  for (const text of searchableTexts(content)) {
    await pause();
    state = matchNextText(text, state);
    if (state.isRefused || (state.missing.length === 0 && without.length === 0)) break;
  }
  return state.missing.length === 0 && !state.isRefused;
}

/** A journal with at most this many entries is searched by decrypting all; a longer one uses the blind index. */
const MAX_SCANNED_JOURNAL = 300;
/** Entries that one page of a search decrypts. Terms with more matches than this are too common for the index to help. */
const MAX_DECRYPTED = 1_000;
/** Terms per search whose entries are counted in the index, probably the rarest ones. Decryption tests all terms anyway. */
const MAX_INDEX_QUERIES = 8;

export type SearchPage = HistoryPage & {
  /** The day of the last searched entry, if the page ended at MAX_DECRYPTED. */
  searchedBackTo?: string;
  /** Whether the vocabulary is incomplete; until it is built, only whole words are found. */
  isVocabularyIncomplete?: boolean;
};

/**
 * A page of the entries that match a search, newest first. Candidates from the blind index are decrypted and tested too, so
 * that the search with and without the index gives the same result.
 */
export async function searchHistory(
  member: Member,
  filters: HistoryFilters,
  after?: Cursor,
  { size = PAGE_SIZE, scanUpTo = MAX_SCANNED_JOURNAL, lookAt = MAX_DECRYPTED } = {},
): Promise<SearchPage> {
  const parsed = parseSearch(filters.q ?? "");
  if (isEmptySearch(parsed)) return { entries: [] };
  const keys = journalKeys(member);
  // During a re-encryption terms of two keys are mixed, so the index is not used.
  const isLong = keys.entry.earlier === null && (await isLonger(member, scanUpTo));
  const chunks = isLong ? await vocabularyForSearch(member) : null;
  // Terms of an earlier tokeniser miss words, so the index is not used until all are current.
  const isIndexed = chunks !== null || (isLong && !member.isIndexOutdated);
  const isVocabularyIncomplete = isIndexed && !chunks;
  const search = isVocabularyIncomplete ? matchWholeWords(parsed) : parsed;
  const indexTerms = isIndexed ? await mostSelectiveTerms(member, keys, search, chunks, lookAt) : null;
  const found: HistoryPage["entries"] = [];
  let decrypted = 0;
  const pause = createYielder();
  const page = () => ({
    ...toHistoryPage(found, size),
    ...(isVocabularyIncomplete && { isVocabularyIncomplete }),
  });
  if (indexTerms?.length === 0) return page();
  for (const span of await dateSpansFor(member, filters, after)) {
    const query = JournalEntryModel.find(
      {
        ...historyFilter(member, keys, { ...filters, season: undefined, ...span }, after),
        ...(indexTerms && { words: { $in: indexTerms } }),
      },
      { words: 0 },
    )
      .sort(NEWEST_FIRST)
      .batchSize(indexTerms ? size + 1 : 100);
    if (indexTerms) void query.hint(WORD_INDEX);
    const records = query.lean().cursor();
    try {
      for await (const record of records) {
        await pause();
        const entry = entryFrom(keys, record);
        if (entry.content && (await matchesSearch(entry.content, search, pause))) found.push(entry);
        if (found.length > size) return page();
        if (++decrypted === lookAt) return { ...page(), ...nextPageFrom(record) };
      }
    } finally {
      await records.close();
    }
  }
  return page();
}

function nextPageFrom({ forDate, createdAt, _id }: { forDate: string; createdAt: Date; _id: string }) {
  const older = writeCursor({ forDate, createdAt, id: _id });
  return { older, searchedBackTo: forDate };
}

function matchWholeWords({ terms, without }: Search): Search {
  const whole = (list: Search["terms"]) => list.map((term) => ({ ...term, begins: false }));
  return { terms: whole(terms), without: whole(without) };
}

/**
 * The index terms of the search term that the fewest entries have. Null if more than `lookAt` entries have each term: then
 * scanning from the newest entry is as fast.
 */
async function mostSelectiveTerms(
  member: Member,
  keys: JournalKeys,
  { terms }: Search,
  chunks: readonly VocabularyChunk[] | null,
  lookAt: number,
): Promise<string[] | null> {
  const texts = chunks?.map(({ text }) => text) ?? [];
  const choices = terms.flatMap(({ words, begins }) =>
    words.map((word, at) => {
      if (!begins || at < words.length - 1) return [word];
      return isFull(chunks ?? []) ? null : expandPrefix(texts, word);
    }),
  );
  const candidates = choices
    .filter((words) => words !== null)
    .sort((a, b) => a.length - b.length || (b[0]?.length ?? 0) - (a[0]?.length ?? 0))
    .slice(0, MAX_INDEX_QUERIES);
  let best: { terms: string[]; count: number } | null = null;
  for (const words of candidates) {
    const indexTerms = termsOfWords(keys, words);
    const count = await countWith(member, indexTerms, lookAt + 1);
    if (count <= lookAt && count < (best?.count ?? Infinity)) best = { terms: indexTerms, count };
    if (best && best.count < PAGE_SIZE) break;
  }
  return best?.terms ?? null;
}

/** Counts in the index alone, drafts and trash included: the count chooses a strategy and never changes the result. */
function countWith(member: Member, indexTerms: readonly string[], limit: number): Promise<number> {
  if (indexTerms.length === 0) return Promise.resolve(0);
  return JournalEntryModel.countDocuments({ userId: member.id, words: { $in: indexTerms } }, { limit }).hint(
    WORD_INDEX,
  );
}

async function isLonger(member: Member, limit: number): Promise<boolean> {
  return (await JournalEntryModel.countDocuments({ userId: member.id }, { limit: limit + 1 })) > limit;
}
