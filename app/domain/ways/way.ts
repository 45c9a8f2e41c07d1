/** What a season's way begins on. */
export const BEGINNINGS = ["advent", "ash-wednesday", "easter", "pentecost"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** When a way begins: some days from a feast, on one date, or whenever a person begins it. */
export type Begins = { feast: Beginning; plus: number } | { on: string } | "any";

/** One day of a way, as its writer wrote it. */
export type WayDay = {
  title: string;
  passage: string;
  point: string;
  questions: readonly string[];
  closing: string;
  writer: string;
};

/** A way of some days through Scripture, for a season or for any time. */
export type Way = {
  name: string;
  by: string;
  language: string;
  licence: string;
  begins: Begins;
  /** Whether a Sunday is one of its days, or stands apart from them. */
  sundays: "in" | "apart";
  days: readonly WayDay[];
};

/** The name of a way in its address, and of its file. */
export const WAY_ID = /^[a-z0-9][a-z0-9-]{0,59}$/;
