import { numberInWords } from "~/domain/calendar/locale";
import type { VariantFigures } from "~/domain/experiments/figures";
import { entryName } from "~/domain/journal/entries/entry";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/all";
import type { Slot } from "~/domain/member/prayer-times";
import type { PromptSetKey } from "~/domain/member/prompt-set";
import { t } from "~/i18n/t";
import {
  addUp,
  ENTRY_GROUPS,
  eveningsOf,
  morningsOf,
  share,
  shownCount,
  TOO_FEW,
  type DayFigures,
} from "./day-figures";

/** The figures of System Analytics in words and rows, with small groups suppressed. */
export type FigureRow = { name: string; value: string };

export const setRows = (sets: readonly [PromptSetKey, number][]): FigureRow[] =>
  sets.map(([set, count]) => ({ name: PROMPT_SETS[set].name, value: shownCount(count) }));

export function entryRows(days: readonly DayFigures[]): FigureRow[] {
  const total = addUp(days.map(({ entries }) => entries));
  return ENTRY_GROUPS.filter(({ key }) => (total[key] ?? 0) > 0).map(({ kind, slot, key }) => ({
    name: withSlot(entryName(kind, slot), slot),
    value: shownCount(total[key] ?? 0),
  }));
}

/** "Lectio Divina (morning)", but not "Morning reflection (morning)" */
const withSlot = (name: string, slot: Slot) => {
  if (slot === "none" || name.toLowerCase().startsWith(slot)) return name;
  return slot === "morning" ? t("{name} (morning)", { name }) : t("{name} (evening)", { name });
};

/** "42% of sign-ups"; where too few signed up to say, only that. */
const ofSignUps = (part: string) => (part === TOO_FEW ? part : t("{part} of sign-ups", { part }));

/** From the landing page to an address that is verified; each step of the days of the range. */
export function funnelRows(days: readonly DayFigures[]): FigureRow[] {
  const sum = (pick: (figures: DayFigures) => number) =>
    days.reduce((total, figures) => total + pick(figures), 0);
  const [visits, signUps, verified] = [
    sum(({ visits: count }) => count),
    sum(({ signUps: count }) => count),
    sum(({ verified: count }) => count),
  ];
  return [
    { name: t("Landing page visitors"), value: numberInWords(visits) },
    {
      name: t("Sign-ups"),
      value: `${numberInWords(signUps)} (${share(signUps, visits)})`,
    },
    {
      name: t("Address verified"),
      value: `${numberInWords(verified)} (${ofSignUps(share(verified, signUps))})`,
    },
  ];
}

const percent = (value: number) => `${Math.round(value * 1000) / 10}%`;

export function variantRows(variants: readonly VariantFigures[]) {
  return variants.map(({ variant, visits, conversions, rate }) => ({
    variant,
    visits: numberInWords(visits),
    conversions: shownCount(conversions),
    rate: rate ? percent(rate.value) : TOO_FEW,
    interval: rate ? t("{low} to {high}", { low: percent(rate.low), high: percent(rate.high) }) : "–",
  }));
}

/** By the day; of a small house only who signed up. */
export function dayCharts(days: readonly DayFigures[], isSmall: boolean) {
  const chart = (title: string, values: string, pick: (figures: DayFigures) => number) => ({
    title,
    values,
    points: days.map((figures) => ({ label: figures.day, value: pick(figures) })),
  });
  const signUps = chart(t("Sign-ups"), t("Accounts"), (figures) => figures.signUps);
  if (isSmall) return [signUps];
  return [
    signUps,
    chart(t("Mornings"), t("Entries"), morningsOf),
    chart(t("Evenings"), t("Entries"), eveningsOf),
  ];
}
