import PASSAGES from "~/content/passages.yaml";
import type { FeastDay } from "~/content/schemas";
import { churchDay, yearTable, type YearTable } from "~/domain/calendar/church-day";
import {
  calendarChoice,
  dayOfSeason,
  easterOf,
  seasonOf,
  type Season,
  type Tradition,
} from "~/domain/calendar/church-year";
import { addDays, daysBetween } from "~/domain/calendar/local-day";
import { featuresOf, type Tier } from "~/domain/member/plan";
import {
  isCustomPlanKey,
  PASSAGE_PLANS,
  type CustomPlanKey,
  type PassagePlan,
  type PrayerSettings,
} from "~/domain/member/prayer-settings";
import { t } from "~/i18n/t";
import {
  customPlan,
  customPlans,
  effectiveReference,
  isPassageAvailable,
  planLineFor,
} from "./custom-plans.state";

const { books } = PASSAGES;

/** Passages of the plans that read one book. */
export const BOOK_PASSAGES = {
  mark: books.Mark,
  john: books.John,
  psalms: books.Psalm,
  philippians: books.Philippians,
  ruth: books.Ruth,
  jonah: books.Jonah,
} as const;

/** Ordinary time: Mark and letters in even years, Luke and letters in odd years. */
export const COURSE_ORDINARY: readonly [even: readonly string[], odd: readonly string[]] = [
  [
    ...books.Mark,
    ...books.Ephesians,
    ...books.Ruth,
    ...books.James,
    ...books["1 Thessalonians"],
    ...books.Jonah,
    ...books.Colossians,
  ],
  [...books.Luke, ...books.Philippians, ...books["1 Peter"], ...books["1 John"]],
];

/** Lent reads John, Easter reads Acts; odd years start in the middle. */
export const COURSE_OF_SEASONS = { lent: books.John, easter: books.Acts } as const;

export const COURSE_PSALMS: readonly string[] = books.Psalm;

/** First day of lists without a start of their own. */
const PLAN_EPOCH = "2024-01-01";
/** The item at an index that wraps around in both directions. */
const cyclic = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";
const isOdd = (date: string) => Number(date.slice(0, 4)) % 2 === 1;

/** Day of Ordinary Time in its year, from 0. Lent to Pentecost interrupt it. */
function ordinaryDay(date: string): number {
  const year = date.slice(0, 4);
  const easter = easterOf(Number(year));
  const [ashWednesday, trinity] = [addDays(easter, -46), addDays(easter, 56)];
  const days = daysBetween(`${year}-01-07`, date);
  return date < ashWednesday ? days : days - daysBetween(ashWednesday, trinity);
}

const GREAT_RANKS: ReadonlySet<FeastDay["rank"]> = new Set<FeastDay["rank"]>([
  "principal",
  "holy_day",
  "solemnity",
  "feast_of_the_lord",
]);
/** Great feasts regardless of rank: calendars rank 15 August differently. */
const GREAT_ALWAYS: ReadonlySet<string> = new Set([
  "christmas_eve",
  "naming_of_jesus",
  "corpus_christi",
  "transfiguration",
  "blessed_virgin_mary",
  "mary_mother_of_our_lord",
]);

/** A great feast has its own passage in every plan; a plan that reads a book pauses on it. */
export const isGreatFeast = (feast: string, rank: FeastDay["rank"]): boolean =>
  GREAT_RANKS.has(rank) || GREAT_ALWAYS.has(feast);

/** The passage of a great feast, if the member follows the Church's year. */
function greatPassage(date: string, chosen: FollowedSeasons): string | undefined {
  if (!chosen.showSeason) return undefined;
  const { feast, rank } = churchDay(date, calendarChoice(chosen));
  return feast && isGreatFeast(feast, rank) ? PASSAGES.feasts[feast] : undefined;
}

/**
 * The morning reading of books in course: the passage of a great feast, of Advent, Christmas and Pentecost, or else the next
 * part of the season's books, in a cycle of two years.
 */
export function courseReading(date: string, chosen: FollowedSeasons): string {
  const ordinary = COURSE_ORDINARY[isOdd(date) ? 1 : 0];
  if (!chosen.showSeason) return cyclic(ordinary, daysBetween(`${date.slice(0, 4)}-01-01`, date));
  const own = greatPassage(date, chosen);
  if (own) return own;
  const season = seasonOf(date);
  if (season === "ordinary") return cyclic(ordinary, ordinaryDay(date));
  if (season !== "lent" && season !== "easter") return cyclic(PASSAGES.seasons[season], dayOfSeason(date));
  const book = COURSE_OF_SEASONS[season];
  return cyclic(book, dayOfSeason(date) + (isOdd(date) ? Math.floor(book.length / 2) : 0));
}

/** The evening's psalm in books in course. The plan reads all psalms in order, then starts again. */
export function coursePsalm(date: string): string {
  return cyclic(COURSE_PSALMS, daysBetween(PLAN_EPOCH, date));
}

export const PLAN_NAMES: Record<Exclude<PassagePlan, CustomPlanKey>, string> = {
  season: t("With the season of the church year"),
  mark: t("Through Mark"),
  john: t("Through John"),
  psalms: t("Through the Psalms"),
  philippians: t("Through Philippians"),
  ruth: t("Through Ruth"),
  jonah: t("Through Jonah"),
  office: t("Books in course, and the Psalms: a reading in the morning, a psalm in the evening"),
};

/** A member's reading plan and calendar. */
type ReadingPreferences = {
  plan: PassagePlan;
  /** First day of the reading plan; empty for the plan "season", which follows the calendar. */
  since: string;
  /** Whether the member follows the Church's year; `tradition` and `feastsOnSunday` choose the calendar. */
  showSeason: boolean;
  tradition?: Tradition;
  feastsOnSunday?: boolean;
};

/** The plan that the tier includes, else "season". An operator's plan is available on every tier while its file exists. */
export function effectivePlan(tier: Tier, plan: PassagePlan): PassagePlan {
  if (isCustomPlanKey(plan)) return customPlan(plan) ? plan : "season";
  const { bookPassages, booksInCourse } = featuresOf(tier);
  return (plan === "office" ? booksInCourse : bookPassages) ? plan : "season";
}

/** The season of a day; always ordinary time if the member does not follow the Church's year. */
export function effectiveSeason(date: string, showSeason: boolean): Season {
  return showSeason ? seasonOf(date) : "ordinary";
}

/** The reference of a day, with the operator's overrides. Deterministic; built-in plans have at most twelve verses a day. */
export function plannedPassage(reading: ReadingPreferences, date: string): string {
  return effectiveReference(originalPassage(reading, date));
}

function originalPassage(reading: ReadingPreferences, date: string): string {
  const { plan } = reading;
  if (plan === "office") return courseReading(date, reading);
  if (isCustomPlanKey(plan)) {
    const own = customPlanLine(plan, date, reading);
    return own !== undefined && isPassageAvailable(own) ? own : seasonPassage(date, reading);
  }
  if (plan !== "season")
    return greatPassage(date, reading) ?? cyclic(BOOK_PASSAGES[plan], dayOf(date, reading));
  return seasonPassage(date, reading);
}

const dayOf = (date: string, reading: ReadingPreferences) =>
  daysOfReading(reading.since || PLAN_EPOCH, date, reading);

/**
 * The line of an operator's plan for a day, whether or not a translation has it. A plan by dates includes great feasts; one by
 * day numbers pauses on them.
 */
function customPlanLine(plan: CustomPlanKey, date: string, reading: ReadingPreferences): string | undefined {
  const own = customPlan(plan);
  const great = own?.by === "days" ? greatPassage(date, reading) : undefined;
  return great ?? (own && planLineFor(own, date, () => dayOf(date, reading)));
}

function seasonPassage(date: string, reading: ReadingPreferences): string {
  const { showSeason } = reading;
  const season = seasonOf(date);
  const { feast } = churchDay(date, calendarChoice(reading));
  const own = showSeason && feast && PASSAGES.feasts[feast];
  if (own) return own;
  if (!showSeason || season === "ordinary")
    return cyclic(PASSAGES.seasons.ordinary, daysBetween(PLAN_EPOCH, date));
  return cyclic(PASSAGES.seasons[season], dayOfSeason(date));
}

/** Counts the days read since the start of a book. Great feasts pause it. */
function daysOfReading(since: string, date: string, reading: ReadingPreferences): number {
  const days = daysBetween(since, date);
  if (!reading.showSeason || days <= 0) return days;
  const [first, last] = [Number(since.slice(0, 4)), Number(date.slice(0, 4))];
  const followed = calendarChoice(reading);
  let paused = 0;
  for (let year = first; year <= last; year++) {
    const great = greatDaysOf(yearTable(year, followed));
    const isWhole = year > first && year < last;
    paused += isWhole ? great.length : great.filter((day) => day >= since && day < date).length;
  }
  return days - paused;
}

const greatDays = new WeakMap<YearTable, string[]>();
function greatDaysOf(table: YearTable): string[] {
  const known = greatDays.get(table);
  if (known) return known;
  const found = [...table.named].flatMap(([day, { feast, rank }]) =>
    isGreatFeast(feast, rank) ? [day] : [],
  );
  greatDays.set(table, found);
  return found;
}

/** The psalm of an evening; empty for plans without psalms. */
export function plannedPsalm({ plan }: Pick<ReadingPreferences, "plan">, date: string): string {
  return plan === "office" ? coursePsalm(date) : "";
}

/** The reference of a day by a member's plan and calendar. */
export function referenceOfDay(
  {
    subscriptionTier,
    prayer,
  }: {
    subscriptionTier: Tier;
    prayer: Pick<PrayerSettings, "passagePlan" | "planSince" | "showSeason" | "tradition" | "feastsOnSunday">;
  },
  date: string,
): string {
  const plan = effectivePlan(subscriptionTier, prayer.passagePlan);
  return plannedPassage({ ...prayer, plan, since: prayer.planSince }, date);
}

export type FollowedSeasons = { showSeason: boolean; tradition?: Tradition; feastsOnSunday?: boolean };

/**
 * The reference of the daily verse: the passage of the feast, if there is one; in Advent, Christmas, Lent and Easter a
 * passage of the season; on other days the next of a list of 366 verses, so that none repeats within a year.
 */
export function dailyVerse(date: string, chosen: FollowedSeasons = { showSeason: true }): string {
  return (chosen.showSeason && churchYearVerse(date, chosen)) || yearVerse(date);
}

function churchYearVerse(date: string, chosen: FollowedSeasons): string | undefined {
  const { feast } = churchDay(date, calendarChoice(chosen));
  const own = feast && PASSAGES.feasts[feast];
  if (own) return own;
  const season = seasonOf(date);
  if (season === "ordinary" || season === "pentecost") return undefined;
  const passages = PASSAGES.seasons[season];
  return passages[dayOfSeason(date) % passages.length];
}

function yearVerse(date: string): string {
  const { verses } = PASSAGES;
  return verses.at(daysBetween(PLAN_EPOCH, date) % verses.length) ?? "Psalm 46:10";
}

export type AvailablePlan = { plan: PassagePlan; name: string; description: string; language: string };

/** The plans that a member can choose, the operator's last. A missing chosen plan stays in the list, so that saving keeps it. */
export function availablePlans(
  tier: Tier,
  storedPlan: PassagePlan,
): { plans: AvailablePlan[]; chosen: PassagePlan; note: string | null } {
  const builtIn = PASSAGE_PLANS.filter((plan) => effectivePlan(tier, plan) === plan).map((plan) => ({
    plan,
    name: PLAN_NAMES[plan],
    description: "",
    language: "",
  }));
  const custom = customPlans().map(([plan, { name, description, language }]) => ({
    ...{ plan, name, description, language },
  }));
  const isMissing = isCustomPlanKey(storedPlan) && !customPlan(storedPlan);
  return {
    plans: [
      ...builtIn,
      ...custom,
      ...(isMissing ? [{ plan: storedPlan, name: fileName(storedPlan), description: "", language: "" }] : []),
    ],
    chosen: isMissing ? storedPlan : effectivePlan(tier, storedPlan),
    note: isMissing ? missingPlanNote(storedPlan) : null,
  };
}

const fileName = (plan: CustomPlanKey) => plan.slice("own:".length);
const missingPlanNote = (plan: CustomPlanKey) =>
  t("The reading plan “{name}” is not here at the moment. Until it is back you read with the season.", {
    name: fileName(plan),
  });

/** A note for a day when the operator's plan cannot be followed. */
export function planNote(prayer: PrayerSettings, date: string): string | null {
  const { passagePlan: plan, planSince: since } = prayer;
  if (!isCustomPlanKey(plan)) return null;
  if (!customPlan(plan)) return missingPlanNote(plan);
  const reference = customPlanLine(plan, date, { ...prayer, plan, since });
  if (reference === undefined || isPassageAvailable(reference)) return null;
  return t("Your reading plan has {reference} today, which no translation here has. This is the season’s.", {
    reference,
  });
}
