import type { FeastDay } from "~/content/schemas";
import { t } from "~/i18n/t";
import { churchDay, type Followed } from "./church-day";
import { feastName } from "./feast-names";
import { weekdayName } from "./local-day";
import { dayNamed, weekName, type DayName } from "./week-names";

/** Whose calendar and whose words for it a person uses. */
export const TRADITIONS = ["ecumenical", "roman", "anglican", "lutheran", "none"] as const;
export type Tradition = (typeof TRADITIONS)[number];

/** Those that have a calendar. */
export const CHURCHES = [
  "ecumenical",
  "roman",
  "anglican",
  "lutheran",
] as const satisfies Followed["tradition"][];

export const TRADITION_NAMES: Record<Tradition, string> = {
  ecumenical: t("Ecumenical"),
  roman: t("Roman Catholic"),
  anglican: t("Anglican"),
  lutheran: t("Lutheran"),
  none: t("None, and no church year"),
};

/** A person's calendar from what they chose. */
export function followedBy(chosen: { tradition?: Tradition; feastsOnSunday?: boolean }): Followed {
  const { tradition = "ecumenical", feastsOnSunday = false } = chosen;
  return { tradition: tradition === "none" ? "ecumenical" : tradition, feastsOnSunday };
}

const COLOUR_NAMES: Record<FeastDay["colour"], string> = {
  white: t("white"),
  red: t("red"),
  green: t("green"),
  violet: t("violet"),
  rose: t("rose"),
  black: t("black"),
  none: t("no colour"),
};

function named(date: string, followed: Followed): DayName {
  const { feast, weeks, week, weekday } = churchDay(date, followed);
  if (!feast) return weekName(weeks, week, { at: weekday, name: weekdayName(date), date });
  const { name, hasWeekday } = feastName(feast, followed.tradition);
  return { name, joint: hasWeekday ? "" : "," };
}

/** The name of a day beside its date: "34th week in Ordinary Time", "First Sunday after Trinity", "Ascension Day". */
export function churchName(date: string, followed: Followed): string {
  return named(date, followed).name;
}

/** "Friday of the 34th week in Ordinary Time, green" */
export function churchLine(date: string, followed: Followed): string {
  const name = dayNamed(weekdayName(date), named(date, followed));
  return t("{name}, {colour}", { name, colour: COLOUR_NAMES[churchDay(date, followed).colour] });
}
