import PASSAGES from "~/content/passages.yaml";
import { churchDay, yearTable, type YearTable } from "~/domain/calendar/church-day";
import { dayOfSeason, seasonOf, type Season } from "~/domain/calendar/church-year";
import { daysBetween } from "~/domain/calendar/local-day";
import { calendarChoice, type Tradition } from "~/domain/calendar/traditions";
import { featuresOf, type Tier } from "~/domain/member/plan";
import {
  isCustomPlanKey,
  PASSAGE_PLANS,
  type CustomPlanKey,
  type PassagePlan,
  type PrayerSettings,
} from "~/domain/member/prayer-settings";
import { t } from "~/i18n/t";
import { BOOK_PASSAGES, coursePsalm, courseReading, greatPassage, isGreatFeast } from "./course-passages";
import {
  customPlan,
  customPlans,
  effectiveReference,
  isPassageAvailable,
  planLineFor,
} from "./custom-plans.state";

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

/** How a person goes through Scripture. */
export type ReadingPreferences = {
  plan: PassagePlan;
  /** The day when a book was begun; empty for the season. */
  since: string;
  /** Whether the seasons are followed at all, and by whose calendar. */
  showSeason: boolean;
  tradition?: Tradition;
  feastsOnSunday?: boolean;
};

/**
 * The free plan reads with the season, the Growth Plan through books too, the Formation Plan books in course and the Psalms as
 * well. The operator's own are for everyone, as long as they are there.
 */
export function effectivePlan(tier: Tier, plan: PassagePlan): PassagePlan {
  if (isCustomPlanKey(plan)) return customPlan(plan) ? plan : "season";
  const { bookPassages, booksInCourse } = featuresOf(tier);
  return (plan === "office" ? booksInCourse : bookPassages) ? plan : "season";
}

/** The season that counts for a person: ordinary time all year for people who do not follow the seasons. */
export function effectiveSeason(date: string, showSeason: boolean): Season {
  return showSeason ? seasonOf(date) : "ordinary";
}

const EPOCH = "2024-01-01";
const turn = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";

/** The reference of a day: the same at every visit, and of twelve verses or fewer where the plan is one of ours. */
export function plannedPassage(reading: ReadingPreferences, date: string): string {
  return effectiveReference(passageAsItCame(reading, date));
}

/** The reference of a day before the operator's changes. */
function passageAsItCame(reading: ReadingPreferences, date: string): string {
  const { plan } = reading;
  if (plan === "office") return courseReading(date, reading);
  if (isCustomPlanKey(plan)) {
    const own = customPlanLine(plan, date, reading);
    return own !== undefined && isPassageAvailable(own) ? own : seasonPassage(date, reading);
  }
  if (plan !== "season")
    return greatPassage(date, reading) ?? turn(BOOK_PASSAGES[plan], dayOf(date, reading));
  return seasonPassage(date, reading);
}

const dayOf = (date: string, reading: ReadingPreferences) =>
  daysOfReading(reading.since || EPOCH, date, reading);

/**
 * What a plan of the operator's has for a day, whether or not it can be read here. A list by dates knows the great days
 * itself; one by numbers waits for them as a book does.
 */
export function customPlanLine(
  plan: CustomPlanKey,
  date: string,
  reading: ReadingPreferences,
): string | undefined {
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
  if (!showSeason || season === "ordinary") return turn(PASSAGES.seasons.ordinary, daysBetween(EPOCH, date));
  return turn(PASSAGES.seasons[season], dayOfSeason(date));
}

/** How many days a book has been read on before a day: on great days it waits. */
function daysOfReading(since: string, date: string, reading: ReadingPreferences): number {
  const days = daysBetween(since, date);
  if (!reading.showSeason || days <= 0) return days;
  const [first, last] = [Number(since.slice(0, 4)), Number(date.slice(0, 4))];
  const followed = calendarChoice(reading);
  let waited = 0;
  for (let year = first; year <= last; year++) {
    const great = greatDaysOf(yearTable(year, followed));
    const isWhole = year > first && year < last;
    waited += isWhole ? great.length : great.filter((day) => day >= since && day < date).length;
  }
  return days - waited;
}

const greatDays = new WeakMap<YearTable, string[]>();

/** The great days of a year, looked for once for each table. */
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

/** The reference of a day as a person reads: by their plan, and with the seasons or without. */
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

const VERSE_EPOCH = "2024-01-01";

/** Whether a person follows the Church's year, and by whose calendar. */
export type FollowedSeasons = { showSeason: boolean; tradition?: Tradition; feastsOnSunday?: boolean };

/**
 * The reference of a day's verse: the feast's own on a feast, the season's in Advent, Christmas, Lent and Easter, and one of
 * 366 on all other days, so that no verse comes back within a year.
 */
export function dailyVerse(date: string, chosen: FollowedSeasons = { showSeason: true }): string {
  return (chosen.showSeason && ofTheChurchYear(date, chosen)) || ofTheYear(date);
}

function ofTheChurchYear(date: string, chosen: FollowedSeasons): string | undefined {
  const { feast } = churchDay(date, calendarChoice(chosen));
  const own = feast && PASSAGES.feasts[feast];
  if (own) return own;
  const season = seasonOf(date);
  if (season === "ordinary" || season === "pentecost") return undefined;
  const passages = PASSAGES.seasons[season];
  return passages[dayOfSeason(date) % passages.length];
}

function ofTheYear(date: string): string {
  const { verses } = PASSAGES;
  return verses.at(daysBetween(VERSE_EPOCH, date) % verses.length) ?? "Psalm 46:10";
}

export type AvailablePlan = { plan: PassagePlan; name: string; description: string; language: string };

/** The ways through Scripture that a person can choose between, the operator's own last. */
export function availablePlans(
  tier: Tier,
  wanted: PassagePlan,
): { plans: AvailablePlan[]; chosen: PassagePlan; note: string | null } {
  const ours = PASSAGE_PLANS.filter((plan) => effectivePlan(tier, plan) === plan).map((plan) => ({
    plan,
    name: PLAN_NAMES[plan],
    description: "",
    language: "",
  }));
  const own = customPlans().map(([plan, { name, description, language }]) => ({
    ...{ plan, name, description, language },
  }));
  const isAway = isCustomPlanKey(wanted) && !customPlan(wanted);
  return {
    // It stays chosen, so that saving the rest of the page does not take it away.
    plans: [
      ...ours,
      ...own,
      ...(isAway ? [{ plan: wanted, name: fileName(wanted), description: "", language: "" }] : []),
    ],
    chosen: isAway ? wanted : effectivePlan(tier, wanted),
    note: isAway ? awayLine(wanted) : null,
  };
}

const fileName = (plan: CustomPlanKey) => plan.slice("own:".length);
const awayLine = (plan: CustomPlanKey) =>
  t("The reading plan “{name}” is not here at the moment. Until it is back you read with the season.", {
    name: fileName(plan),
  });

/** What to say on a day when the operator's plan cannot be followed. */
export function planNote(prayer: PrayerSettings, date: string): string | null {
  const { passagePlan: plan, planSince: since } = prayer;
  if (!isCustomPlanKey(plan)) return null;
  if (!customPlan(plan)) return awayLine(plan);
  const reference = customPlanLine(plan, date, { ...prayer, plan, since });
  if (reference === undefined || isPassageAvailable(reference)) return null;
  return t("Your reading plan has {reference} today, which no translation here has. This is the season’s.", {
    reference,
  });
}
