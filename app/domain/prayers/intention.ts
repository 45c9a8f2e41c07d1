import { dateInWords } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { isOver, isSameRhythm, turnsInWords, type Rhythm } from "./rhythm";
import type { PrayerState } from "./state";

/** The bounds of what is carried (docs/product.md#limits). */
export const INTENTION_LIMITS = { name: 120, line: 500, carried: 2_000, past: 10_000 } as const;

/** Everything that a person writes about an intention; stored sealed, never in the clear. */
export type IntentionText = {
  name: string;
  line: string;
  rhythm: Rhythm;
  /** What came of it, in the person's words. */
  came: string;
};

/** A person or a matter held in prayer, as its writer sees it. */
export type Intention = IntentionText & {
  id: string;
  state: PrayerState;
  /** The local day when it was taken up, YYYY-MM-DD. */
  since: string;
  /** The local day when it was laid down; null before. */
  laidOn: string | null;
  /** Whether insights and coaches may read what is written about it. */
  shared: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Rises with every change of its words; a save that names an older one is a conflict. */
  version: number;
};

/** A name in one line, without the spaces around it. */
export const asLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Whether two texts say the same. */
export const saysTheSame = (a: IntentionText, b: IntentionText) =>
  a.name === b.name && a.line === b.line && a.came === b.came && isSameRhythm(a.rhythm, b.rhythm);

/** When it comes, or why it does not: for lists. */
export function comingInWords({ state, rhythm }: Pick<Intention, "state" | "rhythm">, today: string): string {
  if (state === "resting") return t("At rest");
  if (state === "past") return t("Laid down");
  return isOver(rhythm, today) ? t("Its last day is over") : turnsInWords(rhythm);
}

/** "Carried since 3 March 2026", "Carried from 3 March 2026 to 12 May 2026" */
export function carriedInWords({ since, laidOn }: Pick<Intention, "since" | "laidOn">): string {
  const from = dateInWords(since);
  return laidOn
    ? t("Carried from {from} to {to}", { from, to: dateInWords(laidOn) })
    : t("Carried since {from}", { from });
}
