import { TRADITIONS } from "~/domain/church-year/traditions";
import type { DaySlot } from "./prayer-times";
import { nameOf, oneOf, onOrOff, settingsFrom, usualOf, type SettingsOf } from "./setting";

/** Ways through Scripture: with the season, through a book, or with a reading in the morning and a psalm in the evening. */
export const PASSAGE_PLANS = [
  "season",
  "mark",
  "john",
  "psalms",
  "philippians",
  "ruth",
  "jonah",
  "office",
] as const;
/** A list of the operator's own, by the name of its file. */
export type OwnPlan = `own:${string}`;
export type PassagePlan = (typeof PASSAGE_PLANS)[number] | OwnPlan;

export const isOwnPlan = (plan: string): plan is OwnPlan => /^own:[A-Za-z0-9][\w.-]{0,62}$/.test(plan);

/** How long a reflection may take, in minutes. */
export const LENGTHS = [3, 10, 20] as const;
export type Length = (typeof LENGTHS)[number];

/** How a person likes to pray. */
export const PRAYER = {
  passagePlan: nameOf<PassagePlan>(
    80,
    "season",
    (plan) => PASSAGE_PLANS.some((known) => known === plan) || isOwnPlan(plan),
  ),
  /** The movements of a reflection all on one page. */
  onePage: onOrOff(false),
  /** Whether the Church's year is followed. */
  showSeason: onOrOff(true),
  /** Whose words for the Church's year are used; with "none" it is not followed at all. */
  tradition: oneOf(TRADITIONS, "ecumenical"),
  /** Whether Ascension, Epiphany and Corpus Christi are kept on a Sunday. */
  feastsOnSunday: onOrOff(false),
  /** Which text of Scripture is read: "web", "kjv", or the name of one that the operator has added. */
  translation: nameOf<string>(80, "web"),
  /** 0 until the person has been asked. */
  length: oneOf(LENGTHS, 0),
  /** The questions that every Examen asks; empty where they change from evening to evening. */
  examenPack: nameOf<string>(80, ""),
};
export type Prayer = SettingsOf<typeof PRAYER> & {
  /** The local day when the plan's book was begun; empty for the season. */
  planSince: string;
  /** What a person has put together for their own morning and evening, in order; empty where their prompt set asks. */
  shape: DayShape;
};

/** A question of one's own in a shape is "own." and its id; any other part is the key of its answer. */
export type DayShape = Record<DaySlot, string[]>;

export const USUAL_PRAYER: Prayer = {
  ...usualOf(PRAYER),
  planSince: "",
  shape: { morning: [], evening: [] },
};

/** What is stored; without a tradition there is no Church's year to follow. */
export function prayerFrom(prayer: Prayer): Prayer {
  const { planSince, shape } = prayer;
  const settings = settingsFrom(PRAYER, prayer);
  const showSeason = settings.showSeason && settings.tradition !== "none";
  return { ...settings, showSeason, planSince, shape };
}
