import { CommitCache } from "#models/db/connection.server";
import { splitPage } from "#models/db/queries.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { DAY, hasPassed } from "~/domain/calendar/durations";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { readableEntries } from "~/domain/journal/prayers/list-intentions.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, readSealedText, textReencryption } from "~/domain/member/member-keys.server";
import { featuresOf } from "~/domain/member/plan";
import type { Care } from "~/domain/safety/care";
import type { Crisis } from "~/domain/safety/crisis";
import { careNoteFor } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import {
  filterQuotations,
  MIN_ENTRIES,
  summarizeInsight,
  type InsightContent,
  type SourceEntry,
} from "./insight";
import { buildInsightPrompt } from "./model-answer";
import { ruleBasedInsight, type Bounds } from "./rule-based-insight";
import { findSeason, lastDayOf, lastFullWeek, latestSeasons, weekOf, type SeasonSpan } from "./week";

/** Associated data that binds an encrypted insight to its record. */
const associatedDataOf = (id: string) => `insights|${id}|content|1`;
const keyOf = (member: Member) => deriveMemberKey(member, "insight");

/** The encrypted content: the insight, and the subject of an urgent crisis signal in its week. */
export type SealedInsight = InsightContent & { help?: NonNullable<Crisis["about"]> };

export function encryptInsight(member: Member, id: string, content: SealedInsight): Buffer {
  return seal(keyOf(member).now, JSON.stringify(content), associatedDataOf(id));
}

/** The content; null if it is missing or cannot be decrypted. */
function decryptInsight(
  member: Member,
  { _id, sealed }: Pick<InsightRecord, "_id" | "sealed">,
): SealedInsight | null {
  if (!sealed) return null;
  const text = readSealedText(keyOf(member), sealed, associatedDataOf(_id), "insight.unreadable");
  return text === null ? null : (JSON.parse(text) as SealedInsight);
}

export const reencryptInsights = textReencryption(InsightModel, "insight", ({ _id }) =>
  associatedDataOf(_id),
);

/** Maximum entries of a week; of a fuller week the latest are read. */
const MAX_SOURCE_ENTRIES = 120;

/** Maximum characters of one text, as much as the forms accept. */
const MAX_SOURCE_CHARACTERS = 20_000;

export type Sources = {
  entries: SourceEntry[];
  /** Number of entries that were left out. */
  excluded: number;
};

/**
 * Reads the entries from day `from` to day `to`, oldest first, without those that are excluded from insights
 * or unreadable.
 */
export async function readSources(
  member: Member,
  from: string,
  to: string,
  limit = MAX_SOURCE_ENTRIES,
): Promise<Sources> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $gte: from, $lte: to } },
    { words: 0 },
  )
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(limit)
    .lean();
  if (records.length === 0) return { entries: [], excluded: 0 };
  const included = records.filter(({ excludeFromInsights }) => !excludeFromInsights);
  const readable = (await entriesFrom(keys, included)).filter(({ content }) => content !== null);
  const entries = (await readableEntries(member, readable)).map(toSourceEntry);
  return { entries: entries.reverse(), excluded: records.length - entries.length };
}

/** The questions are left out, because an insight quotes the member's text only. */
function toSourceEntry({ id, forDate, slot, passageRef, content }: Entry): SourceEntry {
  const answers =
    content?.answers.map(({ key, text }) => ({ key, text: text.slice(0, MAX_SOURCE_CHARACTERS) })) ?? [];
  const texts = [
    { key: "title", text: content?.title ?? "" },
    ...answers,
    { key: "body", text: (content?.body ?? "").slice(0, MAX_SOURCE_CHARACTERS) },
  ];
  return { id, forDate, slot, passageRef, texts: texts.filter(({ text }) => text.trim() !== "") };
}

/** All finished insights of a member, oldest first, for the export. */
export async function listInsightsForExport(
  member: Member,
): Promise<
  (InsightContent &
    Pick<Insight, "weekStart" | "engine" | "endpointHost" | "feedback" | "madeAt"> & { entryIds: string[] })[]
> {
  const records = await InsightModel.find({ userId: member.id, status: "ready" })
    .sort({ weekStart: 1 })
    .lean();
  return records.flatMap((record) => {
    const content = decryptInsight(member, record);
    if (!content) return [];
    const { help: _, ...rest } = content;
    const { weekStart, engine, endpointHost, feedback, madeAt, entryIds } = record;
    return [{ weekStart, engine, endpointHost, feedback, madeAt, entryIds, ...rest }];
  });
}

const SEASON_BOUNDS: Bounds = { gifts: 24, kept: 14, sides: 6, threads: 3 };
const MAX_SEASON_ENTRIES = 400;
const MAX_LISTED_SEASONS = 5;

type SeasonReview = {
  span: SeasonSpan;
  entries: number;
  /** Days by entry id. */
  days: Record<string, string>;
  content: InsightContent | null;
};

/**
 * The rule-based review of a season. Computed at every request and never stored, so that entries deleted or
 * excluded in the meantime are not in it. Null for an unknown season or a plan without season reviews.
 */
export async function readSeasonReview(member: Member, key: string): Promise<SeasonReview | null> {
  const span = findSeason(key, todayIn(member.timezone));
  if (!span || !featuresOf(member.subscriptionTier).seasonInsights) return null;
  const { entries } = await readSources(member, span.from, span.to, MAX_SEASON_ENTRIES);
  const content = entries.length < MIN_ENTRIES ? null : ruleBasedInsight(entries, span, SEASON_BOUNDS);
  const days = Object.fromEntries(entries.map(({ id, forDate }) => [id, forDate]));
  return { span, entries: entries.length, days, content };
}

/** The latest seasons, back to the member's first entry. */
export async function listSeasons(member: Member): Promise<SeasonSpan[]> {
  const first = await JournalEntryModel.findOne({ userId: member.id, status: "final", deletedAt: null })
    .sort({ forDate: 1, createdAt: 1, _id: 1 })
    .select({ forDate: 1 })
    .lean();
  if (!first) return [];
  const spans = latestSeasons(todayIn(member.timezone), MAX_LISTED_SEASONS);
  return spans.filter(({ to }) => to >= first.forDate);
}

/** Claim timeout, longer than a model call can take; after it another process can claim the week. */
export const CLAIM_TIMEOUT_MS = 45_000;

export const insightId = (userId: number, weekStart: string): string => `${userId}|${weekStart}`;

/** Whether an unexpired claim exists. */
export const isInsightPending = (claim: InsightRecord["claim"]): boolean =>
  claim !== null && !hasPassed(claim.until, now(), CLAIM_TIMEOUT_MS);

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
  /** Whether a process is making the insight at the moment. */
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
