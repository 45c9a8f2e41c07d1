import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { t } from "~/i18n/t";

/** The three movements and the close (docs/product.md#examen). */
export const EXAMEN_STEPS = ["gratitude", "review", "discernment", "close"] as const;
export type ExamenStep = (typeof EXAMEN_STEPS)[number];

export const EXAMEN_NAMES: Record<ExamenStep, { name: string; meaning: string }> = {
  gratitude: { name: t("Gratitude"), meaning: t("Give thanks, and ask for light") },
  review: { name: t("Review"), meaning: t("Walk through the day") },
  discernment: { name: t("Discernment"), meaning: t("Mercy, and tomorrow") },
  close: { name: t("Close"), meaning: t("Rest") },
};

export type ExamenPackKey = keyof typeof EXAMEN_PACKS;
export const EXAMEN_PACK_KEYS = Object.keys(EXAMEN_PACKS) as ExamenPackKey[];

/** The questions of every evening, unless the member chooses others. */
export const DEFAULT_PACK = "classical" satisfies ExamenPackKey;

/** The member's choice of another pack each evening. */
export const ROTATION = "changing";

/** The packs in rotation. The others are for situations that only the member knows, and have to be chosen. */
export const ROTATING_PACKS = [
  "work",
  "hidden",
  "relationships",
  "body",
  "person",
  "silence",
] as const satisfies ExamenPackKey[];
