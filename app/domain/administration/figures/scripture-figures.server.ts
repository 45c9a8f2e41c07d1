import { DailyScriptureModel } from "#models/daily-scripture.server";
import { ScriptureRangeModel } from "#models/scripture-range.server";
import { FAILING, planReferences, readReport } from "~/domain/administration/database/integrity.server";
import { isSmallHouse } from "~/domain/administration/database/small-house.server";
import { isReadable } from "~/domain/administration/library/library.server";
import { addDays } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { seasonOf } from "~/domain/church-year/church-year";
import { CHURCHES, churchLine, TRADITION_NAMES } from "~/domain/church-year/traditions";
import { isRetired } from "~/domain/journal/prompts/library-changes.state";
import { LIBRARY } from "~/domain/journal/prompts/prompt-library";
import { isOwnPlan, PASSAGE_PLANS, type PassagePlan } from "~/domain/member/prayer";
import { ownPlans } from "~/domain/scripture/passages/own-plans.state";
import { PLAN_NAMES, plannedPassage } from "~/domain/scripture/passages/passage-plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { now } from "~/platform/clock";
import { questionWords } from "./question-name";
import { RANGES } from "./range";
import { addDaysUp, type RangeFigures } from "./scripture-days";

/** Scripture analytics: what was prayed with, in counts, and whether the plans lead anywhere. */
const yesterday = () => addDays(utcDay(now()), -1);

async function addUpRange(days: number): Promise<RangeFigures> {
  const today = utcDay(now());
  const records = await DailyScriptureModel.find({ _id: { $gte: addDays(today, -days), $lt: today } }).lean();
  return addDaysUp(
    records.map(({ _id, ...record }) => ({ day: _id, ...record })),
    planReferences(),
  );
}

/** Adds every range up to yesterday and keeps the sums: by the job, when the days are counted. */
export async function keepRanges(signal?: AbortSignal): Promise<void> {
  const upTo = yesterday();
  for (const range of RANGES) {
    if (signal?.aborted) return;
    if (await ScriptureRangeModel.exists({ _id: range, upTo })) continue;
    const figures = await addUpRange(range);
    await ScriptureRangeModel.updateOne({ _id: range }, { $set: { upTo, figures } }, { upsert: true });
  }
}

export async function scriptureFigures(days: number) {
  const [kept, report, isSmall] = await Promise.all([
    ScriptureRangeModel.findById(days).lean(),
    readReport("integrity"),
    isSmallHouse(),
  ]);
  const figures = isSmall
    ? addDaysUp([], planReferences())
    : kept?.upTo === yesterday()
      ? kept.figures
      : await addUpRange(days);
  return {
    ...figures,
    isSmall,
    prompts: figures.prompts.map(({ name, ...counts }) => ({
      id: name,
      text: questionWords(name),
      canRetire: LIBRARY.some(({ id }) => id === name) && !isRetired(name),
      ...counts,
    })),
    failing: report?.problems.filter((problem) => problem.startsWith(FAILING)) ?? null,
  };
}

/** What a day of the plans holds, with what is wrong with it. */
export function previewDay(date: string) {
  const lines = CHURCHES.map((tradition) => ({
    tradition: TRADITION_NAMES[tradition],
    line: churchLine(date, { tradition, feastsOnSunday: false }),
  }));
  const named: [PassagePlan, string][] = [
    ...PASSAGE_PLANS.map((plan): [PassagePlan, string] => [plan, PLAN_NAMES[plan]]),
    ...ownPlans().map(([plan, { name }]): [PassagePlan, string] => [plan, name]),
  ];
  const readings = named.map(([plan, name]) => {
    const reference = plannedPassage({ plan, since: "", showSeason: true }, date);
    const verses = findPassage(reference)?.verses.length ?? 0;
    // What the operator put on their own list may be longer.
    return {
      plan: name,
      reference,
      verses,
      isReadable: isOwnPlan(plan) ? verses > 0 : isReadable(reference),
    };
  });
  return { date, season: seasonOf(date), lines, readings };
}
