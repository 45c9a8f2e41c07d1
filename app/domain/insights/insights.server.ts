import { CommitCache } from "#models/db/connection.server";
import { splitPage } from "#models/db/queries.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { DAY } from "~/domain/calendar/durations";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { Care } from "~/domain/safety/care";
import { careNoteFor } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { filterQuotations, summarizeInsight } from "./insight";
import { insightId, isInsightPending, startInsight } from "./make-insight.server";
import { buildInsightPrompt } from "./model-answer";
import { decryptInsight, readSources, type SealedInsight } from "./stored-insight.server";
import { lastDayOf, lastFullWeek, weekOf } from "./week";

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
  /** Whether a process is making it. */
  making: boolean;
  /** Days of the entries that can still be quoted, by entry id. */
  days: Record<string, string>;
  /** Null while the insight is not made, after its deletion, or if it cannot be decrypted. */
  content: SealedInsight | null;
};

function insightFrom(member: Member, record: InsightRecord): Insight {
  const { weekStart, status, engine, endpointHost, aiModel, fallback, dropped, feedback, madeAt, claim } =
    record;
  return {
    ...{ weekStart, status, engine, endpointHost, aiModel, fallback, dropped, feedback, madeAt },
    entries: record.entryIds.length,
    days: {},
    making: isInsightPending(claim),
    content: status === "deleted" ? null : decryptInsight(member, record),
  };
}

/**
 * The insight of a week without quotations of entries that were deleted or excluded since; null if there is
 * none.
 */
export async function readInsight(member: Member, weekStart: string): Promise<Insight | null> {
  const record = await InsightModel.findById(insightId(member.id, weekStart)).lean();
  if (!record) return null;
  const insight = insightFrom(member, record);
  if (!insight.content) return insight;
  const quotable = await JournalEntryModel.find(
    { _id: { $in: record.entryIds }, userId: member.id, deletedAt: null, excludeFromInsights: { $ne: true } },
    { _id: 1, forDate: 1 },
  ).lean();
  const days = Object.fromEntries(quotable.map(({ _id, forDate }) => [_id, forDate]));
  const isComplete = quotable.length === record.entryIds.length;
  return {
    ...insight,
    days,
    content: isComplete
      ? insight.content
      : // The prayer is composed of quotations, so it goes with them unless the member has saved it as an entry.
        { ...filterQuotations(insight.content, ({ entryId }) => entryId in days), prayer: "" },
  };
}

const INSIGHTS_PER_PAGE = 26;

/** A page of the member's insights, newest first, older than the week `before`. */
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
    .limit(INSIGHTS_PER_PAGE + 1)
    .lean();
  const { shown, last } = splitPage(records, INSIGHTS_PER_PAGE);
  return { insights: shown.map((record) => insightFrom(member, record)), older: last?.weekStart };
}

/** How long the page shows the help numbers; after it, a line links to them. */
const HELP_SHOWN_MS = DAY;

/** Help note of an insight whose week had an urgent crisis signal; null for all others. */
export function insightCareNote(member: Member, { content, madeAt }: Insight): Care | null {
  if (!content?.help || !madeAt) return null;
  const level = now().getTime() - madeAt.getTime() < HELP_SHOWN_MS ? 2 : 1;
  return careNoteFor(member, { level, about: content.help });
}

/** First day of the member's last complete week. */
export function lastWeekStart(member: Member): string {
  return lastFullWeek(todayIn(member.timezone), member.weekStart);
}

/**
 * Makes the insight of the last complete week on the first visit after it.
 * @returns false if that week has no entries
 */
export async function makeLastWeekInsight(member: Member): Promise<boolean> {
  const weekStart = lastWeekStart(member);
  const _id = insightId(member.id, weekStart);
  const known = await InsightModel.findById(_id, { status: 1, claim: 1 }).lean();
  if (known && (known.status !== "new" || isInsightPending(known.claim))) return true;
  const hasFinished = await startInsight(member, weekStart);
  return known !== null || !hasFinished || (await InsightModel.exists({ _id })) !== null;
}

/** Cache of each member's newest insight, encrypted as stored. */
const latestInsights = new CommitCache<{ record: InsightRecord | null }>(["insights"], 200);

/** Summary of the newest insight, for the dashboard. */
export async function readLatestInsight(
  member: Member,
): Promise<{ weekStart: string; summary: string } | null> {
  const cached = await latestInsights.get(String(member.id), async () => ({
    record: await InsightModel.findOne({ userId: member.id, status: "ready" }).sort({ weekStart: -1 }).lean(),
  }));
  const record = cached?.record;
  const content = record && decryptInsight(member, record);
  return content ? { weekStart: record.weekStart, summary: summarizeInsight(content) } : null;
}

/** The exact texts of a model request. */
type InsightRequestPreview = {
  weekStart: string;
  system: string;
  prompt: string;
  entries: number;
  excluded: number;
  cut: boolean;
};

/** Previews the model request of a week, built by the same function as the request itself. */
export async function previewInsightRequest(
  member: Member,
  weekStart: string,
): Promise<InsightRequestPreview> {
  const { entries, excluded } = await readSources(member, weekStart, lastDayOf(weekStart));
  const { system, prompt, cut } = buildInsightPrompt(entries);
  return { weekStart, system, prompt, entries: entries.length, excluded, cut };
}

export function currentWeekStart(member: Member): string {
  return weekOf(todayIn(member.timezone), member.weekStart);
}
