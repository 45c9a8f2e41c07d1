import type { Season } from "~/domain/church-year/church-year";
import { t } from "~/i18n/t";
import {
  EXAMEN_NAMES,
  EXAMEN_PACKS,
  EXAMEN_PACK_KEYS,
  ROUND,
  type ExamenPack,
  type ExamenPackKey,
  type ExamenStep,
} from "./examen-questions";
import type { Flow, FlowField, FlowStep } from "./flow";
import { daysBetween, weekdayOf } from "~/domain/calendar/local-day";

/** The words that close the day. */
export const CLOSING_PASSAGE = t("Psalm 4:8");

/** A pack by its key, from an address, a form or a draft. */
export function packNamed(key: string | undefined): ExamenPackKey | undefined {
  return EXAMEN_PACK_KEYS.find((known) => known === key);
}

/** The pack of an evening: Sundays, Lent and Advent have their own, on other days the round continues. */
export function packOf(userId: number, date: string, season: Season): ExamenPackKey {
  const weekday = weekdayOf(date);
  if (weekday === 0) return "sunday";
  // Every other weekday of these seasons, so that the round is not forgotten for weeks.
  if ((season === "lent" || season === "advent") && weekday % 2 === 1) return season;
  const at = daysBetween("2024-01-01", date) + userId;
  return ROUND[((at % ROUND.length) + ROUND.length) % ROUND.length] ?? "hidden";
}

/** The Examen: three movements, which hold the five traditional steps (docs/product.md#examen). */
export function examen(
  userId: number,
  forDate: string,
  season: Season,
  wanted?: string,
  passageRef = "",
): Flow {
  const key = packNamed(wanted) ?? packOf(userId, forDate, season);
  const pack: ExamenPack = EXAMEN_PACKS[key];
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
        label: pack.gifts,
        size: "short",
      }),
      after: pack.light,
    },
    step(
      "review",
      t("Go through its hours as they come to you, without judging them."),
      {
        key: "consolation",
        label: t("Toward love, faith and hope"),
        hint: pack.consolation,
        size: "short",
      },
      { key: "desolation", label: t("Away from them"), hint: pack.desolation, size: "short" },
    ),
    step(
      "discernment",
      t("Notice, and hand it over."),
      { key: "mercy", label: pack.mercy, size: "short" },
      { key: "invitation", label: pack.invitation, size: "short" },
      { key: "tomorrow", label: pack.tomorrow, size: "line" },
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
    promptIds: [`examen.${key}`],
    steps,
    fields: steps.flatMap(({ fields }) => fields),
  };
}
