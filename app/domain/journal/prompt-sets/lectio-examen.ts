import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import LECTIO from "~/content/questions/lectio.yaml";
import { dayOfSeason, type Season } from "~/domain/calendar/church-year";
import { daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { LECTIO_NAMES, WORD_LENGTH, type LectioStep } from "./lectio-questions";
import type { Flow, FlowField, FlowStep, PromptSetOf } from "./prompt-set";

/** The three movements and the close (docs/product.md#examen). */
export const EXAMEN_STEPS = ["gratitude", "review", "discernment", "close"] as const;
type ExamenStep = (typeof EXAMEN_STEPS)[number];

const EXAMEN_NAMES: Record<ExamenStep, { name: string; meaning: string }> = {
  gratitude: { name: t("Gratitude"), meaning: t("Give thanks, and ask for light") },
  review: { name: t("Review"), meaning: t("Walk through the day") },
  discernment: { name: t("Discernment"), meaning: t("Mercy, and tomorrow") },
  close: { name: t("Close"), meaning: t("Rest") },
};

type ExamenPackKey = keyof typeof EXAMEN_PACKS;
export const EXAMEN_PACK_KEYS = Object.keys(EXAMEN_PACKS) as ExamenPackKey[];

/** The pack of every evening, unless the member chooses another. */
export const DEFAULT_PACK = "classical" satisfies ExamenPackKey;

/** The value of the pack setting for another pack each evening (`examenEvening`). */
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

const LECTIO_EPOCH = "2024-01-01";
const cyclicItem = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";

/** The index of a day's questions; a draft keeps its variant. */
function variantFor(userId: number, date: string, draftVariant: string | undefined): number {
  const known = /^lectio\.(\d{1,2})$/.exec(draftVariant ?? "")?.[1];
  const count = LECTIO.word.length;
  return known
    ? (Number(known) - 1) % count
    : (((daysBetween(LECTIO_EPOCH, date) + userId) % count) + count) % count;
}

/** The flow of Lectio Divina. Its questions change daily and repeat after twenty-four days. */
export function lectio(userId: number, forDate: string, passageRef: string, draftVariant?: string): Flow {
  const variant = variantFor(userId, forDate, draftVariant);
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

/** The passage at the close of an Examen. */
export const CLOSING_PASSAGE = t("Psalm 4:8");

/** Validates the key of a pack from a URL, a form or a draft. */
export function findPack(key: string | undefined): ExamenPackKey | undefined {
  return EXAMEN_PACK_KEYS.find((known) => known === key);
}

/** An evening's questions: a pack, and the index of one of its turns (its alternative sets of questions). */
export type Evening = { key: ExamenPackKey; turn: number };

const EXAMEN_EPOCH = "2023-12-31";
/** Days from one evening with the Lent or Advent pack to the next; so no turn of the pack repeats within three weeks. */
const SEASON_INTERVAL_DAYS = 8;
const modulo = (at: number, count: number) => ((at % count) + count) % count;

/**
 * The questions of an evening in rotation: Sundays, Lent and Advent have their own packs, other days continue the rotation. A question
 * repeats after four weeks, because each pack has four turns.
 * @internal Exported for tests.
 */
export function examenEvening(userId: number, date: string, season: Season): Evening {
  const days = daysBetween(EXAMEN_EPOCH, date);
  const week = Math.floor(days / 7);
  if (weekdayOf(date) === 0) return { key: "sunday", turn: modulo(week, EXAMEN_PACKS.sunday.turns.length) };
  const at = dayOfSeason(date);
  if ((season === "lent" || season === "advent") && at % SEASON_INTERVAL_DAYS === 2)
    return {
      key: season,
      turn: modulo(Math.floor(at / SEASON_INTERVAL_DAYS), EXAMEN_PACKS[season].turns.length),
    };
  const key = ROTATING_PACKS[modulo(weekdayOf(date) - 1 + week + userId, ROTATING_PACKS.length)] ?? "hidden";
  // Each of the six packs has one evening a week. Its turn advances weekly, so that all four are used before one repeats.
  return { key, turn: modulo(week, EXAMEN_PACKS[key].turns.length) };
}

const variantOf = ({ key, turn }: Evening) => (turn === 0 ? key : `${key}.${turn + 1}`);

/**
 * The variant for the member's setting: the evening's pack in the rotation, or the chosen pack, whose set of questions (`turn`)
 * changes daily. Undefined if the setting names no pack, so that the default pack is used.
 */
function chosenVariant(setting: string, userId: number, date: string, season: Season): string | undefined {
  if (setting === ROTATION) return variantOf(examenEvening(userId, date, season));
  const key = findPack(setting);
  return (
    key && variantOf({ key, turn: modulo(daysBetween(EXAMEN_EPOCH, date), EXAMEN_PACKS[key].turns.length) })
  );
}

/** The pack with its turn in a variant: "work.2" in "examen.work.2". */
export const packOfVariant = (name: string | undefined) => /^examen\.(\w+(?:\.\d)?)$/.exec(name ?? "")?.[1];

/** Parses a variant of a draft or an entry: "examen.work", "examen.work.2". */
function parseVariant(name: string | undefined): Evening | undefined {
  const [, pack = "", turn = "1"] = (name ?? "").split(".");
  const key = findPack(pack);
  return key && { key, turn: modulo(Number.parseInt(turn, 10) - 1 || 0, EXAMEN_PACKS[key].turns.length) };
}

/** The flow of the Examen; `pack` replaces the classical questions (docs/product.md#examen). */
export function examen(forDate: string, pack?: string, passageRef = ""): Flow {
  const { key, turn } = parseVariant(pack && `examen.${pack}`) ?? { key: DEFAULT_PACK, turn: 0 };
  const { light, turns } = EXAMEN_PACKS[key];
  const questions = turns[turn] ?? turns[0];
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
        label: questions.gifts,
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
        hint: questions.consolation,
        size: "short",
      },
      { key: "desolation", label: t("What drew you away?"), hint: questions.desolation, size: "short" },
    ),
    step(
      "discernment",
      t("Give it to God."),
      { key: "mercy", label: questions.mercy, size: "short" },
      { key: "invitation", label: questions.invitation, size: "short" },
      { key: "tomorrow", label: questions.tomorrow, size: "line" },
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
    promptIds: [`examen.${variantOf({ key, turn })}`],
    steps,
    fields: steps.flatMap(({ fields }) => fields),
  };
}

/** Describes "lectio.5" by its number and "examen.work.2" by its pack. */
function questionNamed(id: string): string | undefined {
  const [movement, ...rest] = id.split(".");
  const pack = movement === "examen" && EXAMEN_PACK_KEYS.find((key) => key === rest[0]);
  if (pack) return t("Examen: {name}", { name: EXAMEN_PACKS[pack].name });
  return movement === "lectio" ? t("Lectio Divina, questions {rest}", { rest: rest.join(".") }) : undefined;
}

/** The guided prayers: Lectio Divina in the morning, the Examen in the evening. */
export const LECTIO_EXAMEN: PromptSetOf<"lectio_examen"> = {
  key: "lectio_examen",
  name: t("Lectio Divina and Examen"),
  text: t("A passage in four movements in the morning, a prayerful look at the day in the evening."),
  brief: t("guided prayer"),
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
    desolation: { name: t("Review: what drew you away"), changes: true },
    mercy: { name: t("Discernment: mercy"), changes: true },
    invitation: { name: t("Discernment: an invitation"), changes: true },
    tomorrow: { name: t("Discernment: tomorrow"), changes: true, limit: 200 },
  },
  kinds: { lectio: { name: t("Lectio Divina") }, examen: { name: t("Examen") } },
  morning: ({ person, date, passage, draftVariant }) => lectio(person.id, date, passage(), draftVariant),
  evening: ({ person, date, season, passage, pack, draftVariant }) => {
    const chosen =
      pack ?? packOfVariant(draftVariant) ?? chosenVariant(person.prayer.examenPack, person.id, date, season);
    return examen(date, chosen, passage());
  },
  begins: { evening: t("Begin evening Examen") },
  readsAlong: true,
  drawsPrompt: false,
  questionNamed,
};
