import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import type { PromptSetOf } from "~/domain/journal/prompt-sets/prompt-set";
import { t } from "~/i18n/t";
import { chosenPack, examen, packIn } from "./examen";
import { EXAMEN_PACK_KEYS } from "./examen-questions";
import { lectio } from "./lectio";
import { WORD_LENGTH } from "./lectio-questions";

/** "lectio.5" by its place, "examen.work.2" by its pack. */
function questionNamed(id: string): string | undefined {
  const [movement, ...rest] = id.split(".");
  const pack = movement === "examen" && EXAMEN_PACK_KEYS.find((key) => key === rest[0]);
  if (pack) return t("Examen: {name}", { name: EXAMEN_PACKS[pack].name });
  return movement === "lectio" ? t("Lectio Divina, questions {rest}", { rest: rest.join(".") }) : undefined;
}

/** The guided prayers: Lectio Divina in the morning, the Examen in the evening, in movements. */
export const LECTIO_EXAMEN: PromptSetOf<"lectio_examen"> = {
  key: "lectio_examen",
  name: t("Lectio Divina and Examen"),
  text: t("A passage in four movements in the morning, a prayerful look at the day in the evening."),
  notInPlan: t("Lectio Divina and Examen belong to the Formation Plan."),
  inTable: { name: t("Lectio Divina and Examen, the guided prayers") },
  parts: {
    wordKept: {
      name: t("Lectio: a word from the passage"),
      heading: t("Lectio"),
      changes: true,
      limit: WORD_LENGTH,
    },
    meditatio: { name: t("Meditatio: what it says to you"), heading: t("Meditatio"), changes: true },
    oratio: { name: t("Oratio: your answer to God"), heading: t("Oratio"), changes: true },
    contemplatio: { name: t("Contemplatio: silence"), heading: t("Contemplatio"), changes: true },
    intention: {
      name: t("Carry: one small act for the day"),
      heading: t("Carry"),
      changes: true,
      limit: 140,
    },
    gifts: { name: t("Gratitude: what was given"), changes: true },
    consolation: { name: t("Review: toward love, faith and hope"), changes: true },
    desolation: { name: t("Review: away from them"), changes: true },
    mercy: { name: t("Discernment: mercy"), changes: true },
    invitation: { name: t("Discernment: an invitation"), changes: true },
    tomorrow: { name: t("Discernment: tomorrow"), changes: true, limit: 200 },
  },
  kinds: { lectio: { name: t("Lectio Divina") }, examen: { name: t("Examen") } },
  morning: ({ person, date, passage, begun }) => lectio(person.id, date, passage(), begun),
  evening: ({ person, date, season, passage, pack, begun }) => {
    const chosen = pack ?? packIn(begun) ?? chosenPack(person.prayer.examenPack, date);
    return examen(person.id, date, season, chosen, passage());
  },
  begins: { evening: t("Begin evening Examen") },
  readsAlong: true,
  drawsPrompt: false,
  questionNamed,
};
