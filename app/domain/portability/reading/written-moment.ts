import { MINUTE } from "~/domain/calendar/durations";
import { isDay } from "~/domain/calendar/local-day";
import { isDayWord, isWeekday, monthNumber } from "./day-words";
import { momentOn, resolveDayOrder, parseMoment, type EntryMoment, type Reading } from "./days";

/** UTC offsets in minutes of the zone abbreviations that Apple's systems print instead of "GMT+2". */
const ZONE_MINUTES: Record<string, number> = {
  ...{ utc: 0, gmt: 0, z: 0, wet: 0, bst: 60, west: 60, cet: 60, mez: 60, cest: 120, mesz: 120 },
  ...{ eet: 120, eest: 180, jst: 540, aest: 600, aedt: 660, nzst: 720, nzdt: 780 },
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 },
};

const TIME = /(?<![\d:.])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s?([ap])\.?\s?m\b\.?)?/i;
/** A time such as "9.30pm", "9 pm", "21.30 Uhr" or "21h30". "21.30" alone could be a part of a day, so it is no time. */
const OTHER_TIME =
  /(?<![\d:.])(\d{1,2})(?:\.(\d{2}))?\s?([ap])\.?\s?m\b\.?|(?<![\d:.])(\d{1,2})(?:\.(\d{2})(?=\s?Uhr\b)|\s?h\s?(\d{2})\b)/i;
const OFFSET = /^(?:(?:GMT|UTC)\s?)?([+-])(\d{1,2}):?(\d{2})?$/;
const NUMBERS =
  /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일])(?!\d)/;
/** Two numbers before the year: "06.05.2024", "05/06/2024". */
const ENDING_IN_YEAR = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|(?<!-)\d{2})(?!\d)/;
/** The word before the first number: "Montag, 06.05.2024". */
const LEADING_WORD = /^(\p{L}{1,15})[.,]{0,2}\s+(?=\d)/u;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
/** Maximum length of a line that can be a date. */
const MAX_CHARACTERS = 80;

/**
 * Parses a line that is a date and nothing else: "Monday, May 6, 2024 at 9:30 PM GMT+2", "6. Mai 2024", "2024-05-06 21:30".
 * The written day is the day of the entry.
 */
export function parseWrittenMoment(line: string, zone: Reading): EntryMoment | undefined {
  if (line.length > MAX_CHARACTERS || !/\d/.test(line)) return undefined;
  if (ISO.test(line.trim())) return parseMoment(line, zone);
  let rest = line.normalize("NFKC").trim();
  const { clock, hour, minute, half } = clockIn(rest);
  let zoneName = "";
  if (clock !== undefined) {
    const at = rest.indexOf(clock);
    zoneName = rest.slice(at + clock.length).replace(/^[\s(]+|[\s),.]+$|\s?Uhr\b/gi, "");
    rest = rest.slice(0, at);
    // Some programs write the time before the day.
    if (!rest) [rest, zoneName] = [zoneName, ""];
  }
  const offset = offsetOf(zoneName);
  if (offset === null) return undefined;
  const forDate = dayOf(rest.toLowerCase(), zone);
  const time = clock === undefined ? undefined : timeOf(Number(hour), minute, half);
  if (!forDate || (clock !== undefined && !time)) return undefined;
  if (offset === undefined || !time) return momentOn(forDate, zone, time);
  const createdAt = new Date(Date.parse(`${forDate}T${time}:00Z`) - offset * MINUTE);
  return { forDate, createdAt, timezone: zone.timezone };
}

/** Finds the time in a text: `clock` as written, and its parts. */
function clockIn(text: string): { clock: string | undefined; hour: string; minute: string; half?: string } {
  const [clock, hour = "", minute = "", half] = TIME.exec(text) ?? [];
  if (clock !== undefined) return { clock, hour, minute, half };
  const [other, twelve, minutes, of, hours = "", point, h] = OTHER_TIME.exec(text) ?? [];
  return { clock: other, hour: twelve ?? hours, minute: minutes ?? point ?? h ?? "00", half: of };
}

/** Formats a time as "21:30"; undefined if there is no such time. */
function timeOf(hour: number, minute: string, half?: string): string | undefined {
  if (half && (hour < 1 || hour > 12)) return undefined;
  const hours = half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour;
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, "0")}:${minute}` : undefined;
}

/** The UTC offset in minutes; undefined if the zone is empty or unknown, null if the text is no zone. */
function offsetOf(name: string): number | undefined | null {
  if (!name) return undefined;
  const [, sign, hours, minutes = "0"] = OFFSET.exec(name) ?? [];
  if (sign) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const minutesEast = /^[A-Z]+$/.test(name) ? ZONE_MINUTES[name.toLowerCase()] : undefined;
  return minutesEast ?? (/^[A-Z]{2,4}T$/.test(name) ? undefined : null);
}

/** The day that a text in lower case names; undefined if it has other words. */
function dayOf(text: string, zone: Reading): string | undefined {
  const whole = text.trim().replace(LEADING_WORD, (start, word: string) => (isDayWord(word) ? "" : start));
  const [first, y1, , m1, d1, y2, m2, d2] = NUMBERS.exec(whole) ?? [];
  const [last, one = "", separator = "", two = "", year = ""] = ENDING_IN_YEAR.exec(whole) ?? [];
  const numbers = first ?? last;
  const words = whole.slice(numbers?.length ?? 0).match(/\p{L}+|\d+|[^\s,.()@–—-]/gu) ?? [];
  if (numbers !== undefined) {
    if (!words.every(isDayWord)) return undefined;
    if (first) return joinDay(y1 ?? y2, m1 ?? m2, d1 ?? d2);
    const day = resolveDayOrder(one, separator, two, year, zone);
    return isDay(day) ? day : undefined;
  }
  const found: { year?: string; day?: string; months: string[] } = { months: [] };
  for (const word of words) {
    if (/^\d{4}$/.test(word) && !found.year) found.year = word;
    else if (/^\d{1,2}$/.test(word) && !found.day) found.day = word;
    else if (monthNumber(word)) found.months.push(word);
    else if (!isDayWord(word) && !/^(?:st|nd|rd|th|er|º|ª)$/.test(word)) return undefined;
  }
  // A word such as "mar" can be a month and a weekday (in French), so another month takes precedence.
  const certain = found.months.length > 1 ? found.months.filter((word) => !isWeekday(word)) : found.months;
  const month = certain.length === 1 ? monthNumber(certain[0] ?? "") : undefined;
  return month ? joinDay(found.year, String(month), found.day) : undefined;
}

function joinDay(year = "", month = "", day = ""): string | undefined {
  const joined = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(joined) ? joined : undefined;
}

/**
 * The moment and the title of a note that was created at `made`. If the title is only a day, it becomes the day of the note
 * and the title becomes empty, unless the order of day and month is ambiguous.
 */
export function momentOfTitle<Made extends EntryMoment>(
  title: string,
  made: Made,
  { timezone }: Reading,
): (Made | EntryMoment) & { title: string } {
  let isGuess = false;
  const onGuess = () => {
    isGuess = true;
  };
  const written = parseWrittenMoment(title, { timezone, onGuess });
  if (!written || isGuess) return { ...made, title };
  return { ...(written.forDate === made.forDate ? made : written), title: "" };
}
