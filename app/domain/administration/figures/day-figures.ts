import { ENTRY_KINDS } from "~/domain/journal/entries/entry-kind";
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
  /** People who were here, and people who saved an entry. */
  active: number;
  writers: number;
  /** Entries saved, by "kind slot". */
  entries: Record<string, number>;
  /** Changes of plan, by "from to"; and by their cause. */
  moves: Record<string, number>;
  causes: Record<string, number>;
  /** Why paid plans were cancelled, of those who said so. */
  reasons: Record<string, number>;
  insights: number;
  aiCalls: number;
  /** Of those who signed up on this day, how many were here a day, a week, a month later; null until that day is over. */
  back1: number | null;
  back7: number | null;
  back30: number | null;
};

/** A day of which nothing is kept. */
export const nothingOn = (day: string): DayFigures => ({
  day,
  signUps: 0,
  verified: 0,
  visits: 0,
  active: 0,
  writers: 0,
  entries: {},
  moves: {},
  causes: {},
  reasons: {},
  insights: 0,
  aiCalls: 0,
  back1: null,
  back7: null,
  back30: null,
});

export const RETURNS = [
  [1, "back1"],
  [7, "back7"],
  [30, "back30"],
] as const;

/** Kinds of entries as they are counted. */
export const ENTRY_GROUPS = ENTRY_KINDS.flatMap((kind) =>
  SLOTS.map((slot) => ({ kind, slot, key: `${kind} ${slot}` })),
);

/** Groups smaller than this are not told apart: who they are could be guessed. */
const SMALLEST_GROUP = 5;

/** A number of a breakdown as it may be shown; null means "fewer than five". Totals are shown as they are. */
function suppressed(count: number): number | null {
  return count > 0 && count < SMALLEST_GROUP ? null : count;
}

/** What is shown for `suppressed`'s null. */
const FEW = t("fewer than 5");

export function shownCount(count: number): string {
  return suppressed(count)?.toLocaleString("en") ?? FEW;
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

export type Return = { after: number; signUps: number; back: number };

/** Who came back, of the days for which that is known already. */
export function returnsOf(days: readonly DayFigures[]): Return[] {
  return RETURNS.map(([after, field]) => {
    const known = days.filter((figures) => figures[field] !== null && figures.signUps > 0);
    return {
      after,
      signUps: known.reduce((sum, { signUps }) => sum + signUps, 0),
      back: known.reduce((sum, figures) => sum + (figures[field] ?? 0), 0),
    };
  });
}

export const TOO_FEW = t("not enough data");

/** A share that would tell a small group apart is said in words. */
export function shareOfMany(part: number, whole: number): string {
  return whole >= SMALLEST_GROUP && suppressed(part) === null ? FEW : share(part, whole);
}

/** "42 %", or that there are too few to say. */
export function share(part: number, whole: number): string {
  if (whole < SMALLEST_GROUP) return TOO_FEW;
  return `${Math.round((part / whole) * 1000) / 10} %`;
}
