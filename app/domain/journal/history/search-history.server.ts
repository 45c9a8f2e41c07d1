import { JournalEntryModel, WORD_INDEX } from "#models/journal-entry.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { entryFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { indexOlderEntries, marksOfWords } from "~/domain/journal/entries/search-index.server";
import type { Member } from "~/domain/member/member";
import { turns } from "~/platform/turns.server";
import { hasWords } from "./has-words.server";
import { historyFilter, NEWEST_FIRST, PAGE_SIZE, pageOf, type HistoryPage } from "./list-history.server";
import type { Cursor, HistoryFilters } from "./query";
import { searchWords } from "./search-words";
import { spansWanted } from "./spans.server";

/** Up to this many entries are all opened and read; above it, fingerprints tell which ones to open. */
const SCAN_UP_TO = 2_000;

/**
 * Entries that have all the words of `filters.q`, newest first, a page at a time. Both ways open and read every entry
 * of the answer, so that they answer the same.
 */
export async function searchHistory(
  member: Member,
  filters: HistoryFilters,
  after?: Cursor,
  size = PAGE_SIZE,
  scanUpTo = SCAN_UP_TO,
): Promise<HistoryPage> {
  const words = searchWords(filters.q ?? "");
  if (words.length === 0) return { entries: [] };
  const keys = journalKeys(member);
  // During a re-encryption the fingerprints are mixed: then all entries are read.
  const isLong = keys.entry.earlier === null && (await isLonger(member, scanUpTo));
  const indexed = isLong && (await indexOlderEntries(member, keys));
  const found: Entry[] = [];
  const turn = turns();
  for (const span of await spansWanted(member, filters, after)) {
    const query = JournalEntryModel.find(
      {
        ...historyFilter(member, keys, { ...filters, season: undefined, ...span }, after),
        ...(indexed && { words: wanted(marksOfWords(keys, words)) }),
      },
      { words: 0 },
    )
      .sort(NEWEST_FIRST)
      .batchSize(indexed ? size + 1 : 500);
    if (indexed) void query.hint(WORD_INDEX);
    const records = query.lean().cursor();
    try {
      for await (const record of records) {
        await turn();
        const entry = entryFrom(keys, record);
        if (entry.content && (await hasWords(entry.content, words, turn))) found.push(entry);
        if (found.length > size) break;
      }
    } finally {
      await records.close();
    }
    if (found.length > size) break;
  }
  return pageOf(found, size);
}

const wanted = (marks: string[]) => ({ $all: marks });

/** Counted in the index alone, with drafts and trash: either way gives the same answer. */
async function isLonger(member: Member, limit: number): Promise<boolean> {
  return (await JournalEntryModel.countDocuments({ userId: member.id }, { limit: limit + 1 })) > limit;
}
