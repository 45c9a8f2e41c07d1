import { dateInWords } from "~/domain/calendar/local-day";
import { SEASON_NAMES } from "~/domain/church-year/season-days";
import { kindName } from "~/domain/journal/entries/entry";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { t } from "~/i18n/t";

const SLOT_WORDS = { morning: "mornings", evening: "evenings", none: t("any time of day") } as const;

/** A history filter in words. */
export function filtersInWords(filters: HistoryFilters): string[] {
  const { q, kind, slot, tag, mood, book, season, favourite, prayer, from, to } = filters;
  return [
    q && t("with the words “{q}”", { q }),
    kind && t("of kind {kind}", { kind: kindName(kind) }),
    slot && SLOT_WORDS[slot],
    tag && t("tagged #{tag}", { tag }),
    mood && t("with the mood {mood}", { mood }),
    book && t("with a passage from {book}", { book: book === "Psalm" ? t("the Psalms") : book }),
    season && t("in the season of {seasonNames}", { seasonNames: SEASON_NAMES[season] }),
    favourite && "favourites",
    prayer && t("about one of your intentions"),
    from && t("from {from}", { from: dateInWords(from) }),
    to && t("until {to}", { to: dateInWords(to) }),
  ].filter((words) => typeof words === "string");
}
