import { DailyFiguresModel, type DailyFiguresRecord } from "#models/daily-figures.server";
import { DailyScriptureModel } from "#models/daily-scripture.server";
import { UserModel } from "#models/user.server";
import { MINUTE } from "~/domain/calendar/durations";
import { addDays } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { now } from "~/platform/clock";
import { countDay, countVerified, readDay } from "./count-day.server";
import { nothingOn, type DayFigures } from "./day-figures";
import { keepRanges } from "./scripture-figures.server";

/**
 * The daily roll-up: every day that is over is counted once and kept, so that a page over a
 * year reads 365 small records and never the journal. An interrupted round resumes after the last day it kept.
 */
const VERIFIES_WITHIN = 7;

export async function rollUpDays(signal?: AbortSignal): Promise<void> {
  // A day is over when its last minute is written too.
  const today = utcDay(new Date(now().getTime() - 2 * MINUTE));
  for (let day = await firstOpenDay(); day !== null && day < today; day = addDays(day, 1)) {
    if (signal?.aborted) return;
    await keepDay(day);
  }
  await keepRanges(signal);
  // People verify their address later: the last days are looked at again.
  for (let ago = 1; ago <= VERIFIES_WITHIN; ago++) {
    if (signal?.aborted) return;
    const day = addDays(today, -ago);
    await DailyFiguresModel.updateOne({ _id: day }, { $set: { verified: await countVerified(day) } });
  }
}

/** The day after the last one that is kept, or the day of the first account; null before there is one. */
async function firstOpenDay(): Promise<string | null> {
  const last = await DailyFiguresModel.findOne().sort({ _id: -1 }).select({ _id: 1 }).lean();
  if (last) return addDays(last._id, 1);
  const first = await UserModel.findOne().sort({ createdAt: 1 }).select({ createdAt: 1 }).lean();
  return first && utcDay(first.createdAt);
}

async function keepDay(day: string): Promise<void> {
  const { entries, tallies } = await readDay(day);
  const { day: _id, ...figures } = await countDay(day, entries);
  await DailyScriptureModel.updateOne({ _id }, { $set: tallies }, { upsert: true });
  await DailyFiguresModel.updateOne({ _id }, { $set: figures }, { upsert: true });
}

/** The figures from `from` to today, oldest first, each day once. Today's are counted now. */
export async function readDays(from: string): Promise<DayFigures[]> {
  const today = utcDay(now());
  const [kept, present] = await Promise.all([
    DailyFiguresModel.find({ _id: { $gte: from, $lt: today } })
      .sort({ _id: 1 })
      .lean() as Promise<DailyFiguresRecord[]>,
    countDay(today),
  ]);
  const known = new Map(kept.map(({ _id, ...figures }) => [_id, figures]));
  const days: DayFigures[] = [];
  for (let day = from; day < today; day = addDays(day, 1))
    days.push({ ...nothingOn(day), ...known.get(day) });
  return [...days, present];
}
