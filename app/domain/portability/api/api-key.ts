import { DAY } from "~/domain/calendar/durations";

/** Scopes of an API key: read the journal, or add entries without reading any. */
export const KEY_SCOPES = ["read", "add"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Maximum keys per member (`most`), and the lifetime of a key. */
export const API_KEY_LIMITS = { most: 10, days: 90, ms: 90 * DAY } as const;

/** Rate limit per member, over all keys. */
export const MAX_CALLS_PER_HOUR = 600;
