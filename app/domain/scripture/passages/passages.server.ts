import { statSync } from "node:fs";
import path from "node:path";
import { LRUCache } from "lru-cache";
import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import {
  biblePath,
  bookByOsis,
  bookBySlug,
  mapToTranslation,
  type VerseSpan,
} from "~/domain/scripture/bible/bible-books";
import { rangesOf, verseCountsOf, type VerseRange } from "~/domain/scripture/bible/references.server";
import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import {
  DEFAULT_TRANSLATION,
  defaultTranslation,
  findTranslation,
  isTranslationAvailable,
  registryVersion,
  translationIds,
  translationLabel,
  type RegisteredTranslation,
} from "~/domain/scripture/translations/translation-registry.server";
import * as paths from "~/paths";
import { env } from "~/platform/env.server";
import { hasLines, toBlocks, type Passage, type Verse } from "./passage";
import {
  dailyVerse,
  effectivePlan,
  plannedPassage,
  plannedPsalm,
  type FollowedSeasons,
} from "./passage-plan";

/** A reference to more verses is cut to this many, so that one request cannot load whole books. */
export const MAX_PASSAGE_VERSES = 200;
/** Caches passages by translation and reference, and also that a reference has none. */
const passages = new LRUCache<string, { passage: CachedPassage | undefined }>({ max: 200 });
/** The recording is not cached, because its file can appear at any time. */
type CachedPassage = Omit<Passage, "recording"> & { slug: string };
let cachedVersion = registryVersion();

/**
 * The text of a reference such as "Psalm 46:10" or "John 15:4-5"; undefined if it names no verse. Falls back to the default
 * translation, then to any other.
 */
export function findPassage(
  reference: string,
  translation: string = DEFAULT_TRANSLATION,
): Passage | undefined {
  if (cachedVersion !== registryVersion()) passages.clear();
  cachedVersion = registryVersion();
  const key = `${translation} ${reference}`;
  const known = passages.get(key);
  const found = known ?? { passage: resolve(reference, translation) };
  if (!known) passages.set(key, found);
  return found.passage && withRecording(found.passage);
}

function withRecording({ slug, ...passage }: CachedPassage): Passage {
  const chapter = passage.verses[0]?.chapter ?? 0;
  return { ...passage, recording: recordingUrl(passage.translation.id, slug, chapter) };
}

/** The verses as spans; empty for the whole chapter. */
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

function* otherTranslations({ id: standard }: RegisteredTranslation): Generator<RegisteredTranslation> {
  for (const id of translationIds()) {
    const other = id === standard ? undefined : findTranslation(id);
    if (other) yield other;
  }
}

function resolve(reference: string, translationId: string): CachedPassage | undefined {
  const ranges = rangesOf(reference);
  if (ranges.length === 0) return undefined;
  const chosen = findTranslation(translationId);
  const standard = defaultTranslation();
  for (const translation of new Set([chosen ?? standard, standard, ...otherTranslations(standard)])) {
    const verses = ranges.flatMap((range) => versesOf(range, translation)).slice(0, MAX_PASSAGE_VERSES);
    const [first] = verses;
    const book = bookByOsis(ranges[0]?.book ?? "");
    if (!first || !book) continue;
    const isWanted = translation.id === translationId;
    const inFirst = verses.filter(({ chapter }) => chapter === first.chapter);
    return {
      slug: book.slug,
      reference: reference.replaceAll("-", "–"),
      verses,
      translation: translationLabel(translation),
      lacking: isWanted ? null : (chosen?.about.name ?? translationId),
      address: biblePath(
        book,
        first.chapter,
        spansOf(inFirst, lastVersesOf(translation.text, book.osis)?.[first.chapter - 1]),
        isWanted ? undefined : translation.id,
      ),
    };
  }
  return undefined;
}

/** Maps a range of the default versification to a translation; omitted verses are skipped. */
function versesOf({ book, from, to }: VerseRange, translation: RegisteredTranslation): Verse[] {
  const standard = defaultTranslation();
  const [ours, theirs] = [verseCountsOf(standard), verseCountsOf(translation)];
  const last = (ours(book) ?? theirs(book)) || [];
  const verses: Verse[] = [];
  for (let chapter = from.chapter; chapter <= to.chapter && verses.length < MAX_PASSAGE_VERSES; chapter++) {
    const end = chapter === to.chapter ? to.verse : (last[chapter - 1] ?? 0);
    for (let verse = chapter === from.chapter ? from.verse : 1; verse <= end; verse++) {
      const place =
        translation === standard
          ? { chapter, verse }
          : mapToTranslation(theirs, ours, book, { chapter, verse });
      const text = chapterOf(translation.text, book, place.chapter)[place.verse];
      const before = verses.at(-1);
      if (!text || (before?.chapter === place.chapter && before.number === place.verse)) continue;
      verses.push({ chapter: place.chapter, number: place.verse, text });
    }
  }
  return verses;
}

/** The daily verse with its text. */
export function dailyPassage(date: string, chosen?: FollowedSeasons): Passage {
  const reference = dailyVerse(date, chosen);
  const passage = findPassage(reference);
  if (!passage) throw new Error(`The verse of the day, ${reference}, has no text.`);
  return passage;
}

/** Characters of prose in three lines of a page. */
const EXCERPT_LENGTH = 190;
const EXCERPT_LINES = 3;

/** The first three lines of a passage. */
export function passageExcerpt({ verses }: Passage): { lines: string[]; isWhole: boolean } {
  const [first] = toBlocks(verses);
  const prose = first?.set === "prose" ? first.verses.map(({ text }) => text).join(" ") : "";
  if (prose.length > EXCERPT_LENGTH || !verses.some(hasLines)) {
    if (prose.length <= EXCERPT_LENGTH) return { lines: [prose], isWhole: true };
    const cut = prose.slice(0, prose.lastIndexOf(" ", EXCERPT_LENGTH)).toWellFormed();
    return { lines: [`${cut}…`], isWhole: false };
  }
  const lines = verses.flatMap(({ text }) => text.split("\n"));
  return { lines: lines.slice(0, EXCERPT_LINES), isWhole: lines.length <= EXCERPT_LINES };
}

/**
 * Excerpt of a member's passage for a slot: `assigned` (the passage of a way) or else that of the reading plan; books in
 * course have a psalm in the evening. Null if no translation has it.
 */
export function passageOfDay(
  { subscriptionTier, prayer }: Member,
  slot: DaySlot,
  date: string,
  assigned?: string,
) {
  const plan = effectivePlan(subscriptionTier, prayer.passagePlan);
  const psalm = slot === "evening" ? plannedPsalm({ plan }, date) : "";
  const passage = findPassage(
    assigned || psalm || plannedPassage({ ...prayer, plan, since: prayer.planSince }, date),
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

/** The operator's recording of one chapter. */
type Recording = { file: string; bytes: number; modifiedAt: Date };

/** Finds DATA_DIR/audio/TRANSLATION/BOOK/CHAPTER.mp3. `chapter` is a number without leading zeros. */
export function findRecording(translation: string, slug: string, chapter: string): Recording | undefined {
  // All parts are from known lists, so that no path leads out of the folder.
  if (!isTranslationAvailable(translation) || !bookBySlug(slug) || !/^[1-9]\d{0,2}$/.test(chapter))
    return undefined;
  const file = path.join(env.DATA_DIR, "audio", path.basename(translation), slug, `${chapter}.mp3`);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() ? { file, bytes: stat.size, modifiedAt: stat.mtime } : undefined;
  } catch {
    // A parent folder is a file or is unreadable. The chapter's page then shows the text without a recording.
    return undefined;
  }
}

/** URL of the recording of a chapter; null without one. */
export function recordingUrl(translation: string, slug: string, chapter: number): string | null {
  const recording = findRecording(translation, slug, String(chapter));
  return recording ? paths.bibleAudio(translation, slug, `${chapter}.mp3`) : null;
}
