import { t, tc } from "~/i18n/t";
import { readerLocale } from "./reader.state";

export const MONTHS = [
  t("January"),
  t("February"),
  t("March"),
  t("April"),
  t("May"),
  t("June"),
  t("July"),
  t("August"),
  t("September"),
  t("October"),
  t("November"),
  t("December"),
];

/** As a column of a year has room for them. */
export const SHORT_MONTHS = [
  t("Jan"),
  t("Feb"),
  t("Mar"),
  t("Apr"),
  tc("short", "May"),
  t("Jun"),
  t("Jul"),
  t("Aug"),
  t("Sep"),
  t("Oct"),
  t("Nov"),
  t("Dec"),
];

/** The days of the week, Sunday first, as Date counts them. */
export const WEEKDAYS = [
  t("Sunday"),
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
];

/** As the head of a month has room for them. */
export const SHORT_WEEKDAYS = [t("Su"), t("Mo"), t("Tu"), t("We"), t("Th"), t("Fr"), t("Sa")];

/**
 * Where a person's dates, times and numbers come from. The words stay English; their order, the clock,
 * and the first day of the week are those of the place.
 */
export const LOCALES = ["en-GB", "en-IE", "en-US", "en-CA", "en-AU", "en-NZ", "en-IN"] as const;
export type Locale = (typeof LOCALES)[number];

/** Until a person has chosen another. */
export const DEFAULT_LOCALE: Locale = "en-GB";

type Habit = { name: string; order: "day first" | "month first"; clock: 12 | 24; weekStart: 0 | 1 };

/** Said here and not asked of the machine: server and browser may know editions of these habits that differ. */
const HABITS: Record<Locale, Habit> = {
  "en-GB": { name: t("United Kingdom"), order: "day first", clock: 24, weekStart: 1 },
  "en-IE": { name: t("Ireland"), order: "day first", clock: 24, weekStart: 1 },
  "en-US": { name: t("United States"), order: "month first", clock: 12, weekStart: 0 },
  "en-CA": { name: t("Canada"), order: "month first", clock: 12, weekStart: 0 },
  "en-AU": { name: t("Australia"), order: "day first", clock: 12, weekStart: 1 },
  "en-NZ": { name: t("New Zealand"), order: "day first", clock: 12, weekStart: 1 },
  "en-IN": { name: t("India"), order: "day first", clock: 12, weekStart: 0 },
};

/**
 * What was stored, if it is a place that we know.
 * @internal Exported for tests.
 */
export function parseLocale(text: string | null | undefined): Locale {
  return LOCALES.find((locale) => locale === text) ?? DEFAULT_LOCALE;
}

/** The reader's place; the usual one where the reader is not known, as in email. */
function readersLocale(): Locale {
  return parseLocale(readerLocale());
}

/** What is stored of a person's place, completed: weeks begin as they usually do there unless they chose a day; 0 is Sunday. */
export function localeSettingsFrom<Day extends number>(stored: { locale?: string; weekStart?: Day | null }) {
  const locale = parseLocale(stored.locale);
  const choseWeekStart = typeof stored.weekStart === "number";
  return { locale, choseWeekStart, weekStart: stored.weekStart ?? HABITS[locale].weekStart };
}

/** A day, a month's name and a year, in the order of a place: "21 November 2026", "November 21, 2026" */
export function formatDayMonthYear(
  day: number,
  month: string,
  year: number,
  locale = readersLocale(),
): string {
  return HABITS[locale].order === "day first" ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}

/** The same without a year, for a day that returns: "3 March", "March 3" */
export function formatDayMonth(day: number, month: string, locale = readersLocale()): string {
  return HABITS[locale].order === "day first" ? `${day} ${month}` : `${month} ${day}`;
}

/** HH:MM as clocks of a place show it: "18:05", "6:05 pm" */
export function formatTime(time: string, locale = readersLocale()): string {
  if (HABITS[locale].clock === 24) return time;
  const hour = Number(time.slice(0, 2));
  const clock = `${hour % 12 || 12}${time.slice(2)}`;
  return hour < 12 ? t("{clock} am", { clock }) : t("{clock} pm", { clock });
}

/** "1,234,567", in India "12,34,567" */
export function formatNumber(value: number, locale = readersLocale()): string {
  return value.toLocaleString(locale);
}

/** What the form offers: "United Kingdom: 21 November 2026, 18:05" */
export const LOCALE_CHOICES = LOCALES.map((value) => ({
  value,
  label: t("{place}: {day}, {time}", {
    place: HABITS[value].name,
    day: formatDayMonthYear(21, t("November"), 2026, value),
    time: formatTime("18:05", value),
  }),
}));
