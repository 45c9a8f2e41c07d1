import { IMPORT_LIMITS } from "~/domain/portability/data-texts";
import { monthNumber } from "./day-words";
import type { EntryMoment, Reading } from "./days";
import { FENCE } from "./note-text";
import { parseWrittenMoment } from "./written-moment";

/** The text below a day in a file. The title is the rest of the line with the day. */
type DaySection = { moment: EntryMoment; title: string; text: string };

/** Level of a day that stands alone in its line, without "#". */
const PLAIN = 0;
/**
 * `isWeak`: a list or sentence can begin like this line, so it counts only if the text has no other days. `isLoose`: a heading
 * that begins with a day and has more words; it does not determine the level of the days.
 */
type DayLine = { level: number; moment: EntryMoment; title: string; isWeak?: boolean; isLoose?: boolean };
/** How a format writes its days. `hasWords`: words can follow a day in a line that is no heading. */
type DayStyle = { hasWords?: boolean };

const HEADING = /^(#{1,6})[ \t]+(.+?)[ \t]*#*$/;
/** A day with a time, and then a title: "2024-05-06 21:30 Sea fog came in." */
const NUMERIC =
  /^(\d{4}-\d{2}-\d{2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?)?)(?:\s*[-–—:|,]\s*|\s+)(.*)$/;
/** A day in words, and then a title after a dash or a colon. */
const WORDED = /^(.{6,40}?\d{4}|.{0,20}\d{4}.{6,30}?)\s*(?:[–—:|]|\s-\s)\s*(.+)$/;
/** A day that ends in its year, and then words: "Tue, 7 May 2024 (rain)". */
const BEFORE_WORDS = /^(.{6,40}?\d{4})(?:[\s,;]+|(?=\())(\S.*)$/;
/** A day between decoration: "=== 2024-05-06 ===". */
const DECORATION = /^([=*~_-])\1+[ \t]*(.*?)[ \t]*\1{2,}$/;
/** A day without separators: "20240506". */
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;

function dayLine(line: string, zone: Reading, { hasWords = false }: DayStyle): DayLine | undefined {
  if (line.length > 300 || !/\d/.test(line)) return undefined;
  const [, marks = "", heading = ""] = HEADING.exec(line) ?? [];
  const plain = (marks ? heading : line.trim())
    .replace(/^(\*\*|__)(.*?)\1/, "$2")
    .replace(DECORATION, "$2")
    .replace(/^date:[ \t]+/i, "")
    .replace(/\[\[([^\]|]*)(?:\|[^\]]*)?\]\]/g, "$1");
  const whole = parseWrittenMoment(plain.replace(COMPACT, "$1-$2-$3"), zone);
  if (whole) return { level: marks.length || PLAIN, moment: whole, title: "", isWeak: COMPACT.test(plain) };
  if (!marks && !hasWords) return undefined;
  const item = marks ? plain : plain.replace(LIST_ITEM, "");
  for (const form of marks ? [NUMERIC, WORDED] : [LABELLED, BESIDE_WORDS]) {
    const [, day = "", title = ""] = form.exec(item) ?? [];
    const moment = day ? parseWrittenMoment(day, zone) : undefined;
    if (moment)
      return { level: marks.length, moment, title, isWeak: form === BESIDE_WORDS || item !== plain };
  }
  const [, day = "", title = ""] = (marks && BEFORE_WORDS.exec(plain)) || [];
  const moment = day ? parseWrittenMoment(day, zone) : undefined;
  return moment && { level: marks.length, moment, title: title.replace(/^\((.*)\)$/, "$1"), isLoose: true };
}

/** A heading that may be a year or a month above its days: "# 2024", "## May", "# May 2024", "# 2024-05". */
const PERIOD = /^(#{1,6})[ \t]+(?:(\p{L}{3,12})\.?)?[ \t]*(?:(\d{4})(?:-(\d{2}))?)?[ \t]*$/gmu;
type Period = { level: number; year: string; month: string };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The period that a heading names. A month without a year belongs to the year of the heading above. */
function periodOf(line: string, above: Period | undefined): Period | undefined {
  const [match] = line.matchAll(PERIOD);
  const [, marks = "", word = "", year = above?.year ?? "", number = ""] = match ?? [];
  const month = word ? monthNumber(word.toLowerCase()) : Number(number);
  if (!marks || !year || month === undefined) return undefined;
  return { level: marks.length, year, month: MONTHS[month - 1] ?? "" };
}

const MAX_SHORT_DAY_CHARACTERS = 40;
/** A day without its year, in words or as a number, and then a title. */
const SHORT_DAY = /^(.{1,30}?)\s*(?:[–—:|]|\s-\s)\s*(.+)$/;

/** A heading whose year, or month and year, is in a heading above (`period`): "## Monday, 6 May", "### 6: Rain". */
function dayInPeriod(line: string, period: Period | undefined, zone: Reading): DayLine | undefined {
  const [, marks = "", heading = ""] = HEADING.exec(line) ?? [];
  if (!period || marks.length <= period.level) return undefined;
  const { year, month } = period;
  const [, start = "", rest = ""] = SHORT_DAY.exec(heading) ?? [];
  for (const [day, title] of [[heading, ""] as const, [start, rest] as const]) {
    if (!day || day.length > MAX_SHORT_DAY_CHARACTERS) continue;
    const moment =
      parseWrittenMoment(`${day} ${year}`, zone) ??
      (month ? parseWrittenMoment(`${day} ${month} ${year}`, zone) : undefined);
    if (moment) return { level: marks.length, moment, title };
  }
  return undefined;
}

/** A day, a colon or dash, and then the text of its entry: "06.05.2024: Rain", "May 6, 2024 - Rain". */
const LABELLED =
  /^([^:–—|]{6,40}?\d{1,4}(?:[ T]\d{1,2}:\d{2}(?: ?[ap]m)?)?)(?:[:–—|]\s+|\s+[-–—|]\s+)(.*\S)$/i;

/** A day, and then text without a separator: "2024-05-06 Rain", "2024-05-06 21:30 Rain", "06.05.2024 Rain". */
const BESIDE_WORDS =
  /^((?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:\.\d{1,2}\.|\/\d{1,2}\/|-\d{1,2}-)\d{4})(?:[ T]\d{1,2}:\d{2}(?: ?[ap]m)?(?!\S))?)\s+(.*\S)$/i;
const LIST_ITEM = /^[-*+•][ \t]+/;

/** Yields the lines of a text with their offsets, without a copy of the whole text. */
export function* linesOf(text: string): Generator<{ line: string; start: number; end: number }> {
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    yield { line: text.slice(start, end), start, end };
    start = end + 1;
  }
}

/**
 * Splits a text at its days, which are headings of one level, or lines with nothing else. `before` is the text above the
 * first day. Undefined if there is no day.
 */
export function splitAtDays(
  text: string,
  zone: Reading,
  style: DayStyle = {},
): { before: string; sections: DaySection[] } | undefined {
  const days: (DayLine & { start: number; end: number })[] = [];
  let isFenced = false;
  let isAfterBlank = true;
  let period: Period | undefined;
  for (const { line, start, end } of linesOf(text)) {
    if (FENCE.test(line)) isFenced = !isFenced;
    const day = isFenced ? undefined : (dayLine(line, zone, style) ?? dayInPeriod(line, period, zone));
    if (!isFenced && line.startsWith("#")) period = periodOf(line, period) ?? period;
    // A line that is only a day counts only after an empty line. A day with text after it does not need an empty line,
    // because a diary can have one line per day.
    if (day && (day.level !== PLAIN || isAfterBlank || day.title !== "")) days.push({ ...day, start, end });
    isAfterBlank = !line.trim();
    // Stops at the limit of entries, because an import with more entries is rejected anyway.
    if (days.length > IMPORT_LIMITS.entries) break;
  }
  const sure = days.some(({ isWeak }) => !isWeak) ? days.filter(({ isWeak }) => !isWeak) : days;
  const certain = sure.some(({ isLoose }) => !isLoose) ? sure.filter(({ isLoose }) => !isLoose) : sure;
  const headings = certain.flatMap(({ level }) => (level === PLAIN ? [] : [level]));
  const level = headings.length > 0 ? headings.reduce((least, one) => Math.min(least, one)) : PLAIN;
  const chosen = inOrder(sure.filter((day) => day.level === level));
  if (!chosen[0]) return undefined;
  const withoutPeriods = (part: string) =>
    part
      .replace(PERIOD, (line, marks: string, word = "", year = "") => {
        const isPeriod = word ? monthNumber(word.toLowerCase()) !== undefined : year !== "";
        return isPeriod && marks.length < level ? "" : line;
      })
      .trim();
  return {
    before: withoutPeriods(text.slice(0, chosen[0].start)),
    sections: chosen.map(({ moment, title, end }, at) => {
      // Removes a line of "=" or "-" that underlines the day.
      const below = text.slice(end, chosen[at + 1]?.start).replace(/^\n[=-]{3,}[ \t]*(?=\n|$)/, "");
      const isLabel = level === PLAIN;
      return { moment, title: isLabel ? "" : title, text: withoutPeriods(isLabel ? title + below : below) };
    }),
  };
}

/** Drops days that are followed by text and out of chronological order: they are probably the start of a sentence. */
function inOrder<Day extends DayLine>(days: readonly Day[]): Day[] {
  const isLabelled = ({ level, title }: DayLine) => level === PLAIN && title !== "";
  const alone = days.filter((day) => !isLabelled(day));
  const ends = alone.length > 1 ? alone : days;
  const [first, last] = [ends[0]?.moment.forDate ?? "", ends.at(-1)?.moment.forDate ?? ""];
  const isOrdered = (a = first, b = last) => (first <= last ? a <= b : a >= b);
  const next: (string | undefined)[] = [];
  for (let at = days.length - 1, bare: string | undefined; at >= 0; at--) {
    next[at] = bare;
    const day = days[at];
    if (day && !isLabelled(day)) bare = day.moment.forDate;
  }
  const kept: Day[] = [];
  for (const [at, day] of days.entries()) {
    const { forDate } = day.moment;
    if (!isLabelled(day) || (isOrdered(kept.at(-1)?.moment.forDate, forDate) && isOrdered(forDate, next[at])))
      kept.push(day);
  }
  return kept;
}
