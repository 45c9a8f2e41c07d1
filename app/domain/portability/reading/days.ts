import { addDays, instantOf, isDay, localMoment, weekdayOf } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { isDayWord, isWeekday, monthNumber } from "./day-words";

/** The day of an entry in its own zone, and the instant when it was written. */
export type EntryMoment = { forDate: string; createdAt: Date; timezone: string };

/** Whether the day or the month comes first if both are numbers: 06.05.2024 or 05/06/2024. */
export type DayOrder = "day" | "month";

/** Settings for parsing: the member's time zone, for times without a zone, and the order of ambiguous days. */
export type Reading = {
  timezone: string;
  dayOrder?: DayOrder;
  /** Called when the order of a day was guessed. */
  onGuess?: () => void;
};

/** The moment of an instant: its day is that of `zone`, or of the member's zone if `zone` is unknown. */
export function momentAt(at: Date, { timezone }: Reading, zone = ""): EntryMoment | undefined {
  if (Number.isNaN(at.getTime()) || Math.abs(at.getTime()) > 2.5e14) return undefined;
  const own = findTimeZone(zone) ?? timezone;
  return { forDate: localMoment(at, own).date, createdAt: at, timezone: own };
}

/** The moment of a day and a local time "22:30" in the member's zone, noon by default. */
export function momentOn(forDate: string, { timezone }: Reading, time = "12:00"): EntryMoment | undefined {
  if (!isDay(forDate) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return { forDate, createdAt: instantOf(forDate, time, timezone), timezone };
}

/** Matches a word that may be a month; `monthOf` decides whether it is a month. */
const MONTH = "(?<![\\p{L}\\p{M}])(\\p{L}{3,14})\\.?";
/** Only English months count before a two-digit year: "3 out 10" is no day, although "out" is October in Portuguese. */
const ENGLISH_MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const OF = "(?:(?:of|de|del|di)\\s{1,3})?";
const SEPARATOR = "[\\s,._-]{1,3}";
const two = (number: string | number) => String(number).padStart(2, "0");
/** The number of a month; 0 for a word that is no month. */
const monthOf = (word: string) => monthNumber(word.toLowerCase()) ?? 0;
/** "24" becomes 2024. A year of two digits is 1970 at the earliest, because older journals are dated with four digits. */
const fullYear = (year: string) => (year.length === 2 ? (Number(year) > 69 ? "19" : "20") + year : year);
const joined = (year: string, month: string | number, day: string) =>
  `${fullYear(year)}-${two(month)}-${two(day)}`;

type Notation = [RegExp, (parts: string[], reading: Reading) => string];

/** Notations of a day, anywhere in a text; the first that matches a real day counts. */
const NOTATIONS: Notation[] = [
  [
    /(?<!\d)(\d{4})([-_./ ]?)(\d{2})\2(\d{2})(?!\d)/g,
    ([year = "", , month = "", day = ""]) => joined(year, month, day),
  ],
  // The name of a Zettelkasten note is the minute of its creation: 202405062130.
  [
    /(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?!\d)/g,
    ([year = "", month = "", day = ""]) => joined(year, month, day),
  ],
  [
    /(?<!\d)(\d{4})[-_./](\d{1,2})[-_./](\d{1,2})(?!\d)/g,
    ([year = "", month = "", day = ""]) => joined(year, month, day),
  ],
  [
    /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?/g,
    ([year = "", month = "", day = ""]) => joined(year, month, day),
  ],
  [
    /(?<!\d)(\d{4})-?(?:W|KW)(\d{2})(?:-?([1-7]))?(?!\d)/gi,
    ([year = "", week = "", day = "1"]) => dayOfWeek(year, week, day),
  ],
  [
    new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er|[ºªo])?${SEPARATOR}${OF}${MONTH}${SEPARATOR}${OF}(\\d{4}|\\d{2})(?!\\d)`,
      "giu",
    ),
    ([day = "", month = "", year = ""]) =>
      year.length === 4 || ENGLISH_MONTH.test(month) ? joined(year, monthOf(month), day) : "",
  ],
  [
    new RegExp(`${MONTH}[\\s._-]{1,3}(\\d{1,2})(?:st|nd|rd|th)?${SEPARATOR}(\\d{4})(?!\\d)`, "giu"),
    ([month = "", day = "", year = ""]) => joined(year, monthOf(month), day),
  ],
  // The year first, as in 2024 May 6.
  [
    new RegExp(`(?<!\\d)(\\d{4})${SEPARATOR}${MONTH}${SEPARATOR}(\\d{1,2})(?!\\d)`, "giu"),
    ([year = "", month = "", day = ""]) => joined(year, monthOf(month), day),
  ],
  [
    /(?<!\d)(\d{1,2})([-_./])\s?(\d{1,2})\2\s?(\d{4})(?!\d)/g,
    ([first = "", separator = "", second = "", year = ""], reading) =>
      resolveDayOrder(first, separator, second, year, reading),
  ],
  [
    /(?<![\p{L}\d./])(\d{1,2})([./])(\d{1,2})\2(\d{2})(?![\d./])/gu,
    ([first = "", separator = "", second = "", year = ""], reading) =>
      resolveDayOrder(first, separator, second, year, reading),
  ],
];

/**
 * A day of two numbers and a year. If both numbers can be the month, a point as separator means that the day comes first;
 * for other separators `reading.dayOrder` decides and `onGuess` is called.
 */
export function resolveDayOrder(
  first: string,
  separator: string,
  second: string,
  year: string,
  reading: Reading,
): string {
  const isAmbiguous = Number(first) <= 12 && Number(second) <= 12 && first !== second;
  if (!isAmbiguous || separator === ".")
    return Number(second) > 12 ? joined(year, first, second) : joined(year, second, first);
  reading.onGuess?.();
  return reading.dayOrder === "month" ? joined(year, first, second) : joined(year, second, first);
}

/** The day of an ISO week; 1 is Monday. */
function dayOfWeek(year: string, week: string, day: string): string {
  const fourth = `${year}-01-04`;
  if (!isDay(fourth) || Number(week) < 1 || Number(week) > 53) return "";
  const monday = addDays(fourth, -((weekdayOf(fourth) + 6) % 7));
  return addDays(monday, (Number(week) - 1) * 7 + Number(day) - 1);
}

/** Finds a written day in a text. @returns the day with its position */
function findDay(text: string, reading: Reading): { day: string; start: number; end: number } | undefined {
  for (const [notation, dayOf] of NOTATIONS)
    for (const match of text.matchAll(notation)) {
      const day = dayOf(match.slice(1), reading);
      if (isDay(day)) return { day, start: match.index, end: match.index + match[0].length };
    }
  return undefined;
}

const TIME =
  /(?<!\d)(\d{1,2})([:.h-])(\d{2})(?:(?:\2|\.)(\d{2})(?:[.,]\d{1,9})?)?\s?(am|pm|a\.m\.|p\.m\.)?\s?(Z\b|UTC\b|GMT\b)?\s?([+-]\d{1,2}(?::?\d{2})?)?/i;

/** Finds a local time "22:30" in a text. `offset`: its UTC offset in minutes, 0 for "Z"; undefined if the text has no offset. */
function findTime(
  text: string,
): { whole: string; time: string; seconds: number; offset: number | undefined } | undefined {
  const [whole, hour = "", , minute = "", second = "0", half = "", utc, sign] = TIME.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  const [, plus = "", off = "", offMinutes = "0"] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(sign ?? "") ?? [];
  const minutes = (Number(off) * 60 + Number(offMinutes)) * (plus === "-" ? -1 : 1);
  return {
    whole,
    time: `${two(hours)}:${minute}`,
    seconds: Number(second) || 0,
    offset: plus ? minutes : utc ? 0 : undefined,
  };
}

/** Words next to a day and time that are ignored: labels, and abbreviations of zones. */
const BESIDE_DAY = /^(?:date|day|t|utc|gmt|[a-z]{1,3}[ds]t|ce?t|cest|bst|mesz|mez)$/;

/** Whether the text around a day has other words or numbers, so that the whole is not just a day. */
const hasOtherWords = (text: string) =>
  (text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []).some(
    (word) => !isDayWord(word) && !BESIDE_DAY.test(word),
  );

const MINUTE = 60_000;
const MAX_CHARACTERS = 120;

/** The name of the zone at the end of "… GMT+0200 (Central European Summer Time)". */
const ZONE_IN_WORDS = /\s\([^()]*\)$/;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})T?([01]\d|2[0-3])([0-5]\d)([0-5]\d)?(Z?)$/;

/** Converts a Unix time in seconds, milliseconds, microseconds or nanoseconds to milliseconds. */
const toMilliseconds = (time: number) =>
  time < 1e11 ? time * 1_000 : time < 1e14 ? time : time < 1e17 ? time / 1e3 : time / 1e6;

/**
 * Parses a day, or a day with time, as programs and people write it: ISO 8601, "May 6, 2024 at 9:30 PM", 06.05.2024, or a Unix
 * time in any unit. A time with an offset keeps its written day; a time in UTC is converted to the member's zone, and a time
 * without zone is local in the member's zone.
 */
export function parseMoment(value: unknown, reading: Reading): EntryMoment | undefined {
  if (value instanceof Date) return momentAt(value, reading);
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).normalize("NFKC").trim().slice(0, MAX_CHARACTERS).replace(ZONE_IN_WORDS, "");
  const [whole, year, month, day, hour, minute, second = "00", zone = ""] = COMPACT.exec(text) ?? [];
  if (whole) return parseMoment(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`, reading);
  // A Unix time has at least nine digits; eight digits are a day, 20240506.
  if (/^\d{9,19}(?:\.\d+)?$/.test(text)) return momentAt(new Date(toMilliseconds(Number(text))), reading);
  const found = findDay(text, reading);
  if (!found) return undefined;
  const rest = `${text.slice(0, found.start)} ${text.slice(found.end)}`;
  const clock = findTime(rest.replace(/^\s*T/, " "));
  if (hasOtherWords(clock ? rest.replace(clock.whole, " ") : rest)) return undefined;
  if (!clock) return momentOn(found.day, reading);
  const local = momentOn(found.day, reading, clock.time);
  if (!local) return undefined;
  const seconds = clock.seconds * 1_000;
  if (clock.offset === undefined)
    return { ...local, createdAt: new Date(local.createdAt.getTime() + seconds) };
  const at = new Date(Date.parse(`${found.day}T${clock.time}:00Z`) - clock.offset * MINUTE + seconds);
  if (Number.isNaN(at.getTime())) return local;
  return clock.offset === 0 ? momentAt(at, reading) : { ...local, createdAt: at };
}

const FIRST_WORD = /^\s*(\p{L}{1,15})([.,]{0,2})(?![\p{L}\p{M}])/u;
/** Minimum letters of a certain weekday, because shorter weekdays can be other words: "So", "Sun", "Man". */
const MIN_WEEKDAY_LETTERS = 5;

/**
 * Removes the words of a day from the text next to the day. If the text has other words too, only an unambiguous weekday at
 * its start is removed.
 */
function withoutDayWords(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.every(isDayWord)) return text.replace(/\p{L}+/gu, "");
  return text.replace(FIRST_WORD, (start, word: string, signs: string) => {
    const isCertain = signs !== "" || word.length >= MIN_WEEKDAY_LETTERS;
    return isCertain && isWeekday(word.toLowerCase()) ? "" : start;
  });
}

/** The day in the name of a file, with the rest of the name as a title. */
export function dayInName(
  path: string,
  reading: Reading = { timezone: "UTC" },
): { forDate: string; title: string } | undefined {
  const name = nameWithoutEnding(path).normalize("NFC");
  const found = findDay(name, reading);
  if (!found) return dayInFolders(path, reading);
  const before = withoutDayWords(name.slice(0, found.start));
  const after = withoutDayWords(name.slice(found.end).replace(TIME_IN_NAME, ""));
  // A day with words on both sides is part of a sentence, so the whole name is the title.
  const isWithin = /\p{L}/u.test(before) && /\p{L}{3}/u.test(after);
  return { forDate: found.day, title: isWithin ? name.trim() : trimSeparators(`${before} ${after}`) };
}

/** A time after the day in a file name: "T21-30", " 21.30.05", "_9.30 pm". */
const TIME_IN_NAME = /^[\s_]*T?\d{1,2}[-:.h]\d{2}(?:[-:.]\d{2})?\s*(?:am|pm)?(?![\d\p{L}])/iu;

/**
 * The day in a path whose folders are years and months: "2024/05/19.md", "2024/05-May/20.md", "2024-05/06.md", "May 2024/06.md",
 * "2024/05/06/index.md".
 */
function dayInFolders(path: string, reading: Reading) {
  const parts = path.split("/");
  const [parent = "", folder = ""] = ["", ...(isNamedByFolder(path) ? parts.slice(0, -1) : parts)].slice(
    -3,
    -1,
  );
  const [, day = "", title = ""] =
    /^(\d{1,2})(?:st|nd|rd|th)?(?!\d)(.*)$/.exec(nameWithoutEnding(path)) ?? [];
  const [ownYear = ""] = /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(folder) ?? [];
  const named = trimSeparators(folder.replace(ownYear, ""));
  const month = /^\d{1,2}(?!\d)/.exec(named)?.[0] ?? monthOf(/\p{L}+/u.exec(named)?.[0] ?? "");
  const year = ownYear || parent;
  const forDate = /^\d{4}$/.test(year) && month && day ? joined(year, month, day) : "";
  return isDay(forDate) && momentOn(forDate, reading) ? { forDate, title: trimSeparators(title) } : undefined;
}

/** Whether the file has a generic name, so that its folder has the note's name: "Weir/index.md". */
const isNamedByFolder = (path: string) => /[^/]\/(?:index|text|note)(?:\.[a-z][a-z0-9]{0,7})?$/i.test(path);

/** The name of a file without folders and extension. A text bundle or an "index.md" has the name of its folder. */
export function nameWithoutEnding(path: string): string {
  const parts = path.split("/");
  const own = (parts.at(-1) ?? "").replace(/\.(?:[a-z][a-z0-9]{0,7})$/i, "");
  const folder = parts.at(-2) ?? "";
  if (/\.textbundle$/i.test(folder)) return folder.replace(/\.textbundle$/i, "");
  return isNamedByFolder(path) ? folder : own;
}

const trimSeparators = (text: string) =>
  text.replace(/[([]\s*[)\]]/g, " ").replace(/^[\s\-_–—.,:]+|[\s\-_–—.,:(]+$/g, "");
