/** The shapes an entry can have, as they are stored and as addresses filter by them. */
export const ENTRY_KINDS = ["lectio", "examen", "habit", "prompt", "free"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
