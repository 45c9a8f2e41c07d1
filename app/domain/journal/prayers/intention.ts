import { SEASON_NAMES, seasonOf, type Season } from "~/domain/calendar/church-year";
import { formatDate, formatMonth, isDay, weekdayOf } from "~/domain/calendar/local-day";
import { formatDayMonth, MONTHS, WEEKDAYS } from "~/domain/calendar/locale";
import type { OfflineQuestion } from "~/domain/journal/offline-page";
import { CURSOR_PARTS, cursorCodec, nullablePart } from "~/domain/operations/paging";
import { t } from "~/i18n/t";

/** The recurrences of an intention (docs/product.md#people-and-intentions); "turn" is the rotation. */
export const RECURRENCES = ["turn", "daily", "weekdays", "until", "yearly"] as const;

/** A recurrence with fixed days, outside the rotation. */
export type FixedRecurrence =
  | { kind: "daily" }
  /** 0 is Sunday. */
  | { kind: "weekdays"; weekdays: number[] }
  /** Every day up to and including this one. */
  | { kind: "until"; until: string }
  /** MM-DD, and All Souls unless `dayOnly`. */
  | { kind: "yearly"; day: string; dayOnly: boolean };
export type Recurrence = { kind: "turn" } | FixedRecurrence;

const ALL_SOULS = "11-02";

/** Whether MM-DD exists in any year. */
export const isAnnualDate = (text: string) => /^\d{2}-\d{2}$/.test(text) && isDay(`2024-${text}`);

const isLeap = (year: number) => isDay(`${String(year).padStart(4, "0")}-02-29`);

/** The MM-DD in the year of `date`: 28 February instead of the 29th in common years. */
const annualDateIn = (yearDay: string, date: string) =>
  yearDay === "02-29" && !isLeap(Number(date.slice(0, 4))) ? "02-28" : yearDay;

export function occursOn(rhythm: FixedRecurrence, date: string): boolean {
  switch (rhythm.kind) {
    case "daily":
      return true;
    case "weekdays":
      return rhythm.weekdays.includes(weekdayOf(date));
    case "until":
      return date <= rhythm.until;
    case "yearly":
      return (
        date.slice(5) === annualDateIn(rhythm.day, date) || (!rhythm.dayOnly && date.slice(5) === ALL_SOULS)
      );
  }
}

/** Every MM-DD that a yearly recurrence may fall on; empty for other recurrences. */
export function annualDatesOf(rhythm: FixedRecurrence): string[] {
  if (rhythm.kind !== "yearly") return [];
  return [rhythm.day, ...(rhythm.day === "02-29" ? ["02-28"] : []), ALL_SOULS];
}

export const isSameRecurrence = (a: Recurrence, b: Recurrence) => JSON.stringify(a) === JSON.stringify(b);

export const isExpired = (rhythm: Recurrence, today: string) =>
  rhythm.kind === "until" && rhythm.until < today;

/** "In turn", "On Monday, Friday", "Every day until 26 November 2026", "Each year on 3 March and on All Souls" */
export function describeRecurrence(rhythm: Recurrence): string {
  switch (rhythm.kind) {
    case "turn":
      return t("In turn");
    case "daily":
      return t("Every day");
    case "weekdays":
      return t("On {days}", { days: rhythm.weekdays.map((at) => WEEKDAYS[at] ?? "").join(", ") });
    case "until":
      return t("Every day until {day}", { day: formatDate(rhythm.until) });
    case "yearly": {
      const [month = 1, date = 1] = rhythm.day.split("-").map(Number);
      const day = formatDayMonth(date, MONTHS[month - 1] ?? "");
      return rhythm.dayOnly
        ? t("Each year on {day}", { day })
        : t("Each year on {day} and on All Souls", { day });
    }
  }
}

/** In characters and numbers of intentions (docs/product.md#limits). */
export const INTENTION_LIMITS = { name: 120, line: 500, carried: 2_000, past: 10_000 } as const;

/** Limits of the prayer list of this site; `text` and `outcome` are in characters. */
export const REQUEST_LIMITS = { text: 500, initial: 40, open: 3, outcome: 500, perDay: 10 } as const;
export const REQUEST_DAYS = [7, 30] as const;

/** The text of an intention; stored encrypted only. */
export type IntentionText = {
  name: string;
  line: string;
  rhythm: Recurrence;
  /** The member's text about the outcome. */
  came: string;
};

/** A person or a matter that a member prays for. */
export type Intention = IntentionText & {
  id: string;
  state: PrayerState;
  /** The local day of creation, YYYY-MM-DD. */
  since: string;
  /** The local day when the intention was laid down; null before. */
  laidOn: string | null;
  /** Whether insights and coaches may read the entries about this intention. */
  shared: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Incremented with every change, for optimistic locking. */
  version: number;
};

/** Collapses white space to single spaces and trims. */
export const toSingleLine = (text: string) => text.replace(/\s+/g, " ").trim();

export const isSameText = (a: IntentionText, b: IntentionText) =>
  a.name === b.name && a.line === b.line && a.came === b.came && isSameRecurrence(a.rhythm, b.rhythm);

/** The recurrence as a text, or the reason why it does not apply. */
export function describeSchedule(
  { state, rhythm }: Pick<Intention, "state" | "rhythm">,
  today: string,
): string {
  if (state === "resting") return t("Paused");
  if (state === "past") return t("Finished");
  return isExpired(rhythm, today) ? t("Its last day has passed") : describeRecurrence(rhythm);
}

/** "On your list since 3 March 2026", "On your list from 3 March 2026 to 12 May 2026" */
export function describeDates({ since, laidOn }: Pick<Intention, "since" | "laidOn">): string {
  const from = formatDate(since);
  return laidOn
    ? t("On your list from {from} to {to}", { from, to: formatDate(laidOn) })
    : t("On your list since {from}", { from });
}

/** `past`: the member has laid the intention down. */
export const PRAYER_STATES = ["carried", "resting", "past"] as const;
export type PrayerState = (typeof PRAYER_STATES)[number];

/** The last intention of the previous page. */
export type ListCursor = { laidOn: string | null; createdAt: Date; id: string };

/** Encodes and decodes a cursor for a URL; it contains nothing of the text. */
export const { write: writeListCursor, read: readListCursor } = cursorCodec<ListCursor>({
  laidOn: nullablePart(CURSOR_PARTS.day),
  createdAt: CURSOR_PARTS.moment,
  id: CURSOR_PARTS.id,
});

/** The year of a season; Christmas, which spans two years, has the year of its beginning. */
const yearOf = (day: string, season: Season) =>
  Number(day.slice(0, 4)) - (season === "christmas" && day.slice(5, 7) === "01" ? 1 : 0);

/** "Lent 2026"; the month if the member does not follow the seasons. */
function seasonHeading(day: string, withSeason: boolean): string {
  if (!withSeason) return formatMonth(day);
  const season = seasonOf(day);
  return `${SEASON_NAMES[season]} ${yearOf(day, season)}`;
}

/** Groups adjacent items of one season, or month, under its name. */
export function groupBySeason<T extends { laidOn: string | null }>(
  items: readonly T[],
  withSeason: boolean,
): { heading: string; items: T[] }[] {
  const groups: { heading: string; items: T[] }[] = [];
  for (const item of items) {
    const heading = seasonHeading(item.laidOn ?? "", withSeason);
    const last = groups.at(-1);
    if (last?.heading === heading) last.items.push(item);
    else groups.push({ heading, items: [item] });
  }
  return groups;
}

/** The intentions that a device stores for offline use: those of one day, and the form to add one. */
export type OfflineIntentions = {
  held: { name: string; line: string }[];
  carry: { title: string; fields: OfflineQuestion[] };
};

/** The fields of an intention that a page sends to the browser. */
export function intentionView(intention: Intention, today: string) {
  const { id, name, line, came, rhythm, state, shared, version, laidOn } = intention;
  return {
    id,
    name,
    line,
    came,
    rhythm,
    state,
    shared,
    version,
    laidOn,
    coming: describeSchedule(intention, today),
    carried: describeDates(intention),
  };
}
export type IntentionView = ReturnType<typeof intentionView>;
