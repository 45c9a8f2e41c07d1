import { localMoment } from "~/domain/calendar/local-day";
import { promptFor } from "~/domain/insights/model/model-prompt";
import { readSources } from "~/domain/insights/sources.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { lastDayOf, weekOf } from "./week";

/** The exact text that a model would be sent. */
export type Preview = {
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
export async function previewOf(member: Member, weekStart: string): Promise<Preview> {
  const { entries, excluded } = await readSources(member, weekStart, lastDayOf(weekStart));
  const { system, prompt, cut } = promptFor(entries);
  return { weekStart, system, prompt, entries: entries.length, excluded, cut };
}

/** The current week. */
export function runningWeekOf(member: Member): string {
  return weekOf(localMoment(now(), member.timezone).date, member.weekStart);
}
