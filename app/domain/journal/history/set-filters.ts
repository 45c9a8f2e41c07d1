import { dayInWords } from "~/domain/calendar/day-in-words";
import { SEASON_NAMES } from "~/domain/church-year/season-days";
import { kindName } from "~/domain/journal/entries/entry";
import { t } from "~/i18n/t";
import type { HistoryFilters } from "./query";

/** A filter that is set, in words, and the filters without it. */
export type SetFilter = { name: string; value: string; without: HistoryFilters };

const SLOT_NAMES = { morning: t("Morning"), evening: t("Evening"), none: t("Any time") };

type Words = {
  [Name in keyof HistoryFilters]-?: (value: NonNullable<HistoryFilters[Name]>) => [string, string];
};

/** Which filters are set, in the order of the form. `intention`: the name of the one that is asked for. */
export function setFilters(filters: HistoryFilters, intention: string): SetFilter[] {
  const words: Words = {
    q: (value) => [t("Search"), t("“{value}”", { value })],
    kind: (value) => [t("Kind"), kindName(value)],
    slot: (value) => [t("Time of day"), SLOT_NAMES[value]],
    tag: (value) => [t("Tag"), value],
    mood: (value) => [t("Mood"), value],
    book: (value) => [t("Written with"), value === "Psalm" ? t("Psalms") : value],
    season: (value) => [t("Season"), SEASON_NAMES[value]],
    favourite: () => [t("Favourites"), ""],
    pictures: () => [t("With pictures"), ""],
    prayer: () => [t("About"), intention || t("an intention")],
    from: (value) => [t("From"), dayInWords(value)],
    to: (value) => [t("To"), dayInWords(value)],
  };
  return (Object.keys(words) as (keyof HistoryFilters)[]).flatMap((key) => {
    if (filters[key] === undefined) return [];
    const inWords = words[key] as (value: unknown) => [string, string];
    const [name, value] = inWords(filters[key]);
    return [{ name, value, without: { ...filters, [key]: undefined } }];
  });
}
