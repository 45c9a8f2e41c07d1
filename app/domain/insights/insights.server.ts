import { InsightModel, type InsightRecord } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import type { Member } from "~/domain/accounts/member";
import { localMoment } from "~/domain/journal/local-day";
import { now } from "~/platform/clock";
import type { InsightContent, Quotation } from "./insight";
import { beginInsight, insightId } from "./make-insight.server";
import { openInsight, type SealedInsight } from "./sealed-insight.server";
import { summaryOf } from "./summary";
import { lastFullWeek } from "./week";

/** An insight as its person reads it. */
export type Insight = Pick<
  InsightRecord,
  | "weekStart"
  | "status"
  | "engine"
  | "endpointHost"
  | "aiModel"
  | "fallback"
  | "dropped"
  | "feedback"
  | "madeAt"
> & {
  entries: number;
  /** Whether one is being written at this moment. */
  making: boolean;
  /** Null where there is nothing to read: not made yet, deleted, or it does not open. */
  content: SealedInsight | null;
};

function insightFrom(member: Member, record: InsightRecord): Insight {
  const { weekStart, status, engine, endpointHost, aiModel, fallback, dropped, feedback, madeAt, claim } =
    record;
  return {
    ...{ weekStart, status, engine, endpointHost, aiModel, fallback, dropped, feedback, madeAt },
    entries: record.entryIds.length,
    making: claim !== null && claim.until > now(),
    content: status === "deleted" ? null : openInsight(member, record),
  };
}

/** A week's insight with its quotations as they may still be shown, or null. */
export async function readInsight(member: Member, weekStart: string): Promise<Insight | null> {
  const record = await InsightModel.findById(insightId(member.id, weekStart)).lean();
  if (!record) return null;
  const insight = insightFrom(member, record);
  if (!insight.content) return insight;
  return { ...insight, content: await withLivingQuotations(member, insight.content, record.entryIds) };
}

/** What was deleted or excluded since is not quoted any more. */
async function withLivingQuotations(
  member: Member,
  content: SealedInsight,
  entryIds: string[],
): Promise<SealedInsight> {
  const alive = await JournalEntryModel.find(
    { _id: { $in: entryIds }, userId: member.id, deletedAt: null, excludeFromInsights: { $ne: true } },
    { _id: 1 },
  ).lean();
  const ids = new Set(alive.map(({ _id }) => _id));
  if (ids.size === entryIds.length) return content;
  const living = (quotations: Quotation[]) => quotations.filter(({ entryId }) => ids.has(entryId));
  return {
    ...content,
    kept: living(content.kept),
    gifts: content.gifts
      .map(({ group, quotations }) => ({ group, quotations: living(quotations) }))
      .filter(({ quotations }) => quotations.length > 0),
    threads: content.threads
      .map((thread) => ({ ...thread, quotations: living(thread.quotations) }))
      .filter(({ quotations }) => quotations.length > 0),
    consolation: living(content.consolation),
    desolation: living(content.desolation),
    // The prayer was made of their words; the writer has it on paper if it was kept.
    prayer: "",
  };
}

export const INSIGHTS_A_PAGE = 26;

/** A person's weeks, newest first; `before` is the week after which the page begins. */
export async function listInsights(
  member: Member,
  before?: string,
): Promise<{ insights: Insight[]; older?: string }> {
  const records = await InsightModel.find({
    userId: member.id,
    status: { $ne: "deleted" },
    ...(before && { weekStart: { $lt: before } }),
  })
    .sort({ weekStart: -1 })
    .limit(INSIGHTS_A_PAGE + 1)
    .lean();
  const shown = records.slice(0, INSIGHTS_A_PAGE);
  const older = records.length > INSIGHTS_A_PAGE ? shown.at(-1)?.weekStart : undefined;
  return { insights: shown.map((record) => insightFrom(member, record)), older };
}

/** The last week of a person's that is over. */
export function lastWeekOf(member: Member): string {
  return lastFullWeek(localMoment(now(), member.timezone).date, member.weekStart);
}

/** Sees to it that the last week has its insight, on whichever visit comes first (product 2.7). */
export async function makeLastWeek(member: Member): Promise<void> {
  const weekStart = lastWeekOf(member);
  const known = await InsightModel.findById(insightId(member.id, weekStart), { status: 1, claim: 1 }).lean();
  if (known && (known.status !== "new" || (known.claim && known.claim.until > now()))) return;
  await beginInsight(member, weekStart);
}

/** For the dashboard: the newest insight in its first two sentences; null until there is one. */
export async function latestInsight(member: Member): Promise<{ weekStart: string; summary: string } | null> {
  const record = await InsightModel.findOne({ userId: member.id, status: "ready" })
    .sort({ weekStart: -1 })
    .lean();
  const content = record && openInsight(member, record);
  return content ? { weekStart: record.weekStart, summary: summaryOf(content) } : null;
}

/** Everything of a person's insights, oldest first, for taking it along. */
export async function listInsightsForExport(
  member: Member,
): Promise<
  (InsightContent & Pick<Insight, "weekStart" | "engine" | "endpointHost" | "feedback" | "madeAt">)[]
> {
  const records = await InsightModel.find({ userId: member.id, status: "ready" })
    .sort({ weekStart: 1 })
    .lean();
  return records.flatMap((record) => {
    const content = openInsight(member, record);
    if (!content) return [];
    const { help: _, ...rest } = content;
    const { weekStart, engine, endpointHost, feedback, madeAt } = record;
    return [{ weekStart, engine, endpointHost, feedback, madeAt, ...rest }];
  });
}
