import { DAY } from "~/domain/calendar/durations";

/** What a key lets a program do: read the journal, or add pages to it without reading any. */
export const KEY_SCOPES = ["read", "add"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** How many keys a person has at most, and how long each works. */
export const API_KEY_LIMITS = { most: 10, days: 90, ms: 90 * DAY } as const;

/** What one person's programs may ask in an hour, all of their keys together. */
export const MAX_CALLS_PER_HOUR = 600;
