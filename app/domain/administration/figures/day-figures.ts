import { SMALLEST_GROUP } from "~/domain/administration/database/smallest-group";
import { numberInWords } from "~/domain/calendar/locale";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/entry-kind";
import { SLOTS } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** What is counted of a day. Days are UTC days. */
export type DayFigures = {
  day: string;
  /** Accounts made on this day, and how many of them have verified their address. */
  signUps: number;
  verified: number;
  /** Visitors of the landing page who were counted for the first time. */
  visits: number;
  /** Entries saved, by "kind slot". */
  entries: Record<string, number>;
  /** Changes of plan, by "from to"; and by their cause. */
  moves: Record<string, number>;
  causes: Record<string, number>;
  /** Why paid plans were cancelled, of those who said so. */
  reasons: Record<string, number>;
  insights: number;
  aiCalls: number;
};

/** A day without records. */
export const nothingOn = (day: string): DayFigures => ({
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

/** Kinds of entries as they are counted. */
export const ENTRY_GROUPS = ENTRY_KINDS.flatMap((kind) =>
  SLOTS.map((slot) => ({ kind, slot, key: `${kind} ${slot}` })),
);

/** A number of a breakdown as it may be shown; null means "fewer than five". Totals are shown as they are. */
function suppressed(count: number): number | null {
  return count > 0 && count < SMALLEST_GROUP ? null : count;
}

/** What is shown for `suppressed`'s null. */
const FEW = t("fewer than 5");

export function shownCount(count: number): string {
  const shown = suppressed(count);
  return shown == null ? FEW : numberInWords(shown);
}

const entriesOf = (figures: DayFigures, slot: string) =>
  Object.entries(figures.entries)
    .filter(([key]) => key.endsWith(` ${slot}`))
    .reduce((sum, [, count]) => sum + count, 0);

export const morningsOf = (figures: DayFigures) => entriesOf(figures, "morning");
export const eveningsOf = (figures: DayFigures) => entriesOf(figures, "evening");
export const allEntriesOf = (figures: DayFigures) =>
  Object.values(figures.entries).reduce((sum, count) => sum + count, 0);

/** Adds records of counts up, key by key. */
export function addUp(records: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const record of records)
    for (const [key, count] of Object.entries(record)) total[key] = (total[key] ?? 0) + count;
  return total;
}

export const TOO_FEW = t("not enough data");

/** "42%", or that there are too few to say. */
export function share(part: number, whole: number): string {
  if (whole < SMALLEST_GROUP) return TOO_FEW;
  return `${Math.round((part / whole) * 1000) / 10}%`;
}
