import { translationWords } from "~/words/scripture/translation";

/** The texts of Scripture that a person can choose between (product 2.1, 2.10). */
export const TRANSLATIONS = ["web", "kjv"] as const;
export type Translation = (typeof TRANSLATIONS)[number];

export const TRANSLATION_NAMES: Record<Translation, string> = {
  web: translationWords.worldEnglishBible,
  kjv: translationWords.kingJamesVersion,
};
