import { CommitCache } from "#models/db/connection.server";
import { splitPage } from "#models/db/queries.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { DAY } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import type { Care } from "~/domain/safety/care";
import { careNoteFor } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { summarizeInsight, type Quotation } from "./insight";
import { insightId, isInsightPending, startInsight } from "./make-insight.server";
import { promptFor } from "./model-answer";
import { decryptInsight, readSources, type SealedInsight } from "./stored-insight.server";
import { lastDayOf, lastFullWeek, weekOf } from "./week";

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
  /** Whether one is being written now. */
  making: boolean;
  /** The days of the entries that can still be read, by their ids. */
  days: Record<string, string>;
  /** Null where there is nothing to read: not made yet, deleted, or it does not open. */
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

/** A week's insight with its quotations as they may still be shown, or null. */
export async function readInsight(member: Member, weekStart: string): Promise<Insight | null> {
  const record = await InsightModel.findById(insightId(member.id, weekStart)).lean();
  if (!record) return null;
  const insight = insightFrom(member, record);
  if (!insight.content) return insight;
  const alive = await JournalEntryModel.find(
    { _id: { $in: record.entryIds }, userId: member.id, deletedAt: null, excludeFromInsights: { $ne: true } },
    { _id: 1, forDate: 1 },
  ).lean();
  const days = Object.fromEntries(alive.map(({ _id, forDate }) => [_id, forDate]));
  const isWhole = alive.length === record.entryIds.length;
  return {
    ...insight,
    days,
    content: isWhole ? insight.content : dropMissingQuotations(insight.content, days),
  };
}

/** What was deleted or excluded since is no longer quoted. */
function dropMissingQuotations(content: SealedInsight, days: Record<string, string>): SealedInsight {
  const living = (quotations: Quotation[]) => quotations.filter(({ entryId }) => entryId in days);
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
    // The prayer was made of their words; a person keeps one by saving it as an entry.
    prayer: "",
  };
}

const INSIGHTS_PER_PAGE = 26;

/** A person's weeks, newest first; the page begins after the week `before`. */
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

/** How long the help numbers stay on the page; after that, a quiet line links to them. */
const HELP_SHOWN_MS = DAY;

/** The help that the page shows if the week asked for it; otherwise null. */
export function insightCareNote(member: Member, { content, madeAt }: Insight): Care | null {
  if (!content?.help || !madeAt) return null;
  const level = now().getTime() - madeAt.getTime() < HELP_SHOWN_MS ? 2 : 1;
  return careNoteFor(member, { level, about: content.help });
}

/** The last week of a person's that is over. */
export function lastWeekStart(member: Member): string {
  return lastFullWeek(localMoment(now(), member.timezone).date, member.weekStart);
}

/**
 * Makes the insight of the last week, on the first visit after it.
 * @returns false if nothing was written that could be looked back on
 */
export async function makeLastWeekInsight(member: Member): Promise<boolean> {
  const weekStart = lastWeekStart(member);
  const _id = insightId(member.id, weekStart);
  const known = await InsightModel.findById(_id, { status: 1, claim: 1 }).lean();
  if (known && (known.status !== "new" || isInsightPending(known.claim))) return true;
  const isOver = await startInsight(member, weekStart);
  return known !== null || !isOver || (await InsightModel.exists({ _id })) !== null;
}

/** The newest of a person, sealed as it is stored: it changes once a week. */
const latestInsights = new CommitCache<{ record: InsightRecord | null }>(["insights"], 200);

/** For the dashboard: the newest insight in its first two sentences; null until there is one. */
export async function readLatestInsight(
  member: Member,
): Promise<{ weekStart: string; summary: string } | null> {
  const known = await latestInsights.get(String(member.id), async () => ({
    record: await InsightModel.findOne({ userId: member.id, status: "ready" }).sort({ weekStart: -1 }).lean(),
  }));
  const record = known?.record;
  const content = record && decryptInsight(member, record);
  return content ? { weekStart: record.weekStart, summary: summarizeInsight(content) } : null;
}

/** The exact text that a model would be sent. */
export type InsightRequestPreview = {
  weekStart: string;
  system: string;
  prompt: string;
  entries: number;
  excluded: number;
  cut: boolean;
};

/**
 * What would be sent for a week, made by the function that makes it for sending. By default the last week that
 * is over, or the current one if nothing was written then.
 */
export async function previewInsightRequest(
  member: Member,
  weekStart: string,
): Promise<InsightRequestPreview> {
  const { entries, excluded } = await readSources(member, weekStart, lastDayOf(weekStart));
  const { system, prompt, cut } = promptFor(entries);
  return { weekStart, system, prompt, entries: entries.length, excluded, cut };
}

/** The current week. */
export function currentWeekStart(member: Member): string {
  return weekOf(localMoment(now(), member.timezone).date, member.weekStart);
}
