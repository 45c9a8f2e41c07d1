import { SEASON_NAMES, seasonOf, type Season } from "~/domain/calendar/church-year";
import { formatDate, formatMonth, isDay, weekdayOf } from "~/domain/calendar/local-day";
import { formatDayMonth, MONTHS, WEEKDAYS } from "~/domain/calendar/locale";
import type { OfflineQuestion } from "~/domain/journal/reflection/offline-page";
import { CURSOR_PARTS, cursorCodec, nullablePart } from "~/domain/operations/paging";
import { t } from "~/i18n/t";

/** When an intention comes (docs/product.md#people-and-intentions). */
export const RECURRENCES = ["turn", "daily", "weekdays", "until", "yearly"] as const;

/** A rhythm with days of its own; everything else waits for its turn. */
export type FixedRecurrence =
  | { kind: "daily" }
  /** 0 is Sunday. */
  | { kind: "weekdays"; weekdays: number[] }
  /** Every day up to this one, which is included. */
  | { kind: "until"; until: string }
  /** MM-DD; for someone who has died also All Souls, unless they want this day alone. */
  | { kind: "yearly"; day: string; dayOnly: boolean };
export type Recurrence = { kind: "turn" } | FixedRecurrence;

/** All Souls, the day of all who have died. */
const ALL_SOULS = "11-02";

/** Whether MM-DD exists in any year. */
export const isAnnualDate = (text: string) => /^\d{2}-\d{2}$/.test(text) && isDay(`2024-${text}`);

const isLeap = (year: number) => isDay(`${String(year).padStart(4, "0")}-02-29`);

/** The day of a year that keeps MM-DD: the 28th stands in for 29 February in common years. */
const keptOn = (yearDay: string, date: string) =>
  yearDay === "02-29" && !isLeap(Number(date.slice(0, 4))) ? "02-28" : yearDay;

/** Whether a day is one of a rhythm's own. */
export function occursOn(rhythm: FixedRecurrence, date: string): boolean {
  switch (rhythm.kind) {
    case "daily":
      return true;
    case "weekdays":
      return rhythm.weekdays.includes(weekdayOf(date));
    case "until":
      return date <= rhythm.until;
    case "yearly":
      return date.slice(5) === keptOn(rhythm.day, date) || (!rhythm.dayOnly && date.slice(5) === ALL_SOULS);
  }
}

/** Every MM-DD that a yearly rhythm may fall on. */
export function annualDatesOf(rhythm: FixedRecurrence): string[] {
  if (rhythm.kind !== "yearly") return [];
  return [rhythm.day, ...(rhythm.day === "02-29" ? ["02-28"] : []), ALL_SOULS];
}

/** Whether two rhythms are the same. */
export const isSameRecurrence = (a: Recurrence, b: Recurrence) => JSON.stringify(a) === JSON.stringify(b);

/** Whether its last day is over. */
export const isExpired = (rhythm: Recurrence, today: string) =>
  rhythm.kind === "until" && rhythm.until < today;

/** "In turn", "Every Monday and Friday", "Until 26 November 2026", "Each year on 3 March and on All Souls" */
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

/** The bounds of what is carried (docs/product.md#limits). */
export const INTENTION_LIMITS = { name: 120, line: 500, carried: 2_000, past: 10_000 } as const;

/** Everything that a person writes about an intention; stored sealed, never in the clear. */
export type IntentionText = {
  name: string;
  line: string;
  rhythm: Recurrence;
  /** What came of it, in the person's words. */
  came: string;
};

/** A person or a matter held in prayer, as its writer sees it. */
export type Intention = IntentionText & {
  id: string;
  state: PrayerState;
  /** The local day when it was taken up, YYYY-MM-DD. */
  since: string;
  /** The local day when it was laid down; null before. */
  laidOn: string | null;
  /** Whether insights and coaches may read what is written about it. */
  shared: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Rises with every change of its words; a save that names an older one is a conflict. */
  version: number;
};

/** A name in one line, without the spaces around it. */
export const toSingleLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Whether two texts say the same. */
export const isSameText = (a: IntentionText, b: IntentionText) =>
  a.name === b.name && a.line === b.line && a.came === b.came && isSameRecurrence(a.rhythm, b.rhythm);

/** When it comes, or why it does not: for lists. */
export function describeSchedule(
  { state, rhythm }: Pick<Intention, "state" | "rhythm">,
  today: string,
): string {
  if (state === "resting") return t("At rest");
  if (state === "past") return t("Laid down");
  return isExpired(rhythm, today) ? t("Its last day is over") : describeRecurrence(rhythm);
}

/** "Carried since 3 March 2026", "Carried from 3 March 2026 to 12 May 2026" */
export function describeDates({ since, laidOn }: Pick<Intention, "since" | "laidOn">): string {
  const from = formatDate(since);
  return laidOn
    ? t("Carried from {from} to {to}", { from, to: formatDate(laidOn) })
    : t("Carried since {from}", { from });
}

/** Carried; at rest for a while; or laid down. */
export const PRAYER_STATES = ["carried", "resting", "past"] as const;
export type PrayerState = (typeof PRAYER_STATES)[number];

/** Where a page of a list ended. */
export type ListCursor = { laidOn: string | null; createdAt: Date; id: string };

/** For an address, and the way back: it reveals nothing of what was written. */
export const { write: writeListCursor, read: readListCursor } = cursorCodec<ListCursor>({
  laidOn: nullablePart(CURSOR_PARTS.day),
  createdAt: CURSOR_PARTS.moment,
  id: CURSOR_PARTS.id,
});

/** The twelve days of Christmas span two years; they are named after the one they began in. */
const yearOf = (day: string, season: Season) =>
  Number(day.slice(0, 4)) - (season === "christmas" && day.slice(5, 7) === "01" ? 1 : 0);

/** "Lent 2026"; the month alone for people who do not follow the seasons. */
function seasonHeading(day: string, withSeason: boolean): string {
  if (!withSeason) return formatMonth(day);
  const season = seasonOf(day);
  return `${SEASON_NAMES[season]} ${yearOf(day, season)}`;
}

/** Neighbours of one season under its name, in the order given. */
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

/** What a device keeps of someone's intentions: those of one day, and a field to take up one more. */
export type OfflineIntentions = {
  held: { name: string; line: string }[];
  carry: { title: string; fields: OfflineQuestion[] };
};

/** An intention as pages show it: chosen field by field. */
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
