import { formatDate, formatSavedAt, weekdayName } from "~/domain/calendar/local-day";
import { calendarChoice, churchDayLine } from "~/domain/calendar/traditions";
import type { Picture } from "~/domain/journal/pictures/picture";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import type { PrayerSettings } from "~/domain/member/prayer-settings";
import { t } from "~/i18n/t";
import {
  CONTENT_LIMITS,
  contentPages,
  excerptOf,
  PAGE_CHARACTERS,
  segmentEnd,
  type Answer,
  type EntryContent,
} from "./content";
import { entryName, type Entry } from "./entry";

/** A longer text is edited in segments of at most this length, which leaves each room to grow within its field's limit. */
const MAX_SEGMENT_CHARACTERS = CONTENT_LIMITS.answer * 0.75;

/** Each question is on the page of a conflict twice beside its text, and once in the data for the browser. */
const QUESTION_WEIGHT = 3;

/** A stretch of one text of an entry, edited in one field. `key` is the answer's, or "body". */
export type Segment = { key: string; from: number; to: number };

type Texts = Pick<EntryContent, "answers" | "body">;

/** The texts that the form of an entry has fields for. */
function editableTexts(kind: EntryKind, { answers, body }: Texts): { key: string; text: string }[] {
  return kind === "free" ? [{ key: "body", text: body }] : answers.map(({ key, text }) => ({ key, text }));
}

/** A text as segments, cut between paragraphs, else lines, else words. The white space at a cut belongs to neither side. */
function segmentsOf({ key, text }: { key: string; text: string }): Segment[] {
  if (text.length <= CONTENT_LIMITS.answer) return [{ key, from: 0, to: text.length }];
  const segments: Segment[] = [];
  for (let from = 0; from < text.length;) {
    const end = segmentEnd(text, from, MAX_SEGMENT_CHARACTERS);
    const piece = text.slice(from, end);
    segments.push({ key, from, to: end < text.length ? from + piece.trimEnd().length : end });
    from = end;
  }
  return segments;
}

/**
 * The segments in each part of an entry's edit form. An entry of ordinary length is one part. The same entry always has the
 * same parts, and no part has two segments of one text.
 */
export function editParts(kind: EntryKind, content: Texts): [Segment[], ...Segment[][]] {
  const parts: [Segment[], ...Segment[][]] = [[]];
  let part: Segment[] = parts[0];
  let length = 0;
  const questions = new Map(content.answers.map(({ key, question }) => [key, question]));
  for (const segment of editableTexts(kind, content).flatMap(segmentsOf)) {
    const added = segment.to - segment.from + QUESTION_WEIGHT * (questions.get(segment.key)?.length ?? 0);
    if (part.length > 0 && (length + added > PAGE_CHARACTERS || part.at(-1)?.key === segment.key)) {
      part = [];
      parts.push(part);
      length = 0;
    }
    part.push(segment);
    length += added;
  }
  return parts;
}

/** The texts of one part alone, as its form shows them. */
export function textsOfPart({ answers, body }: Texts, part: readonly Segment[]): Texts {
  const stretch = (key: string, text: string) => {
    const { from, to } = part.find((segment) => segment.key === key) ?? { from: 0, to: 0 };
    return text.slice(from, to);
  };
  return {
    answers: part.flatMap(({ key }): Answer[] => {
      const answer = answers.find((candidate) => candidate.key === key);
      return answer ? [{ ...answer, text: stretch(key, answer.text) }] : [];
    }),
    body: stretch("body", body),
  };
}

/** The texts of an entry with the segments of one part replaced by what was typed. */
export function withPartReplaced(
  { answers, body }: Texts,
  part: readonly Segment[],
  typed: (key: string) => string | undefined,
): Texts {
  const replaced = (key: string, text: string) => {
    const segment = part.find((candidate) => candidate.key === key);
    const words = typed(key);
    if (!segment || words === undefined) return text;
    return text.slice(0, segment.from) + words + text.slice(segment.to);
  };
  return {
    answers: answers.map((answer) => ({ ...answer, text: replaced(answer.key, answer.text) })),
    body: replaced("body", body),
  };
}

/** The field of a text that a part has made longer than an entry may hold; undefined if there is none. */
export function overlongText(before: Texts, after: Texts): string | undefined {
  const isOverlong = (now: string, earlier = "") =>
    now.length > Math.max(CONTENT_LIMITS.stored, earlier.length);
  const answer = after.answers.find(({ text }, at) => isOverlong(text, before.answers[at]?.text));
  return answer?.key ?? (isOverlong(after.body, before.body) ? "body" : undefined);
}

/** An entry as lists show it: chosen field by field, with the first words only. */
export function entryListItem({ id, forDate, kind, slot, content, favourite }: Entry) {
  return {
    id,
    day: `${weekdayName(forDate)} ${Number(forDate.slice(8))}`,
    name: content?.title || entryName(kind, slot),
    excerpt: content ? excerptOf(content) : t("This entry cannot be opened."),
    tags: content?.tags ?? [],
    favourite,
  };
}

/** Words as a page shows them: exactly as typed, or as HTML that the server has made of light Markdown and cleaned. */
export type Rendered = string | { html: string };

/** An entry's words for reading. */
export type RenderedContent = {
  answers: { key: string; question: string; text: Rendered }[];
  body: Rendered | null;
  /** The page with pictures in their places: "[picture 2]" on a line of its own is where the second stands. */
  placed?: (Rendered | Picture)[];
  /** Its pictures that have no place in the text. */
  pictures?: Picture[];
  tags: string[];
  mood: string;
  /** Only the beginning of it is here: its own page has the rest. */
  goesOn?: boolean;
};

type Chosen = Pick<PrayerSettings, "showSeason"> &
  Partial<Pick<PrayerSettings, "tradition" | "feastsOnSunday">>;

/** "Saturday of the 25th week after Pentecost, green"; the weekday alone for people who do not follow the seasons. */
export function seasonLine(date: string, chosen: Chosen): string {
  return chosen.showSeason ? churchDayLine(date, calendarChoice(chosen)) : weekdayName(date);
}

/** "21 November 2026 · Saturday of the 25th week after Pentecost, green": a day that is being written for. */
export function dayLine(date: string, chosen: Chosen): string {
  return storedDayLine(date, seasonLine(date, chosen));
}

/**
 * The day of an entry, by the name stored with it. An entry without one, or from elsewhere, is not given one
 * afterwards: calendars and choices change, and what has been shown with an entry stays.
 */
export function storedDayLine(date: string, kept: string | undefined): string {
  return `${formatDate(date)} · ${kept || weekdayName(date)}`;
}

/** A draft as its page shows it: what was written, and when it was saved, in words of its writer's time. */
export type DraftInForm = {
  version: number;
  /** Only the beginning of a draft that is longer than a form. */
  content: EntryContent;
  /** A file may bring a draft that its form cannot hold. It is kept as an entry, which is edited in parts. */
  isLong: boolean;
  savedAt: string;
};

type Saved = { kind: EntryKind; version: number; content: EntryContent; updatedAt: Date };

export function draftView(
  { kind, version, content, updatedAt }: Saved,
  now: Date,
  timezone: string,
): DraftInForm {
  const isLong = editParts(kind, content).length > 1;
  return {
    version,
    content: isLong ? contentPages(content)[0] : content,
    isLong,
    savedAt: formatSavedAt(updatedAt, now, timezone),
  };
}

/**
 * The version that a form sends with its texts. A draft that is longer than the form keeps the version that was read: the page
 * shows its beginning alone, and a save must not replace the rest.
 */
export function versionInForm(draft: DraftInForm | null, read: unknown): number {
  return draft?.isLong ? Number(read ?? 0) || 0 : (draft?.version ?? 0);
}
