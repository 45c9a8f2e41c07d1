import { AiCallModel, InsightModel } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AbAssignmentModel, PlanChangeModel } from "#models/plans.server";
import { DailyScriptureModel, DailyStatsModel, type DailyStatsRecord } from "#models/statistics.server";
import { UserModel } from "#models/user.server";
import { MINUTE } from "~/domain/calendar/durations";
import { addDays, startOfUtcDay, utcDay } from "~/domain/calendar/local-day";
import { ENTRY_KINDS } from "~/domain/journal/prompt-sets/prompt-set";
import { isOfLibrary } from "~/domain/journal/prompts/prompt-library.state";
import { recordedTiers } from "~/domain/member/current-member.server";
import { TIERS, type Tier } from "~/domain/member/plan";
import { PROMPT_SET_KEYS } from "~/domain/member/prayer-settings";
import { SLOTS } from "~/domain/member/prayer-times";
import { eventCountsOn, impressionsOn } from "~/domain/operations/daily-events.server";
import { variantFigures } from "~/domain/plans/experiments/assignments.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { now } from "~/platform/clock";
import { emptyStats, ENTRY_GROUPS, MIN_GROUP_SIZE, type DailyStats, type DayRange } from "./daily-stats";
import { storeRangeStats } from "./scripture-stats.server";

/** The number of verified sign-ups of a day is updated for this many days; later verifications do not change it. */
const VERIFIED_WITHIN_DAYS = 7;

const within = (day: string) => ({ $gte: startOfUtcDay(day), $lt: startOfUtcDay(addDays(day, 1)) });

/** Counts one day with queries that indexes cover. `known`: counts of entries, if they are known already. */
async function countDay(day: string, known?: Record<string, number>): Promise<DailyStats> {
  const range = within(day);
  const [signUps, verified, visits, entries, plans, reasons, insights, aiCalls] = await Promise.all([
    UserModel.countDocuments({ createdAt: range }),
    countVerified(day),
    AbAssignmentModel.countDocuments({ assignedAt: range }),
    known ?? countEntries(range),
    countPlanChanges(range),
    eventCountsOn(day, "cancelled:"),
    InsightModel.countDocuments({ madeAt: range }),
    AiCallModel.countDocuments({ at: range }),
  ]);
  return {
    ...emptyStats(day),
    ...{ signUps, verified, visits, entries, ...plans, reasons, insights, aiCalls },
  };
}

const countVerified = (day: string): Promise<number> =>
  UserModel.countDocuments({ createdAt: within(day), emailVerifiedAt: { $ne: null } });

async function countEntries(createdAt: object): Promise<Record<string, number>> {
  const counts = await Promise.all(
    ENTRY_GROUPS.map(async ({ kind, slot, key }) => {
      const filter = { status: "final" as const, kind, slot, createdAt };
      return [key, await JournalEntryModel.countDocuments(filter)] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function countPlanChanges(at: object): Promise<Pick<DailyStats, "moves" | "causes">> {
  const changes = await PlanChangeModel.find({ at }).select({ from: 1, to: 1, cause: 1 }).lean();
  return {
    moves: countNames(changes.flatMap(({ from, to }) => (from === to ? [] : [`${from} ${to}`]))),
    causes: countNames(changes.map(({ cause }) => cause)),
  };
}

function countNames(names: readonly string[]): Record<string, number> {
  const tally: Tally = new Map();
  for (const name of names) increment(tally, name);
  return Object.fromEntries(tally);
}

type Tally = Map<string, number>;
const increment = (tally: Tally, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);
const countItems = (tally: Tally) => [...tally].map(([name, count]) => ({ name, count, verses: 0 }));
const measurePassages = (tally: Tally) =>
  [...tally].map(([name, count]) => ({ name, count, verses: findPassage(name)?.verses.length ?? 0 }));

/**
 * Entries of a day, and the passages and questions in them. Reads the day's records: for the job, not for a page.
 * @internal Exported for tests.
 */
export async function readDay(day: string) {
  const [prayed, begun, answered]: [Tally, Tally, Tally] = [new Map(), new Map(), new Map()];
  const entries: Record<string, number> = {};
  for (const status of ["final", "draft"] as const) {
    // All kinds and slots are listed, so that the index selects the records of this day alone.
    const filter = {
      status,
      kind: { $in: [...ENTRY_KINDS] },
      slot: { $in: [...SLOTS] },
      createdAt: within(day),
    };
    const found = JournalEntryModel.find(filter)
      .select({ kind: 1, slot: 1, passageRef: 1, promptIds: 1 })
      .lean()
      .cursor({ batchSize: 1000 });
    for await (const { kind, slot, passageRef, promptIds } of found) {
      if (passageRef) increment(status === "final" ? prayed : begun, passageRef);
      if (status === "draft") continue;
      entries[`${kind} ${slot}`] = (entries[`${kind} ${slot}`] ?? 0) + 1;
      // A member's own questions are not counted.
      for (const id of promptIds ?? []) if (isOfLibrary(id)) increment(answered, id);
    }
  }
  const [{ served, shown }, changed] = await Promise.all([
    impressionsOn(day),
    eventCountsOn(day, "changed:"),
  ]);
  const tallies = {
    prayed: measurePassages(prayed),
    begun: measurePassages(begun),
    served: measurePassages(served),
    answered: countItems(answered),
    shown: countItems(shown),
    changed: countItems(new Map(Object.entries(changed))),
  };
  return { entries, tallies };
}

/**
 * Daily roll-up: counts each finished day once and stores it, so that a page over a year reads 365 small records and never
 * the journal. An interrupted run resumes after the last stored day.
 */
export async function rollUpDays(signal?: AbortSignal): Promise<void> {
  // A day is finished when the buffered counts of its last minute are stored too.
  const today = utcDay(new Date(now().getTime() - 2 * MINUTE));
  for (let day = await firstOpenDay(); day !== null && day < today; day = addDays(day, 1)) {
    if (signal?.aborted) return;
    await storeDay(day);
  }
  await storeRangeStats(signal);
  for (let ago = 1; ago <= VERIFIED_WITHIN_DAYS; ago++) {
    if (signal?.aborted) return;
    const day = addDays(today, -ago);
    await DailyStatsModel.updateOne({ _id: day }, { $set: { verified: await countVerified(day) } });
  }
}

/** The day after the last stored one, or the day of the first account; null before there is one. */
async function firstOpenDay(): Promise<string | null> {
  const last = await DailyStatsModel.findOne().sort({ _id: -1 }).select({ _id: 1 }).lean();
  if (last) return addDays(last._id, 1);
  const first = await UserModel.findOne().sort({ createdAt: 1 }).select({ createdAt: 1 }).lean();
  return first && utcDay(first.createdAt);
}

/** The second write marks the day as stored, so a run that is killed between them repeats both. */
async function storeDay(day: string): Promise<void> {
  const { entries, tallies } = await readDay(day);
  const { day: _id, ...stats } = await countDay(day, entries);
  await DailyScriptureModel.updateOne({ _id }, { $set: tallies }, { upsert: true });
  await DailyStatsModel.updateOne({ _id }, { $set: stats }, { upsert: true });
}

/**
 * The days from `from` to today, oldest first. Today is counted now.
 * @internal Exported for tests.
 */
export async function readDays(from: string): Promise<DailyStats[]> {
  const today = utcDay(now());
  const [stored, present] = await Promise.all([
    DailyStatsModel.find({ _id: { $gte: from, $lt: today } })
      .sort({ _id: 1 })
      .lean() as Promise<DailyStatsRecord[]>,
    countDay(today),
  ]);
  const known = new Map(stored.map(({ _id, ...stats }) => [_id, stats]));
  const days: DailyStats[] = [];
  for (let day = from; day < today; day = addDays(day, 1))
    days.push({ ...emptyStats(day), ...known.get(day) });
  return [...days, present];
}

/** `$gt` a date instead of `$ne: null`, so that the index covers the query. */
const VERIFIED = { emailVerifiedAt: { $gt: new Date(0) } };

/** Statistics of the last days, today included, and the present counts. */
export async function readAnalytics(range: DayRange) {
  const [days, accounts, verified, sets, tiers, variants] = await Promise.all([
    readDays(addDays(utcDay(now()), 1 - range)),
    UserModel.countDocuments({}),
    UserModel.countDocuments(VERIFIED),
    countEach(PROMPT_SET_KEYS, (key) => ({ promptSetPreference: key })),
    // Counts by effective tier, which the instance default can raise above the stored tier.
    countEach<Tier>(TIERS, (tier) => ({ subscriptionTier: { $in: recordedTiers(tier) } })),
    variantFigures(),
  ]);
  // A small instance shows nothing about praying and writing.
  return { days, accounts, verified, sets, tiers, variants, isSmall: accounts < MIN_GROUP_SIZE };
}

const countEach = <Key extends string>(keys: readonly Key[], filterOf: (key: Key) => object) =>
  Promise.all(
    keys.map(async (key): Promise<[Key, number]> => [key, await UserModel.countDocuments(filterOf(key))]),
  );
