/** What the server needs a key for while a person is away. None of these opens a word that they wrote. */
export const ACCOUNT_PURPOSES = ["two-step", "recovery-codes", "calendar-feed", "push-device"] as const;
export type AccountPurpose = (typeof ACCOUNT_PURPOSES)[number];
