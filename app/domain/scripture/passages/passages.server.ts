import { LRUCache } from "lru-cache";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import {
  bibleAddress,
  bookByOsis,
  mapToTranslation,
  type VerseSpan,
} from "~/domain/scripture/bible/bible-books";
import { rangesOf, verseCountsOf, type VerseRange } from "~/domain/scripture/bible/references.server";
import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import {
  DEFAULT_TRANSLATION,
  defaultTranslation,
  findTranslation,
  registryVersion,
  translationIds,
  translationLabel,
  type RegisteredTranslation,
} from "~/domain/scripture/translations/translation-registry.server";
import { hasLines, toBlocks, type Passage, type Verse } from "./passage";
import { dailyVerse, effectivePlan, plannedPassage, plannedPsalm } from "./passage-plan";

/** No passage for one sitting is longer; also limits what a reference can make us collect. */
export const MAX_PASSAGE_VERSES = 200;
/** The latest, and the references that name no verse. */
const passages = new LRUCache<string, { passage: Passage | undefined }>({ max: 200 });
/** The translations they were found in. */
let shelfThen = registryVersion();

/**
 * The text of a reference like "Psalm 46:10" or "John 15:4-5"; undefined when it names no verse. What a translation lacks
 * is taken from the usual one.
 */
export function findPassage(
  reference: string,
  translation: string = DEFAULT_TRANSLATION,
): Passage | undefined {
  if (shelfThen !== registryVersion()) passages.clear();
  shelfThen = registryVersion();
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
function* othersThan({ id: usual }: RegisteredTranslation): Generator<RegisteredTranslation> {
  for (const id of translationIds()) {
    const other = id === usual ? undefined : findTranslation(id);
    if (other) yield other;
  }
}

function resolve(reference: string, wanted: string): Passage | undefined {
  const ranges = rangesOf(reference);
  if (ranges.length === 0) return undefined;
  const chosen = findTranslation(wanted);
  const usual = defaultTranslation();
  for (const shelved of new Set([chosen ?? usual, usual, ...othersThan(usual)])) {
    const verses = ranges.flatMap((range) => versesOf(range, shelved)).slice(0, MAX_PASSAGE_VERSES);
    const [first] = verses;
    const book = bookByOsis(ranges[0]?.book ?? "");
    if (!first || !book) continue;
    const isWanted = shelved.id === wanted;
    const inFirst = verses.filter(({ chapter }) => chapter === first.chapter);
    return {
      reference: reference.replaceAll("-", "–"),
      verses,
      translation: translationLabel(shelved),
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
function versesOf({ book, from, to }: VerseRange, shelved: RegisteredTranslation): Verse[] {
  const usual = defaultTranslation();
  const [ours, theirs] = [verseCountsOf(usual), verseCountsOf(shelved)];
  const last = (ours(book) ?? theirs(book)) || [];
  const verses: Verse[] = [];
  for (let chapter = from.chapter; chapter <= to.chapter && verses.length < MAX_PASSAGE_VERSES; chapter++) {
    const end = chapter === to.chapter ? to.verse : (last[chapter - 1] ?? 0);
    for (let verse = chapter === from.chapter ? from.verse : 1; verse <= end; verse++) {
      const place =
        shelved === usual ? { chapter, verse } : mapToTranslation(theirs, ours, book, { chapter, verse });
      const text = chapterOf(shelved.text, book, place.chapter)[place.verse];
      const before = verses.at(-1);
      if (!text || (before?.chapter === place.chapter && before.number === place.verse)) continue;
      verses.push({ chapter: place.chapter, number: place.verse, text });
    }
  }
  return verses;
}

/** The verse of a day with its text. */
export function dailyPassage(date: string): Passage {
  const reference = dailyVerse(date);
  const passage = findPassage(reference);
  if (!passage) throw new Error(`The verse of the day, ${reference}, has no text.`);
  return passage;
}

/** As much of prose as three lines of a page hold. */
const PROSE = 190;
const LINES = 3;

/** The first three lines of a passage, and whether there is more of it. */
export function passageExcerpt({ verses }: Passage): { lines: string[]; isWhole: boolean } {
  const [first] = toBlocks(verses);
  const prose = first?.set === "prose" ? first.verses.map(({ text }) => text).join(" ") : "";
  if (prose.length > PROSE || !verses.some(hasLines)) {
    if (prose.length <= PROSE) return { lines: [prose], isWhole: true };
    const cut = prose.slice(0, prose.lastIndexOf(" ", PROSE)).toWellFormed();
    return { lines: [`${cut}…`], isWhole: false };
  }
  const lines = verses.flatMap(({ text }) => text.split("\n"));
  return { lines: lines.slice(0, LINES), isWhole: lines.length <= LINES };
}

/**
 * The passage that a person's way through Scripture gives a day, as it begins; the office has its psalm in the evening.
 * `led`: the passage of what leads them on this day instead.
 */
export function passageOfDay(
  { subscriptionTier, prayer }: Member,
  slot: DaySlot,
  date: string,
  led?: string,
) {
  const plan = effectivePlan(subscriptionTier, prayer.passagePlan);
  const psalm = slot === "evening" ? plannedPsalm({ plan }, date) : "";
  const passage = findPassage(
    led || psalm || plannedPassage({ ...prayer, plan, since: prayer.planSince }, date),
    prayer.translation,
  );
  return passage
    ? {
        reference: passage.reference,
        translation: passage.translation,
        lacking: passage.lacking,
        address: passage.address,
        ...passageExcerpt(passage),
      }
    : null;
}
