import PASSAGES from "~/content/passages.yaml";
import { daysBetween } from "~/domain/calendar/local-day";
import { churchDay } from "~/domain/church-year/church-day";
import { seasonOf, type Season } from "~/domain/church-year/church-year";
import { dayOfSeason } from "~/domain/church-year/season-days";
import { followedBy, type Tradition } from "~/domain/church-year/traditions";
import { tableOf, type YearTable } from "~/domain/church-year/year-table";
import { isOwnPlan, type OwnPlan, type PassagePlan, type Prayer } from "~/domain/member/prayer";
import { features, type Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { coursePsalm, courseReading, greatPassage, isGreat } from "./books-in-course";
import { isThere, lineOf, ownPlan } from "./own-plans.state";
import { inForce } from "./passage-changes.state";
import { BOOK_PASSAGES } from "./passages-in-course";

export const PLAN_NAMES: Record<Exclude<PassagePlan, OwnPlan>, string> = {
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
export type WayOfReading = {
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
  if (isOwnPlan(plan)) return ownPlan(plan) ? plan : "season";
  const { bookPassages, booksInCourse } = features(tier);
  return (plan === "office" ? booksInCourse : bookPassages) ? plan : "season";
}

/** The season that counts for a person: ordinary time all year for people who do not follow the seasons. */
export function seasonOn(date: string, showSeason: boolean): Season {
  return showSeason ? seasonOf(date) : "ordinary";
}

const EPOCH = "2024-01-01";
const turn = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";

/** The reference of a day: the same at every visit, and of twelve verses or fewer where the plan is one of ours. */
export function plannedPassage(reading: WayOfReading, date: string): string {
  return inForce(passageAsItCame(reading, date));
}

/** The reference of a day before the operator's changes. */
function passageAsItCame(reading: WayOfReading, date: string): string {
  const { plan } = reading;
  if (plan === "office") return courseReading(date, reading);
  if (isOwnPlan(plan)) {
    const own = ownLine(plan, date, reading);
    return own !== undefined && isThere(own) ? own : seasonPassage(date, reading);
  }
  if (plan !== "season")
    return greatPassage(date, reading) ?? turn(BOOK_PASSAGES[plan], dayOf(date, reading));
  return seasonPassage(date, reading);
}

const dayOf = (date: string, reading: WayOfReading) => daysOfReading(reading.since || EPOCH, date, reading);

/**
 * What a plan of the operator's has for a day, whether or not it can be read here. A list by dates knows the great days
 * itself; one by numbers waits for them as a book does.
 */
export function ownLine(plan: OwnPlan, date: string, reading: WayOfReading): string | undefined {
  const own = ownPlan(plan);
  const great = own?.by === "days" ? greatPassage(date, reading) : undefined;
  return great ?? (own && lineOf(own, date, () => dayOf(date, reading)));
}

function seasonPassage(date: string, reading: WayOfReading): string {
  const { showSeason } = reading;
  const season = seasonOf(date);
  const { feast } = churchDay(date, followedBy(reading));
  const own = showSeason && feast && PASSAGES.feasts[feast];
  if (own) return own;
  if (!showSeason || season === "ordinary") return turn(PASSAGES.seasons.ordinary, daysBetween(EPOCH, date));
  return turn(PASSAGES.seasons[season], dayOfSeason(date));
}

/** How many days a book has been read on before a day: on great days it waits. */
function daysOfReading(since: string, date: string, reading: WayOfReading): number {
  const days = daysBetween(since, date);
  if (!reading.showSeason || days <= 0) return days;
  const [first, last] = [Number(since.slice(0, 4)), Number(date.slice(0, 4))];
  const followed = followedBy(reading);
  let waited = 0;
  for (let year = first; year <= last; year++) {
    const great = greatDaysOf(tableOf(year, followed));
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
  const found = [...table.named].flatMap(([day, { feast, rank }]) => (isGreat(feast, rank) ? [day] : []));
  greatDays.set(table, found);
  return found;
}

/** The psalm of an evening; empty for plans without psalms. */
export function plannedPsalm({ plan }: Pick<WayOfReading, "plan">, date: string): string {
  return plan === "office" ? coursePsalm(date) : "";
}

/** The reference of a day as a person reads: by their plan, and with the seasons or without. */
export function referenceOfDay(
  {
    subscriptionTier,
    prayer,
  }: {
    subscriptionTier: Tier;
    prayer: Pick<Prayer, "passagePlan" | "planSince" | "showSeason" | "tradition" | "feastsOnSunday">;
  },
  date: string,
): string {
  const plan = effectivePlan(subscriptionTier, prayer.passagePlan);
  return plannedPassage({ ...prayer, plan, since: prayer.planSince }, date);
}
