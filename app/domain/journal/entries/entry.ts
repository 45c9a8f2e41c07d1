import { churchDayLine } from "~/domain/calendar/church-day";
import { calendarChoice } from "~/domain/calendar/church-year";
import { formatDate, formatSavedAt, weekdayName } from "~/domain/calendar/local-day";
import type { Picture } from "~/domain/journal/pictures/picture";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { KIND_NAMES } from "~/domain/journal/prompt-sets/registry";
import type { PrayerSettings } from "~/domain/member/prayer-settings";
import type { Slot } from "~/domain/member/prayer-times";
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
import type { ShortTextName } from "./short-texts";

/** A finished reflection or free page. */
export type Entry = {
  id: string;
  kind: EntryKind;
  slot: Slot;
  forDate: string;
  timezone: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  passageRef: string;
  /** The liturgical name of the entry's day, as of when the entry was saved. */
  dayName?: string;
  favourite: boolean;
  excludeFromInsights: boolean;
  deletedAt: Date | null;
  /** Null if the stored text cannot be decrypted: it was changed or moved outside this application. */
  content: EntryContent | null;
};

/** The submitted data of an entry or a draft. */
export type EntryInput = {
  kind: EntryKind;
  slot: Slot;
  forDate: string;
  promptSet: string;
  promptIds: string[];
  passageRef: string;
  content: EntryContent;
};

/** The name of an entry without a title. */
export function entryName(kind: EntryKind, slot: Slot): string {
  const own = kind === "free" ? undefined : KIND_NAMES[kind].entry;
  return own ? own(slot) : kindName(kind);
}

export function kindName(kind: EntryKind): string {
  return kind === "free" ? t("Free page") : KIND_NAMES[kind].name;
}

/** Long texts are edited in segments of at most this length, so that each can grow within the limit of its field. */
const MAX_SEGMENT_CHARACTERS = CONTENT_LIMITS.answer * 0.75;

/** A question counts three times towards the size of a part: twice on a conflict page, once in its hydration data. */
const QUESTION_WEIGHT = 3;

/** A segment of one text of an entry, edited in one field. `key` is the answer's, or "body". */
type Segment = { key: string; from: number; to: number };

type Texts = Pick<EntryContent, "answers" | "body">;

/** The texts with a field in the entry's form. */
function editableTexts(kind: EntryKind, { answers, body }: Texts): { key: string; text: string }[] {
  return kind === "free" ? [{ key: "body", text: body }] : answers.map(({ key, text }) => ({ key, text }));
}

/** Splits a text between paragraphs, else lines, else words. White space at a cut belongs to no segment. */
function segmentsOf({ key, text }: { key: string; text: string }): Segment[] {
  if (text.length <= CONTENT_LIMITS.answer) return [{ key, from: 0, to: text.length }];
  const segments: Segment[] = [];
  for (let from = 0; from < text.length;) {
    const end = segmentEnd(text, from, MAX_SEGMENT_CHARACTERS);
    const segment = text.slice(from, end);
    segments.push({ key, from, to: end < text.length ? from + segment.trimEnd().length : end });
    from = end;
  }
  return segments;
}

/**
 * Splits an entry into the parts of its edit form; most entries are one part. Deterministic, so that the part number in a
 * submitted form names the same part. No part has two segments of one text, because both would have the same field.
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

/** The texts of an entry, cut to the segments of one part, for the form that edits the part. */
export function textsOfPart({ answers, body }: Texts, part: readonly Segment[]): Texts {
  const segmentText = (key: string, text: string) => {
    const { from, to } = part.find((segment) => segment.key === key) ?? { from: 0, to: 0 };
    return text.slice(from, to);
  };
  return {
    answers: part.flatMap(({ key }): Answer[] => {
      const answer = answers.find((candidate) => candidate.key === key);
      return answer ? [{ ...answer, text: segmentText(key, answer.text) }] : [];
    }),
    body: segmentText("body", body),
  };
}

/** Replaces the segments of one part with the submitted texts; undefined leaves a segment unchanged. */
export function withPartReplaced(
  { answers, body }: Texts,
  part: readonly Segment[],
  submitted: (key: string) => string | undefined,
): Texts {
  const replaced = (key: string, text: string) => {
    const segment = part.find((candidate) => candidate.key === key);
    const replacement = submitted(key);
    if (!segment || replacement === undefined) return text;
    return text.slice(0, segment.from) + replacement + text.slice(segment.to);
  };
  return {
    answers: answers.map((answer) => ({ ...answer, text: replaced(answer.key, answer.text) })),
    body: replaced("body", body),
  };
}

/** The field of a text that grew beyond the limit of a stored text; undefined if none did. */
export function overlongText(before: Texts, after: Texts): string | undefined {
  const isOverlong = (now: string, earlier = "") =>
    now.length > Math.max(CONTENT_LIMITS.stored, earlier.length);
  const answer = after.answers.find(({ text }, at) => isOverlong(text, before.answers[at]?.text));
  return answer?.key ?? (isOverlong(after.body, before.body) ? "body" : undefined);
}

/** The fields of an entry that a list sends to the browser, with an excerpt. */
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

/** A text for a page: plain, or HTML that the server has rendered from light Markdown and sanitised. */
export type Rendered = string | { html: string };

/** The content of an entry for a page. */
export type RenderedContent = { [Name in ShortTextName]?: string } & {
  answers: { key: string; question: string; text: Rendered }[];
  body: Rendered | null;
  /** Replaces `body` if its text has placeholders: "[picture 2]" on a line of its own becomes the second picture. */
  placed?: (Rendered | Picture)[];
  /** Pictures without a placeholder. */
  pictures?: Picture[];
  tags: string[];
  /** Whether this is only the beginning; the entry's own page has the rest. */
  isTruncated?: boolean;
};

type Chosen = Pick<PrayerSettings, "showSeason"> &
  Partial<Pick<PrayerSettings, "tradition" | "feastsOnSunday">>;

/** "Saturday of the 25th week after Pentecost, green"; only the weekday if the member does not follow the seasons. */
export function seasonLine(date: string, chosen: Chosen): string {
  return chosen.showSeason ? churchDayLine(date, calendarChoice(chosen)) : weekdayName(date);
}

/** "21 November 2026 · Saturday of the 25th week after Pentecost, green", for a form. */
export function dayLine(date: string, chosen: Chosen): string {
  return storedDayLine(date, seasonLine(date, chosen));
}

/**
 * The day of an entry with the day name stored in it, else the weekday. The name is never computed afterwards: calendars and
 * settings change, and a saved entry must not.
 */
export function storedDayLine(date: string, dayName: string | undefined): string {
  return `${formatDate(date)} · ${dayName || weekdayName(date)}`;
}

/** A draft in a form; `savedAt` is a text in the member's time zone. */
export type DraftInForm = {
  version: number;
  /** Only the first page if `isLong`. */
  content: EntryContent;
  /** An imported draft may be longer than its form. It can be saved as an entry, which is edited in parts. */
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
 * The draft version for a form. If the form has only the beginning of a long draft, it keeps its submitted version: with the
 * version of the draft, a save would replace the whole draft by its beginning.
 */
export function versionInForm(draft: DraftInForm | null, submitted: unknown): number {
  return draft?.isLong ? Number(submitted ?? 0) || 0 : (draft?.version ?? 0);
}
