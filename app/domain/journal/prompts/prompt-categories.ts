import { t } from "~/i18n/t";

export const CATEGORIES = [
  "gratitude",
  "scripture",
  "psalms",
  "relationships",
  "work",
  "body",
  "trust",
  "forgiveness",
  "justice",
  "creation",
  "memory",
  "vocation",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_NAMES: Record<Category | "own", string> = {
  gratitude: t("Gratitude"),
  scripture: t("Scripture"),
  psalms: t("Psalms"),
  relationships: t("Relationships"),
  work: t("Work"),
  body: t("Body"),
  trust: t("Trust"),
  forgiveness: t("Forgiveness"),
  justice: t("Justice"),
  creation: t("Creation"),
  memory: t("Memory"),
  vocation: t("Vocation"),
  own: t("Your own"),
};

export type PromptSlot = "morning" | "evening" | "any";
/** 1 is light, 3 is deep. */
export type Depth = 1 | 2 | 3;

/** The maximum length of a member's own question, in characters. */
export const OWN_PROMPT_LENGTH = 300;
