import { reencryption } from "#models/db/reencryption.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { readableEntries } from "~/domain/journal/prayers/list-intentions.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, readSealedText, reencryptSealed } from "~/domain/member/member-keys.server";
import { featuresOf } from "~/domain/member/plan";
import type { Crisis } from "~/domain/safety/crisis";
import { seal } from "~/platform/encryption.server";
import { MIN_ENTRIES, type InsightContent, type SourceEntry } from "./insight";
import type { Insight } from "./insights.server";
import { ruleBasedInsight, type Bounds } from "./rule-based-insight";
import { findSeason, latestSeasons, type SeasonSpan } from "./week";

/** Associated data that binds an encrypted insight to its record. */
const associatedDataOf = (id: string) => `insights|${id}|content|1`;
const keyOf = (member: Member) => deriveMemberKey(member, "insight");

/** The encrypted content: the insight, and the subject of an urgent crisis signal in its week. */
export type SealedInsight = InsightContent & { help?: NonNullable<Crisis["about"]> };

export function encryptInsight(member: Member, id: string, content: SealedInsight): Buffer {
  return seal(keyOf(member).now, JSON.stringify(content), associatedDataOf(id));
}

/** The content; null if it is missing or cannot be decrypted. */
export function decryptInsight(
  member: Member,
  { _id, sealed }: Pick<InsightRecord, "_id" | "sealed">,
): SealedInsight | null {
  if (!sealed) return null;
  const text = readSealedText(keyOf(member), sealed, associatedDataOf(_id), "insight.unreadable");
  return text === null ? null : (JSON.parse(text) as SealedInsight);
}

/** Re-encrypts insights with the member's new key. */
export const reencryptInsights = reencryption(
  InsightModel,
  reencryptSealed(keyOf, ({ _id }: InsightRecord) => associatedDataOf(_id)),
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
