import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import LECTIO from "~/content/questions/lectio.yaml";
import { dayOfSeason, type Season } from "~/domain/calendar/church-year";
import { daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import {
  EXAMEN_NAMES,
  EXAMEN_PACK_KEYS,
  ROTATING_PACKS,
  type ExamenPackKey,
  type ExamenStep,
} from "./examen-questions";
import { LECTIO_NAMES, WORD_LENGTH, type LectioStep } from "./lectio-questions";
import type { Flow, FlowField, FlowStep, PromptSetOf } from "./prompt-set";

const LECTIO_EPOCH = "2024-01-01";
const cyclicItem = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";

/** Which questions a day has. What was begun keeps its own. */
function turnOf(userId: number, date: string, begun: string | undefined): number {
  const known = /^lectio\.(\d{1,2})$/.exec(begun ?? "")?.[1];
  const count = LECTIO.word.length;
  return known
    ? (Number(known) - 1) % count
    : (((daysBetween(LECTIO_EPOCH, date) + userId) % count) + count) % count;
}

/** Lectio Divina in its movements. Its questions change daily, and each returns after twenty-four days. */
export function lectio(userId: number, forDate: string, passageRef: string, begun?: string): Flow {
  const variant = turnOf(userId, forDate, begun);
  const step = (key: LectioStep, lead: string, ...fields: FlowField[]): FlowStep => ({
    key,
    ...LECTIO_NAMES[key],
    lead,
    fields,
  });
  const steps = [
    step("still", cyclicItem(LECTIO.presence, variant)),
    step("lectio", cyclicItem(LECTIO.reading, variant), {
      key: "wordKept",
      label: cyclicItem(LECTIO.word, variant),
      size: "line",
    }),
    step("meditatio", t("Stay with the word you have kept."), {
      key: "meditatio",
      label: cyclicItem(LECTIO.meditatio, variant),
      size: "medium",
    }),
    step("oratio", t("Now it is your turn to speak."), {
      key: "oratio",
      label: cyclicItem(LECTIO.oratio, variant),
      size: "medium",
    }),
    step("contemplatio", cyclicItem(LECTIO.contemplatio, variant), {
      key: "contemplatio",
      label: cyclicItem(LECTIO.stays, variant),
      optional: true,
      size: "line",
    }),
    step("carry", t("One small act is enough. You will see it again in the evening."), {
      key: "intention",
      label: cyclicItem(LECTIO.carry, variant),
      optional: true,
      size: "line",
    }),
  ];
  return {
    promptSet: "lectio_examen",
    kind: "lectio",
    slot: "morning",
    forDate,
    title: t("Lectio Divina"),
    passageRef,
    promptIds: [`lectio.${variant + 1}`],
    steps,
    fields: steps.flatMap(({ fields }) => fields),
  };
}

/** The words that close the day. */
export const CLOSING_PASSAGE = t("Psalm 4:8");

/** A pack by its key, from an address, a form or a draft. */
export function findPack(key: string | undefined): ExamenPackKey | undefined {
  return EXAMEN_PACK_KEYS.find((known) => known === key);
}

/**
 * An evening's questions: a pack, and which of its turns.
 * @internal Exported for tests.
 */
export type Evening = { key: ExamenPackKey; turn: number };

const EXAMEN_EPOCH = "2023-12-31";
/** How often, in days, the packs of Lent and Advent come: none of their turns returns within three weeks. */
const SEASON_EVERY = 8;
const modulo = (at: number, count: number) => ((at % count) + count) % count;

/**
 * What an evening asks: Sundays, Lent and Advent have their own, other days continue the round. Four weeks pass before a
 * question returns: each pack has as many turns.
 * @internal Exported for tests.
 */
export function examenEvening(userId: number, date: string, season: Season): Evening {
  const days = daysBetween(EXAMEN_EPOCH, date);
  const week = Math.floor(days / 7);
  if (weekdayOf(date) === 0) return { key: "sunday", turn: modulo(week, EXAMEN_PACKS.sunday.turns.length) };
  const at = dayOfSeason(date);
  if ((season === "lent" || season === "advent") && at % SEASON_EVERY === 2)
    return { key: season, turn: modulo(Math.floor(at / SEASON_EVERY), EXAMEN_PACKS[season].turns.length) };
  const key = ROTATING_PACKS[modulo(weekdayOf(date) - 1 + week + userId, ROTATING_PACKS.length)] ?? "hidden";
  // Six evenings a week, a pack each; its turn goes on with the week, so that all four have passed before the first returns.
  return { key, turn: modulo(week, EXAMEN_PACKS[key].turns.length) };
}

/** The pack that a person has chosen for every evening: its turns come round from day to day. */
export function chosenPack(key: string, date: string): string | undefined {
  const pack = findPack(key);
  const turn = pack && modulo(daysBetween(EXAMEN_EPOCH, date), EXAMEN_PACKS[pack].turns.length);
  return pack && (turn ? `${pack}.${turn + 1}` : pack);
}

/** The pack, with its turn, in the name of an evening's questions: "work.2" in "examen.work.2". */
export const packOfVariant = (name: string | undefined) => /^examen\.(\w+(?:\.\d)?)$/.exec(name ?? "")?.[1];

/** A pack and turn by the name that drafts and entries keep: "examen.work", "examen.work.2". */
function eveningNamed(name: string | undefined): Evening | undefined {
  const [, pack = "", turn = "1"] = (name ?? "").split(".");
  const key = findPack(pack);
  return key && { key, turn: modulo(Number.parseInt(turn, 10) - 1 || 0, EXAMEN_PACKS[key].turns.length) };
}

/** The Examen: three movements, which hold the five traditional steps (docs/product.md#examen). */
export function examen(
  userId: number,
  forDate: string,
  season: Season,
  wanted?: string,
  passageRef = "",
): Flow {
  const { key, turn } = eveningNamed(wanted && `examen.${wanted}`) ?? examenEvening(userId, forDate, season);
  const { light, turns } = EXAMEN_PACKS[key];
  const asked = turns[turn] ?? turns[0];
  const step = (at: ExamenStep, lead: string, ...fields: FlowField[]): FlowStep => ({
    key: at,
    ...EXAMEN_NAMES[at],
    lead,
    fields,
  });
  const steps = [
    {
      ...step("gratitude", t("Begin with what was given."), {
        key: "gifts",
        label: asked.gifts,
        size: "short",
      }),
      after: light,
    },
    step(
      "review",
      t("Go through its hours as they come to you, without judging them."),
      {
        key: "consolation",
        label: t("Toward love, faith and hope"),
        hint: asked.consolation,
        size: "short",
      },
      { key: "desolation", label: t("Away from them"), hint: asked.desolation, size: "short" },
    ),
    step(
      "discernment",
      t("Notice, and hand it over."),
      { key: "mercy", label: asked.mercy, size: "short" },
      { key: "invitation", label: asked.invitation, size: "short" },
      { key: "tomorrow", label: asked.tomorrow, size: "line" },
    ),
    step("close", t("Done. Rest.")),
  ];
  return {
    promptSet: "lectio_examen",
    kind: "examen",
    slot: "evening",
    forDate,
    title: t("Examen"),
    passageRef,
    promptIds: [turn === 0 ? `examen.${key}` : `examen.${key}.${turn + 1}`],
    steps,
    fields: steps.flatMap(({ fields }) => fields),
  };
}

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
    const chosen = pack ?? packOfVariant(begun) ?? chosenPack(person.prayer.examenPack, date);
    return examen(person.id, date, season, chosen, passage());
  },
  begins: { evening: t("Begin evening Examen") },
  readsAlong: true,
  drawsPrompt: false,
  questionNamed,
};
