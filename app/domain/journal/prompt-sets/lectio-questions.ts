import { t } from "~/i18n/t";

/**
 * The movements of Lectio Divina in their order.
 * @internal Exported for tests.
 */
export const LECTIO_STEPS = ["still", "lectio", "meditatio", "oratio", "contemplatio", "carry"] as const;
export type LectioStep = (typeof LECTIO_STEPS)[number];

/** What each movement is called, and what it means in a word. */
export const LECTIO_NAMES: Record<LectioStep, { name: string; meaning: string }> = {
  still: { name: t("Still"), meaning: t("Arrive") },
  lectio: { name: t("Lectio"), meaning: t("Read") },
  meditatio: { name: t("Meditatio"), meaning: t("Reflect") },
  oratio: { name: t("Oratio"), meaning: t("Respond") },
  contemplatio: { name: t("Contemplatio"), meaning: t("Rest") },
  carry: { name: t("Carry"), meaning: t("Take it with you") },
};

/** How a prayer begins; choosing one is optional. */
export const TONES = ["thanks", "ask", "lament", "confess", "praise"] as const;
export type Tone = (typeof TONES)[number];

export const TONE_NAMES: Record<Tone, string> = {
  thanks: "Thanks",
  ask: t("Asking"),
  lament: "Lament",
  confess: "Confession",
  praise: "Praise",
};

/** The characters of a kept word. */
export const WORD_LENGTH = 120;
