import { isDay } from "~/domain/calendar/local-day";
import { bookByOsis, nameInReference } from "~/domain/scripture/bible/bible-books";
import {
  englishNotation,
  lastVerse,
  parseReference,
  rangesOf,
  type VerseRange,
} from "~/domain/scripture/bible/references.server";
import type { ReadingPlan } from "~/domain/scripture/passages/custom-plans.state";
import { MAX_PASSAGE_VERSES } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import { createYielder } from "~/platform/concurrency.server";
import { decodeText } from "~/platform/untrusted-text";

/** Messages for the operator. */
const PLAN_ERRORS = {
  bad_name: () =>
    t(
      "Its name may have letters, digits, dots, hyphens and underscores only, ends in .txt, .csv or .tsv, and is not that of another plan.",
    ),
  unreadable: () => t("It cannot be read."),
  too_large: () => t("It is larger than a reading plan: at most 256 KB and 4,000 lines."),
  not_text: () => t("It is not plain text in UTF-8. A spreadsheet saves it as “CSV UTF-8”."),
  bad_head: ({ line, detail }) =>
    t("Line {line}: its {detail} is empty, too long, or not of the right form.", { line, detail }),
  bad_line: ({ line, detail }) =>
    t(
      "Line {line}: it does not begin with a date such as 2026-11-29 or 11-29, or the number of a day: {detail}",
      { line, detail },
    ),
  mixed: ({ line, detail }) =>
    t("Line {line}: a plan has either dates or numbers of days, not both: {detail}", {
      line,
      detail,
    }),
  twice: ({ line, detail }) => t("Line {line}: this day is listed twice: {detail}", { line, detail }),
  no_passage: ({ line, detail }) => t("Line {line}: this is not a passage: {detail}", { line, detail }),
  several_books: ({ line, detail }) =>
    t("Line {line}: a day has one passage, out of one book: {detail}", { line, detail }),
  too_long: ({ line, detail }) =>
    t("Line {line}: this is more than can be read in one sitting (200 verses): {detail}", {
      line,
      detail,
    }),
  empty: () => t("There is no reading in it."),
} satisfies Record<string, (at: { line: number; detail: string }) => string>;

/** Reason why a file in DATA_DIR/plans is rejected; `line` counts from 1, `detail` is an excerpt of the file. */
export type PlanError = { code: keyof typeof PLAN_ERRORS; line?: number; detail?: string };

export const describePlanError = ({ code, line = 0, detail = "" }: PlanError): string =>
  PLAN_ERRORS[code]({ line, detail });

/** A parsed file before its passages are checked. */
type PlanFile = Pick<ReadingPlan, "name" | "description" | "language" | "by"> & {
  lines: { line: number; day: string; words: string }[];
};

const MAX_LINES = 4_000;
/** Longer lines are cut. */
const MAX_LINE_LENGTH = 400;
const MAX_DETAIL_LENGTH = 60;
const HEAD = {
  name: /^.{1,80}$/u,
  description: /^.{1,300}$/u,
  language: /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/,
};
/** First cells of a header row. */
const TITLES = new Set(["date", "day"]);

/** Parses a text file or the export of a spreadsheet: "2026-11-29 Isaiah 2:1-5" or "2026-11-29,Isaiah 2:1-5". */
export function readPlanFile(text: string, fallbackName: string): PlanFile | PlanError {
  const file: PlanFile = { name: fallbackName, description: "", language: "", by: "dates", lines: [] };
  const all = text.split(/\r\n|\r|\n/);
  if (all.length > MAX_LINES) return { code: "too_large" };
  const seen = new Set<string>();
  for (const [at, whole] of all.entries()) {
    const line = at + 1;
    const [first, words] = cellsOf(whole.slice(0, MAX_LINE_LENGTH));
    if (first === "" || first.startsWith("#") || TITLES.has(first.toLowerCase())) continue;
    const detail = whole.trim().slice(0, MAX_DETAIL_LENGTH);
    const key = first.toLowerCase();
    if (isHead(key)) {
      if (!HEAD[key].test(words)) return { code: "bad_head", line, detail: key };
      file[key] = words;
      continue;
    }
    const by = keyOf(first);
    if (!by) return { code: "bad_line", line, detail };
    if (file.lines.length === 0) file.by = by.by;
    else if (file.by !== by.by) return { code: "mixed", line, detail };
    if (seen.has(by.day)) return { code: "twice", line, detail };
    seen.add(by.day);
    file.lines.push({ line, day: by.day, words });
  }
  return file.lines.length > 0 ? file : { code: "empty" };
}

const isHead = (key: string): key is keyof typeof HEAD => Object.hasOwn(HEAD, key);

/** Splits a line into two cells. Tabs separate cells; the first also ends at a comma, semicolon, colon or space. Quotes protect a cell. */
function cellsOf(line: string): [first: string, second: string] {
  const [, quoted, plain = "", rest = ""] =
    /^\s*(?:"([^"]*)"|([^\s,;:"]+))?\s*[\s,;:]?\s*(.*)$/su.exec(line) ?? [];
  const [, inQuotes] = /^"((?:[^"]|"")*)"/.exec(rest) ?? [];
  const second = inQuotes?.replaceAll('""', '"') ?? (rest.split("\t")[0] ?? "").replace(/[\s,;]+$/, "");
  return [(quoted ?? plain).trim(), second.trim()];
}

/** Parses the date or day number of a line. */
function keyOf(cell: string): (Pick<PlanFile, "by"> & { day: string }) | undefined {
  if (/^0*[1-9]\d{0,3}$/.test(cell)) return { by: "days", day: String(Number(cell)) };
  // "11-29" is checked in a leap year, so that 29 February is valid.
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(cell)
    ? isDay(cell)
    : /^\d{2}-\d{2}$/.test(cell) && isDay(`2024-${cell}`);
  return isDate ? { by: "dates", day: cell } : undefined;
}

/** A checked plan as cached: readings as pairs of day and reference, and the OSIS names of its books. */
export type CheckedPlan = Omit<ReadingPlan, "readings"> & { readings: [string, string][]; books: string[] };

/** Parses a plan and normalises its references. */
export async function checkPlan(bytes: Buffer, name: string): Promise<CheckedPlan | PlanError> {
  const text = decodeText(bytes);
  if (text === undefined) return { code: "not_text" };
  const file = readPlanFile(text, name);
  if ("code" in file) return file;
  const { lines, ...head } = file;
  const readings: [string, string][] = [];
  const books = new Set<string>();
  const pause = createYielder();
  for (const { line, day, words } of lines) {
    await pause();
    const passage = parsePlanPassage(words);
    if ("code" in passage) return { ...passage, line, detail: words.slice(0, MAX_DETAIL_LENGTH) };
    readings.push([day, passage.reference]);
    books.add(passage.book);
  }
  return { ...head, readings, last: lastDay(file), books: [...books] };
}

const lastDay = ({ by, lines }: PlanFile) =>
  by === "days" ? lines.reduce((last, { day }) => Math.max(last, Number(day)), 0) : 0;

/** Normalises one passage: of a single book, and at most MAX_PASSAGE_VERSES long. */
export function parsePlanPassage(words: string): { reference: string; book: string } | PlanError {
  const { ranges, left } = parseReference(words);
  const [first] = ranges;
  if (!first || /[\p{L}\p{N}]/u.test(left)) return { code: "no_passage" };
  if (ranges.some(({ book }) => book !== first.book)) return { code: "several_books" };
  if (ranges.reduce((sum, range) => sum + versesIn(range), 0) > MAX_PASSAGE_VERSES)
    return { code: "too_long" };
  const reference = formatRanges(ranges);
  const isSame = JSON.stringify(rangesOf(reference)) === JSON.stringify(ranges);
  return { reference: isSame ? reference : englishNotation(words), book: first.book };
}

/** Counts the verses of a range in the default versification. A chapter that it lacks counts 0, unless the range ends there. */
function versesIn({ book, from, to }: VerseRange): number {
  let verses = 0;
  for (let chapter = from.chapter; chapter <= to.chapter; chapter++) {
    const last = chapter === to.chapter ? to.verse : lastVerse(book, chapter);
    verses += Math.max(0, last - (chapter === from.chapter ? from.verse - 1 : 0));
  }
  return verses;
}

/** Formats "Isaiah 40:1-5,9-11", the form of stored references. */
function formatRanges(ranges: readonly VerseRange[]): string {
  const book = bookByOsis(ranges[0]?.book ?? "");
  if (!book) return "";
  let chapter = 0;
  const parts = ranges.map(({ book: osis, from, to }) => {
    const isWhole = from.verse === 1 && to.verse === lastVerse(osis, to.chapter);
    if (from.chapter === to.chapter && isWhole) return `${(chapter = from.chapter)}`;
    const start = from.chapter === chapter ? "" : `${from.chapter}:`;
    chapter = to.chapter;
    if (from.chapter !== to.chapter) return `${from.chapter}:${from.verse}-${to.chapter}:${to.verse}`;
    return `${start}${from.verse}${to.verse > from.verse ? `-${to.verse}` : ""}`;
  });
  return `${nameInReference(book)} ${parts.join(",")}`;
}
