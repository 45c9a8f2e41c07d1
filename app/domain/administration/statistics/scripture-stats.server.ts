import { CheckReportModel } from "#models/operations.server";
import { DailyScriptureModel, ScriptureRangeModel } from "#models/statistics.server";
import { UserModel } from "#models/user.server";
import PASSAGES from "~/content/passages.yaml";
import { isReadable } from "~/domain/administration/library.server";
import { churchDayLine } from "~/domain/calendar/church-day";
import { CALENDAR_TRADITIONS, seasonOf, TRADITION_NAMES } from "~/domain/calendar/church-year";
import { addDays, utcDay } from "~/domain/calendar/local-day";
import { ALL_SETS } from "~/domain/journal/prompt-sets/registry";
import { isRetired, LIBRARY } from "~/domain/journal/prompts/prompt-library.state";
import { isCustomPlanKey, PASSAGE_PLANS, type PassagePlan } from "~/domain/member/prayer-settings";
import { customPlans } from "~/domain/scripture/passages/custom-plans.state";
import { BOOK_PASSAGES, PLAN_NAMES, plannedPassage } from "~/domain/scripture/passages/passage-plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { MIN_GROUP_SIZE, RANGES } from "./daily-stats";
import { sumDays, type RangeStats } from "./scripture-stats";

/** Prefix of the problems that the integrity check reports for unreadable references. */
export const UNREADABLE_REFERENCE = t("No verse, or too many, in the reference ");

/** Every reference that a plan can select. */
export function planReferences(): string[] {
  const lists = [
    ...Object.values(BOOK_PASSAGES),
    ...Object.values(PASSAGES.seasons),
    Object.values(PASSAGES.feasts),
    PASSAGES.verses,
  ];
  return [...new Set(lists.flat())];
}

/**
 * Whether the instance has fewer than MIN_GROUP_SIZE accounts. Totals would then reveal what one member does, so pages show
 * nothing about praying and writing.
 */
export async function isSmallInstance(): Promise<boolean> {
  return (await UserModel.countDocuments({})) < MIN_GROUP_SIZE;
}

/**
 * The text of a question, or the name of its pack.
 * @internal Exported for tests.
 */
export function questionLabel(id: string): string {
  for (const { questionNamed } of ALL_SETS) {
    const label = questionNamed(id);
    if (label !== undefined) return label;
  }
  return id;
}

const yesterday = () => addDays(utcDay(now()), -1);

async function readRangeStats(days: number): Promise<RangeStats> {
  const today = utcDay(now());
  const records = await DailyScriptureModel.find({ _id: { $gte: addDays(today, -days), $lt: today } }).lean();
  return sumDays(
    records.map(({ _id, ...record }) => ({ day: _id, ...record })),
    planReferences(),
  );
}

/** Stores the sums of every range up to yesterday. Called by the daily roll-up. */
export async function storeRangeStats(signal?: AbortSignal): Promise<void> {
  const upTo = yesterday();
  for (const range of RANGES) {
    if (signal?.aborted) return;
    if (await ScriptureRangeModel.exists({ _id: range, upTo })) continue;
    const figures = await readRangeStats(range);
    await ScriptureRangeModel.updateOne({ _id: range }, { $set: { upTo, figures } }, { upsert: true });
  }
}

/** Statistics of the passages and questions of a range. */
export async function readScriptureStats(days: number) {
  const [stored, report, isSmall] = await Promise.all([
    ScriptureRangeModel.findById(days).lean(),
    CheckReportModel.findById("integrity").lean(),
    isSmallInstance(),
  ]);
  const stats = isSmall
    ? sumDays([], planReferences())
    : stored?.upTo === yesterday()
      ? stored.figures
      : await readRangeStats(days);
  return {
    ...stats,
    isSmall,
    prompts: stats.prompts.map(({ name, ...counts }) => ({
      id: name,
      text: questionLabel(name),
      canRetire: LIBRARY.some(({ id }) => id === name) && !isRetired(name),
      ...counts,
    })),
    failing: report?.problems.filter((problem) => problem.startsWith(UNREADABLE_REFERENCE)) ?? null,
  };
}

/** The readings of all plans on a day, and whether each can be read. */
export function previewDay(date: string) {
  const lines = CALENDAR_TRADITIONS.map((tradition) => ({
    tradition: TRADITION_NAMES[tradition],
    line: churchDayLine(date, { tradition, feastsOnSunday: false }),
  }));
  const named: [PassagePlan, string][] = [
    ...PASSAGE_PLANS.map((plan): [PassagePlan, string] => [plan, PLAN_NAMES[plan]]),
    ...customPlans().map(([plan, { name }]): [PassagePlan, string] => [plan, name]),
  ];
  const readings = named.map(([plan, name]) => {
    const reference = plannedPassage({ plan, since: "", showSeason: true }, date);
    const verses = findPassage(reference)?.verses.length ?? 0;
    // The limit on the length applies to built-in plans only: the operator's own plans may have longer passages.
    return {
      plan: name,
      reference,
      verses,
      isReadable: isCustomPlanKey(plan) ? verses > 0 : isReadable(reference),
    };
  });
  return { date, season: seasonOf(date), lines, readings };
}
