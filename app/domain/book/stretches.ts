import { addDays } from "~/domain/calendar/local-day";
import { adventOf } from "~/domain/church-year/church-year";
import type { Span } from "~/domain/church-year/season-days";
import { latestSeasons } from "~/domain/insights/season/seasons";
import { t } from "~/i18n/t";

/** Days to choose by a name: a year, a year of the Church, one season. */
export type BookStretch = Span & { name: string };

const SEASONS_OFFERED = 6;

/** What is offered beside the days: the calendar's years, and the Church's for those who follow it. */
export function stretchesOf(today: string, bySeason: boolean): BookStretch[] {
  const year = Number(today.slice(0, 4));
  const years = [year, year - 1].map((each) => ({
    name: String(each),
    from: `${each}-01-01`,
    to: each === year ? today : `${each}-12-31`,
  }));
  if (!bySeason) return years;
  const begun = adventOf(year) <= today ? year : year - 1;
  const church = [begun, begun - 1].map((first) => ({
    name: t("The Church’s year {from}–{to}", { from: first, to: String(first + 1).slice(2) }),
    from: adventOf(first),
    to: first === begun ? today : addDays(adventOf(first + 1), -1),
  }));
  const seasons = latestSeasons(today, SEASONS_OFFERED).map(({ name, from, to }) => ({ name, from, to }));
  return [...years, ...church, ...seasons];
}
