import { t } from "~/i18n/t";
import type { CalendarChoice } from "./church-day";

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
