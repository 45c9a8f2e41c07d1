import { addDays, instantOf, isDay, localMoment, weekdayOf } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";

/** The day of an entry in its own zone, and the instant when it was written. */
export type EntryMoment = { forDate: string; createdAt: Date; timezone: string };

/** The order of day and month where both are numbers: 06.05.2024 or 05/06/2024. */
export type DayOrder = "day" | "month";

/** The zone of a member, for times without a zone; `dayOrder` for days that could be read in both orders. */
type Reading = {
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

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?";
const WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\\.?,?\\s{1,3})?";
const two = (number: string | number) => String(number).padStart(2, "0");
const monthOf = (word: string) => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
/** "24" is 2024; no journal here is older than 1970 and written with two digits. */
const fullYear = (year: string) => (year.length === 2 ? (Number(year) > 69 ? "19" : "20") + year : year);
const joined = (year: string, month: string | number, day: string) =>
  `${fullYear(year)}-${two(month)}-${two(day)}`;

type Notation = [RegExp, (parts: string[], reading: Reading) => string];

/** Notations of a day, anywhere in a text; the first that matches a real day counts. */
const NOTATIONS: Notation[] = [
  [
    /(?<!\d)(\d{4})([-_./ ]?)(\d{2})\2(\d{2})(?!\d)/,
    ([year = "", , month = "", day = ""]) => joined(year, month, day),
  ],
  [
    /(?<!\d)(\d{4})[-_./](\d{1,2})[-_./](\d{1,2})(?!\d)/,
    ([year = "", month = "", day = ""]) => joined(year, month, day),
  ],
  [
    /(?<!\d)(\d{4})-?W(\d{2})(?:-?([1-7]))?(?!\d)/i,
    ([year = "", week = "", day = "1"]) => dayOfWeek(year, week, day),
  ],
  [
    new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?[\\s._-]{1,3}${MONTH}[\\s,._-]{1,3}(\\d{4}|\\d{2})(?!\\d)`,
      "i",
    ),
    ([day = "", month = "", year = ""]) => joined(year, monthOf(month), day),
  ],
  [
    new RegExp(`(?<![a-z])${MONTH}[\\s._-]{1,3}(\\d{1,2})(?:st|nd|rd|th)?[\\s,._-]{1,3}(\\d{4})(?!\\d)`, "i"),
    ([month = "", day = "", year = ""]) => joined(year, monthOf(month), day),
  ],
  [
    /(?<!\d)(\d{1,2})([-_./])(\d{1,2})\2(\d{4})(?!\d)/,
    ([first = "", separator = "", second = "", year = ""], reading) =>
      numericDay(first, separator, second, year, reading),
  ],
];

/** Decides which number is the month: the one up to 12, else a point says the day comes first, else the member's order. */
function numericDay(
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
  for (const [notation, dayOf] of NOTATIONS) {
    const match = notation.exec(text);
    const day = match ? dayOf(match.slice(1), reading) : "";
    if (match && isDay(day)) return { day, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

const TIME =
  /(?<!\d)(\d{1,2})[:.h-](\d{2})(?:[:.-](\d{2})(?:[.,]\d{1,9})?)?\s?(am|pm|a\.m\.|p\.m\.)?\s?(Z\b|UTC\b|GMT\b)?\s?([+-]\d{1,2}(?::?\d{2})?)?/i;

/** A local time "22:30" and its zone: "Z", an offset in minutes, or none. */
function findTime(
  text: string,
): { whole: string; time: string; seconds: number; offset: number | undefined } | undefined {
  const [whole, hour = "", minute = "", second = "0", half = "", utc, sign] = TIME.exec(text) ?? [];
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

/** Words that belong to a written day; any other word or number says that the text is more than a day. */
const BESIDE_DAY =
  /\b(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}|at|on|the|of|um|uhr|kl|date|day|t|utc|gmt|[a-z]{1,3}[ds]t|ce?t|cest|bst|mesz|mez)\b/gi;
const WORDS_BESIDE = /[\p{L}\p{N}]/u;

const MINUTE = 60_000;
const MAX_CHARACTERS = 120;

/**
 * Parses a day, or a day with time, as programs and people write it: ISO 8601, "May 6, 2024 at 9:30 PM", 06.05.2024, or
 * seconds or milliseconds since 1970. An offset gives the day as it was there; UTC is converted to the member's zone, and a
 * time without zone is local there.
 */
export function parseMoment(value: unknown, reading: Reading): EntryMoment | undefined {
  if (value instanceof Date) return momentAt(value, reading);
  if (typeof value === "number" || (typeof value === "string" && /^\d{9,13}$/.test(value.trim()))) {
    const number = Number(value);
    // A day without separators, 20240506.
    if (number >= 19_000_101 && number <= 99_991_231) return parseMoment(`day ${number}`, reading);
    return momentAt(new Date(number < 1e11 ? number * 1_000 : number), reading);
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim().slice(0, MAX_CHARACTERS);
  const compact = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(Z?)$/.exec(text);
  if (compact) {
    const [, year, month, day, hour, minute, second, zone] = compact;
    return parseMoment(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`, reading);
  }
  const found = findDay(text, reading);
  if (!found) return undefined;
  const rest = `${text.slice(0, found.start)} ${text.slice(found.end)}`;
  const clock = findTime(rest.replace(/^\s*T/, " "));
  if (WORDS_BESIDE.test((clock ? rest.replace(clock.whole, " ") : rest).replace(BESIDE_DAY, " ")))
    return undefined;
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

/** The day in the name of a file, with the rest of the name as a title. */
export function dayInName(
  path: string,
  reading: Reading = { timezone: "UTC" },
): { forDate: string; title: string } | undefined {
  const name = nameWithoutEnding(path);
  const found = findDay(name, reading);
  // A day between words is part of a sentence.
  const isWithin =
    found && /\p{L}/u.test(name.slice(0, found.start)) && /\p{L}{3}/u.test(name.slice(found.end));
  if (found && isWithin) return { forDate: found.day, title: name.trim() };
  if (found) {
    const rest = `${name.slice(0, found.start)} ${name.slice(found.end)}`
      .replace(/^\s*T?\d{1,2}[-:.h]\d{2}(?:[-:.]\d{2})?\s*(?:am|pm)?(?![\d\p{L}])/iu, "")
      .replace(new RegExp(`^\\s*${WEEKDAY.replace("\\s{1,3}", "\\s*")}(?![a-z])`, "i"), "");
    return { forDate: found.day, title: trimSeparators(rest) };
  }
  return dayInFolders(path, reading);
}

/** The day in a path whose folders are years and months: "2024/05/19.md", "2024/05-May/20.md". */
function dayInFolders(path: string, reading: Reading) {
  const [year = "", month = ""] = path.split("/").slice(-3, -1);
  const [, day = "", title = ""] = /^(\d{1,2})(?!\d)(.*)$/.exec(nameWithoutEnding(path)) ?? [];
  const [, number = ""] = /^(?:\d{4}-)?(\d{1,2})(?!\d)/.exec(month) ?? [];
  const monthNumber = number || String(monthOf(month) || "");
  const forDate = /^\d{4}$/.test(year) && monthNumber && day ? joined(year, monthNumber, day) : "";
  return isDay(forDate) && momentOn(forDate, reading) ? { forDate, title: trimSeparators(title) } : undefined;
}

/** The name of a file without folders and ending. The folder of a text bundle, or of an "index.md", names it. */
export function nameWithoutEnding(path: string): string {
  const parts = path.split("/");
  const own = (parts.at(-1) ?? "").replace(/\.(?:[a-z][a-z0-9]{0,7})$/i, "");
  const folder = parts.at(-2) ?? "";
  if (/\.textbundle$/i.test(folder)) return folder.replace(/\.textbundle$/i, "");
  return /^(?:index|text|note)$/i.test(own) && folder ? folder : own;
}

const trimSeparators = (text: string) => text.replace(/^[\s\-_–—.,:]+|[\s\-_–—.,:(]+$/g, "");
