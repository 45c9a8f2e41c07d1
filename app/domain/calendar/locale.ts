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

/** Sunday first, as in `Date.getDay`. */
export const WEEKDAYS = [
  t("Sunday"),
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
];

export const SHORT_WEEKDAYS = [t("Su"), t("Mo"), t("Tu"), t("We"), t("Th"), t("Fr"), t("Sa")];

/** Regional formats that a member can choose. They decide date order, clock and first weekday; the language stays English. */
export const LOCALES = ["en-GB", "en-IE", "en-US", "en-CA", "en-AU", "en-NZ", "en-IN"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en-GB";

type Format = { name: string; order: "day first" | "month first"; clock: 12 | 24; weekStart: 0 | 1 };

/** A table instead of Intl: server and browser may have different CLDR versions, which would break hydration. */
const FORMATS: Record<Locale, Format> = {
  "en-GB": { name: t("United Kingdom"), order: "day first", clock: 24, weekStart: 1 },
  "en-IE": { name: t("Ireland"), order: "day first", clock: 24, weekStart: 1 },
  "en-US": { name: t("United States"), order: "month first", clock: 12, weekStart: 0 },
  "en-CA": { name: t("Canada"), order: "month first", clock: 12, weekStart: 0 },
  "en-AU": { name: t("Australia"), order: "day first", clock: 12, weekStart: 1 },
  "en-NZ": { name: t("New Zealand"), order: "day first", clock: 12, weekStart: 1 },
  "en-IN": { name: t("India"), order: "day first", clock: 12, weekStart: 0 },
};

/**
 * The stored locale, or the default if it is unknown.
 * @internal Exported for tests.
 */
export function parseLocale(text: string | null | undefined): Locale {
  return LOCALES.find((locale) => locale === text) ?? DEFAULT_LOCALE;
}

const currentLocale = (): Locale => parseLocale(readerLocale());

/** Stored locale with defaults. Without a chosen first weekday (0 is Sunday) the locale's applies. */
export function localeSettingsFrom<Day extends number>(stored: { locale?: string; weekStart?: Day | null }) {
  const locale = parseLocale(stored.locale);
  const choseWeekStart = typeof stored.weekStart === "number";
  return { locale, choseWeekStart, weekStart: stored.weekStart ?? FORMATS[locale].weekStart };
}

/** Whether a day in numbers begins with the month: 05/06/2024 is the 6th of May. */
export const isMonthFirst = (locale: Locale): boolean => FORMATS[locale].order === "month first";

/** "21 November 2026", "November 21, 2026" */
export function formatDayMonthYear(
  day: number,
  month: string,
  year: number,
  locale = currentLocale(),
): string {
  return FORMATS[locale].order === "day first" ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}

/** "3 March", "March 3" */
export function formatDayMonth(day: number, month: string, locale = currentLocale()): string {
  return FORMATS[locale].order === "day first" ? `${day} ${month}` : `${month} ${day}`;
}

/** Formats HH:MM: "18:05", "6:05 pm" */
export function formatTime(time: string, locale = currentLocale()): string {
  if (FORMATS[locale].clock === 24) return time;
  const hour = Number(time.slice(0, 2));
  const clock = `${hour % 12 || 12}${time.slice(2)}`;
  return hour < 12 ? t("{clock} am", { clock }) : t("{clock} pm", { clock });
}

/** "1,234,567", in India "12,34,567" */
export function formatNumber(value: number, locale = currentLocale()): string {
  return value.toLocaleString(locale);
}

/** Options of the form: "United Kingdom: 21 November 2026, 18:05" */
export const LOCALE_CHOICES = LOCALES.map((value) => ({
  value,
  label: t("{place}: {day}, {time}", {
    place: FORMATS[value].name,
    day: formatDayMonthYear(21, t("November"), 2026, value),
    time: formatTime("18:05", value),
  }),
}));
