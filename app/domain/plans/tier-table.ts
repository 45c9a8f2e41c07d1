import { CORE, LIBRARY } from "~/domain/journal/prompt-library";
import { PASSAGE_PLANS } from "~/domain/scripture/passage-plan";
import { COACH_KEYS, features, TIERS, type CoachKey, type Features, type Tier } from "./tiers";

/** The coaches by name (product 2.8). */
export const COACH_NAMES: Record<CoachKey, string> = {
  rhythm: "The Rhythm Keeper",
  listener: "The Listener",
  reader: "The Reader",
  examen: "The Examen Companion",
  discern: "The Discernment Companion",
  writer: "The Scribe",
};

/** A line of the table: what it is, and what each plan holds of it; true and false are "included" and "not included". */
export type TableRow = { name: string; cells: Record<Tier, string | boolean> };

const row = (name: string, cell: (held: Features) => string | boolean): TableRow => ({
  name,
  cells: {
    free: cell(features("free")),
    tier1: cell(features("tier1")),
    tier2: cell(features("tier2")),
  },
});

function coaches({ coaches: keys, modelCoaches, coachMessagesADay }: Features): string {
  const names =
    keys.length === COACH_KEYS.length ? "All six" : keys.map((key) => COACH_NAMES[key]).join(", ");
  return modelCoaches ? `${names}; ${coachMessagesADay} messages a day` : `${names}, by fixed questions`;
}

function insight({ modelInsights, seasonInsights }: Features): string {
  if (!modelInsights) return "In your own words, by fixed rules";
  return seasonInsights
    ? "By a language model too, if you allow it, and a look back over each season"
    : "By a language model too, if you allow it";
}

const books = PASSAGE_PLANS.length - 1;

/** What each plan holds (product 2.9), drawn from the plans' own data. */
export const TIER_TABLE: readonly TableRow[] = [
  row("Writing without limit, drafts, history, search, calendar, tags and favourites", () => true),
  row("Encryption, two-step sign-in, sessions and the help lines", () => true),
  row("Reminders, taking everything with you, deleting everything", () => true),
  row("Daily Habit, morning and evening", () => true),
  row("Random Prompts", ({ promptLibrary, ownPrompts }) => {
    const count = `${(promptLibrary === "core" ? CORE : LIBRARY).length} questions`;
    return ownPrompts ? `${count}, and your own` : count;
  }),
  row("Lectio Divina and Examen, the guided prayers", ({ lectioExamen }) => lectioExamen),
  row("Ways through Scripture", ({ bookPassages }) =>
    bookPassages ? `The season, and ${books} books` : "The season",
  ),
  row("The weekly insight", insight),
  row("Coaches", coaches),
];

/** Everything above is the same for all. */
export const isForAll = ({ cells }: TableRow): boolean => TIERS.every((tier) => cells[tier] === true);
