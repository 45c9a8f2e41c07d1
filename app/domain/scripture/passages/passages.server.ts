import { LRUCache } from "lru-cache";
import { bibleAddress, bookByOsis, type VerseSpan } from "~/domain/scripture/bible/bible-books";
import { countsOf } from "~/domain/scripture/bible/bible.server";
import { placeIn } from "~/domain/scripture/bible/numbering";
import { rangesOf, type VerseRange } from "~/domain/scripture/bible/references.server";
import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import {
  changesOfShelf,
  translationIds,
  translationNamed,
  translationShown,
  USUAL,
  usualTranslation,
  type Shelved,
} from "~/domain/scripture/translations/shelf.server";
import type { Passage, Verse } from "./passage";

/** No passage for one sitting is longer; also limits what a reference can make us collect. */
export const LONGEST_PASSAGE = 200;
/** The latest, and the references that name no verse. */
const passages = new LRUCache<string, { passage: Passage | undefined }>({ max: 200 });
/** The translations they were found in. */
let shelfThen = changesOfShelf();

/**
 * The text of a reference like "Psalm 46:10" or "John 15:4-5"; undefined when it names no verse. What a translation lacks
 * is taken from the usual one.
 */
export function findPassage(reference: string, translation: string = USUAL): Passage | undefined {
  if (shelfThen !== changesOfShelf()) passages.clear();
  shelfThen = changesOfShelf();
  const key = `${translation} ${reference}`;
  const known = passages.get(key);
  if (known) return known.passage;
  const passage = resolve(reference, translation);
  passages.set(key, { passage });
  return passage;
}

/** The verses as spans; nothing where they are the whole chapter. */
function spansOf(verses: readonly Verse[], last: number | undefined): VerseSpan[] {
  const spans: VerseSpan[] = [];
  for (const { number } of verses) {
    const span = spans.at(-1);
    if (span && number === span.to + 1) span.to = number;
    else spans.push({ from: number, to: number });
  }
  const [first] = spans;
  return spans.length === 1 && first?.from === 1 && first.to === last ? [] : spans;
}

/** For books that only some have: used if neither the chosen translation nor the usual one has a passage. */
function* othersThan({ id: usual }: Shelved): Generator<Shelved> {
  for (const id of translationIds()) {
    const other = id === usual ? undefined : translationNamed(id);
    if (other) yield other;
  }
}

function resolve(reference: string, wanted: string): Passage | undefined {
  const ranges = rangesOf(reference);
  if (ranges.length === 0) return undefined;
  const chosen = translationNamed(wanted);
  const usual = usualTranslation();
  for (const shelved of new Set([chosen ?? usual, usual, ...othersThan(usual)])) {
    const verses = ranges.flatMap((range) => versesOf(range, shelved)).slice(0, LONGEST_PASSAGE);
    const [first] = verses;
    const book = bookByOsis(ranges[0]?.book ?? "");
    if (!first || !book) continue;
    const isWanted = shelved.id === wanted;
    const inFirst = verses.filter(({ chapter }) => chapter === first.chapter);
    return {
      reference: reference.replaceAll("-", "–"),
      verses,
      translation: translationShown(shelved),
      lacking: isWanted ? null : (chosen?.about.name ?? wanted),
      address: bibleAddress(
        book,
        first.chapter,
        spansOf(inFirst, lastVersesOf(shelved.text, book.osis)?.[first.chapter - 1]),
        isWanted ? undefined : shelved.id,
      ),
    };
  }
  return undefined;
}

/** Counted in our numbering and found by the translation's; verses that a translation leaves out are skipped. */
function versesOf({ book, from, to }: VerseRange, shelved: Shelved): Verse[] {
  const usual = usualTranslation();
  const [ours, theirs] = [countsOf(usual), countsOf(shelved)];
  const last = (ours(book) ?? theirs(book)) || [];
  const verses: Verse[] = [];
  for (let chapter = from.chapter; chapter <= to.chapter && verses.length < LONGEST_PASSAGE; chapter++) {
    const end = chapter === to.chapter ? to.verse : (last[chapter - 1] ?? 0);
    for (let verse = chapter === from.chapter ? from.verse : 1; verse <= end; verse++) {
      const place = shelved === usual ? { chapter, verse } : placeIn(theirs, ours, book, { chapter, verse });
      const text = chapterOf(shelved.text, book, place.chapter)[place.verse];
      const before = verses.at(-1);
      if (!text || (before?.chapter === place.chapter && before.number === place.verse)) continue;
      verses.push({ chapter: place.chapter, number: place.verse, text });
    }
  }
  return verses;
}
