import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import type { Season } from "~/domain/church-year/church-year";
import { dayOfSeason } from "~/domain/church-year/season-days";
import type { Flow, FlowField, FlowStep } from "~/domain/journal/prompt-sets/flow-shape";
import { t } from "~/i18n/t";
import {
  EXAMEN_NAMES,
  EXAMEN_PACK_KEYS,
  ROUND,
  type ExamenPackKey,
  type ExamenStep,
} from "./examen-questions";

/** The words that close the day. */
export const CLOSING_PASSAGE = t("Psalm 4:8");

/** A pack by its key, from an address, a form or a draft. */
export function packNamed(key: string | undefined): ExamenPackKey | undefined {
  return EXAMEN_PACK_KEYS.find((known) => known === key);
}

/**
 * An evening's questions: a pack, and which of its turns.
 * @internal Exported for tests.
 */
export type Evening = { key: ExamenPackKey; turn: number };

const EPOCH = "2023-12-31";
/** How often, in days, the packs of Lent and Advent come: none of their turns returns within three weeks. */
const SEASON_EVERY = 8;
const around = (at: number, count: number) => ((at % count) + count) % count;

/**
 * What an evening asks: Sundays, Lent and Advent have their own, other days continue the round. Four weeks pass before a
 * question returns: each pack has as many turns.
 * @internal Exported for tests.
 */
export function eveningOf(userId: number, date: string, season: Season): Evening {
  const days = daysBetween(EPOCH, date);
  const week = Math.floor(days / 7);
  if (weekdayOf(date) === 0) return { key: "sunday", turn: around(week, EXAMEN_PACKS.sunday.turns.length) };
  const at = dayOfSeason(date);
  if ((season === "lent" || season === "advent") && at % SEASON_EVERY === 2)
    return { key: season, turn: around(Math.floor(at / SEASON_EVERY), EXAMEN_PACKS[season].turns.length) };
  const key = ROUND[around(weekdayOf(date) - 1 + week + userId, ROUND.length)] ?? "hidden";
  // Six evenings a week, a pack each; its turn goes on with the week, so that all four have passed before the first returns.
  return { key, turn: around(week, EXAMEN_PACKS[key].turns.length) };
}

/** The pack that a person has chosen for every evening: its turns come round from day to day. */
export function chosenPack(key: string, date: string): string | undefined {
  const pack = packNamed(key);
  const turn = pack && around(daysBetween(EPOCH, date), EXAMEN_PACKS[pack].turns.length);
  return pack && (turn ? `${pack}.${turn + 1}` : pack);
}

/** The pack, with its turn, in the name of an evening's questions: "work.2" in "examen.work.2". */
export const packIn = (name: string | undefined) => /^examen\.(\w+(?:\.\d)?)$/.exec(name ?? "")?.[1];

/** A pack and turn by the name that drafts and entries keep: "examen.work", "examen.work.2". */
function eveningNamed(name: string | undefined): Evening | undefined {
  const [, pack = "", turn = "1"] = (name ?? "").split(".");
  const key = packNamed(pack);
  return key && { key, turn: around(Number.parseInt(turn, 10) - 1 || 0, EXAMEN_PACKS[key].turns.length) };
}

/** The Examen: three movements, which hold the five traditional steps (docs/product.md#examen). */
export function examen(
  userId: number,
  forDate: string,
  season: Season,
  wanted?: string,
  passageRef = "",
): Flow {
  const { key, turn } = eveningNamed(wanted && `examen.${wanted}`) ?? eveningOf(userId, forDate, season);
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
