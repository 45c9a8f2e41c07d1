import { t } from "~/i18n/t";

/** The twelve categories of the library. */
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
/** 1 is light, 2 asks for a little more, 3 goes deep. */
export type Depth = 1 | 2 | 3;

/** How many characters a question of one's own may have. */
export const OWN_PROMPT_LENGTH = 300;
