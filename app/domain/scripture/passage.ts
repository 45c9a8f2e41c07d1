/** A verse; where it is poetry its lines are separated by "\n". */
export type Verse = { chapter: number; number: number; text: string };

/** A translation as a page shows it. */
export type TranslationShown = { id: string; name: string; language: string; direction: "ltr" | "rtl" };

/** A reference as people write it, and its text. */
export type Passage = {
  reference: string;
  verses: Verse[];
  translation: TranslationShown;
  /** The translation that was asked for and does not have it. */
  lacking: string | null;
  /** Where it stands in its chapter. */
  address: string;
};
