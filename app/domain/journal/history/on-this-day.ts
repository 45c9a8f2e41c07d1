import { LRUCache } from "lru-cache";
import { churchDay, sameDayIn, type Followed } from "~/domain/calendar/church-day";
import { dayInWords, isDay } from "~/domain/calendar/local-day";
import type { Entry } from "~/domain/journal/entries/entry";
import { entryListItem } from "~/domain/journal/entries/entry-view";
import { carryoverFrom } from "~/domain/journal/reflection/answers";
import { t } from "~/i18n/t";

/** How far back a day is remembered. */
const YEARS = 20;

/** A day of another year that is remembered today, and why. */
export type Remembered = { date: string; because: "date" | "church" };

const pad = (year: number) => String(year).padStart(4, "0");

/**
 * The same date of a year; undefined where the year lacks it (29 February).
 * @internal Exported for tests.
 */
export function sameDate(date: string, year: number): string | undefined {
  const there = `${pad(year)}${date.slice(4)}`;
  return isDay(there) ? there : undefined;
}

/**
 * The day of a year that has the same name in the Church's year: "Friday of the 24th week after Pentecost", or a feast.
 * Undefined where that year lacks it, and in Christmas, whose days keep their date.
 * @internal Exported for tests.
 */
export function sameChurchDay(date: string, year: number, followed: Followed): string | undefined {
  const day = churchDay(date, followed);
  return day.season === "christmas" ? undefined : sameDayIn(year, day, followed);
}

/** Few at a time: today, in the zones where people live and the calendars that they follow. */
const reckoned = new LRUCache<string, readonly Remembered[]>({ max: 50 });

/**
 * The days of earlier years that are remembered on a day, the date before the Church's year, the latest first. The last
 * ones are cached, because they are the same for everyone on a day.
 */
export function rememberedOn(date: string, followed: Followed | null): readonly Remembered[] {
  const key = `${date} ${followed?.tradition} ${followed?.feastsOnSunday}`;
  const known = reckoned.get(key);
  if (known) return known;
  const made = reckon(date, followed);
  reckoned.set(key, made);
  return made;
}

function reckon(date: string, followed: Followed | null): Remembered[] {
  const year = Number(date.slice(0, 4));
  const years = Array.from({ length: Math.min(YEARS, year - 1) }, (_, n) => year - 1 - n);
  const dates = years.flatMap((other) => sameDate(date, other) ?? []);
  const church = followed ? years.flatMap((other) => sameChurchDay(date, other, followed) ?? []) : [];
  return [
    ...dates.map((day) => ({ date: day, because: "date" as const })),
    ...church.filter((day) => !dates.includes(day)).map((day) => ({ date: day, because: "church" as const })),
  ];
}

/** At most `most` of what was found, one a day first, and neither reason crowding the other out. */
export function chooseRemembered<T extends { because: Remembered["because"]; forDate: string }>(
  found: readonly T[],
  most = 3,
): T[] {
  const latest = [...found].sort((a, b) => (a.forDate < b.forDate ? 1 : a.forDate > b.forDate ? -1 : 0));
  const firstOfDay = latest.filter(
    (one, at) => latest.findIndex(({ forDate }) => forDate === one.forDate) === at,
  );
  const rest = latest.filter((one) => !firstOfDay.includes(one));
  const church = firstOfDay.filter(({ because }) => because === "church");
  const dates = firstOfDay.filter(({ because }) => because === "date");
  const turn = [...dates.slice(0, most - Math.min(1, church.length)), ...church, ...dates, ...rest];
  return [...new Set(turn)].slice(0, most);
}

/** "On this day in 2025", "This day in the Church year, 2024" */
export function becauseInWords({ because, forDate }: { because: Remembered["because"]; forDate: string }) {
  const year = Number(forDate.slice(0, 4));
  return because === "date"
    ? t("On this day in {year}", { year })
    : t("This day in the church year, {year}", { year });
}

/** An entry of another year as lists show it, with the reason it is shown: a morning by the word that was kept in it. */
export function rememberedLine(entry: Entry & Pick<Remembered, "because">) {
  const { id, name, excerpt } = entryListItem(entry);
  const { word } = carryoverFrom(entry.content);
  return {
    id,
    name,
    excerpt: word ? t("“{word}”", { word }) : excerpt,
    because: becauseInWords(entry),
    day: dayInWords(entry.forDate),
  };
}
