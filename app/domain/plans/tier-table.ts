import { CORE, LIBRARY } from "~/domain/journal/prompt-library";
import { tierTableWords } from "~/words/plans/tier-table";
import { COACH_KEYS, features, TIERS, type CoachKey, type Features, type Tier } from "./tiers";
import { PASSAGE_PLANS } from "~/domain/member/prayer";

/** The coaches by name (product 2.8). */
export const COACH_NAMES: Record<CoachKey, string> = {
  rhythm: tierTableWords.theRhythmKeeper,
  listener: tierTableWords.theListener,
  reader: tierTableWords.theReader,
  examen: tierTableWords.theExamenCompanion,
  discern: tierTableWords.theDiscernmentCompanion,
  writer: tierTableWords.theScribe,
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
    keys.length === COACH_KEYS.length
      ? tierTableWords.allSix
      : keys.map((key) => COACH_NAMES[key]).join(", ");
  return modelCoaches
    ? tierTableWords.messagesADay({ names, coachMessagesADay })
    : tierTableWords.byFixedQuestions({ names });
}

function insight({ modelInsights, seasonInsights }: Features): string {
  if (!modelInsights) return tierTableWords.inYourOwnWords;
  return seasonInsights ? tierTableWords.byALanguageModelToo : tierTableWords.byALanguageModelTooIfYou;
}

const books = PASSAGE_PLANS.length - 1;

/** What each plan holds (product 2.9), drawn from the plans' own data. */
export const TIER_TABLE: readonly TableRow[] = [
  row(tierTableWords.writingWithoutLimit, () => true),
  row(tierTableWords.encryptionTwoStepSignIn, () => true),
  row(tierTableWords.remindersTakingEverythingWithYou, () => true),
  row(tierTableWords.dailyHabitMorningAndEvening, () => true),
  row(tierTableWords.randomPrompts, ({ promptLibrary, ownPrompts }) => {
    const count = tierTableWords.questions({ count: (promptLibrary === "core" ? CORE : LIBRARY).length });
    return ownPrompts ? tierTableWords.andYourOwn({ count }) : count;
  }),
  row(tierTableWords.lectioDivinaAndExamen, ({ lectioExamen }) => lectioExamen),
  row(tierTableWords.waysThroughScripture, ({ bookPassages }) =>
    bookPassages ? tierTableWords.theSeasonAndBooks({ books }) : tierTableWords.theSeason,
  ),
  row(tierTableWords.theWeeklyInsight, insight),
  row(tierTableWords.coaches, coaches),
];

/** Everything above is the same for all. */
export const isForAll = ({ cells }: TableRow): boolean => TIERS.every((tier) => cells[tier] === true);
