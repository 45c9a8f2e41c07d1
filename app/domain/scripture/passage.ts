import type { Translation } from "~/domain/member/prayer";

/** A verse; where it is poetry its lines are separated by "\n". */
export type Verse = { chapter: number; number: number; text: string };

/** A reference as people write it, and its text. */
export type Passage = { reference: string; verses: Verse[]; translation: Translation };
