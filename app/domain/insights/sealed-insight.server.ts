import { reencryption } from "#models/db/reencryption.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import { InsightModel, type InsightRecord } from "#models/insight.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { localMoment } from "~/domain/calendar/local-day";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { readableEntries } from "~/domain/journal/prayers/intention-safety.server";
import type { Member } from "~/domain/member/member";
import { openPersonal, personalKey, reencryptIfOld } from "~/domain/member/person-keys.server";
import { features } from "~/domain/member/tiers";
import type { Crisis } from "~/domain/safety/crisis";
import { now } from "~/platform/clock";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { FEWEST_ENTRIES, type InsightContent, type SourceEntry } from "./insight";
import { insightByRules, type Bounds } from "./rules/rules";
import type { Insight } from "./week/insights.server";
import { latestSeasons, seasonNamed, type SeasonSpan } from "./week/week";

/** An insight is made of journal text and stored like it: sealed, bound to its record. */
const associatedDataOf = (id: string) => `insights|${id}|content|1`;
const keyOf = (member: Member) => personalKey(member, "insight");

/** What is sealed: the insight, and whether its week asked for help. */
export type SealedInsight = InsightContent & { help?: NonNullable<Crisis["about"]> };

export function sealInsight(member: Member, id: string, content: SealedInsight): Buffer {
  return seal(keyOf(member).now, JSON.stringify(content), associatedDataOf(id));
}

/** The content, or null where it is missing or does not open. */
export function openInsight(
  member: Member,
  { _id, sealed }: Pick<InsightRecord, "_id" | "sealed">,
): SealedInsight | null {
  if (!sealed) return null;
  try {
    return JSON.parse(
      openPersonal(keyOf(member), storedBytes(sealed), associatedDataOf(_id)).toString("utf8"),
    ) as SealedInsight;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("insight.unreadable", error);
    return null;
  }
}

/** Re-encrypts insights with their person's new key. */
export const resealInsights = reencryption(InsightModel, (member: Member) => {
  const key = keyOf(member);
  return ({ _id, sealed }) => {
    const moved = reencryptIfOld(key, sealed, associatedDataOf(_id));
    return moved && { set: { sealed: moved } };
  };
});

/** No more entries of a period are read; the insight of a fuller week is made from its first ones. */
const MAX_SOURCE_ENTRIES = 120;

/** For one text: the most that our own pages accept. */
const MOST_OF_TEXT = 20_000;

export type Sources = {
  entries: SourceEntry[];
  /** How many were left out because they, or one of their tags, are excluded. */
  excluded: number;
};

/** The entries that may be looked back on, in the order of the days they were lived. */
export async function readSources(
  member: Member,
  from: string,
  to: string,
  most = MAX_SOURCE_ENTRIES,
): Promise<Sources> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $gte: from, $lte: to } },
    { words: 0 },
  )
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(most)
    .lean();
  if (records.length === 0) return { entries: [], excluded: 0 };
  const included = records.filter(({ excludeFromInsights }) => !excludeFromInsights);
  const open = (await entriesFrom(keys, included)).filter(({ content }) => content !== null);
  const entries = (await readableEntries(member, open)).map(sourceFrom);
  return { entries: entries.reverse(), excluded: records.length - entries.length };
}

/** Without the questions: they are ours, and quoting them would be quoting ourselves. */
function sourceFrom({ id, forDate, slot, passageRef, content }: Entry): SourceEntry {
  const answers = content?.answers.map(({ key, text }) => ({ key, text: text.slice(0, MOST_OF_TEXT) })) ?? [];
  const texts = [
    { key: "title", text: content?.title ?? "" },
    ...answers,
    { key: "body", text: (content?.body ?? "").slice(0, MOST_OF_TEXT) },
  ];
  return { id, forDate, slot, passageRef, texts: texts.filter(({ text }) => text.trim() !== "") };
}

/** Everything of a person's insights, oldest first, for the export. */
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
    const content = openInsight(member, record);
    if (!content) return [];
    const { help: _, ...rest } = content;
    const { weekStart, engine, endpointHost, feedback, madeAt, entryIds } = record;
    return [{ weekStart, engine, endpointHost, feedback, madeAt, entryIds, ...rest }];
  });
}

/** More of each than a week shows, for a season is long; still one page. */
const SEASON_BOUNDS: Bounds = { gifts: 24, kept: 14, sides: 6, threads: 3 };
const MAX_SEASON_ENTRIES = 400;
const SHOWN = 5;

export type SeasonReview = {
  span: SeasonSpan;
  entries: number;
  /** The days of the entries, by their ids. */
  days: Record<string, string>;
  content: InsightContent | null;
};

/**
 * A look back over a season, by the rules. Made at every reading and never stored, so that what was
 * excluded or deleted since is not in it.
 */
export async function readSeasonReview(member: Member, key: string): Promise<SeasonReview | null> {
  const span = seasonNamed(key, localMoment(now(), member.timezone).date);
  if (!span || !features(member.subscriptionTier).seasonInsights) return null;
  const { entries } = await readSources(member, span.from, span.to, MAX_SEASON_ENTRIES);
  const content = entries.length < FEWEST_ENTRIES ? null : insightByRules(entries, span, SEASON_BOUNDS);
  const days = Object.fromEntries(entries.map(({ id, forDate }) => [id, forDate]));
  return { span, entries: entries.length, days, content };
}

/** The latest seasons, back to the first day with an entry. */
export async function listSeasons(member: Member): Promise<SeasonSpan[]> {
  const first = await JournalEntryModel.findOne({ userId: member.id, status: "final", deletedAt: null })
    .sort({ forDate: 1, createdAt: 1, _id: 1 })
    .select({ forDate: 1 })
    .lean();
  if (!first) return [];
  const spans = latestSeasons(localMoment(now(), member.timezone).date, SHOWN);
  return spans.filter(({ to }) => to >= first.forDate);
}
