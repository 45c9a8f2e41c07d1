import { t } from "~/i18n/t";
import { allEntriesOf, eveningsOf, morningsOf, shownCount, type DayFigures } from "./day-figures";

export const CSV_HEAD = [
  t("day"),
  t("sign-ups"),
  t("verified"),
  t("visitors"),
  t("active"),
  t("writers"),
  t("mornings"),
  t("evenings"),
  t("entries"),
  t("insights"),
  t("back after 1 day"),
  t("back after 7 days"),
  t("back after 30 days"),
];

/** A day's line of the file: totals only. */
export const csvLine = (figures: DayFigures) => [
  figures.day,
  figures.signUps,
  figures.verified,
  figures.visits,
  figures.active,
  figures.writers,
  morningsOf(figures),
  eveningsOf(figures),
  allEntriesOf(figures),
  figures.insights,
  ...[figures.back1, figures.back7, figures.back30].map((back) => (back === null ? "" : shownCount(back))),
];
