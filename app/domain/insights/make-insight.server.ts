import { createIfMissing } from "#models/db/queries.server";
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

/** Claim timeout, longer than a model call can take; after it another process can claim the week. */
const CLAIM_TIMEOUT_MS = 45_000;

export const insightId = (userId: number, weekStart: string): string => `${userId}|${weekStart}`;

type MakeOptions = {
  /** Replaces an insight that exists or was deleted. */
  again?: boolean;
};

/**
 * Makes the insight of a week unless it exists or another process has claimed it. After an interruption the
 * claim expires.
 * @returns whether this call made it
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
  // A week without entries gets no record.
  if (entries.length === 0 && !known) return false;
  // The rules are deterministic and cheap, so concurrent processes need no claim: the first insert wins.
  if (!known && !wouldAskModel(member))
    return createIfMissing(InsightModel, await buildRecord(member, weekStart, entries));
  const owner = await claim(member, weekStart, again);
  if (!owner) return false;
  const { _id, ...record } = await buildRecord(member, weekStart, entries);
  const { modifiedCount } = await InsightModel.updateOne({ _id, "claim.owner": owner }, { $set: record });
  return modifiedCount === 1;
}

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

/** Whether an unexpired claim exists. */
export const isInsightPending = (claim: InsightRecord["claim"]): boolean =>
  claim !== null && !hasPassed(claim.until, now(), CLAIM_TIMEOUT_MS);

/**
 * Claims a week by compare-and-set.
 * @returns the owner's token, or null if the week is claimed or done
 */
async function claim(member: Member, weekStart: string, again: boolean): Promise<string | null> {
  const id = insightId(member.id, weekStart);
  const at = now();
  const newClaim = { owner: randomToken(9), until: new Date(at.getTime() + CLAIM_TIMEOUT_MS) };
  const newRecord = { _id: id, userId: member.id, weekStart, status: "new" as const, claim: newClaim };
  if (await createIfMissing(InsightModel, newRecord)) return newClaim.owner;
  const isFree = { "claim.until": { $not: pendingDeadline(at, CLAIM_TIMEOUT_MS) } };
  const statusFilter = again ? {} : { status: "new" as const };
  const { modifiedCount } = await InsightModel.updateOne(
    { _id: id, ...statusFilter, ...isFree },
    { $set: { claim: newClaim } },
  );
  return modifiedCount === 1 ? newClaim.owner : null;
}

/** Time that a visit waits for a model before it shows the insight as pending. */
const VISIT_TIMEOUT_MS = 2_500;

const runningWork = new Set<Promise<unknown>>();

/**
 * Resolves when all insights started by visits have settled.
 * @internal Exported for tests.
 */
export async function insightsSettled(): Promise<void> {
  await Promise.allSettled(runningWork);
}

/**
 * Makes an insight during a visit. With a model, a longer run continues in the background; the rules always
 * run to the end, so that a slow machine does not show an empty week.
 * @returns whether it has finished
 */
export async function startInsight(
  member: Member,
  weekStart: string,
  options?: MakeOptions,
): Promise<boolean> {
  const work = makeInsight(member, weekStart, options).finally(() => runningWork.delete(work));
  runningWork.add(work);
  if (!wouldAskModel(member)) return work.then(() => true);
  const answered = new AbortController();
  const timeout = wait(VISIT_TIMEOUT_MS, answered.signal).then(() => "later" as const);
  timeout.catch(() => undefined);
  try {
    const hasFinished = (await Promise.race([work, timeout])) !== "later";
    if (!hasFinished) work.catch((error: unknown) => log.error("insight.not_made", error));
    return hasFinished;
  } finally {
    answered.abort();
  }
}
