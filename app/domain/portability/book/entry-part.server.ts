import { ALL_BOOKS } from "~/content/bible/all-books";
import { dateInWords, weekdayName } from "~/domain/calendar/local-day";
import { entryName } from "~/domain/journal/entries/entry";
import { budgetForEntry, type TokenBudget } from "~/domain/journal/entries/markdown.server";
import { markdownBlocks } from "~/domain/journal/entries/render-content.server";
import { splitAtPlaceholders } from "~/domain/journal/pictures/picture";
import type { PortableEntry } from "~/domain/portability/foreign-entry";
import type { Block, BookPart } from "~/domain/print/block";
import { rangesOf } from "~/domain/scripture/bible/references.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import type { BookOptions } from "./choice";

type Wanted = Pick<BookOptions, "questions" | "passages"> & { translation: string };
/** The pictures of an entry in their order; one that cannot be opened is not there. */
export type BookPictures = readonly (Block | undefined)[];

/** An entry as the book has it; with the date where the one before was of another day. */
export function entryPart(
  entry: PortableEntry,
  wanted: Wanted,
  isNewDay: boolean,
  pictures: BookPictures = [],
): BookPart {
  const { id, forDate, dayName, kind, slot, passageRef, content } = entry;
  const { title, answers, body, mood, tags, way, pictures: named = [] } = content;
  const reference = wanted.passages === "none" ? "" : passageRef.replaceAll("-", "–");
  const name = entryName(kind, slot);
  const budget = budgetForEntry();
  const below = [...(mood ? [t("Mood: {mood}", { mood })] : []), ...tags.map((tag) => `#${tag}`)];
  const answered = answers.filter(({ text }) => text.trim());
  return {
    blocks: [
      ...(isNewDay ? [dateBlock(forDate, dayName)] : []),
      { style: "kind", text: [name, reference].filter(Boolean).join(" · "), anchor: `entry-${id}` },
      ...(way ? [{ style: "kind", text: `${way.name}: ${way.title}` } as const] : []),
      ...(title ? [{ style: "title", text: title } as const] : []),
      ...(reference && wanted.passages === "text" ? verseBlocks(passageRef, wanted.translation) : []),
      ...answered.flatMap(({ question, text }): Block[] => [
        ...(wanted.questions ? [{ style: "question", text: question } as const] : []),
        ...markdownBlocks(text, budget),
      ]),
      ...bodyBlocks(body, named.length, pictures, budget),
      ...(below.length > 0 ? [{ style: "note", text: below.join(" · ") } as const] : []),
    ],
    ...(reference && { passage: { name: reference, place: placeInBible(passageRef) } }),
  };
}

/** The page, with its pictures where it names them, and the others after it. Places stay out where there are no pictures. */
function bodyBlocks(body: string, named: number, pictures: BookPictures, budget: TokenBudget): Block[] {
  const parts = splitAtPlaceholders(body, named);
  const placed = new Set(parts.filter((part) => typeof part === "number"));
  const rest = pictures.filter((_, at) => !placed.has(at));
  return [...parts, ...rest].flatMap((part) => {
    if (typeof part === "string") return markdownBlocks(part, budget);
    const picture = typeof part === "number" ? pictures[part] : part;
    return picture ? [picture] : [];
  });
}

function dateBlock(date: string, dayName: string | undefined): Block {
  const day = `${weekdayName(date)}, ${dateInWords(date).replace(/,? \d{4}$/, "")}`;
  const margin = dayName && dayInMargin(dayName, weekdayName(date));
  return { style: "date", text: day, ...(margin && { margin }) };
}

/** "Ascension Day" of "Thursday, Ascension Day, white": the weekday stands beside it, and paper has no colour of the day. */
function dayInMargin(dayName: string, weekday: string): string {
  const named = dayName.replace(/, [^,]+$/, "");
  return named === weekday ? "" : named.replace(`${weekday}, `, "");
}

/** No passage of a book is longer, so that what was written stays the greater part of it. */
const LONGEST = 40;

/** The text of a passage, not longer than what is written to it; nothing where no translation here has it. */
export function verseBlocks(reference: string, translation: string): Block[] {
  const passage = findPassage(reference, translation);
  if (!passage) return [];
  const shown = passage.verses.slice(0, LONGEST);
  // Poetry keeps its lines.
  const between = shown.some((verse) => verse.text.includes("\n")) ? "\n" : " ";
  const text = shown.map((verse) => verse.text).join(between);
  const more = passage.verses.length > LONGEST ? " …" : "";
  return [
    { style: "verse", text: text + more },
    { style: "source", text: `${passage.reference}, ${passage.translation.name}` },
  ];
}

const BOOK_AT = new Map(ALL_BOOKS.map(({ osis }, at) => [osis, at]));

/** A number that rises through the Bible. */
function placeInBible(reference: string): number {
  const [first] = rangesOf(reference);
  if (!first) return Number.MAX_SAFE_INTEGER;
  return ((BOOK_AT.get(first.book) ?? 0) * 1_000 + first.from.chapter) * 1_000 + first.from.verse;
}
