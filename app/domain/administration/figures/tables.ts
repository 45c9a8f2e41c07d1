import type { VariantFigures } from "~/domain/experiments/figures";
import { entryName } from "~/domain/journal/entries/entry";
import {
  addUp,
  allEntriesOf,
  ENTRY_GROUPS,
  eveningsOf,
  morningsOf,
  returnsOf,
  share,
  shareOfMany,
  shownCount,
  TOO_FEW,
  type DayFigures,
} from "./day-figures";
import type { PromptSet } from "~/domain/member/prompt-set";
import { t, tn } from "~/i18n/t";

/** The figures of System Analytics in words and rows, with small groups suppressed. */
export type Row = { name: string; value: string };

const SET_NAMES: Record<PromptSet, string> = {
  daily_habit: t("Daily Habit"),
  random_prompts: t("Random Prompts"),
  lectio_examen: t("Lectio and Examen"),
};

export const setRows = (sets: readonly [PromptSet, number][]): Row[] =>
  sets.map(([set, count]) => ({ name: SET_NAMES[set], value: shownCount(count) }));

export function entryRows(days: readonly DayFigures[]): Row[] {
  const total = addUp(days.map(({ entries }) => entries));
  return ENTRY_GROUPS.filter(({ key }) => (total[key] ?? 0) > 0).map(({ kind, slot, key }) => ({
    name: withSlot(entryName(kind, slot), slot),
    value: shownCount(total[key] ?? 0),
  }));
}

/** "Lectio Divina (morning)", but not "Morning reflection (morning)" */
const withSlot = (name: string, slot: string) =>
  slot === "none" || name.toLowerCase().startsWith(slot) ? name : `${name} (${slot})`;

export function returnRows(days: readonly DayFigures[]): Row[] {
  return returnsOf(days).map(({ after, signUps, back }) => ({
    name: tn("Back a day later", "Back {count} days later", after),
    value: of(shareOfMany(back, signUps), `${signUps.toLocaleString("en")} sign-ups for which that is known`),
  }));
}

/** "42 % of sign-ups"; where nothing can be said, of nothing. */
const of = (part: string, whole: string) =>
  part === TOO_FEW ? part : t("{part} of {whole}", { part, whole });

/** From the landing page to coming back; each step of the days of the range. */
export function funnelRows(days: readonly DayFigures[]): Row[] {
  const sum = (pick: (figures: DayFigures) => number) =>
    days.reduce((total, figures) => total + pick(figures), 0);
  const [visits, signUps, verified] = [
    sum(({ visits: count }) => count),
    sum(({ signUps: count }) => count),
    sum(({ verified: count }) => count),
  ];
  const week = returnsOf(days).find(({ after }) => after === 7);
  return [
    { name: t("Landing page visitors"), value: visits.toLocaleString("en") },
    {
      name: t("Sign-ups"),
      value: `${signUps.toLocaleString("en")} (${share(signUps, visits)})`,
    },
    {
      name: t("Address verified"),
      value: `${verified.toLocaleString("en")} (${of(share(verified, signUps), "sign-ups")})`,
    },
    {
      name: t("Back a week later"),
      value: week ? of(shareOfMany(week.back, week.signUps), "sign-ups") : "–",
    },
  ];
}

const percent = (value: number) => `${Math.round(value * 1000) / 10} %`;

export function variantRows(variants: readonly VariantFigures[]) {
  return variants.map(({ variant, visits, conversions, rate }) => ({
    variant,
    visits: visits.toLocaleString("en"),
    conversions: shownCount(conversions),
    rate: rate ? percent(rate.value) : TOO_FEW,
    interval: rate ? t("{low} to {high}", { low: percent(rate.low), high: percent(rate.high) }) : "–",
  }));
}

export function dayCharts(days: readonly DayFigures[]) {
  const chart = (title: string, values: string, pick: (figures: DayFigures) => number) => ({
    title,
    values,
    points: days.map((figures) => ({ label: figures.day, value: pick(figures) })),
  });
  return [
    chart(t("Sign-ups"), t("Accounts"), ({ signUps }) => signUps),
    chart(t("Active people"), t("People"), ({ active }) => active),
    chart(t("Mornings"), t("Entries"), morningsOf),
    chart(t("Evenings"), t("Entries"), eveningsOf),
  ];
}

/** Mornings and evenings for each person who was here, on the days of the range. */
export function rhythmRows(days: readonly DayFigures[]): Row[] {
  const active = days.reduce((sum, figures) => sum + figures.active, 0);
  const each = (pick: (figures: DayFigures) => number) => {
    const count = days.reduce((sum, figures) => sum + pick(figures), 0);
    return active < 5
      ? TOO_FEW
      : t("{round} per active day", { round: Math.round((count / active) * 100) / 100 });
  };
  return [
    { name: t("Mornings"), value: each(morningsOf) },
    { name: t("Evenings"), value: each(eveningsOf) },
    { name: t("All entries"), value: each(allEntriesOf) },
  ];
}
