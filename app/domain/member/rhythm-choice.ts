/** Days off, the first and the last included. */
export type Pause = { from: string; until: string };

/** How a person keeps their rhythm. */
export type RhythmChoice = {
  /** The day of the week that asks for nothing; 0 is Sunday. */
  restDay: number | null;
  pauses: Pause[];
  hidden: boolean;
};

/** @internal Exported for tests. */
export const USUAL_RHYTHM: RhythmChoice = { restDay: null, pauses: [], hidden: false };
