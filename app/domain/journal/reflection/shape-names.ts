import type { AnswerKey } from "~/domain/journal/entries/answer-keys";
import { t } from "~/i18n/t";

/** What each part is called where it is chosen. */
export const PART_NAMES: Partial<Record<AnswerKey, string>> = {
  thanks: t("I thank God for…"),
  presence: t("Today I want to be present to…"),
  question: t("The morning question, a new one each day"),
  grace: t("A moment of grace, with the evening question"),
  heavy: t("What was heavy"),
  ask: t("For tomorrow I ask…"),
  answer: t("A question from the library, a new one each day"),
  wordKept: t("Lectio: a word from the passage"),
  meditatio: t("Meditatio: what it says to you"),
  oratio: t("Oratio: your answer to God"),
  contemplatio: t("Contemplatio: silence"),
  intention: t("Carry: one small act for the day"),
  gifts: t("Gratitude: what was given"),
  consolation: t("Review: toward love, faith and hope"),
  desolation: t("Review: away from them"),
  mercy: t("Discernment: mercy"),
  invitation: t("Discernment: an invitation"),
  tomorrow: t("Discernment: tomorrow"),
};
