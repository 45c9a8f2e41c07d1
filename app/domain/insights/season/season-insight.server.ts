import { JournalEntryModel } from "#models/journal-entry.server";
import { localMoment } from "~/domain/calendar/local-day";
import { FEWEST_ENTRIES, type InsightContent } from "~/domain/insights/insight";
import { insightByRules, type Bounds } from "~/domain/insights/rules/rules";
import { readSources } from "~/domain/insights/sources.server";
import type { Member } from "~/domain/member/member";
import { features } from "~/domain/member/tiers";
import { now } from "~/platform/clock";
import { latestSeasons, seasonNamed, type SeasonSpan } from "./seasons";

/** More of each than a week shows, for a season is long; still one page. */
const SEASON_BOUNDS: Bounds = { gifts: 24, kept: 14, sides: 6, threads: 3 };
const MOST_ENTRIES = 400;
const SHOWN = 5;

export type SeasonLook = {
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
export async function lookBack(member: Member, key: string): Promise<SeasonLook | null> {
  const span = seasonNamed(key, localMoment(now(), member.timezone).date);
  if (!span || !features(member.subscriptionTier).seasonInsights) return null;
  const { entries } = await readSources(member, span.from, span.to, MOST_ENTRIES);
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
