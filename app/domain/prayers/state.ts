/** Carried; at rest for a while; or laid down. */
export const PRAYER_STATES = ["carried", "resting", "past"] as const;
export type PrayerState = (typeof PRAYER_STATES)[number];
