import { t } from "~/i18n/t";
import { allEntriesOf, eveningsOf, morningsOf, type DayFigures } from "./day-figures";

export const FIGURES_HEAD = [
  t("day"),
  t("sign-ups"),
  t("verified"),
  t("visitors"),
  t("mornings"),
  t("evenings"),
  t("entries"),
  t("insights"),
];

/** A day's line of the file: totals only, and in a small house none of writing. */
export const csvLine = (figures: DayFigures, isSmall: boolean) => [
  figures.day,
  figures.signUps,
  figures.verified,
  figures.visits,
  ...(isSmall
    ? ["", "", "", ""]
    : [morningsOf(figures), eveningsOf(figures), allEntriesOf(figures), figures.insights]),
];
