import { MINUTE } from "~/domain/calendar/durations";

/** How many passkeys a person has at most, how long a name may be, and how long a browser has to answer. */
export const PASSKEYS = { most: 10, name: 60, answerMs: 5 * MINUTE } as const;
