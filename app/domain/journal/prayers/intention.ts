import { SEASON_NAMES, seasonOf, type Season } from "~/domain/calendar/church-year";
import { dateInWords, monthInWords } from "~/domain/calendar/local-day";
import type { OfflineQuestion } from "~/domain/journal/reflection/offline-page";
import { CURSOR_PARTS, cursorCodec, nullablePart } from "~/domain/operations/cursor";
import { t } from "~/i18n/t";
import { describeRecurrence, isExpired, isSameRecurrence, type Recurrence } from "./recurrence";

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
  const from = dateInWords(since);
  return laidOn
    ? t("Carried from {from} to {to}", { from, to: dateInWords(laidOn) })
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
  if (!withSeason) return monthInWords(day);
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
