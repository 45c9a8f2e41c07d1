import type { Translation } from "~/domain/member/prayer";
import { translationWords } from "~/words/scripture/translation";

export const TRANSLATION_NAMES: Record<Translation, string> = {
  web: translationWords.worldEnglishBible,
  kjv: translationWords.kingJamesVersion,
};
