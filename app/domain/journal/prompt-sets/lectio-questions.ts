import type { ReflectionMinutes } from "~/domain/member/prayer-settings";
import type { Verse } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";

/** The movements of Lectio Divina in order. */
export const LECTIO_STEPS = ["still", "lectio", "meditatio", "oratio", "contemplatio", "carry"] as const;
export type LectioStep = (typeof LECTIO_STEPS)[number];

export const LECTIO_NAMES: Record<LectioStep, { name: string; meaning: string }> = {
  still: { name: t("Still"), meaning: t("Arrive") },
  lectio: { name: t("Lectio"), meaning: t("Read") },
  meditatio: { name: t("Meditatio"), meaning: t("Reflect") },
  oratio: { name: t("Oratio"), meaning: t("Respond") },
  contemplatio: { name: t("Contemplatio"), meaning: t("Rest") },
  carry: { name: t("Carry"), meaning: t("Take it with you") },
};

/** The optional tone of a prayer. */
export const TONES = ["thanks", "ask", "lament", "confess", "praise"] as const;
export type Tone = (typeof TONES)[number];

export const TONE_NAMES: Record<Tone, string> = {
  thanks: "Thanks",
  ask: t("Asking"),
  lament: "Lament",
  confess: "Confession",
  praise: "Praise",
};

/** The maximum length of a kept word, in characters. */
export const WORD_LENGTH = 120;

/** The value of a verse in a form. */
export function verseKey({ chapter, number }: Verse): string {
  return `${chapter}.${number}`;
}

/** A verse as a kept word: cut between two words if it is longer than WORD_LENGTH. */
export function verseAsWord({ text }: Verse): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= WORD_LENGTH) return line;
  const cut = line.slice(0, WORD_LENGTH - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ")).toWellFormed()}…`;
}

const SILENCE_MINUTES: Record<ReflectionMinutes | 0, number> = { 0: 5, 3: 1, 10: 3, 20: 7 };

/** The suggested length of a silence, by the length of the whole reflection. */
export const silenceMinutes = (length: ReflectionMinutes | 0): number => SILENCE_MINUTES[length];
