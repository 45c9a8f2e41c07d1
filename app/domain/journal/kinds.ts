/** The shapes an entry can have (contract: addresses and field names). */
export const PROMPT_SETS = ["random_prompts", "daily_habit", "lectio_examen"] as const;
export type PromptSet = (typeof PROMPT_SETS)[number];

export const ENTRY_KINDS = ["lectio", "examen", "habit", "prompt", "free"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const SLOTS = ["morning", "evening", "none"] as const;
export type Slot = (typeof SLOTS)[number];

/** The slots that have a reflection of their own. */
export type DaySlot = Exclude<Slot, "none">;
