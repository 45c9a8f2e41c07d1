import { ALL_SETS } from "~/domain/journal/prompt-sets/all";
import { PASSAGE_PLANS } from "~/domain/member/prayer";
import { holdsPromptSet } from "~/domain/member/prompt-set";
import { COACH_KEYS, features, TIERS, type CoachKey, type Features, type Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";

/** The coaches by name. */
const COACH_NAMES: Record<CoachKey, string> = {
  rhythm: t("The Rhythm Keeper"),
  listener: t("The Listener"),
  reader: t("The Reader"),
  examen: t("The Examen Companion"),
  discern: t("The Discernment Companion"),
  writer: t("The Scribe"),
};

/** A line of the table: what it is, and what each plan holds of it; true and false are "included" and "not included". */
export type TableRow = { name: string; cells: Record<Tier, string | boolean> };

type Cell = (held: Features, tier: Tier) => string | boolean;
const row = (name: string, cell: Cell): TableRow => ({
  name,
  cells: {
    free: cell(features("free"), "free"),
    tier1: cell(features("tier1"), "tier1"),
    tier2: cell(features("tier2"), "tier2"),
  },
});

const SET_ROWS = ALL_SETS.map(({ key, inTable: { name, cell } }) =>
  row(name, (held, tier) => holdsPromptSet(tier, key) && (cell?.(held) ?? true)),
);

function coaches({ coaches: keys, modelCoaches, coachMessagesADay }: Features): string {
  const names =
    keys.length === COACH_KEYS.length ? t("All six") : keys.map((key) => COACH_NAMES[key]).join(", ");
  return modelCoaches
    ? t("{names}; {coachMessagesADay} messages a day", { names, coachMessagesADay })
    : t("{names}, with fixed questions", { names });
}

function insight({ modelInsights, seasonInsights }: Features): string {
  if (!modelInsights) return t("In your own words, by fixed rules");
  return seasonInsights
    ? t("With a language model too, if you allow it, and a look back over each season")
    : t("With a language model too, if you allow it");
}

/** The books that can be read through: all ways of reading but the season and books in course. */
const books = PASSAGE_PLANS.filter((plan) => plan !== "season" && plan !== "office").length;

function readings({ bookPassages, booksInCourse }: Features): string {
  if (!bookPassages) return t("The season");
  return booksInCourse
    ? t("The season, {books} books, and books in course with the Psalms", { books })
    : t("The season, and {books} books", { books });
}

/** What each plan holds, drawn from the plans' own data. */
export const TIER_TABLE: readonly TableRow[] = [
  row(t("Unlimited writing, drafts, history, search, calendar, tags and favourites"), () => true),
  row(t("Encryption, two-step sign-in, sessions and helplines"), () => true),
  row(t("Reminders, export, import, and deleting everything"), () => true),
  ...SET_ROWS,
  row(t("Questions of your own, and a morning and evening that you put together"), () => true),
  row(t("Reading plans"), readings),
  row(t("The weekly insight"), insight),
  row(t("Coaches"), coaches),
];

/** Everything above is the same for all. */
export const isForAll = ({ cells }: TableRow): boolean => TIERS.every((tier) => cells[tier] === true);
