import { duplicateKeyFields } from "#models/db/failures.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import { hasPassed, pendingDeadline } from "~/domain/calendar/durations";
import { recordUsage } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { now, wait } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import type { SourceEntry } from "./insight";
import { encryptInsight, readSources } from "./stored-insight.server";
import { lastDayOf } from "./week";
import { wouldAskModel, writeInsight } from "./write-insight.server";

/** A process that makes an insight has this long before another may take over. Longer than a model may take. */
const CLAIM_TIMEOUT_MS = 45_000;

export const insightId = (userId: number, weekStart: string): string => `${userId}|${weekStart}`;

export type MakeOptions = {
  /** Even if there is one already, or it was deleted. */
  again?: boolean;
};

/**
 * Makes the insight of a week, once: a process that finds it made or being made leaves it. Safe to interrupt anywhere: an
 * abandoned claim runs out.
 * @returns whether it was made here
 */
export async function makeInsight(
  member: Member,
  weekStart: string,
  { again = false }: MakeOptions = {},
): Promise<boolean> {
  const id = insightId(member.id, weekStart);
  const known = await InsightModel.findById(id, { status: 1 }).lean();
  if (known && known.status !== "new" && !again) return false;
  const { entries } = await readSources(member, weekStart, lastDayOf(weekStart));
  // Nothing was written: do not store an empty record week after week.
  if (entries.length === 0 && !known) return false;
  // The rules always give the same result: a second process finds it there. Only a model is worth claiming the week for.
  if (!known && !wouldAskModel(member)) return store(await buildRecord(member, weekStart, entries));
  const owner = await claim(member, weekStart, again);
  if (!owner) return false;
  const { _id, ...record } = await buildRecord(member, weekStart, entries);
  const { modifiedCount } = await InsightModel.updateOne({ _id, "claim.owner": owner }, { $set: record });
  return modifiedCount === 1;
}

/** Writes the whole record of a week. */
async function buildRecord(
  member: Member,
  weekStart: string,
  entries: readonly SourceEntry[],
): Promise<InsightRecord> {
  const _id = insightId(member.id, weekStart);
  const { content, ...written } = await writeInsight(member, entries, {
    from: weekStart,
    to: lastDayOf(weekStart),
  });
  log.info("insight.made", { engine: written.engine, status: written.status, fallback: written.fallback });
  const sealed = encryptInsight(member, _id, content);
  await recordUsage(member, [{ sealed }]);
  return {
    _id,
    userId: member.id,
    weekStart,
    timezone: member.timezone || "UTC",
    ...written,
    sealed,
    entryIds: entries.map((entry) => entry.id),
    feedback: "",
    madeAt: now(),
    claim: null,
  };
}

/** @returns false if another process was first */
async function store(record: Partial<InsightRecord>): Promise<boolean> {
  try {
    await InsightModel.create(record);
    return true;
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
    return false;
  }
}

/** Whether a process that counts as alive is making an insight. */
export const isInsightPending = (claim: InsightRecord["claim"]): boolean =>
  claim !== null && !hasPassed(claim.until, now(), CLAIM_TIMEOUT_MS);

/** Claims a week for one process; null if another has it, or it is done. */
async function claim(member: Member, weekStart: string, again: boolean): Promise<string | null> {
  const id = insightId(member.id, weekStart);
  const at = now();
  const taking = { owner: randomToken(9), until: new Date(at.getTime() + CLAIM_TIMEOUT_MS) };
  const fresh = { _id: id, userId: member.id, weekStart, status: "new" as const, claim: taking };
  if (await store(fresh)) return taking.owner;
  const isFree = { "claim.until": { $not: pendingDeadline(at, CLAIM_TIMEOUT_MS) } };
  const wanted = again ? {} : { status: "new" as const };
  const { modifiedCount } = await InsightModel.updateOne(
    { _id: id, ...wanted, ...isFree },
    { $set: { claim: taking } },
  );
  return modifiedCount === 1 ? taking.owner : null;
}

/** How long a visit waits for an insight before it shows that one is being written. */
const VISIT_TIMEOUT_MS = 2_500;

const runningWork = new Set<Promise<unknown>>();

/**
 * Resolves when the work that visits have begun so far is over, whether or not they waited for it.
 * @internal Exported for tests.
 */
export async function insightsSettled(): Promise<void> {
  await Promise.allSettled(runningWork);
}

/**
 * Begins to make an insight. With a model it waits a little, and anything longer continues in the background;
 * for the rules it waits to the end, so that a slow machine does not say that there was nothing.
 * @returns whether it is over
 */
export async function startInsight(
  member: Member,
  weekStart: string,
  making?: MakeOptions,
): Promise<boolean> {
  const work = makeInsight(member, weekStart, making).finally(() => runningWork.delete(work));
  runningWork.add(work);
  if (!wouldAskModel(member)) return work.then(() => true);
  const answered = new AbortController();
  const patience = wait(VISIT_TIMEOUT_MS, answered.signal).then(() => "later" as const);
  patience.catch(() => undefined);
  try {
    const isOver = (await Promise.race([work, patience])) !== "later";
    if (!isOver) work.catch((error: unknown) => log.error("insight.not_made", error));
    return isOver;
  } finally {
    answered.abort();
  }
}
