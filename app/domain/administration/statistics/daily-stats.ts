import { formatNumber } from "~/domain/calendar/locale";
import { entryName } from "~/domain/journal/entries/entry";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/prompt-set";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { TIER_LABELS, type Tier } from "~/domain/member/plan";
import type { PromptSetKey } from "~/domain/member/prayer-settings";
import { SLOTS, type Slot } from "~/domain/member/prayer-times";
import type { CsvColumns } from "~/domain/operations/paging";
import type { VariantFigures } from "~/domain/plans/experiments/variant";
import { CANCEL_REASON_KEYS, CANCEL_REASONS } from "~/domain/plans/texts";
import { t } from "~/i18n/t";

/** Counts of one UTC day. */
export type DailyStats = {
  day: string;
  /** Accounts created on this day; `verified` are those of them with a verified email address. */
  signUps: number;
  verified: number;
  /** First visits of the landing page. */
  visits: number;
  /** Saved entries. The key is the kind and the slot: "habit morning". */
  entries: Record<string, number>;
  /** Plan changes. The key of `moves` is the old and the new tier ("free tier1"), the key of `causes` the cause. */
  moves: Record<string, number>;
  causes: Record<string, number>;
  /** Reasons given for cancelling a paid plan. */
  reasons: Record<string, number>;
  insights: number;
  aiCalls: number;
};

export const emptyStats = (day: string): DailyStats => ({
  day,
  signUps: 0,
  verified: 0,
  visits: 0,
  entries: {},
  moves: {},
  causes: {},
  reasons: {},
  insights: 0,
  aiCalls: 0,
});

/** Numbers of days that statistics can cover. */
export const RANGES = [30, 90, 365] as const;
export type DayRange = (typeof RANGES)[number];

export const rangeFrom = (text: string | null): DayRange =>
  RANGES.find((range) => String(range) === text) ?? 30;

export const ENTRY_GROUPS = ENTRY_KINDS.flatMap((kind) =>
  SLOTS.map((slot) => ({ kind, slot, key: `${kind} ${slot}` })),
);

/** k-anonymity threshold: the size of a smaller group is not shown, because its members could be guessed. */
export const MIN_GROUP_SIZE = 5;

/** Formats a count of a breakdown, suppressed for small groups. Totals are not suppressed. */
export const suppressedCount = (count: number): string =>
  count > 0 && count < MIN_GROUP_SIZE ? t("fewer than 5") : formatNumber(count);

const NOT_ENOUGH_DATA = t("not enough data");

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;

/** "42%", or "not enough data" when the whole is a small group. */
export function percentage(part: number, whole: number): string {
  if (whole < MIN_GROUP_SIZE) return NOT_ENOUGH_DATA;
  return percent(part / whole);
}

const entriesOf = (stats: DailyStats, slot: string) =>
  Object.entries(stats.entries)
    .filter(([key]) => key.endsWith(` ${slot}`))
    .reduce((sum, [, count]) => sum + count, 0);

const morningsOf = (stats: DailyStats) => entriesOf(stats, "morning");
const eveningsOf = (stats: DailyStats) => entriesOf(stats, "evening");
const allEntriesOf = (stats: DailyStats) =>
  Object.values(stats.entries).reduce((sum, count) => sum + count, 0);

function sumCounts(records: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const record of records)
    for (const [key, count] of Object.entries(record)) total[key] = (total[key] ?? 0) + count;
  return total;
}

/** Columns of the CSV file of days. A small instance exports nothing about writing. */
export function dailyStatsColumns(isSmall: boolean): CsvColumns<DailyStats> {
  const written = (count: (stats: DailyStats) => number) => (stats: DailyStats) =>
    isSmall ? "" : count(stats);
  return [
    [t("day"), ({ day }) => day],
    [t("sign-ups"), ({ signUps }) => signUps],
    [t("verified"), ({ verified }) => verified],
    [t("visitors"), ({ visits }) => visits],
    [t("mornings"), written(morningsOf)],
    [t("evenings"), written(eveningsOf)],
    [t("entries"), written(allEntriesOf)],
    [t("insights"), written(({ insights }) => insights)],
  ];
}

/** A table row of System Analytics, small groups suppressed. */
type StatsRow = { name: string; value: string };

export const setRows = (sets: readonly [PromptSetKey, number][]): StatsRow[] =>
  sets.map(([set, count]) => ({ name: PROMPT_SETS[set].name, value: suppressedCount(count) }));

export function entryRows(days: readonly DailyStats[]): StatsRow[] {
  const total = sumCounts(days.map(({ entries }) => entries));
  return ENTRY_GROUPS.filter(({ key }) => (total[key] ?? 0) > 0).map(({ kind, slot, key }) => ({
    name: withSlot(entryName(kind, slot), slot),
    value: suppressedCount(total[key] ?? 0),
  }));
}

/** "Lectio Divina (morning)", but not "Morning reflection (morning)" */
const withSlot = (name: string, slot: Slot) => {
  if (slot === "none" || name.toLowerCase().startsWith(slot)) return name;
  return slot === "morning" ? t("{name} (morning)", { name }) : t("{name} (evening)", { name });
};

const ofSignUps = (part: string) => (part === NOT_ENOUGH_DATA ? part : t("{part} of sign-ups", { part }));

/** Counts from the landing page to a verified email address. */
export function funnelRows(days: readonly DailyStats[]): StatsRow[] {
  const sum = (pick: (stats: DailyStats) => number) => days.reduce((total, stats) => total + pick(stats), 0);
  const visits = sum((stats) => stats.visits);
  const signUps = sum((stats) => stats.signUps);
  const verified = sum((stats) => stats.verified);
  return [
    { name: t("Landing page visitors"), value: formatNumber(visits) },
    { name: t("Sign-ups"), value: `${formatNumber(signUps)} (${percentage(signUps, visits)})` },
    {
      name: t("Address verified"),
      value: `${formatNumber(verified)} (${ofSignUps(percentage(verified, signUps))})`,
    },
  ];
}

const CAUSE_NAMES: Record<string, string> = {
  key_redeemed: t("Trial keys redeemed"),
  plan_began: t("Waiting plans started"),
  trial_ended: t("Trials ended"),
  gift_given: t("Plans granted"),
  gift_taken: t("Grants withdrawn"),
  gift_ended: t("Grants ended"),
  paid_started: t("Paid plans started"),
  paid_changed: t("Paid plans changed"),
  paid_cancelled: t("Cancellations"),
  paid_kept: t("Cancellations undone"),
  paid_paused: t("Pauses"),
  paid_taken_up: t("Pauses ended early"),
  paid_rests: t("Paid plans paused"),
  paid_ended: t("Paid plans ended"),
  switched: t("Switched by an administrator for testing"),
  switched_back: t("Switched back"),
};

export const tierRows = (tiers: readonly [Tier, number][]): StatsRow[] =>
  tiers.map(([tier, count]) => ({ name: TIER_LABELS[tier], value: suppressedCount(count) }));

export function moveRows(days: readonly DailyStats[]): StatsRow[] {
  const total = sumCounts(days.map(({ moves }) => moves));
  return Object.entries(total).map(([key, count]) => {
    const [from, to] = key.split(" ") as [Tier, Tier];
    return {
      name: t("{before} to {after}", { before: TIER_LABELS[from], after: TIER_LABELS[to] }),
      value: suppressedCount(count),
    };
  });
}

export function causeRows(days: readonly DailyStats[]): StatsRow[] {
  const total = sumCounts(days.map(({ causes }) => causes));
  return Object.entries(CAUSE_NAMES)
    .filter(([cause]) => (total[cause] ?? 0) > 0)
    .map(([cause, name]) => ({ name, value: suppressedCount(total[cause] ?? 0) }));
}

/** Reasons of cancellations, and the number of cancellations without one. */
export function reasonRows(days: readonly DailyStats[]): StatsRow[] {
  const total = sumCounts(days.map(({ reasons }) => reasons));
  const { paid_cancelled: cancelled = 0 } = sumCounts(days.map(({ causes }) => causes));
  if (cancelled === 0) return [];
  const counts = CANCEL_REASON_KEYS.map((reason) => ({ reason, count: total[reason] ?? 0 }));
  const withReason = counts.reduce((sum, { count }) => sum + count, 0);
  return [
    ...counts
      .filter(({ count }) => count > 0)
      .map(({ reason, count }) => ({ name: CANCEL_REASONS[reason], value: suppressedCount(count) })),
    { name: t("Did not say"), value: suppressedCount(Math.max(0, cancelled - withReason)) },
  ];
}

/** Paid plans started per redeemed key in the same period. Only a hint, because no account is tracked over time. */
export function trialRow(days: readonly DailyStats[]): StatsRow {
  const { key_redeemed: redeemed = 0, paid_started: paid = 0 } = sumCounts(days.map(({ causes }) => causes));
  return { name: t("Paid plans started, per redeemed key"), value: percentage(paid, redeemed) };
}

export function variantRows(variants: readonly VariantFigures[]) {
  return variants.map(({ variant, visits, conversions, rate }) => ({
    variant,
    visits: formatNumber(visits),
    conversions: suppressedCount(conversions),
    rate: rate ? percent(rate.value) : NOT_ENOUGH_DATA,
    interval: rate ? t("{low} to {high}", { low: percent(rate.low), high: percent(rate.high) }) : "–",
  }));
}

/** Bar charts by day. A small instance shows sign-ups only. */
export function dayCharts(days: readonly DailyStats[], isSmall: boolean) {
  const chart = (title: string, values: string, pick: (stats: DailyStats) => number) => ({
    title,
    values,
    points: days.map((stats) => ({ label: stats.day, value: pick(stats) })),
  });
  const signUps = chart(t("Sign-ups"), t("Accounts"), (stats) => stats.signUps);
  if (isSmall) return [signUps];
  return [
    signUps,
    chart(t("Mornings"), t("Entries"), morningsOf),
    chart(t("Evenings"), t("Entries"), eveningsOf),
  ];
}
