import FEAST_NAMES from "~/content/feast-names.yaml";
import type { FeastDay, FeastNames } from "~/content/schemas";
import { t } from "~/i18n/t";
import { churchDay, type CalendarChoice } from "./church-day";
import { weekdayName } from "./local-day";
import { formatWeekdayOf, weekName, type DayName } from "./week-names";

type NamedFeast = { name: string; hasWeekday: boolean };

function nameIn({ withWeekday, names }: FeastNames, feast: string): NamedFeast | undefined {
  const name = withWeekday[feast] ?? names[feast];
  return name === undefined ? undefined : { name, hasWeekday: feast in withWeekday };
}

/** Name of a feast in a tradition. `hasWeekday`: the name contains the weekday, as in "Palm Sunday". */
function feastName(feast: string, tradition: Exclude<keyof typeof FEAST_NAMES, "common">): NamedFeast {
  const found = nameIn(FEAST_NAMES[tradition], feast) ?? nameIn(FEAST_NAMES.common, feast);
  if (!found) throw new Error(`No name for the feast ${feast}.`);
  return found;
}

/** Church traditions a member can choose: each has its own calendar and names of days. */
export const TRADITIONS = ["ecumenical", "roman", "anglican", "lutheran", "none"] as const;
export type Tradition = (typeof TRADITIONS)[number];

export const CALENDAR_TRADITIONS = [
  "ecumenical",
  "roman",
  "anglican",
  "lutheran",
] as const satisfies CalendarChoice["tradition"][];

export const TRADITION_NAMES: Record<Tradition, string> = {
  ecumenical: t("Ecumenical"),
  roman: t("Roman Catholic"),
  anglican: t("Anglican"),
  lutheran: t("Lutheran"),
  none: t("None"),
};

/** Calendar for a member's settings; without a tradition the ecumenical one. */
export function calendarChoice(chosen: { tradition?: Tradition; feastsOnSunday?: boolean }): CalendarChoice {
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

function nameDay(date: string, followed: CalendarChoice): DayName {
  const { feast, weeks, week, weekday, local } = churchDay(date, followed);
  if (local?.outranks) return { name: local.name, joint: "," };
  if (!feast) return weekName(weeks, week, { at: weekday, name: weekdayName(date), date });
  const { name, hasWeekday } = feastName(feast, followed.tradition);
  return { name, joint: hasWeekday ? "" : "," };
}

/** Adds a local feast that does not outrank the day. */
function withLocalFeast(name: string, date: string, followed: CalendarChoice): string {
  const { local } = churchDay(date, followed);
  return local && !local.outranks ? t("{day} · {feast}", { day: name, feast: local.name }) : name;
}

/** Name of a day, to print next to its date: "34th week in Ordinary Time", "First Sunday after Trinity", "Ascension Day". */
export function churchDayName(date: string, followed: CalendarChoice): string {
  return withLocalFeast(nameDay(date, followed).name, date, followed);
}

/** "Friday of the 34th week in Ordinary Time, green" */
export function churchDayLine(date: string, followed: CalendarChoice): string {
  const name = formatWeekdayOf(weekdayName(date), nameDay(date, followed));
  const day = withLocalFeast(name, date, followed);
  return t("{name}, {colour}", { name: day, colour: COLOUR_NAMES[churchDay(date, followed).colour] });
}
