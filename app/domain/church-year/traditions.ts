import { addDays, daysBetween, weekdayName, weekdayOf } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { adventOf, churchDay, type Feast } from "./church-year";
import { dayLineOf, weekName, type DayName } from "./week-names";

/** Whose words for the Church's year a person uses. The days themselves are the same. */
export const TRADITIONS = ["ecumenical", "roman", "anglican", "none"] as const;
export type Tradition = (typeof TRADITIONS)[number];

export const TRADITION_NAMES: Record<Tradition, string> = {
  ecumenical: t("Ecumenical"),
  roman: t("Roman Catholic"),
  anglican: t("Anglican"),
  none: t("None, and no church year"),
};

const ROMAN_FEASTS: Partial<Record<Feast, string>> = {
  maundy_thursday: t("Holy Thursday"),
  easter_day: t("Easter Sunday"),
};

function named(date: string, tradition: Tradition): DayName {
  const { name, joint, feast, stretch, week } = churchDay(date);
  const isSunday = weekdayOf(date) === 0;
  if (feast) return { name: (tradition === "roman" && ROMAN_FEASTS[feast]) || name, joint };
  if (tradition === "roman") {
    if (stretch === "easter_week") return { name: t("the Octave of Easter"), joint };
    if (stretch === "weeks_after_epiphany" && week === 1 && isSunday)
      return { name: t("the Baptism of the Lord"), joint };
    if (stretch === "weeks_after_epiphany") return weekName("weeks_in_ordinary_time", week, isSunday);
    if (stretch === "weeks_after_pentecost")
      return weekName("weeks_in_ordinary_time", romanWeek(date), isSunday);
  }
  if (tradition === "anglican" && stretch === "weeks_after_pentecost")
    return week === 1
      ? { name: t("the week of Trinity"), joint: "of" }
      : weekName("weeks_after_trinity", week - 1, isSunday);
  return { name, joint };
}

/** The name of a day in the words of a tradition: "34th week in Ordinary Time", "First Sunday after Trinity". */
export function churchName(date: string, tradition: Tradition): string {
  return named(date, tradition).name;
}

/** Ordinary Time ends with its thirty-fourth week, the last before Advent. */
function romanWeek(date: string): number {
  const sunday = addDays(date, -weekdayOf(date));
  return 35 - daysBetween(sunday, adventOf(Number(date.slice(0, 4)))) / 7;
}

/** "Friday of the 34th week in Ordinary Time, green" */
export function churchLine(date: string, tradition: Tradition): string {
  return dayLineOf(weekdayName(date), named(date, tradition), churchDay(date).colour);
}
