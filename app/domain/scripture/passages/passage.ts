import type { TranslationShown } from "~/domain/scripture/translations/text-source";

/** A verse; where it is poetry its lines are separated by "\n". */
export type Verse = { chapter: number; number: number; text: string };

/** A reference as people write it, and its text. */
export type Passage = {
  reference: string;
  verses: Verse[];
  translation: TranslationShown;
  /** The requested translation, which lacks it. */
  lacking: string | null;
  /** Where it stands in its chapter. */
  address: string;
};
