import { daysBetween, addDays, weekdayOf } from "~/domain/journal/local-day";
import { t } from "~/i18n/t";
import { adventOf, churchDay, lineOf, type Feast } from "./church-year";

/** Whose words for the Church's year a person uses (product 2.1, "tradition"). The days themselves are the same. */
export const TRADITIONS = ["ecumenical", "roman", "anglican", "none"] as const;
export type Tradition = (typeof TRADITIONS)[number];

export const TRADITION_NAMES: Record<Tradition, string> = {
  ecumenical: t("Ecumenical"),
  roman: t("Roman Catholic"),
  anglican: t("Anglican"),
  none: t("None, and no Church's year"),
};

const ROMAN_FEASTS: Partial<Record<Feast, string>> = {
  maundy_thursday: t("Holy Thursday"),
  easter_day: t("Easter Sunday"),
};

/** The name of a day in the words of a tradition: "week 34 of Ordinary Time", "week 24 after Trinity". */
export function churchName(date: string, tradition: Tradition): string {
  const { name, feast, stretch, week } = churchDay(date);
  if (feast) return (tradition === "roman" && ROMAN_FEASTS[feast]) || name;
  if (tradition === "roman") {
    if (stretch === "easter_week") return t("the Octave of Easter");
    if (stretch === "weeks_after_epiphany")
      return week === 1 && weekdayOf(date) === 0
        ? t("the Baptism of the Lord")
        : t("week {week} of Ordinary Time", { week });
    if (stretch === "weeks_after_pentecost")
      return t("week {week} of Ordinary Time", { week: romanWeek(date) });
  }
  if (tradition === "anglican" && stretch === "weeks_after_pentecost")
    return week === 1 ? t("the week of Trinity") : t("week {week} after Trinity", { week: week - 1 });
  return name;
}

/** Ordinary Time ends with its thirty-fourth week, the last before Advent. */
function romanWeek(date: string): number {
  const sunday = addDays(date, -weekdayOf(date));
  return 35 - daysBetween(sunday, adventOf(Number(date.slice(0, 4)))) / 7;
}

/** "Friday, week 34 of Ordinary Time, green" */
export function churchLine(date: string, tradition: Tradition): string {
  return lineOf(date, churchName(date, tradition), churchDay(date).colour);
}
