import { InsightModel } from "#models/insight.server";
import type { InsightContent } from "~/domain/insights/insight";
import { openInsight } from "~/domain/insights/sealed-insight.server";
import type { Member } from "~/domain/member/member";
import type { Insight } from "./insights.server";

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
