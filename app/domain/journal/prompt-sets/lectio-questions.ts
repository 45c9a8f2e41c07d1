import type { ReflectionMinutes } from "~/domain/member/prayer-settings";
import type { Verse } from "~/domain/scripture/passages/passage";
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

/** How a verse is named in a form. */
export function verseKey({ chapter, number }: Verse): string {
  return `${chapter}.${number}`;
}

/** A verse as the word that is kept: whole where it is short, else its beginning. */
export function verseAsWord({ text }: Verse): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= WORD_LENGTH) return line;
  const cut = line.slice(0, WORD_LENGTH - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ")).toWellFormed()}…`;
}

const MINUTES: Record<ReflectionMinutes | 0, number> = { 0: 5, 3: 1, 10: 3, 20: 7 };

/** The proposed length of a silence, by the length of the whole reflection. */
export function silenceMinutes(length: ReflectionMinutes | 0): number {
  return MINUTES[length];
}
