import { SET_KINDS, type KindOfSet, type PromptSetKey } from "~/domain/member/prompt-set";

export type SetKind = KindOfSet<PromptSetKey>;
/** The shapes an entry can have, as they are stored and as addresses filter by them: those of the prompt sets, and a free page. */
export type EntryKind = SetKind | "free";
export const ENTRY_KINDS: readonly EntryKind[] = [...SET_KINDS, "free"];
