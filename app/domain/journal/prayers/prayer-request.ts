export const REQUEST_LIMITS = { text: 500, initial: 40, open: 3, outcome: 500, perDay: 10 } as const;
export const REQUEST_DAYS = [7, 30] as const;

/** A prayer request as one viewer sees it. */
export type PrayerRequestView = {
  id: string;
  text: string;
  /** A first name or an initial, or empty. */
  initial: string;
  /** The outcome, shown to the writer only. */
  outcome: string;
  /** The last open day, YYYY-MM-DD. */
  until: string;
  isOwn: boolean;
  isEnded: boolean;
  /** Waits for a keeper. */
  isWaiting: boolean;
};
