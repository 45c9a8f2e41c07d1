import { TIER_LABELS, type Tier } from "~/domain/member/tiers";
import { CANCEL_REASON_KEYS, CANCEL_REASONS } from "~/domain/plans/billing/cancel-reasons";
import { t } from "~/i18n/t";
import { addUp, share, shownCount, type DayFigures } from "./day-figures";
import type { FigureRow } from "./tables";

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

export const tierRows = (tiers: readonly [Tier, number][]): FigureRow[] =>
  tiers.map(([tier, count]) => ({ name: TIER_LABELS[tier], value: shownCount(count) }));

export function moveRows(days: readonly DayFigures[]): FigureRow[] {
  const total = addUp(days.map(({ moves }) => moves));
  return Object.entries(total).map(([key, count]) => {
    const [from, to] = key.split(" ") as [Tier, Tier];
    return {
      name: t("{before} to {after}", { before: TIER_LABELS[from], after: TIER_LABELS[to] }),
      value: shownCount(count),
    };
  });
}

export function causeRows(days: readonly DayFigures[]): FigureRow[] {
  const total = addUp(days.map(({ causes }) => causes));
  return Object.entries(CAUSE_NAMES)
    .filter(([cause]) => (total[cause] ?? 0) > 0)
    .map(([cause, name]) => ({ name, value: shownCount(total[cause] ?? 0) }));
}

/** Why paid plans were cancelled, and of how many of those who cancelled that is known. */
export function reasonRows(days: readonly DayFigures[]): FigureRow[] {
  const total = addUp(days.map(({ reasons }) => reasons));
  const { paid_cancelled: cancelled = 0 } = addUp(days.map(({ causes }) => causes));
  if (cancelled === 0) return [];
  const said = CANCEL_REASON_KEYS.map((reason) => total[reason] ?? 0).reduce((sum, count) => sum + count, 0);
  return [
    ...CANCEL_REASON_KEYS.filter((reason) => (total[reason] ?? 0) > 0).map((reason) => ({
      name: CANCEL_REASONS[reason],
      value: shownCount(total[reason] ?? 0),
    })),
    { name: t("Did not say"), value: shownCount(Math.max(0, cancelled - said)) },
  ];
}

/** Of the redeemed keys, how many paid plans were begun in the same time: a hint; no one is followed. */
export function trialRow(days: readonly DayFigures[]): FigureRow {
  const { key_redeemed: redeemed = 0, paid_started: paid = 0 } = addUp(days.map(({ causes }) => causes));
  return { name: t("Paid plans started, per redeemed key"), value: share(paid, redeemed) };
}
