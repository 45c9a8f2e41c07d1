import { t } from "~/i18n/t";
import { allEntriesOf, eveningsOf, morningsOf, type DayFigures } from "./day-figures";

/** The columns of the file of days: totals only, and in a small house none of writing. */
export function figureColumns(isSmall: boolean) {
  const written = (count: (figures: DayFigures) => number) => (figures: DayFigures) =>
    isSmall ? "" : count(figures);
  return [
    [t("day"), ({ day }: DayFigures) => day],
    [t("sign-ups"), ({ signUps }: DayFigures) => signUps],
    [t("verified"), ({ verified }: DayFigures) => verified],
    [t("visitors"), ({ visits }: DayFigures) => visits],
    [t("mornings"), written(morningsOf)],
    [t("evenings"), written(eveningsOf)],
    [t("entries"), written(allEntriesOf)],
    [t("insights"), written(({ insights }) => insights)],
  ] as const;
}
